import { describe, expect, test } from 'vitest';
import { accessSection, summarySection } from '../../agents-configuration.contract.ts';
import { addEntries, isSite, moveItem, tidyDomain, tidyPath, type EntryRules } from './list-entries.ts';

const sites: EntryRules = {
  most: 4,
  isWord: true,
  tidy: tidyDomain,
  check: (entry) =>
    isSite(entry) && accessSection.shape.allowedDomains.unwrap().element.safeParse(entry).success
      ? null
      : 'agents:validation.domain',
};
const mails: EntryRules = {
  most: 10,
  isWord: true,
  check: (entry) =>
    summarySection.shape.recipients.unwrap().element.safeParse(entry).success
      ? null
      : 'agents:validation.email',
};
const options: EntryRules = { most: 20, check: () => null };

describe('entering a list', () => {
  test('takes whole addresses as sites, in the letters that browsers send', () => {
    expect(
      addEntries([], 'https://Shop.Example.com/cart?x=1, *.example.org\nmüller.de:8080', sites).list,
    ).toEqual(['shop.example.com', '*.example.org', 'xn--mller-kva.de:8080']);
  });

  test('takes what is good and gives back what is not, with the reason for each', () => {
    const { list, rest, problems, added } = addEntries(['a.com'], 'b.com -bad-.com a.com http://x..y', sites);
    expect({ list, rest, added }).toEqual({
      list: ['a.com', 'b.com'],
      rest: '-bad-.com http://x..y',
      added: 1,
    });
    expect(problems).toEqual([
      { entry: '-bad-.com', reason: 'agents:validation.domain' },
      { entry: 'http://x..y', reason: 'agents:validation.domain' },
    ]);
  });

  test('takes no words of a sentence for sites', () => {
    expect(addEntries([], 'not a domain', sites)).toMatchObject({ list: [], rest: 'not a domain' });
    expect(addEntries([], 'localhost intranet:8080 10.0.0.7', sites).list).toEqual([
      'localhost',
      'intranet:8080',
      '10.0.0.7',
    ]);
  });

  test('says that a list is full and keeps what did not fit', () => {
    expect(addEntries(['a.com', 'b.com', 'c.com'], 'd.com e.com', sites)).toMatchObject({
      list: ['a.com', 'b.com', 'c.com', 'd.com'],
      rest: 'e.com',
      problems: [{ reason: 'agents:validation.tooMany' }],
    });
  });

  test('refuses what is no email address', () => {
    expect(addEntries([], 'anna@example.com; ben@', mails)).toMatchObject({
      list: ['anna@example.com'],
      rest: 'ben@',
    });
  });

  test('parts options by lines only, so that they may hold commas', () => {
    expect(addEntries([], 'Yes, please\nNo, thanks\n\nYes, please', options).list).toEqual([
      'Yes, please',
      'No, thanks',
    ]);
  });

  test('never makes a site that the contract refuses or a path out of a whole address', () => {
    for (const odd of [
      '',
      '*',
      'a b',
      'https://user:word@host',
      '://',
      'javascript:alert(1)',
      '[::1]',
      'exa_mple.com',
    ])
      expect(sites.check(tidyDomain(odd)) === null ? tidyDomain(odd) : 'refused').toBe('refused');
    expect(tidyPath('https://example.com/shop/*?a=1#b')).toBe('/shop/*');
    expect(tidyPath('/shop/*')).toBe('/shop/*');
  });
});

test('moving an item keeps all others in order, and a place outside changes nothing', () => {
  expect(moveItem(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moveItem(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
  expect(moveItem(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c']);
  expect(moveItem(['a', 'b', 'c'], 0, 3)).toEqual(['a', 'b', 'c']);
});

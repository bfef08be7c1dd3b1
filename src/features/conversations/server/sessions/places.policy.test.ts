import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { countProcessorTime } from '#tests/support/app/processor-time.ts';
import { accessSection } from '#features/agents/agents-configuration.contract.ts';
import { frameAncestors, guardedLoader, isAllowedOrigin, isAllowedPage } from './places.policy.ts';

const access = (allowedDomains: string[], allowedPaths: string[] = []) =>
  accessSection.parse({ restrictDomains: true, allowedDomains, allowedPaths });
const shop = access(['a.com', '*.a.com', 'b.com:8443', 'Bücher.example', '*.münchen.de', '127.0.0.1:3000']);

describe('a list of allowed domains', () => {
  test.each([
    'https://a.com',
    'http://a.com',
    'https://A.COM',
    'https://a.com:443',
    'https://www.a.com',
    'https://deep.below.a.com',
    'https://b.com:8443',
    'https://bücher.example',
    'https://xn--bcher-kva.example',
    'https://stadt.münchen.de',
    'http://127.0.0.1:3000',
    'http://0x7f.1:3000',
  ])('lets %s in', (origin) => {
    expect(isAllowedOrigin(shop, origin)).toBe(true);
  });

  test.each([
    'https://evil-a.com',
    'https://a.com.evil.com',
    'https://a.com@evil.com',
    'https://user@a.com',
    'https://user:secret@www.a.com',
    'https://evil.com/a.com',
    'https://evil.com?a.com',
    'https://evil.com#.a.com',
    'https://a.com:8080',
    'https://b.com',
    'https://b.com:443',
    'https://www.b.com:8443',
    'https://münchen.de',
    'https://a.com.',
    'https://.a.com',
    'https://a.co',
    'https://аa.com',
    'http://127.0.0.1',
    'http://127.0.0.10:3000',
    'http://[::1]:3000',
    'null',
    '',
    'a.com',
    '//a.com',
    'file://a.com',
    'ftp://a.com',
    'data:text/html,a.com',
    'blob:https://a.com/x',
    'javascript://a.com',
    'chrome-extension://a.com',
  ])('keeps %s out', (origin) => {
    expect(isAllowedOrigin(shop, origin)).toBe(false);
  });

  test('keeps everybody out while it is empty, and nobody while it is off', () => {
    expect(isAllowedOrigin(access([]), 'https://a.com')).toBe(false);
    expect(frameAncestors(access([]))).toBe("'none'");
    expect(isAllowedOrigin(accessSection.parse({ allowedDomains: ['b.com'] }), 'https://a.com')).toBe(true);
    expect(frameAncestors(accessSection.parse({}))).toBe('*');
  });

  test('is told to browsers with both schemes', () => {
    expect(frameAncestors(access(['a.com', '*.b.com:8443']))).toBe(
      'https://a.com http://a.com https://*.b.com:8443 http://*.b.com:8443',
    );
  });

  test('takes what people paste, and refuses what could mean something else', () => {
    const given = [
      'https://WWW.A.com/shop?x#y',
      'a.com.',
      ' *.A.com ',
      'https://a.com:443',
      'a.com:8080/',
      'http://bücher.example',
    ];
    expect(access(given).allowedDomains).toEqual([
      'www.a.com',
      'a.com',
      '*.a.com',
      'a.com',
      'a.com:8080',
      'xn--bcher-kva.example',
    ]);
    for (const bad of [
      '*',
      '*.',
      'a.*.com',
      '*a.com',
      'user@a.com',
      'a.com b.com',
      "a.com; script-src 'unsafe-inline'",
      'a.com,b.com',
      'a..com',
      'a.com:99999999',
      '[::1]',
      '',
    ])
      expect(accessSection.safeParse({ allowedDomains: [bad] }).success, bad).toBe(false);
  });
});

describe('a list of allowed paths', () => {
  const paths = access(['a.com'], ['/', '/shop/*', '/*/help', '/café', '/a*b*c']);
  test.each([
    '/',
    '/shop',
    '/shop/',
    '/shop/one/two',
    '/en/help',
    '/caf%C3%A9',
    '/caf%c3%a9',
    '/abc',
    '/a1b2c',
    '/shop/?q=/admin',
  ])('lets %s in', (path) => {
    expect(isAllowedPage(paths, `https://a.com${path}`, 'embed')).toBe(true);
  });
  test.each([
    '/shopping',
    '/Shop',
    '/admin',
    '/help',
    '/shop/../admin',
    '/cafe',
    '/ac',
    '/acb',
    '/admin#/shop/',
    '/admin?/shop/',
    '//shop/x',
    '/%73hop/x',
  ])('keeps %s out', (path) => {
    expect(isAllowedPage(paths, `https://a.com${path}`, 'embed')).toBe(false);
  });
  test('counts on the owner’s pages only, and never lets a foreign domain in', () => {
    expect(isAllowedPage(paths, 'https://a.com/widgets/1', 'page')).toBe(true);
    expect(isAllowedPage(paths, 'https://b.com/shop/', 'embed')).toBe(false);
    expect(isAllowedPage(paths, 'https://b.com/', 'page')).toBe(false);
  });
  test('is read in no time, however many stars it has', () => {
    const slow = access(['a.com'], [`/${'*a'.repeat(240)}`]);
    const spent = countProcessorTime();
    expect(isAllowedPage(slow, `https://a.com/${'a'.repeat(900)}b`, 'embed')).toBe(false);
    expect(spent()).toBeLessThan(5_000);
  });
});

describe('the loader of a restricted agent', () => {
  /**
   * What the script does on a page: whether the loader ran, and what the console says; `go` changes the
   * address without a reload.
   */
  function open(script: string, address: string) {
    const said: string[] = [];
    const heard: (() => void)[] = [];
    const page: Record<string, unknown> = {
      location: new URL(address),
      console: { warn: (line: string) => said.push(line) },
      navigation: { addEventListener: (_: string, listener: () => void) => heard.push(listener) },
      drawn: 0,
    };
    page['window'] = page;
    runInNewContext(script, page);
    const go = (next: string): void => {
      page['location'] = new URL(next);
      for (const listener of heard) listener();
    };
    return { page, said, go };
  }
  const script = guardedLoader(
    access(['a.com', '*.b.com'], ['/shop/*']),
    7,
    'drawn++;window.Chatelier={agents:{7:{destroy:function(){drawn--}}}};',
  );

  test('runs where the server would let it, and says why where not', () => {
    for (const [address, drawn] of [
      ['https://a.com/shop/', 1],
      ['https://x.b.com/shop', 1],
      ['https://a.com/', 0],
      ['https://evil-a.com/shop/', 0],
      ['https://a.com:8080/shop/', 0],
      ['https://b.com/shop/', 0],
    ] as const) {
      const { page, said } = open(script, address);
      expect([address, page['drawn'], said.length]).toEqual([address, drawn, 1 - drawn]);
    }
    expect(open(script, 'https://b.com/').said[0]).toContain('agent 7 is not drawn');
  });

  test('goes and comes with an address that changes without a reload', () => {
    const { page, go } = open(script, 'https://a.com/shop/1');
    go('https://a.com/shop/2');
    expect(page['drawn']).toBe(1);
    go('https://a.com/account');
    expect(page['drawn']).toBe(0);
    go('https://a.com/shop/3');
    expect(page['drawn']).toBe(1);
  });

  test('is the plain loader while the list is off', () => {
    expect(guardedLoader(accessSection.parse({}), 7, 'x')).toBe('x');
  });
});

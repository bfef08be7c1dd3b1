import { describe, expect, it } from 'vitest';
import { languages, type Language } from '#shared/languages.ts';
import { isOneAddress, plainText, subjectLine } from './mail.models.ts';

describe('the head of a mail', () => {
  it('can not be given a second line by what people type', () => {
    expect(subjectLine('Hello\r\nBcc: everybody@example.test')).toBe('Hello Bcc: everybody@example.test');
    expect(subjectLine('a\u2028b\u0000c\u0085d')).toBe('a b c d');
    expect(subjectLine('x'.repeat(999))).toHaveLength(250);
  });

  it('takes one address and nothing else', () => {
    for (const address of ['vera@example.test', "o'hara+shop@sub.example.test", 'žofie@příklad.cz'])
      expect([address, isOneAddress(address)]).toEqual([address, true]);
    for (const address of [
      'vera@example.test\r\nBcc: x@example.test',
      'a@example.test, b@example.test',
      'Vera <vera@example.test>',
      'vera',
      '@example.test',
      'a@b@c',
      'a b@example.test',
      '"a"@example.test',
      `${'a'.repeat(250)}@x.test`,
    ])
      expect([address, isOneAddress(address)]).toEqual([address, false]);
  });
});

const parts = {
  title: 'Title',
  body: 'Body.',
  code: '123456',
  rows: [
    { label: 'Name', value: 'Vera' },
    { label: '', value: 'A line' },
  ],
  more: ['More.'],
  sections: [{ title: 'Open', lines: ['One', 'Two'] }],
  button: { label: 'Open it', url: 'https://example.test/a' },
  footer: 'Foot.',
  unsubscribe: { label: 'No more', url: 'https://example.test/u' },
};

it('the text form says everything that the other one says, in the same order', () => {
  expect(plainText(parts, 'en')).toBe(
    'Title\n\nBody.\n\n123456\n\nName: Vera\nA line\n\nMore.\n\nOpen\n• One\n• Two\n\nOpen it: https://example.test/a\n\nFoot.\n\nNo more: https://example.test/u',
  );
});

it('the text form sets the colon as the language does', () => {
  const colons = (language: Language): string[] => plainText(parts, language).match(/.?: /g) ?? [];
  expect(languages.map((language) => [language, colons(language)])).toEqual(
    languages.map((language) => [
      language,
      language === 'fr' ? Array(3).fill('\u00a0: ') : ['e: ', 't: ', 'e: '],
    ]),
  );
});

import { describe, expect, it } from 'vitest';
import type { ImportTarget } from '../../contacts-import.contract.ts';
import { decodeText, delimiterOf, isTable, rowsOf, suggestMapping } from './csv.models.ts';

const text = 'name;město\nŽofie "Kája";Plzeň\n';
const utf16 = (given: string, isBig = false): Uint8Array => {
  const bytes = Buffer.from(given, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};
async function all(given: string, delimiter: string): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const row of rowsOf(given, delimiter)) rows.push(row);
  return rows;
}

describe('the text of a file', () => {
  it.each([
    ['utf-8', Buffer.from(text)],
    ['utf-8', Buffer.from(`\uFEFF${text}`)],
    ['utf-16le', utf16(`\uFEFF${text}`)],
    ['utf-16be', utf16(`\uFEFF${text}`, true)],
    ['utf-16le', utf16(text)],
    ['utf-16be', utf16(text, true)],
  ])('is read as %s', (encoding, bytes) => {
    expect(decodeText(bytes)).toEqual({ text, encoding });
  });
  it('that is no UTF-8 is the code page of Windows', () => {
    expect(decodeText(Buffer.from([0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72, 0x20, 0x80]))).toEqual({
      text: 'Müller €',
      encoding: 'windows-1252',
    });
  });
});

describe('a file that is no table', () => {
  it.each([
    ['a workbook', Buffer.concat([Buffer.from('PK\u0003\u0004\u0014', 'latin1'), Buffer.alloc(40, 7)])],
    ['a PDF', Buffer.from('%PDF-1.7\nname,email')],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0x00])],
  ])('is known: %s', (_name, bytes) => {
    expect(isTable(decodeText(bytes).text)).toBe(false);
  });
  it('is not one that was written by a spreadsheet in any of its ways', () => {
    for (const bytes of [Buffer.from(text), utf16(text), utf16(`\uFEFF${text}`, true)])
      expect(isTable(decodeText(bytes).text)).toBe(true);
  });
});

describe('the rows of a file', () => {
  it('are cut by what the first line has most, outside of quotes', () => {
    expect(delimiterOf('"a,b,c,d";e;f\n1,2,3')).toBe(';');
    expect(delimiterOf('name\nx')).toBe(',');
    expect(delimiterOf('a\tb\tc')).toBe('\t');
  });
  it('may hold quotes, line breaks, missing and further cells', async () => {
    expect(await all('a,b\r\n"x ""y"", z","1\n2"\r\n\r\nshort\r\n,\r\n1,2,3\r\nsay "hi",4', ',')).toEqual([
      ['a', 'b'],
      ['x "y", z', '1\n2'],
      ['short'],
      ['1', '2', '3'],
      ['say "hi"', '4'],
    ]);
  });
});

it('columns are recognised by their headings, each field once', () => {
  expect(
    suggestMapping([
      'E-Mail',
      'Voornaam',
      'Prénom',
      'Telefoonnummer x',
      'Organisation',
      'Job Title',
      '',
      'Name',
      'e-mail',
    ]),
  ).toEqual({ email: 0, firstName: 1, company: 4, jobTitle: 5, name: 7 });
});

it('columns are recognised by the names that screens have for a field', () => {
  const names = (target: ImportTarget) => (target === 'region' ? ['Region', 'Região'] : []);
  expect(suggestMapping(['REGIAO', 'Namen'], names)).toEqual({ region: 0 });
});

/** The entities that texts of shops, mails and articles use; others are rare in them. */
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  hellip: '…',
  ndash: '–',
  mdash: '—',
};

const isCharacter = (point: number): boolean =>
  [9, 10, 13].includes(point) || (point > 31 && point < 0xd800) || (point > 0xdfff && point < 0x11_00_00);

/**
 * A text with its entities as the characters that they stand for, by name (`&amp;`), number (`&#65;`) or
 * hexadecimal (`&#x41;`). One that stands for nothing stays as it is, or becomes `instead`. The outcome is text,
 * never markup.
 */
export const decodeEntities = (text: string, instead?: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,31}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[String(name).toLowerCase()] ?? instead ?? whole;
    const point = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    return isCharacter(point) ? String.fromCodePoint(point) : (instead ?? whole);
  });

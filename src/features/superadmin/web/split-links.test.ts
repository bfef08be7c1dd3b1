import { describe, expect, it } from 'vitest';
import { splitLinks } from './split-links.ts';

const links = (text: string) =>
  splitLinks(text)
    .filter((part) => part.isLink)
    .map((part) => part.text);

describe('the links of a mail', () => {
  it('are found with their fragment, without the punctuation after them', () => {
    expect(links('Open http://localhost:3000/reset-password#token=aB_-9. Or (https://x.example/a).')).toEqual(
      ['http://localhost:3000/reset-password#token=aB_-9', 'https://x.example/a'],
    );
  });
  it('are web addresses only, and nothing of the text is lost', () => {
    const text = 'javascript:alert(1) mailto:a@b.example http://x.example';
    expect(links(text)).toEqual(['http://x.example']);
    expect(
      splitLinks(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });
});

import { describe, expect, it } from 'vitest';
import { countProcessorTime } from '#tests/support/app/processor-time.ts';
import { addressesIn, knowsFrom } from './showing.models.ts';

describe('a picture of an answer', () => {
  const secret = 'https://canary.invalid/abcdefghijklmnopqrstuvwxyz,a),b].c';
  const knows = knowsFrom([
    {
      role: 'system',
      content: `Our bread: ![rye](https://shop.test/rye.png), <img src="https://shop.test/spelt.png?w=2"> and https://shop.test/a_(b).png.`,
    },
    { role: 'user', content: `Look at ${secret} please` },
    { role: 'assistant', content: 'https://canary.invalid/made-up.png' },
  ]);

  it('has an address that the model was given, as it stands there', () => {
    for (const url of [
      'https://shop.test/rye.png',
      'https://shop.test/spelt.png?w=2',
      'https://shop.test/a_(b).png',
    ])
      expect(knows(url), url).toBe(true);
  });

  it('has no part of such an address: how long it is would tell what was said', () => {
    for (const url of ['https://shop.test/rye.png', 'https://shop.test/spelt.png?w=2', secret]) {
      const parts = Array.from({ length: url.length - 1 }, (_, at) => url.slice(0, at + 1));
      expect(parts.filter(knows).length, url).toBeLessThanOrEqual(1);
    }
    expect(knows('https://shop.test/spelt.png')).toBe(false);
    expect(knows('https://shop.test/rye.png?said=secret')).toBe(false);
    expect(knows('https://canary.invalid/made-up.png')).toBe(false);
  });

  it('is found in whatever a text puts around it', () => {
    const around = (text: string): string[] => addressesIn(text);
    expect(around('(https://a.test/b.png)and')).toEqual(['https://a.test/b.png']);
    expect(around('[https://a.test/b.png]: see “https://a.test/c.png”')).toEqual([
      'https://a.test/b.png',
      'https://a.test/c.png',
    ]);
    expect(around('| https://a.test/b.png | HTTPS://A.test/c.png! |')).toEqual([
      'https://a.test/b.png',
      'HTTPS://A.test/c.png',
    ]);
    expect(around('xhttps://a.test/b.png')).toEqual([]);
  });

  it('is looked for in little time, however odd the text is', () => {
    const spent = countProcessorTime();
    addressesIn(`https://a.test/${'('.repeat(50_000)}${')'.repeat(60_000)}`);
    addressesIn('https://'.repeat(20_000));
    expect(spent()).toBeLessThan(2_000);
  });
});

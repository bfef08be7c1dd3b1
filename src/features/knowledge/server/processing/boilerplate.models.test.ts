import { describe, expect, it } from 'vitest';
import { createBoilerplate } from './boilerplate.models.ts';
import { chunkLanguage } from './chunking.models.ts';
import { proseOf } from './prose.models.ts';

const page = (name: string, lines: string[], title = `${name} — Manual of the Mill 2.4`) => ({
  url: `https://mill.example/${name}`,
  title,
  text: lines.join('\n\n'),
});

const manual = ['Wheel', 'Stones', 'Sieve', 'Sluice', 'Hopper', 'Crane'].map((name, index, all) =>
  page(name, [
    `| Prev | ${all[index - 1] ?? 'Wheel'} | Up | ${all[index + 1] ?? 'Crane'} | Next |`,
    `# ${name}`,
    '## Description',
    `The ${name} needs ${index + 2} drops of oil a week, which a miller gives it on Mondays.`,
    '## See also',
    'Made with care by the millers of Utrecht',
    'The mill, Molenweg 4, is open from 9 to 17.',
    `Manual › Parts › ${name}`,
  ]),
);

function cleaned(pages = manual, known: Parameters<typeof createBoilerplate>[0] = { lines: [], titles: [] }) {
  const boilerplate = createBoilerplate(known);
  for (const one of pages) boilerplate.learn(one);
  return { boilerplate, pages: pages.map((one) => boilerplate.clean(one)) };
}

describe('what repeats across the pages of a site', () => {
  it('is left out of them: rows of neighbours, breadcrumbs, closing lines, and headings over nothing', () => {
    for (const { text } of cleaned().pages.slice(1)) {
      expect(text).not.toMatch(/Prev|Next|Made with care|Molenweg|Parts ›|See also/);
      expect(text).toMatch(/^# \w+\n\n## Description\n\nThe \w+ needs \d drops/);
    }
  });

  it('is kept once where it says something that visitors ask for', () => {
    const texts = cleaned().pages.map(({ text }) => text);
    expect(texts.filter((text) => text.includes('Molenweg 4'))).toHaveLength(1);
  });

  it('is cut off titles', () => {
    expect(cleaned().pages.map(({ title }) => title)).toEqual([
      'Wheel',
      'Stones',
      'Sieve',
      'Sluice',
      'Hopper',
      'Crane',
    ]);
  });

  it('is known to the next run, which may read a single page', () => {
    const lines = cleaned().boilerplate.lines();
    const next = createBoilerplate({ lines, titles: manual.map(({ title }) => title) });
    const late = page('Brake', [
      '# Brake',
      'The brake stops all.',
      'Made with care by the millers of Utrecht',
    ]);
    next.learn(late);
    expect(next.clean(late).text).toBe('# Brake\n\nThe brake stops all.');
  });

  it('is nothing on three pages that only look alike in the middle', () => {
    const pages = ['a', 'b', 'c'].map((name) =>
      page(
        name,
        [`# ${name}`, `About ${name}.`, '## Price', `${name} costs 4 euros.`, `Ask for ${name}.`],
        name,
      ),
    );
    expect(cleaned(pages).pages.map(({ text }) => text)).toEqual(pages.map(({ text }) => text));
  });

  it('never empties a page', () => {
    const pages = Array.from({ length: 5 }, (_, index) =>
      page(`p${index}`, ['The same words on all of them.'], `p${index}`),
    );
    for (const { text } of cleaned(pages).pages) expect(text).toContain('same words');
  });
});

describe('the language of a passage', () => {
  it('is told by words, each once, and not by tables of one word or code', () => {
    const table = Array.from(
      { length: 12 },
      (_, row) => `| KEY${row} | non-reserved | non | reserved |`,
    ).join('\n');
    expect(chunkLanguage(table, 'en')).toBe('en');
    expect(chunkLanguage('static int v = 3; se.de(na, o, a);\nif (v) { na = o; }', 'en')).toBe('en');
    expect(
      chunkLanguage(
        'Nous sommes ouverts du mardi au samedi, et vous pouvez nous appeler avant de venir.',
        'en',
      ),
    ).toBe('fr');
  });

  it('sees prose without code', () => {
    expect(proseOf('Call `pg_dump` first.\n\n```\nint main(void) {}\n```\n| a_b | max() |')).not.toMatch(
      /main|a_b|pg_dump/,
    );
  });
});

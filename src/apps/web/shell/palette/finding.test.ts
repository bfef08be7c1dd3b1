import { describe, expect, it } from 'vitest';
import { docsHeadings, fitOf, fitting } from './finding.ts';

describe('what the palette finds', () => {
  it.each([
    ['linden', 'Studio Linden', 1],
    ['lin stu', 'Studio Linden', 1],
    ['inde', 'Studio Linden', 0.5],
    ['zluty', 'Žlutý dům', 1],
    ['anna example', 'Anna Novák anna@example.test', 1],
    ['linden paper', 'Studio Linden', 0],
    ['', 'Studio Linden', 1],
  ])('“%s” fits “%s” by %d', (typed, name, fit) => expect(fitOf(typed, name)).toBe(fit));

  it('stands with what begins a word first, and no more than was asked for', () => {
    expect(fitting(['Gardenia', 'Old Garden', 'Kindergarden'], 'garden', (name) => [name], 2)).toEqual([
      'Gardenia',
      'Old Garden',
    ]);
  });

  it('has each heading of the documentation on its tab', () => {
    expect(
      docsHeadings({
        intro: 'How to',
        custom: { lookTitle: 'Look', lookText: 'Colour …' },
        api: { title: 'API reference' },
        tabs: { api: 'API' },
      }),
    ).toEqual([
      { tab: 'customization', heading: 'Look' },
      { tab: 'api', heading: 'API reference' },
    ]);
  });
});

import { plainText } from '#shared/text/plain-text.ts';

/**
 * How well a name fits what was typed: every typed word must stand in it, wherever. 1 where each begins a word
 * of the name, less where one stands inside a word, 0 where one is missing.
 */
export function fitOf(typed: string, ...names: readonly string[]): number {
  const wanted = plainText(typed).split(/\s+/).filter(Boolean);
  const text = plainText(names.join(' '));
  if (!wanted.every((word) => text.includes(word))) return 0;
  const begin = text.split(/[^\p{L}\p{N}]+/u);
  return wanted.every((word) => begin.some((part) => part.startsWith(word))) ? 1 : 0.5;
}

/** Those whose names fit, the better ones first, at most `most`. */
export function fitting<Item>(
  items: readonly Item[],
  typed: string,
  namesOf: (item: Item) => readonly string[],
  most: number,
): Item[] {
  return items
    .map((item) => ({ item, fit: fitOf(typed, ...namesOf(item)) }))
    .filter(({ fit }) => fit > 0)
    .toSorted((one, other) => other.fit - one.fit)
    .slice(0, most)
    .map(({ item }) => item);
}

/** The part of the documentation that a group of its texts stands in. */
const docsTabs: Record<string, string> = {
  start: 'start',
  integration: 'integration',
  custom: 'customization',
  api: 'api',
};

/** The headings of the documentation with the tab on which each stands, out of its texts. */
export function docsHeadings(texts: Record<string, unknown>): { tab: string; heading: string }[] {
  return Object.entries(texts).flatMap(([group, inside]) => {
    const tab = docsTabs[group];
    if (tab === undefined || typeof inside !== 'object' || inside === null) return [];
    return Object.entries(inside).flatMap(([key, heading]) =>
      /title$/i.test(key) && typeof heading === 'string' ? [{ tab, heading }] : [],
    );
  });
}

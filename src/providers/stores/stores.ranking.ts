import { languages, type Language } from '#shared/languages.ts';
import { currencyDigits } from '#shared/chat/message-parts.ts';
import { analyze, queryTerms } from '#platform/text-search/analyze.ts';
import type { ProductQuery, StoreProduct } from './stores.port.ts';

/** The words of a product, as they are looked for, in every language that visitors may ask in. */
export function wordsOf(text: string, of: readonly Language[] = languages): Set<string> {
  return new Set(of.flatMap((language) => analyze(text, language).map(({ term }) => term)));
}

/** Words of a query in groups: each group is one thing that is asked for, in several spellings. */
export function groupsOf(text: string, language: Language): ReadonlyMap<number, string[]> {
  const groups = new Map<number, string[]>();
  const order = [language, ...languages.filter((other) => other !== language)];
  for (const { term, group } of queryTerms(text.slice(0, 200), order))
    groups.set(group, [...(groups.get(group) ?? []), term]);
  return groups;
}

/** The words of a query without their endings, for shops that look for pieces of words. */
export const stemsOf = (text: string, language: Language): string =>
  [...groupsOf(text, language).values()].map(([first = '']) => first).join(' ');

/** How much of what is asked for a product has, from 0 to 1; a query without words fits everything. */
export function coverage(words: ReadonlySet<string>, groups: ReadonlyMap<number, string[]>): number {
  if (groups.size === 0) return 1;
  const found = [...groups.values()].filter((terms) => terms.some((term) => words.has(term)));
  return found.length / groups.size;
}

/** The least of what is asked for that a product must have to be shown. */
export const leastCoverage = 0.5;

const least = (product: StoreProduct): number => Math.min(...product.variants.map(({ amount }) => amount));

/**
 * Whether a product is within the bounds of a query: what it costs at the least, and whether any variant is
 * there.
 */
export function fits(product: StoreProduct, query: ProductQuery): boolean {
  const unit = 10 ** currencyDigits(product.currency);
  const candidates = product.variants.filter(
    ({ amount, stock }) =>
      (query.lowest === null || amount >= Math.round(query.lowest * unit)) &&
      (query.highest === null || amount <= Math.round(query.highest * unit)) &&
      (!query.inStock || stock !== 'out'),
  );
  return candidates.length > 0;
}

/** Brings products that fit into the order that is asked for; the given order is by relevance. */
export function arranged(products: readonly StoreProduct[], query: ProductQuery): StoreProduct[] {
  const sorted =
    query.order === 'relevance'
      ? products
      : products.toSorted((a, b) => (query.order === 'cheapest' ? 1 : -1) * (least(a) - least(b)));
  return sorted.slice(0, query.most);
}

/** The products of a list that is held here which fit best. `words` gives the words of each. */
export function bestOf<Item>(
  items: readonly Item[],
  of: { words(item: Item): ReadonlySet<string>; product(item: Item): StoreProduct },
  query: ProductQuery,
  language: Language,
): StoreProduct[] {
  const groups = groupsOf(query.text, language);
  const rated = items
    .map((item) => ({ item, share: coverage(of.words(item), groups) }))
    .filter(({ share }) => share >= leastCoverage);
  const best = Math.max(0, ...rated.map(({ share }) => share));
  const chosen = rated
    .filter(({ share }) => share === best)
    .map(({ item }) => of.product(item))
    .filter((product) => fits(product, query));
  return arranged(chosen, query);
}

import { languages, type Language } from '#shared/languages.ts';
import { plainText } from '#shared/text/plain-text.ts';
import { forEachLanguage } from './language-content.ts';

/** What a message asks of a store's range. Prices are in whole units of whatever currency was meant. */
export type ProductRequest = {
  /** What is looked for, without all that stands around it; empty for anything. */
  query: string;
  minPrice: number | null;
  maxPrice: number | null;
  inStockOnly: boolean;
  sort: 'relevance' | 'cheapest' | 'dearest';
  /** The words certainly ask for products: they name a price, or begin as such questions do. */
  isAsked: boolean;
};
/** That something is put into the cart; `query` is empty where it was only pointed at. */
export type CartRequest =
  | {
      kind: 'add';
      query: string;
      quantity: number;
    }
  | { kind: 'show' };
/** That somebody asks where an order is; `number` is empty where they named none. */
export type OrderRequest = { number: string };

/** Longer messages say more than one request. */
const longest = 200;

/** Small letters without accents, one kind of apostrophe, one space. */
const plain = (text: string): string =>
  plainText(text)
    .replace(/[’`´ʼ]/g, "'")
    .replace(/[?!¿¡…"„“”«»()]/g, ' ')
    .replace(/[.,;:](?=\s|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const alone = (pattern: string): string => `(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`;
const number = '\\d{1,7}(?:[.,]\\d{1,2})?';
const signs = '[€$£¥]|us\\$|r\\$';

const readers = forEachLanguage(({ store }) => {
  const money = (name: string): string =>
    `(?:(?:${signs}) ?)?(?<${name}>${number}) ?(?:(?:${signs})|${alone(store.currency)})?`;
  const global = (pattern: string): RegExp => new RegExp(alone(pattern), 'gu');
  return {
    search: new RegExp(`^(?:\\p{L}+[ ,]+){0,2}?(?:${store.search})(?![\\p{L}\\p{N}])`, 'u'),
    between: new RegExp(
      `(?<![\\p{L}\\p{N}])(?:${store.between}) ${money('low')} ?(?:${store.and}) ?${money('high')}`,
      'u',
    ),
    under: new RegExp(`(?<![\\p{L}\\p{N}])(?:${store.under}) ?${money('high')}`, 'u'),
    over: new RegExp(`(?<![\\p{L}\\p{N}])(?:${store.over}) ?${money('low')}`, 'u'),
    cheapest: global(store.cheapest),
    dearest: global(store.dearest),
    inStock: global(store.inStock),
    around: global(`${store.verbs}|${store.goods}`),
    filler: new RegExp(
      `^(?:(?:${store.filler})(?![\\p{L}\\p{N}]) ?)+|(?:(?<![\\p{L}\\p{N}'])(?:${store.filler}) ?)+$`,
      'gu',
    ),
    add: new RegExp(alone(store.add), 'u'),
    cart: new RegExp(alone(store.cart), 'u'),
    show: new RegExp(alone(store.show), 'u'),
    take: new RegExp(`^(?:\\p{L}+[ ,]+){0,2}?(?:${store.take})(?![\\p{L}\\p{N}])`, 'u'),
    it: global(store.it),
    numbers: store.numbers.map((forms) => new RegExp(`^(?:${forms.join('|')})(?![\\p{L}\\p{N}])`, 'u')),
    order: new RegExp(alone(store.order), 'u'),
    orderNumber: new RegExp(
      `(?:#|${alone(store.number)}\\.? ?)?(?<![\\p{L}\\p{N}])(?<id>[a-z]{0,4}-?\\d[\\d-]{2,19})(?![\\p{L}\\p{N}])`,
      'u',
    ),
  };
});

const valueOf = (text: string | undefined): number | null =>
  text === undefined ? null : Number(text.replace(',', '.'));

const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Takes away what stands around the thing that is meant. */
function core(text: string, language: Language): string {
  const { filler } = readers[language];
  let rest = squeezed(text);
  for (let before = ''; before !== rest;) {
    before = rest;
    rest = squeezed(rest.replace(filler, ' '));
  }
  return rest;
}

function productsIn(said: string, language: Language): ProductRequest {
  const reader = readers[language];
  const lead = reader.search.exec(said);
  let rest = lead ? said.slice(lead[0].length) : said;
  let [minPrice, maxPrice]: (number | null)[] = [null, null];
  const between = reader.between.exec(rest);
  const take = (found: RegExpExecArray | null): void => {
    if (found) rest = `${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`;
  };
  if (between) {
    [minPrice, maxPrice] = [valueOf(between.groups?.['low']), valueOf(between.groups?.['high'])];
    take(between);
  } else {
    const under = reader.under.exec(rest);
    maxPrice = valueOf(under?.groups?.['high']);
    take(under);
    const over = reader.over.exec(rest);
    minPrice = valueOf(over?.groups?.['low']);
    take(over);
  }
  const strip = (pattern: RegExp): boolean => {
    const before = rest;
    rest = rest.replace(pattern, ' ');
    return rest !== before;
  };
  const isDear = strip(reader.dearest);
  const isCheap = strip(reader.cheapest);
  const inStockOnly = strip(reader.inStock);
  strip(reader.around);
  return {
    query: core(rest, language),
    minPrice: minPrice ?? null,
    maxPrice: maxPrice ?? null,
    inStockOnly,
    sort: isDear ? 'dearest' : isCheap ? 'cheapest' : 'relevance',
    isAsked: lead !== null || minPrice !== null || maxPrice !== null,
  };
}

/** What a message may ask of a store's range; null for messages that are too long to be one question. */
export function productRequestIn(text: string, language: Language): ProductRequest | null {
  if (text.length > longest) return null;
  const said = plain(text);
  return said === '' ? null : productsIn(said, language);
}

function quantityIn(text: string, language: Language): { quantity: number; rest: string } {
  const rest = core(text, language);
  const digits = /^(\d{1,2})(?:x| x|×| ×)?(?![\d\p{L}])/u.exec(rest);
  if (digits) return { quantity: Math.max(1, Number(digits[1])), rest: rest.slice(digits[0].length) };
  for (const [at, pattern] of readers[language].numbers.entries()) {
    const found = pattern.exec(squeezed(text)) ?? pattern.exec(rest);
    if (found) {
      const from = pattern.test(squeezed(text)) ? squeezed(text) : rest;
      return { quantity: at + 1, rest: from.slice(found[0].length) };
    }
  }
  return { quantity: 1, rest };
}

function cartIn(said: string, language: Language): CartRequest | null {
  const reader = readers[language];
  const cart = reader.cart.exec(said);
  const add = cart ? reader.add.exec(said) : reader.take.exec(said);
  if (add) {
    const without = (cart ? said.replace(reader.cart, ' ') : said).replace(add[0], ' ');
    const { quantity, rest } = quantityIn(squeezed(without), language);
    return { kind: 'add', quantity, query: core(rest.replace(reader.it, ' '), language) };
  }
  if (!cart) return null;
  const around = squeezed(said.replace(reader.cart, ' ').replace(reader.show, ' '));
  return core(around.replace(reader.it, ' '), language).length <= 12 ? { kind: 'show' } : null;
}

/** Languages that a message may be in: the chat's, then the others. */
const inOrder = (language: Language): Language[] => [
  language,
  ...languages.filter((other) => other !== language),
];

/** What a message wants of the cart. */
export function cartRequestIn(text: string, language: Language): CartRequest | null {
  if (text.length > longest) return null;
  const said = plain(text);
  return cartIn(said, language);
}

/** Whether a message asks where an order is, in any of the languages. */
export function orderRequestIn(text: string, language: Language): OrderRequest | null {
  if (text.length > longest) return null;
  const said = plain(text);
  for (const one of inOrder(language)) {
    const found = readers[one].orderNumber.exec(said);
    const number = found?.groups?.['id'] ?? '';
    // The number may stand among the words: "when will my order 1043 arrive".
    const without = squeezed(number === '' ? said : said.replace(number, ' ').replace(/#/g, ' '));
    if (readers[one].order.test(said) || readers[one].order.test(without))
      return { number: number.toUpperCase() };
  }
  return null;
}

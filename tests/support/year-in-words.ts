import { getDocumentProxy } from 'unpdf';
import { countedOn, visits, year, type Days, type Zone } from './year-by-hand.ts';

/** What the cards say, by their names; money in the smallest unit. */
export function cardsOf(zone: Zone, days: Days, of = visits): Record<string, number> {
  const { payments, money, packs, messagesSold, ...counts } = countedOn(zone, days, of);
  return {
    agents: 2,
    ...counts,
    packs,
    successfulPayments: payments,
    messagesSold,
    ...Object.fromEntries(Object.entries(money).map(([currency, { net }]) => [`net ${currency}`, net])),
  };
}
/** As they are called in English. */
export const cardNames: Record<string, string> = {
  agents: 'Agents',
  activeContacts: 'Active contacts',
  totalContacts: 'Total contacts',
  conversations: 'Conversations',
  messages: 'Messages',
  visitors: 'Visitors',
  views: 'Views',
  packs: 'Message packs',
  successfulPayments: 'Successful payments',
  messagesSold: 'Messages sold',
  'net EUR': 'Net revenue (EUR)',
  'net USD': 'Net revenue (USD)',
};
/** By how much more than before, in whole percent. */
export const changed = (value: number, before: number): string => {
  const percent = Math.round(((value - before) / before) * 100);
  return `${percent > 0 ? '+' : ''}${percent}%`;
};
/** A name as files write it. */
export const snake = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** Whether a card's value is the smallest unit of a currency. */
export const isMoney = (name: string): boolean => name.startsWith('net ');
/** As files and sheets hold it. */
export const decimal = (name: string, value: number): number => (isMoney(name) ? value / 100 : value);
/** As English writes it. */
export const written = (name: string, value: number): string =>
  isMoney(name)
    ? `${name.endsWith('EUR') ? '€' : '$'}${(value / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`
    : value.toLocaleString('en');

/** The weeks of the year from Monday to Sunday; the first and the last are cut by its ends. */
export const weeksOf = (zone: Zone) =>
  Array.from({ length: 53 }, (_, week) => {
    const day = (place: number): string =>
      new Date(Date.UTC(2024, 11, 30 + place)).toISOString().slice(0, 10);
    return countedOn(zone, {
      from: week === 0 ? year.from : day(7 * week),
      to: week === 52 ? year.to : day(7 * week + 6),
    });
  });

/** The words of a PDF in the order in which they were drawn. */
export async function wordsOf(pdf: Uint8Array): Promise<string> {
  const document = await getDocumentProxy(new Uint8Array(pdf), { verbosity: 0 });
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
  }
  await document.loadingTask.destroy();
  return pages.join(' ').replaceAll(/\s+/g, ' ');
}

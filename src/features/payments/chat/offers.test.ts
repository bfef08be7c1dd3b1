import { expect, test } from 'vitest';
import { month, offerOf, once, pack, year } from '#tests/support/payments/paywall-stand-in.ts';
import { addressWithoutOffer, chosenOf, isForSale, notesOf, offerInLink, savingOf } from './offers.ts';
import { benefitsOf } from './words.ts';
import type { Words } from './words.ts';

const monthly = { ...month, total: 1_000 };
const yearly = (total: number) => ({ ...year, total });
const packOf = (messages: number, total: number, days: number | null = null) =>
  offerOf({ messages, total, days });

test('a year says how many whole months are free, and no more than that', () => {
  expect(savingOf(yearly(10_000), [monthly, yearly(10_000)])).toEqual({ months: 2 });
  expect(savingOf(yearly(10_001), [monthly, yearly(10_001)])).toEqual({ months: 1 });
  expect(savingOf(yearly(11_100), [monthly, yearly(11_100)])).toEqual({ percent: 7 });
  expect(savingOf(yearly(12_000), [monthly, yearly(12_000)])).toBeNull();
  expect(savingOf(yearly(15_000), [monthly, yearly(15_000)])).toBeNull();
});

test('a year is held against the cheapest month, and against nothing where there is none', () => {
  expect(savingOf(yearly(9_000), [{ ...monthly, total: 2_000 }, monthly])).toEqual({ months: 3 });
  expect(savingOf(yearly(9_000), [pack, once])).toBeNull();
  expect(savingOf(monthly, [monthly, yearly(9_000)])).toBeNull();
});

test('a pack says what a message costs less than in the smallest that lasts as long', () => {
  const [small, large] = [packOf(50, 500), packOf(200, 1_500)];
  expect(savingOf(large, [small, large])).toEqual({ percent: 25 });
  expect(savingOf(small, [small, large])).toBeNull();
  expect(savingOf(packOf(200, 2_000), [small, packOf(200, 2_000)])).toBeNull();
  expect(savingOf(packOf(200, 1_500, 30), [small, packOf(200, 1_500, 30)])).toBeNull();
  expect(savingOf(once, [small, once])).toBeNull();
});

test('a pack that runs out says so where one chooses', () => {
  const words = {
    t: (key: string) => key,
    count: (key: string, count: number) => `${key} ${count}`,
  } as unknown as Words;
  expect(notesOf(packOf(500, 2_000, 30), words)).toBe('paywall.gets.days 30');
  expect(notesOf(packOf(500, 2_000, 1), words)).toBe('paywall.gets.hours');
  expect(notesOf(packOf(500, 2_000), words)).toBe('');
});

test('"unlimited" says in the same line what fair use is', () => {
  const words = {
    t: (key: string) => key,
    count: (key: string, count: number) => `${key} ${count}`,
  } as unknown as Words;
  expect(benefitsOf({ ...once, messages: null, fairUsePerDay: 500 }, words)[0]).toBe(
    'paywall.gets.fairUse 500',
  );
  expect(benefitsOf({ ...once, messages: null, fairUsePerDay: null }, words)[0]).toBe(
    'paywall.gets.unlimited',
  );
  expect(benefitsOf(packOf(500, 2_000), words)[0]).toBe('paywall.gets.messages 500');
});

test('what is paused, or is not known yet, has no way to a price', () => {
  expect(isForSale({ offers: [monthly] })).toBe(true);
  expect(isForSale({ offers: [] })).toBe(false);
  expect(isForSale(null)).toBe(false);
});

test('a link names the offer that stands there at first, also after its price changed', () => {
  const offers = [{ ...month, id: 'main.a1' }, { ...year, id: 'yearly.b2', isRecommended: true }, once];
  const at = (search: string) => chosenOf(offers, offerInLink(search))?.id;
  expect(at('?offer=main.a1&utm_source=mail')).toBe('main.a1');
  expect(at('?offer=main.zz')).toBe('main.a1');
  for (const search of ['', '?offer=', '?offer=gone', '?offer=<b>', `?offer=${'x'.repeat(90)}`])
    expect([search, at(search)]).toEqual([search, 'yearly.b2']);
  expect(chosenOf([], 'main')).toBeUndefined();
  expect(addressWithoutOffer('https://a.example/widgets/1?offer=main&utm_source=x#top')).toBe(
    'https://a.example/widgets/1?utm_source=x#top',
  );
});

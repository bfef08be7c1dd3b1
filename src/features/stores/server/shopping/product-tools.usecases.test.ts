import { expect, test } from 'vitest';
import type { StoreVendor } from '#providers/stores/stores.port.ts';
import { searchTool } from './product-tools.usecases.ts';
import type { Shopping } from './tool-calls.models.ts';

/** Judges words with a shop that answers as a test says; `away` is what other answers know of shops. */
function judging(search: StoreVendor['search'], away: Set<string>) {
  const shopping = {
    context: { accountId: 'acc', language: 'en', configuration: { store: { cart: true } }, show: () => true },
    store: { id: 'shop', vendor: { kind: 'woocommerce', search, cart: null, order: null }, connection: {} },
    of: null,
    say: (key: string) => key,
  } as unknown as Shopping;
  return searchTool(shopping, { keepSeen: async () => undefined }, away);
}
const asked = (signal?: AbortSignal) => ({
  text: 'Do you have red mugs?',
  language: 'en' as const,
  history: [],
  lastCalls: async () => [],
  ...(signal && { signal }),
});

test('a shop that is away is left alone for a while, and asked again in earnest', async () => {
  let calls = 0;
  const away = new Set<string>();
  const search: StoreVendor['search'] = async () => {
    calls += 1;
    throw new Error('away');
  };
  const first = judging(search, away);
  expect(await first.recognise?.(asked())).toMatchObject({ place: 'otherwise' });
  expect(await judging(search, away).recognise?.(asked())).toMatchObject({ place: 'otherwise' });
  expect(calls).toBe(1);
  await first.run({ query: 'red mugs' }, new AbortController().signal).catch(() => null);
  expect(calls).toBe(2);
});

test('an answer that ends waits for no shop, which is not away by that', async () => {
  const away = new Set<string>();
  const answer = new AbortController();
  const heard = Promise.withResolvers<AbortSignal>();
  const tool = judging(
    (_store, _query, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        heard.resolve(signal);
      }),
    away,
  );
  const recognised = tool.recognise?.(asked(answer.signal));
  const signal = await heard.promise;
  expect(signal.aborted).toBe(false);
  answer.abort();
  expect(signal.aborted).toBe(true);
  expect(await recognised).toMatchObject({ place: 'otherwise' });
  expect(away.size).toBe(0);
});

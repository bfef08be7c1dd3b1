import { beforeEach, expect, test, vi } from 'vitest';
import { RequestError } from '#features/conversations/chat/store/visitor-api.ts';
import { keepNotes } from './call-notes.ts';

const balance = { state: 'free', freeLeft: 7 };
let time = 0;
let told: { key: string; end: string | null; interruptions: number }[] = [];
let answer: () => Promise<unknown>;
let shown: unknown = null;
let unpaid = 0;
beforeEach(() => {
  time = unpaid = 0;
  told = [];
  shown = null;
  answer = () => Promise.resolve({ isOver: false, balance });
});

const begin = () => {
  const notes = keepNotes({
    language: 'en',
    way: () => 'browser',
    counts: () => ({ interruptions: 2, sounds: 1, soundMs: 700 }),
    now: () => time,
    onUnpaid: () => void (unpaid += 1),
    store: {
      set: (change) => void (shown = change.balance),
      api: {
        call: ((_method: string, _path: string, body: (typeof told)[number]) => {
          told.push(body);
          return answer();
        }) as never,
      },
    },
  });
  void notes.begin();
  return notes;
};
const isAnswered = () => vi.waitFor(() => expect(shown).not.toBe(null));

test('a call is told of as it begins, every 15 seconds, and as it ends, once', async () => {
  const notes = begin();
  for (; time < 40_000; time += 1_000) notes.tick();
  notes.end('hungUp');
  notes.end('idle');
  notes.tick();
  expect(told.map(({ end }) => end)).toEqual([null, null, null, 'hungUp']);
  expect(new Set(told.map(({ key }) => key)).size).toBe(1);
  expect(told[0]).toMatchObject({
    way: 'browser',
    language: 'en',
    interruptions: 2,
    sounds: 1,
    soundMs: 700,
  });
  await isAnswered();
  expect(shown).toEqual(balance);
});

test('what the server took for over is told of as another call', async () => {
  answer = () => Promise.resolve({ isOver: true, balance });
  const notes = begin();
  await isAnswered();
  time = 15_000;
  notes.tick();
  expect(new Set(told.map(({ key }) => key)).size).toBe(2);
});

test('a minute that can’t be paid is said; what fails besides is told the next time', async () => {
  answer = () => Promise.reject(new RequestError(503, 'internal', ''));
  const notes = begin();
  answer = () => Promise.reject(new RequestError(402, 'paywall.payment_required', '', balance as never));
  time = 15_000;
  notes.tick();
  await isAnswered();
  expect([told.length, unpaid, shown]).toEqual([2, 1, balance]);
});

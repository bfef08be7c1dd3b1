import { expect, test } from 'vitest';
import { paymentSection } from '#features/paywall/paywall.contract.ts';
import { wallSchema } from '../../payments-visitor.contract.ts';
import { scenesOf } from './wall-scenes.ts';

const payment = paymentSection.parse({
  enabled: true,
  type: 'subscription',
  currency: 'EUR',
  amount: 999,
  yearlyAmount: 9_900,
  taxPercent: 21,
  taxBehaviour: 'inclusive',
});
const scenes = scenesOf({
  payment,
  now: new Date('2026-11-20T12:00:00Z'),
  question: 'Are you open on Saturday?',
  codeWrong: 'This code is wrong.',
});

test('every scene has a name of its own and stages only what the server can say', () => {
  expect(new Set(scenes.map(({ id }) => id)).size).toBe(scenes.length);
  for (const { id, scene } of scenes) {
    const answer = scene.answers['GET wall'];
    if (answer && answer !== 'never' && 'body' in answer)
      expect(wallSchema.safeParse(answer.body).error, id).toBeUndefined();
  }
});

test('every state of a balance and of the payment system is among them', () => {
  const states = new Set(scenes.map(({ scene }) => scene.balance?.state));
  for (const state of [
    'free',
    'free_used',
    'subscription',
    'once',
    'access',
    'pack',
    'pack_exhausted',
  ] as const)
    expect(states.has(state), state).toBe(true);
  const readiness = new Set(
    scenes.flatMap(({ scene }) => {
      const answer = scene.answers['GET wall'];
      return answer && answer !== 'never' && 'body' in answer
        ? [wallSchema.parse(answer.body).readiness]
        : [];
    }),
  );
  for (const one of ['ready', 'initializing', 'not_ready', 'setup_failed', 'incomplete'] as const)
    expect(readiness.has(one), one).toBe(true);
});

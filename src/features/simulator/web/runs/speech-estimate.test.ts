import { expect, test } from 'vitest';
import { suiteSchema } from '#features/agents/agents-tests.contract.ts';
import { speechMicros, spokenMinutes } from './speech-estimate.ts';

const suite = suiteSchema.parse({
  name: 'Boats',
  scenarios: [
    { name: 'One', turns: [{ text: 'a'.repeat(300) }, { text: 'b'.repeat(600) }] },
    {
      name: 'Two',
      turns: [{ text: 'c'.repeat(90) }],
      personas: ['curious', 'buyer'],
      attempts: 5,
      mostTurns: 4,
    },
  ],
});

test('each persona and attempt speaks, and a model as long as it may', () => {
  expect(spokenMinutes(suite, 'script')).toBe(2);
  expect(spokenMinutes(suite, 'model')).toBe(5 + 4);
});

test('what it costs is told only where the vendor has a price', () => {
  expect(speechMicros(2, { said: 45_000, heard: 6_700 })).toBe(103_400);
  expect(speechMicros(2, null)).toBeNull();
});

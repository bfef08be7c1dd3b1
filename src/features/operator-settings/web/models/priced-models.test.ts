import { expect, test } from 'vitest';
import type { VendorModels } from '../../operator-settings.contract.ts';
import { microsOf, pricedModels, typedRate } from './priced-models.ts';

const printed = { inputMicros: 1_000_000, cachedInputMicros: 100_000, outputMicros: 5_000_000 };
const vendor: VendorModels = {
  provider: 'openai',
  label: 'OpenAI',
  models: [{ id: 'small', label: 'Small', price: printed }],
  pictures: [{ id: 'draws', label: 'Draws', pictureMicros: 11_000 }],
};

test('a model costs what its vendor prints, until the operator says otherwise; others can be added', () => {
  expect(pricedModels(vendor, []).map(({ id, price, set }) => [id, price, set])).toEqual([
    ['small', printed, false],
    ['draws', { pictureMicros: 11_000 }, false],
  ]);
  const dear = { provider: 'openai', model: 'small', ...printed, outputMicros: 9_000_000 };
  const added = { provider: 'openai', model: 'new-one', ...printed };
  const ofOthers = { provider: 'groq', model: 'small', ...printed };
  expect(
    pricedModels(vendor, [
      dear,
      added,
      ofOthers,
      { provider: 'openai', model: 'draws', pictureMicros: 9_000 },
    ]).map(({ id, price, set, isKnown }) => [id, price?.outputMicros ?? price?.pictureMicros, set, isKnown]),
  ).toEqual([
    ['small', 9_000_000, true, true],
    ['draws', 9_000, true, true],
    ['new-one', 5_000_000, true, false],
  ]);
});

test('prices are typed in dollars, with a point or a comma', () => {
  expect(
    ['0.15', '2,5', '0', '10000', '10001', '-1', 'free', '1.2345678'].map((typed) => microsOf(typed, 'en')),
  ).toEqual([150_000, 2_500_000, 0, 10_000_000_000, null, null, null, null]);
  expect([typedRate(150_000, 'en'), typedRate(undefined, 'en')]).toEqual(['0.15', '']);
});

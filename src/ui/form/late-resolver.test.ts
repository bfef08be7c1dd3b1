import type { Resolver } from 'react-hook-form';
import { expect, test } from 'vitest';
import { lateResolver } from './late-resolver.ts';

type Values = { email: string };
const options = { fields: {}, shouldUseNativeValidation: false };
const accepts: Resolver<Values> = (values) => ({ values, errors: {} });

test('the rules of a form are fetched once, when somebody comes to a field', async () => {
  const page = new EventTarget();
  let fetched = 0;
  const resolver = lateResolver<Values, Values>(async () => {
    fetched += 1;
    return accepts;
  }, page);
  expect(fetched).toBe(0);
  page.dispatchEvent(new Event('focusin'));
  page.dispatchEvent(new Event('focusin'));
  expect(fetched).toBe(1);
  const values = { email: 'vera@studio.example' };
  expect(await resolver(values, undefined, options)).toEqual({ values, errors: {} });
  expect(fetched).toBe(1);
});

test('rules that could not be fetched refuse as a server that cannot be reached, and are fetched again', async () => {
  let isAway = true;
  const resolver = lateResolver<Values, Values>(async () => {
    if (isAway) throw new TypeError('Failed to fetch');
    return accepts;
  }, new EventTarget());
  const values = { email: 'vera@studio.example' };
  await expect(Promise.resolve(resolver(values, undefined, options))).rejects.toMatchObject({ status: 0 });
  isAway = false;
  expect(await resolver(values, undefined, options)).toEqual({ values, errors: {} });
});

import { describe, expect, test } from 'vitest';
import { functionDefinition, type FunctionDefinition } from '../custom-functions-definition.contract.ts';
import { returnOf, type FunctionNow, type Surroundings } from './custom-functions-states.models.ts';

const define = (type: 'none' | 'bearer', messageCost = 0): FunctionDefinition =>
  functionDefinition.parse({
    kind: 'http',
    name: 'check_order',
    label: 'Check',
    description: 'Use when somebody asks.',
    messageCost,
    http: { url: 'https://shop.example/orders', auth: { type } },
  });
const state = { id: 'fnc_1', label: 'Check', version: 1, isEnabled: true };
const now = (given: Partial<FunctionNow> = {}): FunctionNow => ({
  definition: define('none', 9),
  version: 2,
  isEnabled: true,
  sealedSecret: null,
  deletedAt: null,
  ...given,
});
const around = (given: Partial<Surroundings> = {}): Surroundings => ({
  mayChange: true,
  isFull: false,
  isNameTaken: () => false,
  ...given,
});
const deletedAt = new Date(0);
const open = define('none');
const keyed = define('bearer');

describe('a function that goes back', () => {
  test.each([
    ['it is so', now({ version: 1 })],
    ['it is so under a later number', now({ version: 3, definition: open })],
  ])('has nothing to do where %s, whoever asks', (_, row) => {
    expect(returnOf(row, state, open, around({ mayChange: false }))).toEqual({ change: 'none' });
  });

  test.each([
    ['it is gone for good', null, open, {}],
    ['its version was forgotten', now(), null, {}],
    ['the person may not change functions', now(), open, { mayChange: false }],
    ['its name is taken', now(), open, { isNameTaken: (name: string) => name === 'check_order' }],
    ['it was deleted and there is no room', now({ deletedAt }), open, { isFull: true }],
    ['it has no key, and needs one', now(), keyed, {}],
  ])('stays as it is where %s', (_, row, then, given) => {
    expect(returnOf(row, state, then, around(given))).toEqual({ change: 'kept' });
  });

  test('becomes a new version, for which there need be no room', () => {
    expect(returnOf(now(), state, open, around({ isFull: true }))).toEqual({
      change: 'changed',
      definition: open,
      isNewVersion: true,
      losesKey: false,
    });
  });

  test('keeps its key where it goes on needing one, and loses it else', () => {
    const row = now({ definition: define('bearer', 9), sealedSecret: 'sealed' });
    expect(returnOf(row, state, keyed, around())).toMatchObject({ change: 'changed', losesKey: false });
    expect(returnOf(row, state, open, around())).toMatchObject({ change: 'changed', losesKey: true });
  });

  test('is switched on or brought back without a new version, with its key', () => {
    const row = now({ version: 1, definition: keyed, sealedSecret: 'sealed' });
    const same = { definition: keyed, isNewVersion: false, losesKey: false };
    expect(returnOf({ ...row, isEnabled: false }, state, keyed, around())).toEqual({
      change: 'changed',
      ...same,
    });
    expect(returnOf({ ...row, deletedAt }, state, null, around())).toEqual({ change: 'added', ...same });
  });
});

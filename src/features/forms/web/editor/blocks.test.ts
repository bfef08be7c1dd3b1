import { expect, test } from 'vitest';
import { emptyBlock, formBlockTypes, type FormDocument } from '#shared/forms/document.ts';
import {
  freeName,
  newBlock,
  paletteGroups,
  withBlockCopied,
  withBlockMoved,
  withoutBlock,
} from './blocks.ts';

const words = {
  label: 'New',
  option: (number: number) => `Option ${number}`,
  row: (number: number) => `Row ${number}`,
};
const form = (...keys: string[]): FormDocument => ({
  blocks: keys.map((key) => emptyBlock(key, 'short_text')),
  rules: [],
  screens: [] as FormDocument['screens'],
  settings: {} as FormDocument['settings'],
});

test('the palette offers every kind of block once', () =>
  expect(paletteGroups.flatMap(({ types }) => types).toSorted()).toEqual([...formBlockTypes].toSorted()));

test('a new block has a free name, a label and choices, and the first address becomes the contact’s', () => {
  const first = newBlock('email', form('email'), words);
  expect(first).toMatchObject({ key: 'email_2', label: 'New', mapTo: 'email' });
  expect(newBlock('email', { blocks: [first] }, words).mapTo).toBe('');
  expect(newBlock('radio', form(), words).options.map(({ label }) => label)).toEqual([
    'Option 1',
    'Option 2',
    'Option 3',
  ]);
  expect(freeName('a', new Set(['a', 'a_2']))).toBe('a_3');
});

test('blocks move within their list and not beyond it', () => {
  const keys = (by: -1 | 1, key: string) =>
    withBlockMoved(form('a', 'b', 'c'), key, by)
      .blocks.map((block) => block.key)
      .join('');
  expect([keys(-1, 'b'), keys(1, 'b'), keys(-1, 'a'), keys(1, 'c')]).toEqual(['bac', 'acb', 'abc', 'abc']);
});

test('a copy stands behind its original under its own name', () => {
  const { form: copied, key } = withBlockCopied(form('short_text', 'b'), 'short_text');
  expect([copied.blocks.map((block) => block.key), key]).toEqual([
    ['short_text', 'short_text_2', 'b'],
    'short_text_2',
  ]);
});

test('a block that goes takes what rules said of it with it', () => {
  const rule = {
    id: 'r',
    match: 'all' as const,
    groups: [
      { match: 'all' as const, conditions: [{ field: 'a', operator: 'answered' as const, value: '' }] },
    ],
    actions: [
      { type: 'show' as const, field: 'b' },
      { type: 'show' as const, field: 'c' },
    ],
  };
  const given = { ...form('a', 'b', 'c'), rules: [rule] };
  expect(withoutBlock(given, 'b').rules).toEqual([{ ...rule, actions: [{ type: 'show', field: 'c' }] }]);
  expect(withoutBlock(given, 'a').rules).toEqual([]);
});

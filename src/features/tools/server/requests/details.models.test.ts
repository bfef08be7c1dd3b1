import { expect, test } from 'vitest';
import { detailsOf } from './details.models.ts';

test('whoever decides reads the arguments without what hides or turns them', () => {
  expect(
    detailsOf({
      'or\u0000der\u202e': 'A\u0000-7 \u202e\u2066\u200b\ufeff\ud800.',
      count: 3,
      list: ['x', '\u202ey'],
      note: 'one\r\ntwo',
    }),
  ).toEqual([
    { name: 'order', value: 'A-7 \ufffd.' },
    { name: 'count', value: '3' },
    { name: 'list', value: '["x","y"]' },
    { name: 'note', value: 'one\ntwo' },
  ]);
  expect([detailsOf(null), detailsOf('A-7'), detailsOf({})]).toEqual([[], [], []]);
});

test('what does not fit is said to be missing, and no sign is cut in two', () => {
  const [long] = detailsOf({ text: `${'a'.repeat(278)}😀${'b'.repeat(100)}` });
  expect(long!.value).toMatch(/^a{278}.?… \(\+10[12]\)$/u);
  expect(long!.value.length).toBeLessThanOrEqual(300);
  expect(long!.value.isWellFormed()).toBe(true);
  expect(detailsOf({ text: 'a'.repeat(300) })[0]!.value).toBe('a'.repeat(300));

  const many = detailsOf(Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`n${at}`, at])));
  expect(many).toHaveLength(12);
  expect(many.at(-1)).toEqual({ name: '…', value: '+9' });
  expect(detailsOf(Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`n${at}`, at])))).toHaveLength(
    12,
  );
});

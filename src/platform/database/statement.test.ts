import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { writtenOnce } from './statement.ts';

type Greeting = {
  name: string;
  times?: number;
};

test('a statement is put together once for each shape, and gets its values in the order of its text', () => {
  let written = 0;
  const greet = writtenOnce<Greeting, { isLoud: boolean }>(({ name, times }, { isLoud }) => {
    written += 1;
    return isLoud ? sql`SELECT upper(${name}), ${times}::int, ${name}` : sql`SELECT ${name}`;
  });
  const calls = [
    greet({ name: 'Ada' }, { isLoud: false }),
    greet({ name: 'Bob', times: 2 }, { isLoud: true }),
    greet({ name: 'Eve', times: 3 }, { isLoud: true }),
  ];
  expect(calls.map(({ text }) => text)).toEqual([
    'SELECT $1',
    'SELECT upper($1), $2::int, $3',
    'SELECT upper($1), $2::int, $3',
  ]);
  expect(calls.map(({ values }) => values)).toEqual([['Ada'], ['Bob', 2, 'Bob'], ['Eve', 3, 'Eve']]);
  expect(calls[1]?.name).toBe(calls[2]?.name);
  expect(calls[0]?.name).not.toBe(calls[1]?.name);
  expect(written).toBe(2);
});

test('one text has one name, whoever wrote it', () => {
  const [first, second] = [
    writtenOnce<Greeting>(({ name }) => sql`SELECT ${name}`),
    writtenOnce<Greeting>(({ name }) => sql`SELECT ${name}`),
  ];
  expect(first({ name: 'Ada' }, {}).name).toBe(second({ name: 'Bob' }, {}).name);
});

test('a value that would stay in the text for ever is refused', () => {
  const wrong = writtenOnce<Greeting>(() => sql`SELECT ${'Ada'}`);
  expect(() => wrong({ name: 'Bob' }, {})).toThrow('no values of its own');
});

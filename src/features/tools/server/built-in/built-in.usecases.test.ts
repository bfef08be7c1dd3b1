import { expect, test } from 'vitest';
import { builtInTools, type BuiltInContext } from './built-in.usecases.ts';

const context = (timeZone: string): BuiltInContext => ({
  now: () => new Date('2026-03-02T11:30:00Z'),
  timeZone,
  businessZone: async () => null,
  language: 'en',
  text: (key) => key,
  booking: { url: 'https://example.test/book', title: '' },
  show: () => true,
});

test('what the tools of every agent take is described once, not for each answer', () => {
  const [first, second] = ['Europe/Prague', 'America/Recife'].map((zone) => builtInTools(context(zone)));
  expect(first?.map(({ name }) => name)).toEqual(['current_time', 'calculate', 'book_link']);
  for (const [index, tool] of (first ?? []).entries())
    expect(tool.parameters, tool.name).toBe(second?.[index]?.parameters);
});

test('a model reads whose clock is meant where no place is named, and gets the time of it', async () => {
  const [clock] = builtInTools(context('America/Recife'));
  expect(clock?.description).toContain('America/Recife');
  expect(await clock?.run({}, new AbortController().signal)).toMatchObject({
    content: expect.stringContaining('08:30 (America/Recife)') as string,
  });
});

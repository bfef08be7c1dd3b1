import { expect, test } from 'vitest';
import { builtInTools, toolsAsSet, type BuiltInContext } from './built-in.usecases.ts';

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

test('each tool that its owner priced costs that many messages, and no other', () => {
  const named = ['send_summary', 'book_link', 'generate_image', 'calculate', 'constructor'].map((name) => ({
    name,
    description: '',
    parameters: {},
    run: async () => ({ content: '' }),
  }));
  const priced = toolsAsSet(named, {
    off: ['calculate'],
    bookingUrl: '',
    bookingTitle: '',
    summaryCost: 2,
    bookingCost: 1,
    imageCost: 5,
  });
  expect(priced.map(({ name, messageCost }) => [name, messageCost])).toEqual([
    ['send_summary', 2],
    ['book_link', 1],
    ['generate_image', 5],
    ['constructor', undefined],
  ]);
});

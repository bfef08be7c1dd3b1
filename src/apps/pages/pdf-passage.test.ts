import { describe, expect, it } from 'vitest';
import { runsOfPassage } from './pdf-passage.ts';

const runs = [
  'Chapter 2',
  'The mill stands by the ri-',
  'ver and grinds rye, oats',
  ' and barley.',
  'It rests on Sundays.',
].map((str) => ({ str }));
const marked = (passage: string): number[] => [...runsOfPassage(runs, passage)].toSorted((a, b) => a - b);

describe('the passage on a page of a PDF', () => {
  it('is found across lines, spaces and divided words', () =>
    expect(marked('The mill stands by the river and grinds rye, oats and barley.')).toEqual([1, 2, 3]));
  it('is found as far as the page has it', () =>
    expect(marked('Before the page break nothing of this is here. It rests on Sundays.')).toEqual([4]));
  it('is nothing where it does not stand', () =>
    expect(marked('A passage about something else entirely')).toEqual([]));
});

import { describe, expect, it } from 'vitest';
import { readPairs } from './read-pairs.ts';

const pair = (question: string, answer: string) => ({ question, answer });

describe('questions and answers out of rows', () => {
  it('may be separated by commas, semicolons or tabs', () => {
    for (const mark of [',', ';', '\t'])
      expect(readPairs(`Open on Sunday?${mark}No.\nPrice?${mark}From 40`).pairs).toEqual([
        pair('Open on Sunday?', 'No.'),
        pair('Price?', 'From 40'),
      ]);
  });
  it('keep separators, quotes and line breaks inside quotes', () => {
    expect(readPairs('"What is ""it""?","One, two\nthree"\r\n').pairs).toEqual([
      pair('What is "it"?', 'One, two\nthree'),
    ]);
  });
  it('leave out a heading row, a byte mark and further columns', () => {
    expect(readPairs('\uFEFFQuestion,Answer,Tag\nWho?,Us,x').pairs).toEqual([pair('Who?', 'Us')]);
  });
  it('count rows that are incomplete or too long instead of dropping them in silence', () => {
    expect(readPairs(`Who?,Us\nNo answer,\n\n${'x'.repeat(1_001)},long`)).toEqual({
      pairs: [pair('Who?', 'Us')],
      skipped: 2,
    });
  });
  it('are none in an empty text', () => {
    expect(readPairs('')).toEqual({ pairs: [], skipped: 0 });
  });
});

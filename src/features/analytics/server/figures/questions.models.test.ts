import { expect, test } from 'vitest';
import { topQuestions, type Question } from './questions.models.ts';

const asked = (body: string, place: number): Question => ({
  body,
  language: 'en',
  agentId: 'agt_one',
  conversationId: `cnv_${place}`,
});
const told = (bodies: readonly string[], most: number): [string, number, string][] =>
  topQuestions(bodies.map(asked), most).map(({ question, count, conversationId }) => [
    question,
    count,
    conversationId,
  ]);

test('questions of the same words count together, most first, and the first that was read stands for them', () => {
  const bodies = ['Do you deliver?', 'Prices?', 'prices', 'do you deliver', 'Open on Sunday?', 'The prices!'];
  expect(told(bodies, 2)).toEqual([
    ['Prices?', 3, 'cnv_1'],
    ['Do you deliver?', 2, 'cnv_0'],
  ]);
});

test('thanks are no question, however many they are, also among what has the same words', () => {
  const bodies = ['Thanks', 'thanks!', 'Thanks?', 'Thank you', 'Prices?', 'prices', 'Open on Sunday?', '?'];
  expect(told(bodies, 5)).toEqual([
    ['Prices?', 2, 'cnv_4'],
    ['Thanks?', 1, 'cnv_2'],
    ['Open on Sunday?', 1, 'cnv_6'],
  ]);
  // A larger group of which less is left comes behind a smaller one.
  expect(told(bodies, 1)).toEqual([['Prices?', 2, 'cnv_4']]);
});

import { expect, test } from 'vitest';
import { grouped, wordSimilarity, similarQuestions, wordsOf } from './answer-gaps.models.ts';

const asked = (question: string, agentId = 'a') => ({ question, agentId });

test('questions of the same meaning come together, those of another agent stay apart', () => {
  const groups = grouped([
    asked('Do you ship to Norway?'),
    asked('do you ship to norway'),
    asked('Can I pay by invoice?'),
    asked('Do you ship to Norway?', 'b'),
    asked('Do you ship to Sweden?'),
  ]);
  expect(groups.map((group) => group.map(({ question }) => question))).toEqual([
    ['Do you ship to Norway?', 'do you ship to norway'],
    ['Can I pay by invoice?'],
    ['Do you ship to Norway?'],
    ['Do you ship to Sweden?'],
  ]);
});

test('accents, cases and endings do not keep questions apart, and questions without a word are like no other', () => {
  expect(wordSimilarity(wordsOf('Otevírací doba?'), wordsOf('OTEVIRACI DOBA'))).toBe(1);
  expect(wordSimilarity(wordsOf('??'), wordsOf('??'))).toBe(0);
  expect(grouped([asked('??'), asked('??'), asked('!')])).toHaveLength(2);
});

test('the last similar questions are found, the same words once and never the question itself', () => {
  const all = [
    asked('Shipping to Norway: how long?'),
    asked('How long is shipping to Norway?'),
    asked('shipping to norway: HOW LONG?'),
    asked('Where do you bake?'),
    asked('Shipping to Oslo, Norway?'),
    asked('Norway shipping costs'),
  ];
  expect(similarQuestions('How long is shipping to Norway?', all, 2).map(({ question }) => question)).toEqual(
    ['Shipping to Oslo, Norway?', 'Norway shipping costs'],
  );
});

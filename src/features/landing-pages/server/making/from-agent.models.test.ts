import { expect, test } from 'vitest';
import { questionsIn, writeFromAgent } from './from-agent.models.ts';

const material = {
  number: 12,
  name: 'Running coach',
  color: '#34d3b4',
  seoTitle: '',
  seoDescription: '',
  welcome: 'Which race are you training for?',
  answers: [],
  offers: [],
  form: null,
};
const columnsOf = (questions: number): unknown =>
  writeFromAgent(
    { ...material, questions: Array.from({ length: questions }, (_, at) => `Question ${at + 1}?`) },
    'en',
    (key) => key,
  ).data.content.find(({ type }) => type === 'features')?.props['columns'];

test('what an agent knows stands in whole rows where it can', () => {
  expect([2, 3, 4, 6].map(columnsOf)).toEqual(['2', '3', '2', '3']);
});

test('questions of other languages stay off a page, and none stands there twice', () => {
  const asked = [
    'How should I start running?',
    '¿Cómo empiezo a correr?',
    'Comment commencer à courir ?',
    'How should I start running?',
    'VAT?',
  ];
  expect(questionsIn('en', asked)).toEqual(['How should I start running?', 'VAT?']);
  expect(questionsIn('fr', asked)).toEqual(['Comment commencer à courir ?', 'VAT?']);
});

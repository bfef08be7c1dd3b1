import { expect, it } from 'vitest';
import { answerConfidences } from './confidence.ts';

const passage = (title: string, text: string) => ({ title, heading: '', text, score: 1 });

it('tells a passage that answers from one that only has the words', () => {
  const [answers = 0, mentions = 0, foreign = 1] = answerConfidences({
    question: 'What does delivery cost?',
    passages: [
      passage('Delivery', 'Delivery in Belgium costs 4.95 €.'),
      passage('News', 'We have a new van for our delivery.'),
      passage('Team', 'Anna founded the shop in 2009.'),
    ],
    counts: { chunks: 3, having: new Map([['deliveri', 2]]) },
    language: 'en',
  });
  expect(answers).toBeGreaterThan(0.8);
  expect(mentions).toBeLessThan(answers - 0.2);
  expect(foreign).toBeLessThan(0.3);
});

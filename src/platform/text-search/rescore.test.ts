import { describe, expect, it } from 'vitest';
import type { Language } from '#shared/languages.ts';
import { queryTerms } from './analyze.ts';
import { rescore } from './rescore.ts';

const gains = (question: string, texts: readonly string[], language: Language): number[] =>
  rescore(
    queryTerms(question, [language]),
    question,
    texts.map((text) => ({ text, score: 1 })),
    language,
  );

describe('words that begin like those of the question', () => {
  it.each([
    ['en', 'optimization of compilers', 'The optimal code of a compiler.', 'The code of a loader.'],
    ['nl', 'de beste bakkerij', 'Onze bakker is er.', 'Onze slager is er.'],
    ['es', 'reparación de motores', 'Reparamos todo tipo de motor.', 'Vendemos todo tipo de ruedas.'],
    ['pt', 'reparação de motores', 'Reparamos todo tipo de motor.', 'Vendemos todo tipo de rodas.'],
    ['fr', 'réparer un bijou', 'Notre bijoutier est là.', 'Notre boulanger est là.'],
    ['cs', 'oprava kola', 'Naše opravna je ve městě.', 'Naše prodejna je ve městě.'],
  ] as const)('count in %s where a text lacks the word itself', (language, question, like, other) => {
    const [first = 0, second = 0] = gains(question, [like, other, other, other], language);
    expect(first).toBeGreaterThan(second);
  });

  it('make no score smaller, and count for nothing beside the word itself', () => {
    const texts = ['A compiler optimizes.', 'Optimization and optimal code.', 'A loader.'];
    const scores = gains('optimization', texts, 'en');
    for (const score of scores) expect(score).toBeGreaterThanOrEqual(1);
    const [, beside = 0] = scores;
    const [, without = 0] = gains(
      'optimization',
      ['A compiler optimizes.', 'Optimization and code.', 'A loader.'],
      'en',
    );
    expect(beside).toBe(without);
  });
});

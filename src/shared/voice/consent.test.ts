import { describe, expect, test } from 'vitest';
import { languages, type Language } from '../languages.ts';
import { consentProblem, consentSentence, type Consent } from './consent.ts';

const of = (language: Language): Consent => ({
  language,
  name: 'Věra Kowalczyk-de Vries',
  company: 'Bakery Van Dijk',
  day: '2026-11-29',
});

describe.each(languages)('in %s', (language) => {
  const consent = of(language);
  const sentence = consentSentence(consent);

  test('whoever reads the sentence agrees', () => {
    expect(sentence).toContain('Věra Kowalczyk-de Vries');
    expect(sentence).toMatch(/29.*2026/);
    expect(consentProblem(consent, sentence)).toBeNull();
    expect(consentProblem(consent, sentence.toUpperCase().replaceAll(/[,.]/g, ' '))).toBeNull();
  });

  test('also where a recognizer writes names its own way', () => {
    const heard = sentence
      .replace('Věra Kowalczyk-de Vries', 'Vera Kowalchik Devries')
      .replace('Bakery Van Dijk', 'bakery vandyke');
    expect(consentProblem(consent, heard)).toBeNull();
  });

  test('nothing, silence and half of it are no consent', () => {
    expect(consentProblem(consent, '')).toBe('silent');
    expect(consentProblem(consent, ' … ')).toBe('silent');
    expect(consentProblem(consent, sentence.slice(0, sentence.length / 2))).toBe('words');
    expect(consentProblem(consent, `${sentence} ${sentence} ${sentence}`)).toBe('words');
    expect(consentProblem(consent, 'a '.repeat(100_000))).toBe('words');
  });

  test('neither is another person, another company, or another day', () => {
    expect(consentProblem(consent, sentence.replace('Věra Kowalczyk-de Vries', 'Bert'))).toBe('name');
    expect(consentProblem(consent, sentence.replace('Bakery Van Dijk', 'Other Shop Limited'))).toBe(
      'company',
    );
    expect(consentProblem(consent, sentence.replace('29', '28'))).toBe('day');
    expect(consentProblem(consent, sentence.replace('2026', '2025'))).toBe('day');
  });

  test('nor the sentence of another language', () => {
    for (const other of languages.filter((each) => each !== language))
      expect(consentProblem(consent, consentSentence(of(other))), other).toMatch(/words|refused/);
  });
});

test.each([
  ['en', 'agree', 'do not agree'],
  ['en', 'agree', 'disagree'],
  ['en', 'agree', 'don’t agree'],
  ['en', 'agree', 'see'],
  ['nl', 'geef toestemming', 'geef geen toestemming'],
  ['fr', 'j’accepte', 'je n’accepte pas'],
  ['es', 'acepto', 'no acepto'],
  ['pt', 'concordo', 'não concordo'],
  ['pt', 'concordo', 'discordo'],
  ['cs', 'souhlasím', 'nesouhlasím'],
] as const)('in %s, “%s” said as “%s” agrees to nothing', (language, agreeing, refusing) => {
  const sentence = consentSentence(of(language));
  expect(sentence).toContain(agreeing);
  expect(consentProblem(of(language), sentence.replace(agreeing, refusing))).toMatch(/refused|words/);
});

test('a day is understood as people say it', () => {
  const heard = (day: string) => consentSentence(of('en')).replace('November 29, 2026', day);
  for (const day of ['November 29th 2026', 'the 29th of November, 2026', 'November twenty-ninth'])
    expect(consentProblem(of('en'), heard(day)), day).toBeNull();
  expect(consentProblem(of('en'), heard('the 29th of October 2026'))).toBe('day');
});

test('a name that refuses by chance is still a name', () => {
  const consent = { ...of('en'), name: 'Don Never' };
  expect(consentProblem(consent, consentSentence(consent))).toBeNull();
});

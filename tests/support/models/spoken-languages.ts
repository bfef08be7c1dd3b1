import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Language } from '#shared/languages.ts';
import { languages } from '#shared/languages.ts';
import { readWav } from '#shared/voice/wav.ts';

/**
 * A question in each language. Its sound in `spoken/` is made by Debian's `espeak-ng -s 165 -a 150` with the voices `en-gb`,
 * `nl`, `es`, `pt-br`, `fr-fr` and `cs`, whose output its licence does not cover, at 8,000 samples a second.
 */
export const spokenQuestions: Record<Language, string> = {
  en: 'What does a rowing boat cost?',
  nl: 'Wat kost een roeiboot?',
  es: '¿Cuánto cuesta una barca de remos?',
  pt: 'Quanto custa um barco a remo?',
  fr: 'Combien coûte une barque ?',
  cs: 'Kolik stojí půjčení loďky?',
};

/** The question aloud, as a WAV file. */
export const spokenIn = (language: Language): Buffer<ArrayBuffer> =>
  Buffer.from(readFileSync(path.join(import.meta.dirname, 'spoken', `${language}.wav`)));

/** So many looks are compared. */
const looks = 40;

/** How loud a sound is from moment to moment between its first and its last word, in as many looks for all. */
export function loudnessOf(samples: ArrayLike<number>): number[] {
  const all = Array.from(samples, Math.abs);
  const heard = Math.max(...all) * 0.06;
  const from = all.findIndex((each) => each > heard);
  const to = all.findLastIndex((each) => each > heard) + 1;
  const width = (to - from) / looks;
  return Array.from({ length: looks }, (_, at) => {
    const look = all.slice(Math.floor(from + at * width), Math.ceil(from + (at + 1) * width));
    return Math.sqrt(look.reduce((sum, each) => sum + each * each, 0) / look.length);
  });
}

/** How alike two sounds are, from -1 to 1. */
function similarity(one: readonly number[], other: readonly number[]): number {
  const centred = (values: readonly number[]) => {
    const mean = values.reduce((sum, each) => sum + each, 0) / values.length;
    return values.map((each) => each - mean);
  };
  const [first, second] = [centred(one), centred(other)];
  const product = (left: readonly number[], right: readonly number[]) =>
    left.reduce((sum, each, at) => sum + each * right[at]!, 0);
  return product(first, second) / Math.sqrt(product(first, first) * product(second, second));
}

const known = languages.map((language) => ({
  language,
  loudness: loudnessOf(readWav(spokenIn(language))!.samples),
}));

/**
 * What somebody understands who was told in which language is spoken: one of the questions, where it is asked in that
 * language; else nothing that makes sense.
 */
export function understood(loudness: readonly number[], language: string): string {
  const [best] = known
    .map((each) => ({ ...each, similarity: similarity(each.loudness, loudness) }))
    .toSorted((one, other) => other.similarity - one.similarity);
  if (!best || best.similarity < 0.8) return `(a noise, ${best?.similarity.toFixed(2)})`;
  return best.language === language ? spokenQuestions[best.language] : `(${best.language}, not ${language})`;
}

import { LRUCache } from 'lru-cache';
import { detectAll } from 'tinyld';
import { eachLanguage, type Language, languages, toLanguage } from '#shared/languages.ts';
import { functionWords } from './function-words.ts';
import { forEachLanguage } from './language-content.ts';

/** Letters and signs that only one of the languages uses in everyday text. */
const giveaways = Object.entries(
  forEachLanguage(({ phrases }) =>
    phrases.signs.map(({ pattern, weight }) => ({ pattern: new RegExp(pattern, 'u'), weight })),
  ),
).flatMap(([language, signs]) => signs.map((sign) => ({ language: language as Language, ...sign })));

const sampleLength = 2_000;

/**
 * Which of the six languages a text is in; `hint` (the browser's or the agent's language) when the text is
 * too short or unclear to tell.
 * Everyday words decide first: statistics alone are often wrong on a chat line of three words.
 */
export function detectLanguage(text: string, hint: Language): Language {
  return readLanguage(text)(hint);
}

type Reading = (hint: Language) => Language;

/** On its way to an answer a message is asked about by four who know nothing of each other. */
const readings = new LRUCache<string, Reading>({
  maxSize: 400_000,
  sizeCalculation: (_reading, sample) => sample.length + 100,
});

/** As `detectLanguage`, for a text that is asked about with more than one hint: it is read once. */
export function readLanguage(text: string): Reading {
  const sample = text.slice(0, sampleLength).normalize('NFC');
  const known = readings.get(sample);
  if (known) return known;
  const reading = readSample(sample);
  readings.set(sample, reading);
  return reading;
}

function readSample(sample: string): Reading {
  const spoken = sample.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (spoken.length === 0) return (hint) => hint;

  const scores = wordScores(spoken);
  for (const { language, pattern, weight } of giveaways) if (pattern.test(sample)) scores[language] += weight;
  const statistics = detectAll(sample, { only: [...languages] });
  const first = toLanguage(statistics[0]?.lang);
  if (first) {
    // The detector is sure of itself only with accuracy 1; below that its order is a hint that grows with the
    // length of the text.
    const accuracy = statistics[0]?.accuracy ?? 0;
    scores[first] += accuracy >= 0.999 ? 1.4 : Math.min(1.2, accuracy * Math.min(4, spoken.length));
  }

  return (hint) => {
    const ranked = [...languages].sort(
      (a, b) => scores[b] - scores[a] || Number(b === hint) - Number(a === hint),
    );
    const best = ranked[0] ?? hint;
    const lead = scores[best] - scores[ranked[1] ?? hint];
    if (scores[best] < 0.5) return hint;
    if (best !== hint && lead < Math.min(0.35, 0.1 * spoken.length))
      return scores[hint] >= scores[best] - 0.35 ? hint : best;
    return best;
  };
}

/**
 * How much the everyday words of a line speak for each language; a word that several share counts for each in
 * part.
 */
function wordScores(spoken: readonly string[]): Record<Language, number> {
  const scores = eachLanguage(() => 0);
  for (const word of spoken.slice(0, 200)) {
    const sharing = languages.filter((language) => functionWords[language].has(word));
    for (const language of sharing) scores[language] += 1 / sharing.length ** 1.5;
  }
  return scores;
}

import type { Language } from '#shared/languages.ts';
import { forEachLanguage } from '../language-content.ts';
import { languagesFrom, spoken } from './spoken.ts';
import { placeNamed } from './time-zones.ts';

const patterns = forEachLanguage(({ tools }) => {
  const whole = (asks: string): RegExp =>
    new RegExp(
      `^(?:(?:${tools.lead}) )*(?:${asks})(?: (?:${tools.tail}))*(?: (?:${tools.in}) (?<place>[\\p{L}\\p{N} ]{2,40}?))?(?: (?:${tools.tail}))*$`,
      'u',
    );
  return { time: whole(tools.time), date: whole(tools.date) };
});

/** What somebody wants to know of the clock, and where; `place` is null for where they are. */
export type TimeRequest = {
  what: 'time' | 'date';
  place: string | null;
};

/**
 * Whether a message asks for nothing but the time of day or the date, in any of the six languages. A place
 * that nobody here knows makes it a question for something else: the answer is null.
 */
export function timeRequestIn(text: string, language: Language): TimeRequest | null {
  const said = spoken(text);
  if (said === '') return null;
  for (const one of languagesFrom(language))
    for (const what of ['time', 'date'] as const) {
      const found = patterns[one][what].exec(said);
      if (!found) continue;
      const place = found.groups?.['place'] ?? null;
      if (place === null || placeNamed(place, one)) return { what, place };
    }
  return null;
}

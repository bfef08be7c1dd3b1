import type { Language } from '#shared/languages.ts';
import { longestCalculation } from '#platform/arithmetic/calculate.ts';
import { plainText } from '#shared/text/plain-text.ts';
import { forEachLanguage } from '../language-content.ts';
import { languagesFrom } from './spoken.ts';

/** A calculation that a message asks for, as `calculate` reads it. */
export type CalculationRequest = { expression: string };

const readers = forEachLanguage(({ tools }, language) => {
  const { lead, tail, plus, minus, times, over, percent, of } = tools.calculate;
  const word = (pattern: string): RegExp =>
    new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'gu');
  const spokenFirst = (pattern: string, least: number): RegExp =>
    new RegExp(`^(?:(?:${pattern})(?![\\p{L}\\p{N}])[\\s:,]*){${least},6}`, 'u');
  const behind = `(?:${tools.tail}|${tail})`;
  const isEnglish = language === 'en';
  return {
    greeting: spokenFirst(tools.lead, 0),
    /** What somebody says who wants something calculated; a greeting says nothing of that. */
    verb: spokenFirst(lead, 1),
    tail: new RegExp(`(?<=[\\d\\s)%])(?:[\\s,]*(?<![\\p{L}\\p{N}])${behind}){0,4}$`, 'u'),
    of: new RegExp(
      `^(.{1,40}?)\\s*(?:%|(?<![\\p{L}])(?:${percent})(?![\\p{L}]))\\s*(?:${of})\\s+(.{1,80})$`,
      'u',
    ),
    signs: [
      [word(percent), '%'],
      [word(plus), '+'],
      [word(minus), '-'],
      [word(times), '*'],
      [word(over), '/'],
    ] as const,
    /** `1.234,5` or, in English, `1,234.5`. */
    plainNumbers: (text: string): string =>
      isEnglish
        ? text.replaceAll(/(?<=\d),(?=\d{3}(?!\d))/g, '')
        : text.replaceAll(/(?<=\d)[.\u00a0\u202f ](?=\d{3}(?!\d))/g, '').replaceAll(/(?<=\d),(?=\d)/g, '.'),
  };
});

/** Signs that a message without a verb asks for a calculation, and is no size, offer, range, date or telephone. */
const sure = /[*÷^]|\d\d\s*\+\s*\d|\d\s*\+\s*\d\d|\d \+ \d/u;
/** What looks like a calculation also after a verb, and is none: telephones, dates, around the clock. */
const otherwise = /(?<![\d.])0\d|\d\d-\d{3}|\d{4}[-/]\d{1,2}[-/]\d|^24\/7$/;
const arithmetic = /^[\d.\s()+\-*/^%]+$/;
const isArithmetic = (text: string): boolean =>
  arithmetic.test(text) && /\d[\s)%]*[+\-*/^]\s*[(-]*\d/.test(text) && !otherwise.test(text);

function inLanguage(said: string, language: Language): CalculationRequest | null {
  const reader = readers[language];
  const greeted = said.replace(/(?<![\s=?.!])[\s=?.!]+$/, '').replace(reader.greeting, '');
  const core = greeted.replace(reader.verb, '');
  const isAsked = core !== greeted || /=\s*\??$/.test(said);
  const text = core
    .replace(reader.tail, '')
    .trim()
    .replace(/(?<![\s=?])[\s=?]+$/, '');
  const share = reader.of.exec(text);
  const signed = (part: string): string =>
    reader
      .plainNumbers(part)
      .replaceAll(/[×·]|(?<=\d\s?)x(?=\s?[\d(])/gu, '*')
      .replaceAll('÷', '/')
      .replaceAll(/[−–]/g, '-')
      .replaceAll(/[€$£¥]/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim();
  if (share) {
    const [rate, whole] = [signed(share[1] ?? ''), signed(share[2] ?? '')];
    if (!/^\d+(?:\.\d+)?$/.test(rate) || !/^\d+(?:\.\d+)?$/.test(whole)) return null;
    return { expression: `${rate}% * ${whole}` };
  }
  if (!isAsked) {
    const expression = signed(text);
    return sure.test(text) && isArithmetic(expression) ? { expression } : null;
  }
  const inSigns = reader.signs.reduce((so, [pattern, sign]) => so.replaceAll(pattern, sign), text);
  const expression = signed(inSigns);
  return isArithmetic(expression) ? { expression } : null;
}

/** The arithmetic that a whole message asks for, in any of the six languages; null where it asks for none. */
export function calculationIn(text: string, language: Language): CalculationRequest | null {
  if (text.length > longestCalculation || !/\d/.test(text)) return null;
  const said = plainText(text)
    .replaceAll(/['’ʼ`](?=s(?!\p{L}))/gu, '')
    .replaceAll(/['’ʼ`¿¡]/g, ' ')
    .trim();
  for (const one of languagesFrom(language)) {
    const found = inLanguage(said, one);
    if (found) return found;
  }
  return null;
}

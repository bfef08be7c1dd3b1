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
  const around = `(?:${tools.lead}|${lead})`;
  const behind = `(?:${tools.tail}|${tail})`;
  const isEnglish = language === 'en';
  return {
    lead: new RegExp(`^(?:${around}(?![\\p{L}\\p{N}])[\\s:,]*){0,6}`, 'u'),
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

/** Signs of a calculation that no range, date or number of a telephone has. */
const sure = /[*×÷·^]|\d\s*\+\s*\d|%/u;
const arithmetic = /^[\d.\s()+\-*/^%]+$/;

function inLanguage(said: string, language: Language): CalculationRequest | null {
  const reader = readers[language];
  const trimmed = said.replace(/(?<![\s=?.!])[\s=?.!]+$/, '');
  const core = trimmed.replace(reader.lead, '');
  const isAsked = core !== trimmed || /=\s*\??$/.test(said);
  let text = core
    .replace(reader.tail, '')
    .trim()
    .replace(/(?<![\s=?])[\s=?]+$/, '');
  const share = reader.of.exec(text);
  for (const [pattern, sign] of reader.signs) text = text.replaceAll(pattern, sign);
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
  const expression = signed(text);
  if (!arithmetic.test(expression) || !/\d[\s)%]*[+\-*/^]\s*[(-]*\d/.test(expression)) return null;
  return isAsked || sure.test(expression) ? { expression } : null;
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

import { currencyDigits, formatPrice } from '../chat/message-parts.ts';
import type { FormAnswer } from './answers.ts';
import type { FormBlock } from './document.ts';

/**
 * An answer as people read it in a language: labels, money with its currency, days and hours, names of files
 * by their ids. The lines of a matrix stand below each other.
 */
export function answerWords(
  block: Pick<FormBlock, 'type' | 'options' | 'rows' | 'currency'>,
  answer: FormAnswer | undefined,
  files: ReadonlyMap<string, string>,
  language: string,
): string {
  if (answer === undefined) return '';
  const labelOf = (value: string): string =>
    block.options.find((option) => option.value === value)?.label ?? value;
  if (typeof answer === 'boolean') return answer ? '✓' : '';
  if (typeof answer === 'number')
    return block.type === 'currency'
      ? formatPrice(answer, block.currency, language)
      : new Intl.NumberFormat(language, {
          maximumFractionDigits: Math.max(6, currencyDigits(block.currency)),
        }).format(answer);
  if (typeof answer === 'string') return momentWords(block.type, answer, language) ?? labelOf(answer);
  if (Array.isArray(answer))
    return block.type === 'file'
      ? answer
          .map((id) => files.get(id) ?? '')
          .filter(Boolean)
          .join(', ')
      : answer
          .map((value, at) => (block.type === 'ranking' ? `${at + 1}. ${labelOf(value)}` : labelOf(value)))
          .join(', ');
  if (block.type === 'matrix')
    return block.rows
      .flatMap(({ value, label }) =>
        answer[value] === undefined ? [] : [`${label}: ${labelOf(answer[value])}`],
      )
      .join('\n');
  const { line1 = '', line2 = '', postalCode = '', city = '', region = '', country = '' } = answer;
  return [line1, line2, `${postalCode} ${city}`.trim(), region, countryWords(country, language)]
    .filter((part) => part !== '')
    .join(', ');
}

function countryWords(country: string, language: string): string {
  if (!/^[A-Z]{2}$/.test(country)) return country;
  return new Intl.DisplayNames([language], { type: 'region', fallback: 'code' }).of(country) ?? country;
}

/** A day or hour as it was given, as a moment of UTC that stands for itself; null for what is none. */
export function momentOf(type: FormBlock['type'], answer: string): Date | null {
  if (type !== 'date' && type !== 'time' && type !== 'datetime') return null;
  const at = new Date(type === 'date' ? answer : type === 'time' ? `1970-01-01T${answer}Z` : `${answer}Z`);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** A day or hour as it was given, in nobody's zone; null for what is none. */
function momentWords(type: FormBlock['type'], answer: string, language: string): string | null {
  const at = momentOf(type, answer);
  return (
    at &&
    new Intl.DateTimeFormat(language, {
      ...(type !== 'time' && { dateStyle: 'medium' }),
      ...(type !== 'date' && { timeStyle: 'short' }),
      timeZone: 'UTC',
    }).format(at)
  );
}

import type { FormBlock } from '#shared/forms/document.ts';
import { currencyDigits, formatPrice } from '#shared/chat/message-parts.ts';
import type { Submission } from '../../forms-submissions.contract.ts';

type Answer = Submission['answers'][string];

/** An answer as its owner reads it: labels, money with its currency, names of files. */
export function answerWords(
  block: Pick<FormBlock, 'type' | 'options' | 'rows' | 'currency'>,
  answer: Answer | undefined,
  files: Submission['files'],
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
          .map((id) => files.find((file) => file.id === id)?.name ?? '')
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
  const land =
    country === ''
      ? ''
      : (new Intl.DisplayNames([language], { type: 'region', fallback: 'code' }).of(country) ?? country);
  return [line1, line2, `${postalCode} ${city}`.trim(), region, land]
    .filter((part) => part !== '')
    .join(', ');
}

/** A day or hour as it was given, in nobody's zone; null for what is none. */
function momentWords(type: FormBlock['type'], answer: string, language: string): string | null {
  const shape = {
    date: { dateStyle: 'medium' },
    time: { timeStyle: 'short' },
    datetime: { dateStyle: 'medium', timeStyle: 'short' },
  } as const;
  if (type !== 'date' && type !== 'time' && type !== 'datetime') return null;
  const at = new Date(type === 'date' ? answer : type === 'time' ? `1970-01-01T${answer}Z` : `${answer}Z`);
  return Number.isNaN(at.getTime())
    ? null
    : new Intl.DateTimeFormat(language, { ...shape[type], timeZone: 'UTC' }).format(at);
}

import type { FormBlock } from '#shared/form-document.ts';
import { currencyDigits, formatPrice } from '#shared/message-parts.ts';
import type { Submission } from '../forms-submissions.contract.ts';

type Answer = Submission['answers'][string];

/** An answer as its owner reads it: labels, money with its currency, names of files. */
export function answerWords(block: Pick<FormBlock, 'type' | 'options' | 'rows' | 'currency'>, answer: Answer | undefined, files: Submission['files'], language: string): string {
  if (answer === undefined) return '';
  const labelOf = (value: string): string => block.options.find((option) => option.value === value)?.label ?? value;
  if (typeof answer === 'boolean') return answer ? '✓' : '';
  if (typeof answer === 'number') return block.type === 'currency' ? formatPrice(answer, block.currency, language) : new Intl.NumberFormat(language, { maximumFractionDigits: Math.max(6, currencyDigits(block.currency)) }).format(answer);
  if (typeof answer === 'string') return block.type === 'date' ? new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(answer)) : labelOf(answer);
  if (Array.isArray(answer)) return block.type === 'file' ? answer.map((id) => files.find((file) => file.id === id)?.name ?? '').filter(Boolean).join(', ') : answer.map((value, at) => (block.type === 'ranking' ? `${at + 1}. ${labelOf(value)}` : labelOf(value))).join(', ');
  if (block.type === 'matrix') return block.rows.flatMap(({ value, label }) => (answer[value] === undefined ? [] : [`${label}: ${labelOf(answer[value])}`])).join('\n');
  const { line1 = '', line2 = '', postalCode = '', city = '', region = '', country = '' } = answer;
  const land = country === '' ? '' : (new Intl.DisplayNames([language], { type: 'region', fallback: 'code' }).of(country) ?? country);
  return [line1, line2, `${postalCode} ${city}`.trim(), region, land].filter((part) => part !== '').join(', ');
}

import { currencies } from '#shared/money/money.ts';
import type { CustomValue } from '#shared/contacts/custom-fields.ts';
import type { CustomField } from '../custom-fields.contract.ts';

/** A value as people of a language read it. `words` are those of yes and no. */
export function customValueWords(
  field: Pick<CustomField, 'type' | 'options' | 'currency'>,
  value: CustomValue,
  language: string,
  words: { yes: string; no: string },
): string {
  const label = (option: string): string =>
    field.options.find((each) => each.value === option)?.label ?? option;
  if (Array.isArray(value)) return value.map(label).join(', ');
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'number') return numberWords(field, value, language);
  if (field.type === 'date')
    return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(
      new Date(`${value}T00:00:00Z`),
    );
  if (field.type === 'datetime')
    return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(
      new Date(value),
    );
  return field.type === 'select' ? label(value) : value;
}

function numberWords(
  { type, currency }: Pick<CustomField, 'type' | 'currency'>,
  value: number,
  language: string,
): string {
  if (type === 'currency')
    return new Intl.NumberFormat(language, {
      style: 'currency',
      currency,
      ...(Number.isInteger(value)
        ? { maximumFractionDigits: 0 }
        : { minimumFractionDigits: currencies[currency].digits }),
    }).format(value);
  const plain = new Intl.NumberFormat(language, { maximumFractionDigits: 6 }).format(value);
  return type === 'percent' ? `${plain} %` : plain;
}

/** A moment as the browser's own field takes it, in the reader's zone. */
export function localMoment(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime())
    ? ''
    : new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** What the browser's own field gave, as it is kept: moments with their zone. */
export function typedValue(type: CustomField['type'], text: string): string {
  if (type !== 'datetime' || text === '') return text;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? text : date.toISOString();
}

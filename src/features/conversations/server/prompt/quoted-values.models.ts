import type { FormValue } from '#shared/forms/values.ts';

/**
 * What people typed, as one line inside a block of a prompt that it can't close: without angle brackets and
 * line breaks.
 */
export const containedLine = (text: string): string => text.replace(/[<>\s]+/g, ' ').trim();

/** What was answered in a form, a line each, every value cut off at `longest` characters. */
export const valueLines = (values: readonly FormValue[], longest = Number.POSITIVE_INFINITY): string =>
  values
    .map(
      ({ key, label, value }) => `${containedLine(label) || key}: ${containedLine(value).slice(0, longest)}`,
    )
    .join('\n');

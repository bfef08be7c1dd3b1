import { createHash } from 'node:crypto';
import type { FormAnswers } from '#shared/forms/answers.ts';
import type { FormDocument } from '#shared/forms/document.ts';

/** The same value with its keys in one order: the database gives them back in its own. */
export function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]) => [key, ordered(part)]),
  );
}

/** A mark of what is paid for or confirmed: the same for the same values, and for no others. */
export const markOf = (...values: readonly unknown[]): string =>
  createHash('sha256')
    .update(JSON.stringify(ordered(values)))
    .digest('base64url');

/**
 * The address of whoever sends a form: the one that becomes their contact's, else the first that they gave.
 * It is asked to confirm, it gets the answer and the receipt, and no other one. Null where none was given.
 */
export function addressOf(form: Pick<FormDocument, 'blocks'>, answers: FormAnswers): string | null {
  const asked = form.blocks.filter(({ type }) => type === 'email');
  const given = asked
    .toSorted((a, b) => Number(b.mapTo === 'email') - Number(a.mapTo === 'email'))
    .map(({ key }) => answers[key]);
  return given.find((answer): answer is string => typeof answer === 'string' && answer !== '') ?? null;
}

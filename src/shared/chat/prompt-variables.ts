import { contactVariableFields } from '../contacts/contact-fields.ts';

/**
 * What instructions may ask to know of the person who writes, as `{{contact.name}}`; the account's own fields
 * of contacts and conversations come on top.
 */
export const contactVariables = [
  ...(Object.keys(contactVariableFields) as (keyof typeof contactVariableFields)[]),
  'lifecycle',
] as const;
export type ContactVariable = (typeof contactVariables)[number];

/** A variable as it stands in instructions. */
export const variableText = (whose: 'contact' | 'conversation', key: string): string => `{{${whose}.${key}}}`;

/**
 * Puts a piece in the place of what is selected, with a space where it would stick to a word; gives the text
 * and where the cursor is then.
 */
export function withInserted(
  text: string,
  piece: string,
  selected: { from: number; until: number },
): { text: string; cursor: number } {
  const [before, after] = [text.slice(0, selected.from), text.slice(selected.until)];
  const put = `${/[\p{L}\p{N}}]$/u.test(before) ? ' ' : ''}${piece}${/^[\p{L}\p{N}{]/u.test(after) ? ' ' : ''}`;
  return { text: before + put + after, cursor: before.length + put.length };
}

import { plainText } from '#shared/text/plain-text.ts';
import {
  contactField,
  type ContactField,
  type contactFieldTypes,
} from '../../agents-configuration.contract.ts';

export type ContactFieldType = (typeof contactFieldTypes)[number];

/** A free name to save a field's answers under: the wanted one, with a number where it is taken. */
export function freeKey(wanted: string, fields: readonly Pick<ContactField, 'key'>[]): string {
  const base = wanted.slice(0, 36);
  const taken = new Set(fields.map(({ key }) => key));
  for (let number = 1; ; number++) {
    const key = number === 1 ? base : `${base}_${number}`;
    if (!taken.has(key)) return key;
  }
}

/**
 * A name to save under, made of a label: `Preferred day` is saved as `preferred_day`. Empty when no letter is
 * left.
 */
export function keyOfLabel(label: string): string {
  return plainText(label)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, 36)
    .replace(/_+$/, '');
}

/** A new field of a type, saved under a name that no other field has. */
export function newContactField(type: ContactFieldType, fields: readonly ContactField[]): ContactField {
  return contactField.parse({ key: freeKey(type, fields), type });
}

/**
 * The fields with one of them changed. As long as the name to save under was made by the editor it follows
 * the label, so that answers of own questions carry a name that says what they are.
 */
export function changeContactField(
  fields: readonly ContactField[],
  index: number,
  change: Partial<ContactField>,
): ContactField[] {
  return fields.map((field, at) => {
    if (at !== index) return field;
    const others = fields.filter((_, other) => other !== index);
    const next = { ...field, ...change };
    const isOwnQuestion = !['name', 'email', 'phone', 'company', 'url'].includes(next.type);
    const follows = change.key === undefined && isMade(field, others);
    if (
      follows &&
      change.type !== undefined &&
      change.type !== field.type &&
      (!isOwnQuestion || keyOfLabel(next.label) === '')
    )
      next.key = freeKey(next.type, others);
    else if (follows && change.label !== undefined && isOwnQuestion)
      next.key = freeKey(keyOfLabel(change.label) || next.type, others);
    if (change.type !== undefined && change.type !== 'select') next.options = [];
    return next;
  });
}

function isMade(field: ContactField, others: readonly ContactField[]): boolean {
  return [field.type, keyOfLabel(field.label) || field.type].some(
    (name) => freeKey(name, others) === field.key,
  );
}

import { z } from 'zod';
import { agentConfiguration } from '../../agents-configuration.contract.ts';
import type { SettingOf, SettingPath, SettingValue } from './setting-path.ts';

/** The schema of a setting, without its default. */
function schemaOf(path: SettingPath): z.core.$ZodType {
  let schema: z.core.$ZodType = agentConfiguration;
  for (const name of path.split('.')) {
    const outer = bare(schema);
    const next = outer instanceof z.ZodObject ? (outer.shape as z.core.$ZodShape)[name] : undefined;
    if (!next) throw new Error(`There is no setting ${path}`);
    schema = next;
  }
  return bare(schema);
}

function bare(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return bare(schema.def.innerType);
  return schema;
}

/** How long the text of a setting may be, as its schema says. */
export function longestOf(path: SettingOf<string>): number {
  const schema = schemaOf(path);
  const longest = schema instanceof z.ZodString ? schema.maxLength : null;
  if (longest === null) throw new Error(`The setting ${path} has no longest length`);
  return longest;
}

/** The smallest and the largest number that a setting may have, as its schema says. */
export function rangeOf(path: SettingOf<number>): { min: number; max: number } {
  return rangeOfSchema(schemaOf(path), path);
}

/** The same for a field of the entries of a list, such as `percentOff` of `payment.coupons`. */
export function entryRangeOf<Path extends SettingPath>(
  path: Path,
  field: EntryField<Path>,
): { min: number; max: number } {
  const name: string = field;
  return rangeOfSchema(entrySchemaOf(path, name), `${path}.${name}`);
}

/** How long the text of a field of a list's entries may be, as its schema says. */
export function entryLongestOf<Path extends SettingPath>(path: Path, field: EntryField<Path>): number {
  const name: string = field;
  const schema = entrySchemaOf(path, name);
  const longest = schema instanceof z.ZodString ? schema.maxLength : null;
  if (longest === null) throw new Error(`The field ${path}.${name} has no longest length`);
  return longest;
}

type EntryField<Path extends SettingPath> = (SettingValue<Path> extends readonly (infer Entry)[]
  ? keyof Entry
  : never) &
  string;

function entrySchemaOf(path: SettingPath, field: string): z.core.$ZodType {
  const list = schemaOf(path);
  const entry = list instanceof z.ZodArray ? bare(list.element) : undefined;
  const schema = entry instanceof z.ZodObject ? (entry.shape as z.core.$ZodShape)[field] : undefined;
  if (!schema) throw new Error(`The entries of ${path} have no ${field}`);
  return bare(schema);
}

function rangeOfSchema(schema: z.core.$ZodType, path: string): { min: number; max: number } {
  const [min, max] = schema instanceof z.ZodNumber ? [schema.minValue, schema.maxValue] : [null, null];
  if (min === null || max === null) throw new Error(`The setting ${path} has no bounds`);
  return { min, max };
}

/** How many entries the list of a setting may have, as its schema says. */
export function mostOf(path: SettingPath): number {
  const schema = schemaOf(path);
  for (const check of schema instanceof z.ZodArray ? (schema.def.checks ?? []) : []) {
    const { def } = check._zod;
    if (def.check === 'max_length' && 'maximum' in def) return Number(def.maximum);
  }
  throw new Error(`The setting ${path} has no longest list`);
}

import {
  customFieldLimits,
  hasCustomOptions,
  isReservedKey,
  readCustomValue,
  takesPattern,
  typesAfter,
  type CustomFieldScope,
  type CustomValues,
} from '#shared/contacts/custom-fields.ts';
import { AppError, commonErrors } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { patternEffort, readPattern } from '#shared/contacts/simple-pattern.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { violatedConstraint, type Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import {
  customFieldsErrors,
  type CustomField,
  type CustomFieldChange,
  type CustomFieldInput,
  type CustomInput,
} from '../custom-fields.contract.ts';
import { customFieldsRepository, type CustomFieldRow } from './custom-fields.repository.ts';

const present = ({
  id,
  scope,
  key,
  label,
  hint,
  type,
  options,
  pattern,
  currency,
  initial,
  isRequired,
  inInbox,
  archivedAt,
}: CustomFieldRow): CustomField => ({
  id,
  scope,
  key,
  label,
  hint,
  type,
  options,
  pattern,
  currency,
  initial,
  isRequired,
  inInbox,
  isArchived: archivedAt !== null,
});

/** The fields of contacts or conversations that are in use, in their order. */
export async function customFieldsOf(tx: Transaction, scope: CustomFieldScope): Promise<CustomField[]> {
  return (await customFieldsRepository(tx).active(scope)).map(present);
}

/**
 * Reads what a person wrote into fields: what is set and what is taken away. Throws with a reason for each
 * value that does not fit.
 */
export function readCustomInput(
  fields: readonly CustomField[],
  input: CustomInput,
): { set: CustomValues; gone: string[] } {
  const problems: Record<string, string> = {};
  const set: CustomValues = {};
  const gone: string[] = [];
  const effort = { left: patternEffort.request };
  for (const [key, typed] of Object.entries(input)) {
    const field = fields.find((each) => each.key === key);
    const read = field ? readCustomValue(field, typed, effort) : { problem: 'unknown' };
    if ('problem' in read)
      problems[`customFields.${key}`] =
        read.problem === 'pattern' && field?.hint ? field.hint : `custom-fields:problem.${read.problem}`;
    else if (read.value === null) gone.push(key);
    else set[key] = read.value;
  }
  if (Object.keys(problems).length > 0) throw new AppError(commonErrors.invalidInput, { fields: problems });
  return { set, gone };
}

/** The values after a change of some of them. */
export function changedFields(
  before: CustomValues,
  { set, gone }: { set: CustomValues; gone: readonly string[] },
): CustomValues {
  return Object.fromEntries(Object.entries({ ...before, ...set }).filter(([key]) => !gone.includes(key)));
}

/** Throws with a reason for each part of a field that makes no sense with the others. */
function check(field: Pick<CustomField, 'type' | 'options' | 'pattern' | 'currency' | 'initial'>): void {
  const fields: Record<string, string> = {};
  const { options } = field;
  if (hasCustomOptions(field.type) && options.length === 0)
    fields['options'] = 'custom-fields:problem.noOptions';
  const fold = (text: string): string => text.toLowerCase();
  for (const part of ['value', 'label'] as const)
    if (new Set(options.map((option) => fold(option[part]))).size < options.length)
      fields['options'] = 'custom-fields:problem.sameOptions';
  if (readPattern(field.pattern) === null) fields['pattern'] = 'custom-fields:problem.unreadable';
  if (!fields['options'] && !fields['pattern'] && 'problem' in readCustomValue(field, field.initial))
    fields['initial'] = 'custom-fields:problem.initial';
  if (Object.keys(fields).length > 0) throw new AppError(commonErrors.invalidInput, { fields });
}

/** The parts of a field without those that its type has no use for. */
function tidy<T extends Pick<CustomField, 'type' | 'options' | 'pattern' | 'currency' | 'initial'>>(
  field: T,
): T {
  const plain = {
    ...field,
    options: hasCustomOptions(field.type) ? field.options : [],
    pattern: takesPattern(field.type) ? field.pattern : '',
  };
  check(plain);
  const initial = readCustomValue(plain, plain.initial);
  return { ...plain, initial: 'value' in initial ? initial.value : null };
}

/** Adding, changing, ordering and archiving the account's own fields. */
export function createCustomFieldsUsecases({ clock }: { clock: Clock }) {
  const list = (scope: AccountScope): Promise<{ fields: CustomField[] }> =>
    scope.run(async (tx) => ({ fields: (await customFieldsRepository(tx).all()).map(present) }));

  return {
    list,

    async create(scope: AccountScope, input: CustomFieldInput): Promise<CustomField> {
      if (isReservedKey(input.key))
        throw new AppError(customFieldsErrors.keyReserved, {
          fields: { key: 'errors:custom_fields.key_reserved' },
        });
      const now = clock.now();
      return scope
        .run(async (tx) => {
          const repository = customFieldsRepository(tx);
          const { active, archived, last } = await repository.counts(scope.accountId, input.scope);
          if (active >= customFieldLimits.fields || archived >= customFieldLimits.archived)
            throw new AppError(customFieldsErrors.tooMany, { variables: { most: customFieldLimits.fields } });
          const row: CustomFieldRow = {
            ...tidy(input),
            id: newId('cuf'),
            accountId: scope.accountId,
            position: last + 1,
            archivedAt: null,
            createdAt: now,
            updatedAt: now,
          };
          await repository.insert(row);
          return present(row);
        })
        .catch((error: unknown) => {
          if (violatedConstraint(error) === 'custom_fields_key')
            throw new AppError(customFieldsErrors.keyTaken, {
              fields: { key: 'errors:custom_fields.key_taken' },
            });
          throw error;
        });
    },

    change: (
      scope: AccountScope,
      id: string,
      { isArchived, ...change }: CustomFieldChange,
    ): Promise<CustomField> =>
      scope.run(async (tx) => {
        const repository = customFieldsRepository(tx);
        const before = await repository.lock(id);
        if (!before) throw new AppError(customFieldsErrors.notFound);
        if (change.type && !typesAfter(before.type).includes(change.type))
          throw new AppError(customFieldsErrors.typeFixed, {
            fields: { type: 'errors:custom_fields.type_fixed' },
          });
        const now = clock.now();
        const row: CustomFieldRow = { ...tidy({ ...before, ...change }), updatedAt: now };
        if (isArchived === true) row.archivedAt = before.archivedAt ?? now;
        if (isArchived === false && before.archivedAt) {
          const { active, last } = await repository.counts(scope.accountId, before.scope);
          if (active >= customFieldLimits.fields)
            throw new AppError(customFieldsErrors.tooMany, { variables: { most: customFieldLimits.fields } });
          row.archivedAt = null;
          row.position = last + 1;
        }
        await repository.update(id, row);
        return present(row);
      }),

    async order(
      scope: AccountScope,
      { scope: of, ids }: { scope: CustomFieldScope; ids: readonly string[] },
    ): Promise<{ fields: CustomField[] }> {
      await scope.run(async (tx) => {
        const repository = customFieldsRepository(tx);
        await repository.counts(scope.accountId, of);
        const known = (await repository.active(of)).map(({ id }) => id);
        if (known.toSorted().join() !== ids.toSorted().join())
          throw new AppError(customFieldsErrors.orderOld);
        await repository.setOrder(ids);
      });
      return list(scope);
    },
  };
}

export type CustomFieldsUsecases = ReturnType<typeof createCustomFieldsUsecases>;

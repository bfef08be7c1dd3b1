import { z } from 'zod';
import {
  customFieldLimits,
  customFieldScopes,
  customFieldTypes,
  customKeyPattern,
  type CustomValues,
} from '#shared/contacts/custom-fields.ts';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { currencyCodes } from '#shared/money/money.ts';

export const customFieldsErrors = defineErrors('custom_fields', {
  notFound: 404,
  keyTaken: 409,
  keyReserved: 400,
  tooMany: 409,
  typeFixed: 409,
  orderOld: 409,
});

/** What a field holds, as it is kept; see `readCustomValue`. */
export const customValueSchema = z.union([
  z.string().max(customFieldLimits.longText),
  z.number(),
  z.boolean(),
  z.array(z.string().max(customFieldLimits.option)).max(customFieldLimits.options),
]);
export const customValuesSchema: z.ZodType<CustomValues> = z.record(z.string(), customValueSchema);
export const customKeySchema = z.string().regex(customKeyPattern);
/** Values as they are written: null takes one away, and what is not named stays. */
export const customInputSchema = z.record(customKeySchema, customValueSchema.nullable());
export type CustomInput = z.infer<typeof customInputSchema>;

const optionSchema = z.strictObject({
  value: z.string().trim().min(1).max(customFieldLimits.option),
  label: z.string().trim().min(1).max(customFieldLimits.option),
});

const settings = {
  label: z.string().trim().min(1).max(customFieldLimits.label),
  /** Said under the field, and when a value does not fit the pattern. */
  hint: z.string().trim().max(customFieldLimits.hint),
  type: z.enum(customFieldTypes),
  options: z.array(optionSchema).max(customFieldLimits.options),
  /** What texts look like as a whole; see `src/shared/contacts/simple-pattern.ts`. */
  pattern: z.string().trim().max(customFieldLimits.pattern),
  currency: z.enum(currencyCodes),
  /** What a new contact or conversation begins with. */
  initial: customValueSchema.nullable(),
  /** Must be given where a person is written down, and in forms that ask for it. */
  isRequired: z.boolean(),
  inInbox: z.boolean(),
};

export const customFieldSchema = z
  .object({
    id: z.string(),
    scope: z.enum(customFieldScopes),
    key: z.string(),
    ...settings,
    isArchived: z.boolean(),
  })
  .meta({ id: 'CustomField' });
export type CustomField = z.infer<typeof customFieldSchema>;

const fieldInput = z.strictObject({
  scope: z.enum(customFieldScopes),
  key: customKeySchema,
  ...settings,
  hint: settings.hint.default(''),
  options: settings.options.default([]),
  pattern: settings.pattern.default(''),
  currency: settings.currency.default('EUR'),
  initial: settings.initial.default(null),
  isRequired: settings.isRequired.default(false),
  inInbox: settings.inInbox.default(true),
});
export type CustomFieldInput = z.infer<typeof fieldInput>;
const fieldChange = z.strictObject({ ...settings, isArchived: z.boolean() }).partial();
export type CustomFieldChange = z.infer<typeof fieldChange>;

const edit = { permission: 'contacts.edit' } as const;

export const customFieldsEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/custom-fields',
    access: { permission: 'contacts.read' },
    summary:
      'The fields that the account added to contacts and conversations, in their order; archived ones last.',
    response: z.object({ fields: z.array(customFieldSchema) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/custom-fields',
    access: edit,
    needsPlan: true,
    summary: 'Adds a field; at most 100 for contacts and 100 for conversations. Its key stays for ever.',
    body: fieldInput,
    response: customFieldSchema,
    errors: [customFieldsErrors.keyTaken, customFieldsErrors.keyReserved, customFieldsErrors.tooMany],
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/custom-fields/{id}',
    access: edit,
    summary:
      'Changes a field; what is not named stays. The type becomes another one only where no value is lost: text to long text, and among the numbers. An archived field keeps its values and is shown nowhere.',
    params: z.strictObject({ id: z.string().max(60) }),
    body: fieldChange,
    response: customFieldSchema,
    errors: [customFieldsErrors.notFound, customFieldsErrors.typeFixed, customFieldsErrors.tooMany],
  }),
  order: endpoint({
    method: 'PUT',
    path: '/api/custom-fields',
    access: edit,
    summary:
      'Puts the fields of contacts or conversations in order; every one that is not archived is named once.',
    body: z.strictObject({
      scope: z.enum(customFieldScopes),
      ids: z.array(z.string().max(60)).max(customFieldLimits.fields),
    }),
    response: z.object({ fields: z.array(customFieldSchema) }),
    errors: [customFieldsErrors.orderOld],
  }),
} as const;

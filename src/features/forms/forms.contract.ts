import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { askedContactFields } from '#shared/contacts/contact-fields.ts';
import { defineErrors } from '#shared/errors.ts';
import {
  formBlockTypes,
  formFileKinds,
  formLimits,
  formOperators,
  type FormBlockType,
  type FormDocument,
} from '#shared/forms/document.ts';
import { languages } from '#shared/languages.ts';
import { currencyCodes } from '#shared/money/money.ts';
import { customKeySchema } from '#features/custom-fields/custom-fields.contract.ts';

export const formsErrors = defineErrors('forms', {
  notFound: 404,
  draftChanged: 409,
  nothingToPublish: 409,
  notReady: 422,
  neverPublished: 409,
  tooMany: 409,
  slugTaken: 409,
});

/** Forms of one account. */
export const mostForms = 200;

/** Forms to begin with. */
export const formTemplates = [
  'contact',
  'lead',
  'call',
  'quote',
  'feedback',
  'newsletter',
  'job',
  'order',
] as const;
export type FormTemplate = (typeof formTemplates)[number];

const text = (most: number) => z.string().trim().max(most);
const color = z.string().regex(/^#[0-9a-f]{6}$/i, 'forms:validation.color');
const httpsAddress = text(2_048).refine(
  (value) => value === '' || (URL.canParse(value) && new URL(value).protocol === 'https:'),
  'forms:validation.https',
);
const key = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'forms:validation.key');
const optionValue = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, 'forms:validation.key');
const day = z.string().regex(/^$|^\d{4}-\d{2}-\d{2}$|^\d{2}:\d{2}$/);
const moment = z
  .string()
  .max(40)
  .refine(
    (value) => value === '' || (/^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(Date.parse(value))),
    'forms:validation.moment',
  );
const limit = z.number().min(-1e9).max(1e9).nullable();

const blockSchema = z.strictObject({
  key,
  type: z.enum(formBlockTypes as [FormBlockType, ...FormBlockType[]]),
  label: text(200),
  help: text(500),
  placeholder: text(100),
  required: z.boolean(),
  initial: text(255),
  width: z.enum(['full', 'half']),
  mapTo: z.union([z.enum(['', ...askedContactFields]), z.templateLiteral(['custom:', customKeySchema])]),
  options: z
    .array(z.strictObject({ value: optionValue, label: text(200), image: httpsAddress }))
    .max(formLimits.options),
  rows: z.array(z.strictObject({ value: optionValue, label: text(200) })).max(formLimits.rows),
  min: limit,
  max: limit,
  from: day,
  until: day,
  format: z.enum(['', 'letters', 'digits', 'alphanumeric']),
  decimals: z.number().int().min(0).max(4),
  currency: z.enum(currencyCodes),
  amount: z.number().int().min(0).max(100_000_000),
  amountFrom: z.string().regex(/^([a-z][a-z0-9_]{0,39})?$/),
  icon: z.enum(['star', 'heart', 'number']),
  multiple: z.boolean(),
  lowLabel: text(60),
  highLabel: text(60),
  accept: z.array(z.enum(formFileKinds)).max(4),
  /** Of a hidden field the name in the page's address, of a picture its address. */
  source: text(2_048),
});

const conditionSchema = z.strictObject({
  field: z.string().regex(/^=?[a-z][a-z0-9_]{0,39}$/),
  operator: z.enum(formOperators),
  value: text(255),
});
const actionSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.enum(['show', 'hide', 'require']), field: key }),
  z.strictObject({ type: z.literal('jump'), to: key }),
  z.strictObject({
    type: z.literal('calculate'),
    name: key,
    by: z.enum(['set', 'add', 'subtract', 'multiply', 'divide']),
    amount: z.number().min(-1e9).max(1e9),
    field: z.union([z.literal(''), key]),
  }),
  z.strictObject({ type: z.literal('end'), screen: key }),
]);

/** A whole form. What it must hold to be published is more: `formIssues` says what is missing. */
export const formDocumentSchema = z.strictObject({
  blocks: z.array(blockSchema).max(formLimits.blocks + formLimits.pages),
  rules: z
    .array(
      z.strictObject({
        id: key,
        match: z.enum(['all', 'any']),
        groups: z
          .array(
            z.strictObject({
              match: z.enum(['all', 'any']),
              conditions: z.array(conditionSchema).max(formLimits.conditions),
            }),
          )
          .max(formLimits.groups),
        actions: z.array(actionSchema).max(formLimits.actions),
      }),
    )
    .max(formLimits.rules),
  screens: z
    .array(z.strictObject({ id: key, title: text(200), text: text(2_000), redirectUrl: httpsAddress }))
    .min(1)
    .max(formLimits.screens),
  settings: z.strictObject({
    openFrom: moment,
    openUntil: moment,
    maxSubmissions: z.number().int().min(0).max(1_000_000),
    onePerVisitor: z.boolean(),
    confirm: z.boolean().default(false),
    notify: z.array(z.email('forms:validation.email').max(254)).max(formLimits.notify),
    reply: z.strictObject({ enabled: z.boolean(), subject: text(150), text: text(5_000) }),
    spam: z.enum(['none', 'honeypot', 'proof-of-work']),
    language: z.enum(languages),
    submitText: text(60),
    theme: z.strictObject({
      color,
      background: color,
      mode: z.enum(['auto', 'light', 'dark']),
      font: z.enum(['sans', 'serif']),
      corners: z.enum(['square', 'soft', 'round']),
    }),
  }),
}) satisfies z.ZodType<FormDocument>;

/** `null` as long as it has none of its own. */
const slug = z
  .string()
  .trim()
  .regex(/^[a-z0-9-]{3,60}$/, 'forms:validation.slug')
  .nullable();
const name = z.string().trim().min(1, 'forms:validation.name').max(80);

export const formSummarySchema = z
  .object({
    id: z.string(),
    publicId: z.string(),
    slug: z.string().nullable(),
    name: z.string(),
    /** Inactive forms say that they are closed. */
    isActive: z.boolean(),
    isPublished: z.boolean(),
    /** Questions that people are asked. */
    fieldCount: z.number(),
    submissionCount: z.number(),
    newCount: z.number(),
    /** The page's address. */
    url: z.string(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'FormSummary' });
export type FormSummary = z.infer<typeof formSummarySchema>;

export const formIssueSchema = z.object({
  issue: z.enum([
    'no_fields',
    'label',
    'options',
    'duplicate',
    'unknown',
    'ring',
    'jump_back',
    'amount',
    'pages',
    'payments',
    'mapped',
    'reply_to',
    'confirm_paid',
    'source',
    'placeholder',
    'placeholder_typed',
  ]),
  /** The block, or the rule by its place, that it is about. */
  block: z.string().nullable(),
  rule: z.number().nullable(),
  /** What stands in double braces, for `placeholder` and `placeholder_typed`; else empty. */
  name: z.string(),
});
export type FormIssue = z.infer<typeof formIssueSchema>;

export const formSchema = formSummarySchema
  .extend({
    draft: formDocumentSchema,
    draftRevision: z.number(),
    publishedVersion: z.number(),
    hasChanges: z.boolean(),
    /** What keeps the draft from being published. */
    issues: z.array(formIssueSchema),
  })
  .meta({ id: 'Form' });
export type Form = z.infer<typeof formSchema>;

const read = { permission: 'forms.read' } as const;
const edit = { permission: 'forms.edit' } as const;
const one = z.strictObject({ id: z.string().max(60) });
const done = z.object({});

export const formsEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/forms',
    access: read,
    summary: 'Forms of the account, newest change first; `search` looks in their names.',
    query: z.strictObject({ search: z.string().max(200).optional() }),
    response: z.object({ forms: z.array(formSummarySchema) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/forms',
    access: edit,
    needsPlan: true,
    summary: 'Makes a form, empty or from a template.',
    body: z.strictObject({
      name,
      template: z.enum(formTemplates).nullable().default(null),
      language: z.enum(languages).default('en'),
    }),
    response: formSchema,
    errors: [formsErrors.tooMany],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/forms/{id}',
    access: read,
    summary: 'A form with its draft.',
    params: one,
    response: formSchema,
    errors: [formsErrors.notFound],
  }),
  saveDraft: endpoint({
    method: 'PUT',
    path: '/api/forms/{id}/draft',
    access: edit,
    needsPlan: true,
    summary: 'Keeps the draft; refused when somebody else changed it since `revision`.',
    params: one,
    body: z.strictObject({ revision: z.number().int().min(0), name, document: formDocumentSchema }),
    response: formSchema,
    errors: [formsErrors.notFound, formsErrors.draftChanged],
  }),
  publish: endpoint({
    method: 'POST',
    path: '/api/forms/{id}/publish',
    access: edit,
    needsPlan: true,
    summary: 'Puts the draft on the form’s page.',
    params: one,
    body: z.strictObject({ revision: z.number().int().min(0) }),
    response: formSchema,
    errors: [
      formsErrors.notFound,
      formsErrors.draftChanged,
      formsErrors.notReady,
      formsErrors.nothingToPublish,
    ],
  }),
  revert: endpoint({
    method: 'POST',
    path: '/api/forms/{id}/revert',
    access: edit,
    summary: 'Makes the draft what is published.',
    params: one,
    response: formSchema,
    errors: [formsErrors.notFound, formsErrors.neverPublished],
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/forms/{id}',
    access: edit,
    summary: 'Opens or closes a form, or gives it an address of its own.',
    params: one,
    body: z.strictObject({ isActive: z.boolean().optional(), slug: slug.optional() }),
    response: formSchema,
    errors: [formsErrors.notFound, formsErrors.slugTaken],
  }),
  duplicate: endpoint({
    method: 'POST',
    path: '/api/forms/{id}/duplicate',
    access: edit,
    needsPlan: true,
    summary: 'Makes a form like this one, without its submissions.',
    params: one,
    response: formSchema,
    errors: [formsErrors.notFound, formsErrors.tooMany],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/forms/{id}',
    access: edit,
    summary: 'Deletes a form with all its submissions.',
    params: one,
    response: done,
    errors: [formsErrors.notFound],
  }),
  preview: endpoint({
    method: 'GET',
    path: '/api/forms/{id}/preview',
    access: read,
    transport: 'file',
    summary: 'The draft as people would see it; nothing that is sent from it is kept.',
    params: one,
    response: done,
    errors: [formsErrors.notFound],
  }),
  qrCode: endpoint({
    method: 'GET',
    path: '/api/forms/{id}/qr-code',
    access: read,
    transport: 'file',
    summary: 'The page’s address as a QR code (SVG).',
    params: one,
    response: done,
    errors: [formsErrors.notFound],
  }),
} as const;

import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';

export const formPageErrors = defineErrors('form-page', {
  notFound: 404,
  closed: 403,
  /** The account takes nothing from the person in whose chat the form stands. */
  blocked: 403,
  notOpenYet: 403,
  full: 403,
  alreadySent: 409,
  expired: 409,
  changed: 409,
  tooFast: 429,
  tooMany: 429,
  unproven: 403,
  invalid: 400,
  missingFile: 400,
  fileKind: 415,
  fileUnreadable: 422,
  tooManyFiles: 409,
  paymentNotReady: 503,
  mailJustSent: 429,
  noMoreMails: 429,
});

const answers = z.record(
  z.string().max(60),
  z.union([
    z.string().max(12_000),
    z.number(),
    z.boolean(),
    z.null(),
    z.array(z.string().max(100)).max(120),
    z.record(z.string().max(60), z.string().max(1_000)),
  ]),
);
/** Signed by the server when it gave the page; says which submission this will be and when it began. */
const token = z.string().max(8_000);
const ofPage = z.strictObject({ publicId: z.string().max(60) });
const utm = z
  .record(z.string().regex(/^utm_(source|medium|campaign|term|content)$/), z.string().max(200))
  .default({});

export const formAnswerInput = z.strictObject({
  token,
  answers,
  /** A field that people do not see; whoever fills it is a program. */
  website: z.string().max(500).default(''),
  /** A number with which the token's hash begins with zeros. */
  proof: z.string().max(20).default(''),
  tag: z
    .string()
    .regex(/^([a-z0-9][a-z0-9-]{0,63})?$/)
    .catch('')
    .default(''),
  utm,
  /** Where whoever reads the page around the form came from, as that page knows it. */
  referrer: z.string().max(2_048).catch('').default(''),
});
export type FormAnswerInput = z.infer<typeof formAnswerInput>;

/** What follows: a screen, another page, the page where it is paid, or a mail by which it is confirmed. */
export const formOutcomeSchema = z
  .object({
    next: z.enum(['screen', 'redirect', 'pay', 'confirm']),
    url: z.string(),
    title: z.string(),
    text: z.string(),
  })
  .meta({ id: 'FormOutcome' });
export type FormOutcome = z.infer<typeof formOutcomeSchema>;

export const formPageEndpoints = {
  submit: endpoint({
    method: 'POST',
    path: '/api/form-pages/{publicId}/submissions',
    access: 'public',
    summary: 'Sends a form. The token makes what is sent twice one submission.',
    params: ofPage,
    body: formAnswerInput,
    response: formOutcomeSchema,
    errors: Object.values(formPageErrors),
  }),
  progress: endpoint({
    method: 'POST',
    path: '/api/form-pages/{publicId}/progress',
    access: 'public',
    summary: 'Keeps what was answered so far, and how far that was.',
    params: ofPage,
    body: z.strictObject({
      token,
      answers,
      page: z.number().int().min(0).max(20),
      field: z.string().max(40).default(''),
    }),
    response: z.object({}),
    errors: [formPageErrors.notFound, formPageErrors.expired, formPageErrors.tooMany],
  }),
  confirmation: endpoint({
    method: 'POST',
    path: '/api/form-pages/{publicId}/confirmation',
    access: 'public',
    summary: 'Writes the mail again by which a form is confirmed: three times at most, a minute apart.',
    params: ofPage,
    body: z.strictObject({ token }),
    response: z.object({}),
    errors: [
      formPageErrors.notFound,
      formPageErrors.expired,
      formPageErrors.tooMany,
      formPageErrors.mailJustSent,
      formPageErrors.noMoreMails,
    ],
  }),
  upload: endpoint({
    method: 'POST',
    path: '/api/form-pages/{publicId}/files/{field}',
    access: 'public',
    transport: 'upload',
    summary: 'Takes one file (`file`) of at most 10 MB for a field; `token` in the address.',
    params: z.strictObject({ publicId: z.string().max(60), field: z.string().max(40) }),
    query: z.strictObject({ token }),
    response: z.object({ id: z.string(), name: z.string(), size: z.number() }),
    errors: [
      formPageErrors.notFound,
      formPageErrors.expired,
      formPageErrors.missingFile,
      formPageErrors.fileKind,
      formPageErrors.fileUnreadable,
      formPageErrors.tooManyFiles,
      formPageErrors.tooMany,
    ],
  }),
} as const;

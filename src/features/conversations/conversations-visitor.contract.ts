import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { contactFieldTypes } from '#features/agents/agents-configuration.contract.ts';
import { accessErrors } from './conversations-access.contract.ts';

/** What stands between a visitor and the next message, and what may not be done twice. */
export const visitorErrors = defineErrors('conversations', {
  consentDue: 403,
  consentChanged: 409,
  contactFormDue: 403,
  contactFormClosed: 409,
  endingOff: 403,
  formTooEarly: 409,
});

const formValueSchema = z.object({
  key: z.string(),
  type: z.enum(contactFieldTypes),
  label: z.string(),
  value: z.string(),
});

/** How far a visitor came with what is asked, and what they gave. */
export const visitorProgressSchema = z
  .object({
    consent: z.string().nullable(),
    form: z.enum(['open', 'asked', 'skipped', 'filled']),
    written: z.number(),
    values: z.array(formValueSchema),
    filledAt: z.string().nullable(),
  })
  .meta({ id: 'VisitorStanding' });
export type VisitorProgress = z.infer<typeof visitorProgressSchema>;

/** The answers to the contact form, as the owner reads them beside a conversation. */
export const givenFormSchema = z.object({ at: z.string(), values: z.array(formValueSchema) });

/** Where a form of a message is filled in, or why not. */
export const openedFormSchema = z.object({
  state: z.enum(['open', 'filled', 'closed', 'not_open', 'full', 'sent_before']),
  url: z.string().nullable(),
  /** When it opens, for `not_open`. */
  opensAt: z.string().nullable(),
});
export type OpenedForm = z.infer<typeof openedFormSchema>;

const progress = z.object({ progress: visitorProgressSchema });
const id = z.strictObject({ id: z.string().max(60) });

export const visitorEndpoints = {
  giveConsent: endpoint({
    method: 'POST',
    path: '/api/visitor/consent',
    access: 'visitor',
    ofOneConversation: true,
    summary:
      'Agrees to the text that is shown before the first message. `version` names the text that was read.',
    body: z.strictObject({ version: z.string().max(64) }),
    response: progress,
    errors: [visitorErrors.consentChanged],
  }),
  fillContactForm: endpoint({
    method: 'POST',
    path: '/api/visitor/contact-form',
    access: 'visitor',
    ofOneConversation: true,
    summary: "Answers the agent's contact form, by field. Keys that the form does not have are dropped.",
    body: z.strictObject({
      values: z
        .record(z.string().max(40), z.union([z.string().max(8_000), z.boolean()]))
        .refine((values) => Object.keys(values).length <= 40),
    }),
    response: progress,
    errors: [visitorErrors.consentDue, visitorErrors.contactFormClosed, accessErrors.blocked],
  }),
  openContactForm: endpoint({
    method: 'POST',
    path: '/api/visitor/contact-form/open',
    access: 'visitor',
    summary:
      "Where the owner's own form is filled in that the agent asks for; null while it takes no answers, and then the agent's fields are asked, or nothing where it has none.",
    response: z.object({ form: z.string(), url: z.string().nullable(), progress: visitorProgressSchema }),
    errors: [visitorErrors.consentDue, visitorErrors.contactFormClosed],
  }),
  skipContactForm: endpoint({
    method: 'POST',
    path: '/api/visitor/contact-form/skip',
    access: 'visitor',
    ofOneConversation: true,
    summary: 'Passes the contact form by, where the owner allows it.',
    response: progress,
    errors: [visitorErrors.contactFormClosed],
  }),
  openForm: endpoint({
    method: 'POST',
    path: '/api/visitor/messages/{id}/form',
    access: 'visitor',
    ofOneConversation: true,
    summary: "Where one of the account's own forms is filled in that a message shows as a card.",
    params: id,
    body: z.strictObject({ formId: z.string().max(60) }),
    response: openedFormSchema,
    errors: [visitorErrors.consentDue, visitorErrors.formTooEarly, accessErrors.blocked],
  }),
  endConversation: endpoint({
    method: 'POST',
    path: '/api/visitor/conversations/{id}/end',
    access: 'visitor',
    ofOneConversation: true,
    summary: 'Ends a conversation and rates it, both once; the next message begins another one.',
    params: id,
    body: z.strictObject({
      rating: z.number().int().min(1).max(5).nullish(),
      comment: z.string().trim().max(1_000).optional(),
    }),
    response: z.object({}),
    errors: [visitorErrors.endingOff],
  }),
  deleteVisitor: endpoint({
    method: 'DELETE',
    path: '/api/visitor/data',
    access: 'visitor',
    summary:
      'Deletes all that is stored of the visitor: conversations, files, details, and the contact when it has nothing else.',
    response: z.object({}),
  }),
  deletions: endpoint({
    method: 'GET',
    path: '/api/visitor-deletions',
    access: { permission: 'contacts.read' },
    summary: 'The newest times that visitors deleted their data; nothing of what it was.',
    query: z.strictObject({ contact: z.string().max(60).optional() }),
    response: z.object({
      deletions: z.array(z.object({ id: z.string(), agentName: z.string(), deletedAt: z.string() })),
      total: z.number(),
    }),
  }),
} as const;

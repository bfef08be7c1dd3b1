import { z } from 'zod';
import { contactFields, eachContactField } from '#shared/contacts/contact-fields.ts';
import { readFieldConditions } from '#shared/contacts/custom-fields.ts';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { spanSchema } from '#shared/time-spans/span-schema.ts';
import { userSchema } from '#features/accounts/accounts.contract.ts';
import { agentsErrors } from '#features/agents/agents.contract.ts';
import { customInputSchema, customValuesSchema } from '#features/custom-fields/custom-fields.contract.ts';

export const contactsErrors = defineErrors('contacts', {
  notFound: 404,
  emailTaken: 409,
  tagTaken: 409,
  tooManyTags: 409,
  noSuchTag: 404,
  noteNotFound: 404,
  nothingKnown: 400,
  subscriberUndecided: 409,
});

/** Where a contact stands on the way to becoming a customer. */
export const lifecycles = ['new', 'contacted', 'qualified', 'customer', 'lost'] as const;
export type Lifecycle = (typeof lifecycles)[number];

/** How a contact came into being. */
export const contactSources = ['widget', 'form', 'qr', 'landing', 'import', 'api', 'manual'] as const;

/**
 * What shows that somebody is who they say: the word of the owner's server, a code that was mailed to the
 * address, the link of a mail that asked for consent. Anything that is only typed is a claim.
 */
export const proofs = ['identity', 'code', 'opt_in'] as const;
export type Proof = (typeof proofs)[number];

export const tagColors = ['grey', 'green', 'blue', 'violet', 'pink', 'red', 'orange', 'yellow'] as const;
export type TagColor = (typeof tagColors)[number];

/** Most tags of one contact, and of an account. */
export const mostTags = 50;
export const mostAccountTags = 500;
/** Longest name of a tag. */
export const longestTag = 40;

export const tagSchema = z
  .object({ id: z.string(), name: z.string(), color: z.enum(tagColors) })
  .meta({ id: 'ContactTag' });
export type ContactTag = z.infer<typeof tagSchema>;

/** Whether a person agreed to hear of offers, when, how, and to which text. */
export const consentSchema = z.object({
  value: z.boolean(),
  at: z.string(),
  source: z.string(),
  textVersion: z.string().nullable(),
});
export type MarketingConsent = z.infer<typeof consentSchema>;

/** The fields that people write. Places are null while the account hides where people are. */
const knownFields = {
  ...eachContactField(() => z.string().nullable()),
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
};

export const contactSchema = z
  .object({
    id: z.string(),
    ...knownFields,
    /** Values of the account's own fields, by their keys; of archived ones, too. */
    customFields: customValuesSchema,
    /** Answers to contact forms that have no column. */
    customValues: z.array(
      z.object({ key: z.string(), type: z.string(), label: z.string(), value: z.string() }),
    ),
    /**
     * An address that this contact typed and that belongs to another one, with that one's id while it exists.
     */
    claimedEmail: z.string().nullable(),
    claimedContactId: z.string().nullable(),
    /** Further addresses of the person, of contacts that became part of this one. */
    otherEmails: z.array(z.string()),
    /** What showed that `email` is the person's, and when; null: it was only typed. */
    emailProof: z.enum(proofs).nullable(),
    emailProvenAt: z.string().nullable(),
    /** Who it is in the owner's own books, and when the owner's server last said so. */
    externalId: z.string().nullable(),
    verifiedAt: z.string().nullable(),
    /** What pages told about this visitor; unverified. */
    variables: z.record(z.string(), z.string()),
    source: z.string(),
    agentId: z.string().nullable(),
    agentName: z.string().nullable(),
    /** Null while the account hides where people are, as it is named after a city. */
    timezone: z.string().nullable(),
    device: z.string().nullable(),
    browser: z.string().nullable(),
    os: z.string().nullable(),
    landingUrl: z.string().nullable(),
    referrer: z.string().nullable(),
    tag: z.string().nullable(),
    /** Out of the address on which the person arrived. */
    utm: z
      .object({
        source: z.string(),
        medium: z.string(),
        campaign: z.string(),
        term: z.string(),
        content: z.string(),
      })
      .partial(),
    lifecycle: z.enum(lifecycles),
    leadScore: z.number(),
    tagIds: z.array(z.string()),
    marketingConsent: consentSchema.nullable(),
    /** The account takes no more messages from the person. */
    isBlocked: z.boolean(),
    conversationCount: z.number(),
    messageCount: z.number(),
    lastMessage: z.string(),
    /** Who said it: `visitor`, `assistant` or `human`. */
    lastMessageRole: z.string().nullable(),
    firstSeenAt: z.string(),
    lastSeenAt: z.string(),
    createdAt: z.string(),
  })
  .meta({ id: 'Contact' });
export type Contact = z.infer<typeof contactSchema>;

/**
 * One contact, with whether the person wants mails and the money that came of the person where the member may
 * see it: sums by currency in its smallest unit, and what the models cost.
 */
export const contactDetailSchema = contactSchema
  .extend({
    /** How many browsers showed to be this person, and how many came as it and showed nothing. */
    visitors: z.object({ proven: z.number(), claimed: z.number() }),
    /** Since when the person wants no more mails of the account; receipts and codes come all the same. */
    unsubscribedAt: z.string().nullable(),
    money: z
      .object({
        sums: z.array(
          z.object({ currency: z.string(), paid: z.number(), refunded: z.number(), isTest: z.boolean() }),
        ),
        isSubscribed: z.boolean(),
        aiCostMicros: z.number(),
      })
      .nullable(),
  })
  .meta({ id: 'ContactDetail' });
export type ContactDetail = z.infer<typeof contactDetailSchema>;

const brought: ReadonlySet<string> = new Set(['manual', 'import', 'api']);
/**
 * Whether somebody was ever there: who was written down or brought by a file has not been, until they visit,
 * write or fill in a form. `contacts.seen_at` is the same in the database.
 */
export const wasSeen = <At extends string | number>({
  source,
  createdAt,
  lastSeenAt,
}: {
  source: string;
  createdAt: At;
  lastSeenAt: At;
}): boolean => !brought.has(source) || lastSeenAt !== createdAt;

export const contactSorts = ['seen', 'newest', 'name', 'score'] as const;
export type ContactSort = (typeof contactSorts)[number];
/** Seen within so many days, or not for three months. */
export const seenChoices = ['1', '7', '30', '90', 'older'] as const;

/** Which contacts are meant. Everything that is given must be true of a contact. */
export const contactFilterSchema = z.strictObject({
  search: z.string().max(200).optional(),
  lifecycle: z.enum(lifecycles).optional(),
  tag: z.string().max(60).optional(),
  source: z.enum(contactSources).optional(),
  /** First wrote to this agent, or has been with it since. */
  agent: z.string().max(60).optional(),
  /** Became known within a span of time, written as that of `wrote`. */
  made: spanSchema.optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  email: z.enum(['yes', 'no']).optional(),
  /** `test`: only with test money, which counts as none. */
  paid: z.enum(['yes', 'no', 'test']).optional(),
  seen: z.enum(seenChoices).optional(),
  /** Wrote within a span of time, to `agent` where that is given: `2026-11-01T00:00:00Z~2026-12-01T00:00:00Z`. */
  wrote: spanSchema.optional(),
  /** Whether the person said that no more mails should come. */
  unsubscribed: z.enum(['yes', 'no']).optional(),
  /** Conditions on the account's own fields: `plan.is.gold~seats.gte.10`. */
  fields: z
    .string()
    .max(1_500)
    .refine((text) => readFieldConditions(text) !== null)
    .optional(),
});
export type ContactFilter = z.infer<typeof contactFilterSchema>;

export const contactInput = z.strictObject({
  ...eachContactField((name) => z.string().max(contactFields[name].limit).nullable().optional()),
  lifecycle: z.enum(lifecycles).optional(),
  leadScore: z.number().int().min(0).max(100).optional(),
  tagIds: z.array(z.string().max(60)).max(mostTags).optional(),
  /** A member notes what the person said; when and by whom is added. */
  marketingConsent: z.boolean().optional(),
  customFields: customInputSchema.optional(),
  isBlocked: z.boolean().optional(),
});
export type ContactInput = z.infer<typeof contactInput>;

/**
 * `subscribers`: what becomes of what somebody pays again and again who is blocked now. `refund` ends it at
 * once and gives back what was not used · `period` ends it with what is paid.
 */
export const contactChange = contactInput.extend({ subscribers: z.enum(['refund', 'period']).optional() });
export type ContactChange = z.infer<typeof contactChange>;

/** What a list of contacts is asked for. */
export const contactsQuery = contactFilterSchema.extend({
  sort: z.enum(contactSorts).optional(),
  cursor: z.string().max(800).optional(),
});

const read = { permission: 'contacts.read' } as const;
const edit = { permission: 'contacts.edit' } as const;
const ofContact = z.strictObject({ id: z.string().max(60) });
const ofTag = z.strictObject({ id: z.string().max(60) });
const tagInput = z.strictObject({ name: z.string().trim().min(1).max(longestTag), color: z.enum(tagColors) });

export const contactsEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/contacts',
    access: read,
    summary:
      "The account's contacts that match, 50 a page, newest activity first unless sorted otherwise. `total` is told where one page holds all; else ask for the count.",
    query: contactsQuery,
    response: z.object({
      contacts: z.array(contactSchema),
      nextCursor: z.string().nullable(),
      total: z.number().nullable(),
    }),
  }),
  count: endpoint({
    method: 'GET',
    path: '/api/contact-count',
    access: read,
    summary: "How many of the account's contacts match.",
    query: contactFilterSchema,
    response: z.object({ total: z.number() }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/contacts',
    access: edit,
    needsPlan: true,
    summary: 'Writes down a person by hand.',
    body: contactInput,
    response: contactDetailSchema,
    errors: [contactsErrors.emailTaken, contactsErrors.nothingKnown, contactsErrors.noSuchTag],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/contacts/{id}',
    access: read,
    summary: 'One contact.',
    params: ofContact,
    response: contactDetailSchema,
    errors: [contactsErrors.notFound],
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/contacts/{id}',
    access: edit,
    summary: 'Changes what is known of a contact; what is not named stays.',
    params: ofContact,
    body: contactChange,
    response: contactDetailSchema,
    errors: [
      contactsErrors.notFound,
      contactsErrors.emailTaken,
      contactsErrors.noSuchTag,
      contactsErrors.subscriberUndecided,
      agentsErrors.refundsLocked,
    ],
  }),
  tags: endpoint({
    method: 'GET',
    path: '/api/contact-tags',
    access: read,
    summary: "The account's tags, with how many contacts have each.",
    response: z.object({ tags: z.array(tagSchema.extend({ contacts: z.number() })) }),
  }),
  createTag: endpoint({
    method: 'POST',
    path: '/api/contact-tags',
    access: edit,
    needsPlan: true,
    summary: 'Makes a tag.',
    body: tagInput,
    response: tagSchema,
    errors: [contactsErrors.tagTaken, contactsErrors.tooManyTags],
  }),
  updateTag: endpoint({
    method: 'PATCH',
    path: '/api/contact-tags/{id}',
    access: edit,
    summary: 'Gives a tag another name or colour, on every contact that has it.',
    params: ofTag,
    body: tagInput,
    response: tagSchema,
    errors: [contactsErrors.noSuchTag, contactsErrors.tagTaken],
  }),
  deleteTag: endpoint({
    method: 'DELETE',
    path: '/api/contact-tags/{id}',
    access: edit,
    summary: 'Removes a tag from the account and from every contact.',
    params: ofTag,
    response: z.object({}),
    errors: [contactsErrors.noSuchTag],
  }),
  setPrivacy: endpoint({
    method: 'PUT',
    path: '/api/user/privacy',
    access: 'user',
    summary:
      'What the signed-in person does not want to see of visitors. What an owner hides is hidden from everybody in the account, and no longer stored.',
    body: z.strictObject({ hidePassiveVisitors: z.boolean(), hideLocationData: z.boolean() }),
    response: userSchema,
  }),
} as const;

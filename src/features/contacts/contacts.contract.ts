import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';

export const contactsErrors = defineErrors('contacts', { notFound: 404 });

export const contactSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  company: z.string().nullable(),
  /** Answers to contact forms that have no column. */
  customValues: z.array(z.object({ key: z.string(), type: z.string(), label: z.string(), value: z.string() })),
  /** An address that this contact typed and that belongs to another one, with that one's id while it exists. */
  claimedEmail: z.string().nullable(),
  claimedContactId: z.string().nullable(),
  /** Who it is in the owner's own books, and when the owner's server last said so. */
  externalId: z.string().nullable(),
  verifiedAt: z.string().nullable(),
  /** What pages told about this visitor; unverified. */
  variables: z.record(z.string(), z.string()),
  source: z.string(),
  agentId: z.string().nullable(),
  agentName: z.string().nullable(),
  country: z.string().nullable(),
  timezone: z.string().nullable(),
  language: z.string().nullable(),
  device: z.string().nullable(),
  browser: z.string().nullable(),
  os: z.string().nullable(),
  landingUrl: z.string().nullable(),
  referrer: z.string().nullable(),
  tag: z.string().nullable(),
  conversationCount: z.number(),
  messageCount: z.number(),
  lastMessage: z.string(),
  firstSeenAt: z.string(),
  lastSeenAt: z.string(),
}).meta({ id: 'Contact' });
export type Contact = z.infer<typeof contactSchema>;

export const contactsEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/contacts',
    access: { permission: 'contacts.read' },
    summary: 'People who wrote to an agent, newest activity first, 25 a page.',
    query: z.strictObject({ search: z.string().max(200).optional(), agent: z.string().max(60).optional(), cursor: z.string().max(200).optional() }),
    response: z.object({ contacts: z.array(contactSchema), nextCursor: z.string().nullable(), total: z.number() }),
  }),
  get: endpoint({ method: 'GET', path: '/api/contacts/{id}', access: { permission: 'contacts.read' }, summary: 'One contact.', params: z.strictObject({ id: z.string().max(60) }), response: contactSchema, errors: [contactsErrors.notFound] }),
} as const;

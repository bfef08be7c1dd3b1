import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { highestLimits } from '#features/account-limits/account-limits.contract.ts';
import { clientFeatures, type ClientLimit } from '#features/accounts/accounts-clients.contract.ts';
import { longestAccountName, roles, userSchema } from '#features/accounts/accounts.contract.ts';
import { authErrors } from '#features/auth/auth.contract.ts';
import { invitationInput, invitationSchema, teamErrors } from '#features/team/team.contract.ts';

export const agenciesErrors = defineErrors('agencies', {
  /** The account's plan has no clients. */
  planNeeded: 402,
  /** A brand stands before the first client, who would else see that of the product. */
  brandNeeded: 409,
  /** Clients have no clients. */
  clientsHaveNone: 403,
  tooManyClients: 409,
  /** An agency gives no more than whoever runs the server lets it have. */
  aboveOwnLimit: 422,
  clientNotFound: 404,
  /** Nobody but the agency could come in: somebody of the client's own has to own it before. */
  ownerMissing: 409,
  /** The first person of a client owns it, and there is one. */
  ownerThere: 409,
  ownerFirst: 409,
  confirmationWrong: 422,
  /** The agency serves the client, which therefore stays with it. */
  agencyServes: 409,
});

/** Most clients of one agency. */
export const mostClients = 200;
const limit = (kind: ClientLimit, least = 0) =>
  z.number().int().min(least).max(highestLimits[kind]).nullable();

/** What a client may have; null is no limit. Messages are those of a calendar month, UTC. */
export const clientLimitsInput = z.strictObject({
  agents: limit('agents'),
  messages: limit('messages'),
  pages: limit('pages'),
  members: limit('members', 1),
});
export type ClientLimits = z.infer<typeof clientLimitsInput>;

const amount = z.number().int().nullable();
const amounts = z.object({ agents: amount, messages: amount, pages: amount, members: amount });

const name = z.string().trim().min(1).max(longestAccountName);
const featuresOff = z.array(z.enum(clientFeatures)).max(clientFeatures.length);
/** Test money is no money: it is told apart. */
const money = z.object({ currency: z.string(), net: z.number(), isTest: z.boolean() });

export const clientSummarySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    createdAt: z.string(),
    /** `stopped`: the agency's own plan has no clients at present. */
    state: z.enum(['active', 'paused', 'stopped']),
    owner: z.object({ name: z.string(), email: z.string() }).nullable(),
    agents: z.number().int(),
    /** Of this calendar month, UTC. */
    messages: z.number().int(),
    conversations: z.number().int(),
    contacts: z.number().int(),
    /** What visitors paid this month less what went back and what the provider kept, in the smallest unit. */
    revenue: z.array(money),
    lastActiveAt: z.string().nullable(),
  })
  .meta({ id: 'AgencyClient' });
export type ClientSummary = z.infer<typeof clientSummarySchema>;

export const clientDetailsSchema = clientSummarySchema
  .extend({
    pausedReason: z.string(),
    /** What the agency set; null is no limit. */
    limits: amounts,
    /** The most that can be set: what the agency may have itself. */
    highest: amounts,
    featuresOff,
    used: z.object({ agents: z.number(), messages: z.number(), pages: z.number(), members: z.number() }),
    /** Of all time. */
    revenueEver: z.array(money),
    members: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        email: z.string(),
        role: z.enum(roles),
        lastActiveAt: z.string().nullable(),
      }),
    ),
    invitations: z.array(invitationSchema),
  })
  .meta({ id: 'AgencyClientDetails' });
export type ClientDetails = z.infer<typeof clientDetailsSchema>;

const manage = { permission: 'clients.manage' } as const;
const own = { permission: 'account.manage' } as const;
const id = z.strictObject({ id: z.string().max(60) });
const done = z.object({});
const mayHave = [agenciesErrors.planNeeded, agenciesErrors.brandNeeded, agenciesErrors.clientsHaveNone];

export const agenciesEndpoints = {
  clients: endpoint({
    method: 'GET',
    path: '/api/clients',
    access: manage,
    summary: 'The accounts that this one looks after, with their figures, by name.',
    query: z.strictObject({ search: z.string().max(200).optional() }),
    response: z.object({
      /** Whether clients can be made: `ready`, or what is missing. */
      state: z.enum(['ready', 'plan', 'brand', 'client']),
      /** The host under which clients sign in and see nothing but the brand; null while there is none. */
      domain: z.string().nullable(),
      clients: z.array(clientSummarySchema),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/clients',
    access: manage,
    needsPlan: true,
    summary: 'Makes an account for a client, which nobody belongs to yet.',
    body: z.strictObject({ name, limits: clientLimitsInput.optional(), featuresOff: featuresOff.optional() }),
    response: clientDetailsSchema,
    errors: [...mayHave, agenciesErrors.tooManyClients, agenciesErrors.aboveOwnLimit],
  }),
  client: endpoint({
    method: 'GET',
    path: '/api/clients/{id}',
    access: manage,
    summary: 'One client: figures, limits, people.',
    params: id,
    response: clientDetailsSchema,
    errors: [agenciesErrors.clientNotFound],
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/clients/{id}',
    access: manage,
    needsPlan: true,
    summary: 'Names a client anew, or says what it may have and use. What it has already stays.',
    params: id,
    body: z.strictObject({
      name: name.optional(),
      limits: clientLimitsInput.optional(),
      featuresOff: featuresOff.optional(),
    }),
    response: clientDetailsSchema,
    errors: [agenciesErrors.planNeeded, agenciesErrors.clientNotFound, agenciesErrors.aboveOwnLimit],
  }),
  pause: endpoint({
    method: 'POST',
    path: '/api/clients/{id}/pause',
    access: manage,
    summary: 'Lets a client rest: its agents say that they are paused, its people read why and make nothing.',
    params: id,
    body: z.strictObject({ reason: z.string().trim().max(300) }),
    response: clientDetailsSchema,
    errors: [agenciesErrors.clientNotFound],
  }),
  resume: endpoint({
    method: 'POST',
    path: '/api/clients/{id}/resume',
    access: manage,
    summary: 'Lets a client go on.',
    params: id,
    response: clientDetailsSchema,
    errors: [agenciesErrors.planNeeded, agenciesErrors.clientNotFound],
  }),
  enter: endpoint({
    method: 'POST',
    path: '/api/clients/{id}/enter',
    access: manage,
    summary: 'Goes to work in a client, with a new session; both audit logs say so.',
    params: id,
    response: userSchema,
    errors: [agenciesErrors.planNeeded, agenciesErrors.clientNotFound],
  }),
  leave: endpoint({
    method: 'POST',
    path: '/api/client-visit/end',
    access: 'user',
    summary: 'Goes back from a client to the agency, with a new session.',
    response: userSchema,
    errors: [agenciesErrors.clientNotFound],
  }),
  invite: endpoint({
    method: 'POST',
    path: '/api/clients/{id}/invitations',
    access: manage,
    summary: 'Invites a person of the client’s own into its account; the first one owns it.',
    params: id,
    body: z.strictObject({
      email: invitationInput.shape.email,
      role: z.enum(roles),
      message: invitationInput.shape.message,
    }),
    response: z.object({ client: clientDetailsSchema, link: z.string(), isMailed: z.boolean() }),
    errors: [
      agenciesErrors.planNeeded,
      agenciesErrors.clientNotFound,
      agenciesErrors.ownerThere,
      agenciesErrors.ownerFirst,
      teamErrors.alreadyMember,
      teamErrors.alreadyInvited,
      teamErrors.tooManyInvitations,
      teamErrors.tooManyInvitationMails,
      teamErrors.tooManyMembers,
      authErrors.registrationClosed,
      authErrors.mailDomainRefused,
    ],
  }),
  revokeInvitation: endpoint({
    method: 'DELETE',
    path: '/api/clients/{id}/invitations/{invitation}',
    access: manage,
    summary: 'Takes an invitation into a client back.',
    params: z.strictObject({ id: z.string().max(60), invitation: z.string().max(60) }),
    response: clientDetailsSchema,
    errors: [agenciesErrors.clientNotFound, teamErrors.invitationNotFound],
  }),
  release: endpoint({
    method: 'POST',
    path: '/api/clients/{id}/release',
    access: own,
    summary: 'Lets a client stand alone for good, with all that is in it. The agency keeps no way in.',
    params: id,
    body: z.strictObject({ confirmation: z.string().max(200) }),
    response: done,
    errors: [agenciesErrors.clientNotFound, agenciesErrors.ownerMissing, agenciesErrors.confirmationWrong],
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/clients/{id}/delete',
    access: own,
    summary: 'Deletes a client with everything in it, for good.',
    params: id,
    body: z.strictObject({ confirmation: z.string().max(200), password: z.string().min(1).max(1_024) }),
    response: done,
    errors: [
      agenciesErrors.clientNotFound,
      agenciesErrors.confirmationWrong,
      authErrors.passwordWrong,
      authErrors.tooManyAttempts,
    ],
  }),
  standAlone: endpoint({
    method: 'POST',
    path: '/api/client-account/stand-alone',
    access: own,
    summary: 'Leaves an agency that has no clients any more: the account stands alone from then on.',
    response: done,
    errors: [agenciesErrors.clientNotFound, agenciesErrors.agencyServes],
  }),
} as const;

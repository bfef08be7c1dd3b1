import { z } from 'zod';
import { roles } from '#features/accounts/accounts.contract.ts';
import { endpoint } from '#shared/endpoint.ts';
import { commonErrors, defineErrors } from '#shared/errors.ts';

export const superadminAccountsErrors = defineErrors('superadmin', {
  /** Of one's own account or person: nobody locks themselves out. */
  ownAccount: 409,
  lastSuperadmin: 409,
  notForSuperadmins: 409,
  untilPassed: 422,
  /** Of an account that bought a plan: its trial counts for nothing any more. */
  noTrial: 409,
});

const givenPlans = ['pro', 'white_label'] as const;
const id = z.strictObject({ id: z.string().max(60) });
const reason = z.string().trim().min(3).max(300);

const accountSummary = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  owner: z.object({ id: z.string(), name: z.string(), email: z.string() }).nullable(),
  /** The account of a superadmin, which has everything. */
  isOperators: z.boolean(),
  status: z.enum(['trialing', 'incomplete', 'active', 'canceled']),
  isActive: z.boolean(),
  endsAt: z.string().nullable(),
  plan: z.enum(givenPlans).nullable(),
  /** The plan that a superadmin gave. */
  given: z.object({ plan: z.enum(givenPlans), until: z.string().nullable() }).nullable(),
  suspended: z.object({ at: z.string(), reason: z.string() }).nullable(),
  usage: z.object({
    agents: z.number().int(),
    /** Messages of visitors and model costs (micro-dollars) in this calendar month (UTC). */
    messages: z.number().int(),
    spentMicros: z.number().int(),
  }),
});
export type AccountSummary = z.infer<typeof accountSummary>;

const accountDetails = accountSummary.extend({
  contacts: z.number().int(),
  conversations: z.number().int(),
  /** Bytes of uploaded knowledge files. */
  storedBytes: z.number().int(),
  members: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      role: z.enum(roles),
      isSuperadmin: z.boolean(),
      lastActiveAt: z.string().nullable(),
    }),
  ),
  /** What each account may have at most in a day, on this server. */
  limits: z.object({ mailsPerDay: z.number().int() }),
});
export type AccountDetails = z.infer<typeof accountDetails>;

const userSummary = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  createdAt: z.string(),
  isSuperadmin: z.boolean(),
  isLocked: z.boolean(),
  isAddressProven: z.boolean(),
  hasSecondFactor: z.boolean(),
  lastSeenAt: z.string().nullable(),
  accounts: z.array(z.object({ id: z.string(), name: z.string(), role: z.enum(roles) })),
});
export type UserSummary = z.infer<typeof userSummary>;

const listQuery = z.strictObject({
  search: z.string().trim().max(200).optional(),
  cursor: z.string().max(60).optional(),
});

export const superadminAccountsEndpoints = {
  accounts: endpoint({
    method: 'GET',
    path: '/api/superadmin/accounts',
    access: 'superadmin',
    summary: 'Accounts of the server with where they stand and what they use, newest first, 50 at a time.',
    query: listQuery.extend({ only: z.enum(['suspended', 'given']).optional() }),
    response: z.object({ accounts: z.array(accountSummary), nextCursor: z.string().nullable() }),
  }),
  account: endpoint({
    method: 'GET',
    path: '/api/superadmin/accounts/{id}',
    access: 'superadmin',
    summary: 'An account with its members and what it uses.',
    params: id,
    response: accountDetails,
    errors: [commonErrors.notFound],
  }),
  givePlan: endpoint({
    method: 'PUT',
    path: '/api/superadmin/accounts/{id}/plan',
    access: 'superadmin',
    summary: 'Gives an account a plan that nobody pays for, until a moment or for ever; null takes it back.',
    params: id,
    body: z.strictObject({ plan: z.enum(givenPlans).nullable(), until: z.iso.datetime().nullable() }),
    response: accountDetails,
    errors: [commonErrors.notFound, superadminAccountsErrors.untilPassed],
  }),
  extendTrial: endpoint({
    method: 'POST',
    path: '/api/superadmin/accounts/{id}/trial',
    access: 'superadmin',
    summary:
      'Lets the trial of an account last longer: so many days from its end, or from now where it is over.',
    params: id,
    body: z.strictObject({ days: z.number().int().min(1).max(90) }),
    response: accountDetails,
    errors: [commonErrors.notFound, superadminAccountsErrors.noTrial],
  }),
  suspend: endpoint({
    method: 'POST',
    path: '/api/superadmin/accounts/{id}/suspend',
    access: 'superadmin',
    summary: 'Keeps everybody of an account out and takes its agents off. Nothing is deleted.',
    params: id,
    body: z.strictObject({ reason }),
    response: accountDetails,
    errors: [commonErrors.notFound, superadminAccountsErrors.ownAccount],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/superadmin/accounts/{id}/restore',
    access: 'superadmin',
    summary: 'Lets an account in again that was suspended.',
    params: id,
    response: accountDetails,
    errors: [commonErrors.notFound],
  }),
  users: endpoint({
    method: 'GET',
    path: '/api/superadmin/users',
    access: 'superadmin',
    summary: 'People of the server, newest first, 50 at a time.',
    query: listQuery,
    response: z.object({ users: z.array(userSummary), nextCursor: z.string().nullable() }),
  }),
  changeUser: endpoint({
    method: 'PATCH',
    path: '/api/superadmin/users/{id}',
    access: 'superadmin',
    summary:
      'Locks a person out or lets them in, takes their second factor off, calls their address proven, or makes them superadmin, which asks for the password.',
    params: id,
    body: z.strictObject({
      isLocked: z.boolean().optional(),
      hasSecondFactor: z.literal(false).optional(),
      isAddressProven: z.literal(true).optional(),
      isSuperadmin: z.boolean().optional(),
      /** The superadmin's own, for what makes others as mighty as they are. */
      password: z.string().max(1_024).optional(),
    }),
    response: userSummary,
    errors: [
      commonErrors.notFound,
      superadminAccountsErrors.ownAccount,
      superadminAccountsErrors.lastSuperadmin,
      superadminAccountsErrors.notForSuperadmins,
    ],
  }),
} as const;

import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { commonErrors, defineErrors } from '#shared/errors.ts';

export const abuseErrors = defineErrors('abuse', {
  /** Whoever calls comes from an address that a superadmin blocked. */
  addressBlocked: 403,
  /** The superadmin who blocks sits there. */
  ownAddress: 409,
  badNetwork: 422,
  tooWide: 422,
  alreadyBlocked: 409,
  untilPassed: 422,
});

export const reportKinds = ['scam', 'harmful', 'impersonation', 'payment', 'other'] as const;
export type ReportKind = (typeof reportKinds)[number];
export const longestReport = 2_000;

const reason = z.string().trim().min(3).max(300);
const block = z.object({
  id: z.string(),
  /** `192.0.2.0/24`, `2001:db8::/32`. */
  network: z.string(),
  reason: z.string(),
  expiresAt: z.string().nullable(),
  createdAt: z.string(),
});
export type IpBlock = z.infer<typeof block>;

const flaggedAgent = z.object({
  id: z.string(),
  number: z.number().int(),
  name: z.string(),
  account: z.object({ id: z.string(), name: z.string() }),
  held: z.object({ at: z.string(), reason: z.string() }).nullable(),
  /** Reports that nobody has looked at, the newest 20 in words. */
  reportCount: z.number().int(),
  reports: z.array(
    z.object({ id: z.string(), kind: z.enum(reportKinds), body: z.string(), createdAt: z.string() }),
  ),
  /** Begun within the last hour. */
  conversations: z.number().int(),
  /** Within a day. */
  failedPayments: z.number().int(),
  /** People of it whom its team blocked. */
  blockedPeople: z.number().int(),
});
export type FlaggedAgent = z.infer<typeof flaggedAgent>;

const id = z.strictObject({ id: z.string().max(60) });
const done = z.object({});

export const abuseEndpoints = {
  blocks: endpoint({
    method: 'GET',
    path: '/api/superadmin/ip-blocks',
    access: 'superadmin',
    summary: 'Network addresses that may not chat, register or sign in, and the address of whoever asks.',
    response: z.object({ blocks: z.array(block), ownAddress: z.string() }),
  }),
  block: endpoint({
    method: 'POST',
    path: '/api/superadmin/ip-blocks',
    access: 'superadmin',
    summary: 'Keeps an address or a range out, until a moment or for ever. One’s own is refused.',
    body: z.strictObject({
      network: z.string().trim().min(2).max(50),
      reason,
      expiresAt: z.iso.datetime().nullable(),
    }),
    response: block,
    errors: [
      abuseErrors.ownAddress,
      abuseErrors.badNetwork,
      abuseErrors.tooWide,
      abuseErrors.alreadyBlocked,
      abuseErrors.untilPassed,
    ],
  }),
  unblock: endpoint({
    method: 'DELETE',
    path: '/api/superadmin/ip-blocks/{id}',
    access: 'superadmin',
    summary: 'Lets an address or a range in again.',
    params: id,
    response: done,
    errors: [commonErrors.notFound],
  }),
  flagged: endpoint({
    method: 'GET',
    path: '/api/superadmin/flagged-agents',
    access: 'superadmin',
    summary:
      'Agents that visitors reported, that are paused, or that stand out: many conversations at once, payments that fail, people who are blocked.',
    response: z.object({ agents: z.array(flaggedAgent) }),
  }),
  hold: endpoint({
    method: 'POST',
    path: '/api/superadmin/flagged-agents/{id}/hold',
    access: 'superadmin',
    summary: 'Pauses an agent at once; its owner can’t open it meanwhile and reads why in their log.',
    params: id,
    body: z.strictObject({ reason }),
    response: done,
    errors: [commonErrors.notFound],
  }),
  release: endpoint({
    method: 'POST',
    path: '/api/superadmin/flagged-agents/{id}/release',
    access: 'superadmin',
    summary: 'Gives an agent back to its owner.',
    params: id,
    response: done,
    errors: [commonErrors.notFound],
  }),
  resolve: endpoint({
    method: 'POST',
    path: '/api/superadmin/flagged-agents/{id}/resolve',
    access: 'superadmin',
    summary: 'Says that the reports about an agent were looked at.',
    params: id,
    response: done,
    errors: [commonErrors.notFound],
  }),
} as const;

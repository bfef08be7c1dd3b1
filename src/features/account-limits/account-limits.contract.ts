import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { commonErrors, defineErrors } from '#shared/errors.ts';

/**
 * What can be limited. `messages` are those of visitors in a calendar month (UTC), `pages` the documents of its
 * knowledge, `storage` the bytes of what was given as knowledge.
 */
export const limitKinds = ['agents', 'messages', 'pages', 'storage', 'members', 'domains'] as const;
export type LimitKind = (typeof limitKinds)[number];

/** The highest that can be set; what is not limited has none. */
export const highestLimits: Record<LimitKind, number> = {
  agents: 10_000,
  messages: 100_000_000,
  pages: 10_000_000,
  storage: 10_000_000_000_000,
  members: 500,
  domains: 20,
};

/** Of each kind there is no more room. One code a kind, because each says another thing to do. */
export const accountLimitsErrors = defineErrors('account-limits', {
  agents: 409,
  messages: 409,
  pages: 409,
  storage: 409,
  members: 409,
  domains: 409,
});

/** For each kind that is named: the most, or null to take the limit away. */
export const limitsInput = z.strictObject(
  Object.fromEntries(
    limitKinds.map((kind) => [kind, z.number().int().min(0).max(highestLimits[kind]).nullable().optional()]),
  ) as Record<LimitKind, z.ZodOptional<z.ZodNullable<z.ZodNumber>>>,
);
export type LimitsInput = z.infer<typeof limitsInput>;

const stand = z.object({
  used: z.number().int(),
  /** What holds: the lowest of what is set; null where nothing is. */
  most: z.number().int().nullable(),
});
/** What an account has of each kind, and what it may have. */
export const limitsSchema = z.object(
  Object.fromEntries(limitKinds.map((kind) => [kind, stand])) as Record<LimitKind, typeof stand>,
);
export type Limits = z.infer<typeof limitsSchema>;

const byKind = z.object(
  Object.fromEntries(limitKinds.map((kind) => [kind, z.number().int().nullable()])) as Record<
    LimitKind,
    z.ZodNullable<z.ZodNumber>
  >,
);
export type DefaultLimits = z.infer<typeof byKind>;

const ofSuperadmin = z.object({
  limits: limitsSchema,
  /** What superadmins set for this account; an agency may have set less. */
  set: byKind,
  /** What holds where they set nothing. */
  defaults: byKind,
});
export type SuperadminLimits = z.infer<typeof ofSuperadmin>;

const id = z.strictObject({ id: z.string().max(60) });

export const accountLimitsEndpoints = {
  own: endpoint({
    method: 'GET',
    path: '/api/account/limits',
    access: { permission: 'account.read' },
    summary: 'What the account has of agents, messages, pages, storage, members and domains, and may have.',
    response: limitsSchema,
  }),
  defaults: endpoint({
    method: 'GET',
    path: '/api/superadmin/limits',
    access: 'superadmin',
    summary: 'What every account may have at most where no superadmin set another limit for it.',
    response: byKind,
  }),
  changeDefaults: endpoint({
    method: 'PUT',
    path: '/api/superadmin/limits',
    access: 'superadmin',
    summary:
      'Sets what accounts may have at most that have no limit of their own; those of superadmins have none. Null takes a default away. Nothing that is there is removed.',
    body: limitsInput,
    response: byKind,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/superadmin/accounts/{id}/limits',
    access: 'superadmin',
    summary: 'What an account uses and what it may have at most.',
    params: id,
    response: ofSuperadmin,
    errors: [commonErrors.notFound],
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/superadmin/accounts/{id}/limits',
    access: 'superadmin',
    summary:
      'Sets what an account may have at most; null takes a limit away. Nothing that is there is removed.',
    params: id,
    body: limitsInput,
    response: ofSuperadmin,
    errors: [commonErrors.notFound],
  }),
} as const;

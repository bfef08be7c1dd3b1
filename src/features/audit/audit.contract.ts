import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';

/** What is written down. Each has its sentence in `locales/<language>/audit.json`. */
export const auditActions = [
  'team.invited',
  'team.invitation_resent',
  'team.invitation_revoked',
  'team.joined',
  'team.role_changed',
  'team.reach_changed',
  'team.suspended',
  'team.reactivated',
  'team.removed',
  'team.left',
  'team.owner_changed',
  'safety.signed_in',
  'safety.password_changed',
  'safety.two_factor_on',
  'safety.two_factor_off',
  'safety.recovery_codes_renewed',
  'safety.sessions_ended',
  'safety.address_proven',
  'safety.account_reviewed',
  'keys.made',
  'keys.revoked',
  'functions.created',
  'functions.changed',
  'functions.deleted',
  'functions.restored',
  'keys.used',
  'keys.wrote',
  'keys.allowed',
  'keys.ended',
  'webhooks.added',
  'webhooks.changed',
  'webhooks.on',
  'webhooks.off',
  'webhooks.secret_renewed',
  'webhooks.removed',
  'providers.connected',
  'providers.disconnected',
  'payments.connected',
  'payments.disconnected',
  'payments.refunded',
  'payments.exported',
  'agents.published',
  'agents.published_untested',
  'agents.test_unrequired',
  'agents.rolled_back',
  'agents.deleted',
  'agents.restored',
  'agents.purged',
  'agents.exported',
  'contacts.exported',
  'contacts.handed_out',
  'contacts.erased',
  'contacts.erasure_begun',
  'forms.published',
  'forms.closed',
  'forms.opened',
  'forms.deleted',
  'forms.exported',
  'account.exported',
  'account.export_fetched',
  'account.reset',
  'brand.changed',
  'brand.legal_changed',
  'brand.image_changed',
  'brand.image_removed',
  'blog.created',
  'blog.changed',
  'blog.published',
  'blog.unpublished',
  'blog.deleted',
  'operator.claimed',
  'operator.mail_resent',
  'operator.settings_changed',
  'operator.mail_tested',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** How long a line is kept. */
export const auditDays = 400;

export const auditEntrySchema = z
  .object({
    id: z.string(),
    action: z.enum(auditActions),
    /** `email` is the address that a person has now, where they are still here. */
    actor: z.object({ id: z.string().nullable(), name: z.string(), email: z.string().nullable() }),
    target: z.object({ id: z.string().nullable(), name: z.string(), email: z.string().nullable() }),
    /** What changed, as `from` and `to`, where that can be said in a word. */
    details: z.record(z.string(), z.string()),
    address: z.string().nullable(),
    createdAt: z.string(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof auditEntrySchema>;

const auditPage = z.object({ entries: z.array(auditEntrySchema), nextCursor: z.string().nullable() });

export const auditEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/audit',
    access: { permission: 'audit.read' },
    summary: 'Who did what in the account, newest first, 50 at a time.',
    query: z.strictObject({
      actor: z.string().max(60).optional(),
      group: z
        .enum([
          'team',
          'safety',
          'keys',
          'functions',
          'webhooks',
          'providers',
          'payments',
          'agents',
          'contacts',
          'forms',
          'account',
          'brand',
          'blog',
          'operator',
        ])
        .optional(),
      cursor: z.string().max(60).optional(),
    }),
    response: auditPage,
  }),
  ofSuperadmins: endpoint({
    method: 'GET',
    path: '/api/superadmin/audit',
    access: 'superadmin',
    summary: 'What superadmins did, newest first, 50 at a time.',
    query: z.strictObject({ cursor: z.string().max(60).optional() }),
    response: auditPage,
  }),
} as const;

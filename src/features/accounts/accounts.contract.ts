import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { languages } from '#shared/languages.ts';
import { clientSchema } from './accounts-clients.contract.ts';

/** A member's role in an account, strongest first. Exactly one owner. */
export const roles = ['owner', 'admin', 'editor', 'support', 'billing', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** What a role may do. Endpoints ask for one of these; the browser learns them as `can`. */
export const permissions = [
  'agents.read',
  'agents.edit',
  'agents.publish',
  'forms.read',
  'forms.edit',
  'pages.read',
  'pages.edit',
  'inbox.read',
  'inbox.reply',
  'contacts.read',
  'contacts.edit',
  'contacts.export',
  'contacts.erase',
  'integrations.manage',
  'payments.read',
  'payments.manage',
  'team.manage',
  'clients.manage',
  'audit.read',
  'billing.read',
  'billing.manage',
  'account.read',
  'account.manage',
] as const;
export type Permission = (typeof permissions)[number];

/** What only the owner (and, for the plan, who pays for it) may do: an admin sees it. */
const ownersOwn: readonly Permission[] = ['billing.manage', 'account.manage'];

const rolePermissions: Record<Role, readonly Permission[]> = {
  owner: permissions,
  admin: permissions.filter((permission) => !ownersOwn.includes(permission)),
  editor: [
    'agents.read',
    'agents.edit',
    'agents.publish',
    'forms.read',
    'forms.edit',
    'pages.read',
    'pages.edit',
    'inbox.read',
    'inbox.reply',
    'contacts.read',
    'contacts.edit',
    'payments.read',
    'account.read',
  ],
  support: [
    'agents.read',
    'forms.read',
    'pages.read',
    'inbox.read',
    'inbox.reply',
    'contacts.read',
    'contacts.edit',
    'account.read',
  ],
  billing: ['payments.read', 'payments.manage', 'billing.read', 'billing.manage', 'account.read'],
  viewer: ['agents.read', 'forms.read', 'pages.read', 'inbox.read', 'contacts.read', 'account.read'],
};

/** Whether a role grants a permission. Unknown roles grant nothing. */
export function roleGrants(role: string, permission: string): boolean {
  return (
    Object.hasOwn(rolePermissions, role) &&
    rolePermissions[role as Role].some((granted) => granted === permission)
  );
}

/** Length of the free trial in days, unless the superadmin sets another. No card is asked for. */
export const defaultTrialDays = 7;
/** The longest trial that may be set, in days; the shortest is one. */
export const longestTrialDays = 90;

/** Days to pay after a payment did not go through. Source: the specification, "Subscription banner". */
export const incompleteDays = 7;

/** How long visitors who had paid before their owner's plan expired are still served, in days. */
export const paidVisitorsDays = 30;

export const personName = z.string().trim().max(100);

/** The signed-in person, as the browser sees them. */
export const userSchema = z
  .object({
    id: z.string(),
    email: z.string(),
    username: z.string(),
    name: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    profileImageUrl: z.string().nullable(),
    language: z.enum(languages),
    isSuperadmin: z.boolean(),
    hidePassiveVisitors: z.boolean(),
    hideLocationData: z.boolean(),
    accountId: z.string(),
    role: z.enum(roles),
    can: z.record(z.enum(permissions), z.boolean()),
    /** A superadmin works as them: who, why and until when; null while they work themselves. */
    impersonation: z.object({ by: z.string(), reason: z.string(), until: z.string() }).nullable(),
    /** The account is a client of an agency; null where it stands alone. */
    client: clientSchema.nullable(),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof userSchema>;

export const subscriptionStatusSchema = z.object({
  status: z.enum(['trialing', 'incomplete', 'active', 'canceled']),
  createdAt: z.string(),
  trialEnd: z.string(),
  isActive: z.boolean(),
  hasPaid: z.boolean(),
});

export const profileInput = z.strictObject({
  firstName: personName.min(1),
  lastName: personName,
  language: z.enum(languages).optional(),
});

/** What an account is called, and where replies to its mails go. */
export const accountNameSchema = z.object({
  name: z.string(),
  /** Whether somebody chose the name; else it is that of whoever registered, which no visitor reads. */
  isChosen: z.boolean(),
  replyEmail: z.string().nullable(),
  /** Replies by mail come back into their conversations, so no address is needed for them. */
  repliesComeBack: z.boolean(),
});
export type AccountName = z.infer<typeof accountNameSchema>;
export const longestAccountName = 80;

export const accountsEndpoints = {
  accountName: endpoint({
    method: 'GET',
    path: '/api/account/name',
    access: { permission: 'account.read' },
    summary: 'What the account is called in mails to visitors, and where replies to them go.',
    response: accountNameSchema,
  }),
  setAccountName: endpoint({
    method: 'PUT',
    path: '/api/account/name',
    access: { permission: 'account.manage' },
    summary: 'Names the account for its visitors, and says where replies to its mails go.',
    body: z.strictObject({
      name: z.string().trim().min(1).max(longestAccountName),
      replyEmail: z.email().max(254).nullable(),
    }),
    response: accountNameSchema,
  }),
  subscriptionStatus: endpoint({
    method: 'GET',
    path: '/api/subscription/status',
    access: { permission: 'account.read' },
    summary: "State of the account's trial or subscription.",
    response: subscriptionStatusSchema,
  }),
  updateProfile: endpoint({
    method: 'PATCH',
    path: '/api/user',
    access: 'user',
    summary: "Changes the signed-in person's own names and language.",
    body: profileInput,
    response: userSchema,
  }),
} as const;

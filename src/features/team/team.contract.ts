import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { roles, userSchema } from '#features/accounts/accounts.contract.ts';
import { authErrors } from '#features/auth/auth.contract.ts';

export const teamErrors = defineErrors('team', {
  memberNotFound: 404,
  /** Nobody gives or takes more than their own role holds. */
  roleTooHigh: 403,
  notOneself: 409,
  lastOwner: 409,
  suspended: 409,
  alreadyMember: 409,
  alreadyInvited: 409,
  tooManyInvitations: 409,
  tooManyMembers: 409,
  agentUnknown: 422,
  invitationNotFound: 404,
  invitationSentJustNow: 429,
  tooManyInvitationMails: 429,
  /** The link's own fates. */
  linkUnknown: 404,
  linkUsed: 409,
  linkRevoked: 410,
  linkExpired: 410,
  linkForAnother: 403,
  emailTaken: 409,
  codeWrong: 422,
});

/** How long an invitation works, in hours. */
export const invitationHours = 72;
/** Least seconds between two mails of one invitation. */
export const resendSeconds = 60;
export const mostPending = 50;
export const mostMembers = 500;
/** How long the code for a change of owner works, in minutes, and how often it may be tried. */
export const transferMinutes = 15;
export const transferTries = 5;

const assignableRoles = ['admin', 'editor', 'support', 'billing', 'viewer'] as const;
export type AssignableRole = (typeof assignableRoles)[number];

const email = z
  .string()
  .trim()
  .max(320, 'auth:validation.emailInvalid')
  .pipe(z.email('auth:validation.emailInvalid'));
const agentIds = z.array(z.string().max(60)).min(1, 'errors:team.agents_missing').max(500).nullable();

export const invitationInput = z.strictObject({
  email,
  role: z.enum(assignableRoles),
  /** Agents that the person may reach; null: all of them. */
  agentIds,
  message: z.string().trim().max(500),
});

export const teamMemberSchema = z
  .object({
    userId: z.string(),
    name: z.string(),
    email: z.string(),
    avatarUrl: z.string().nullable(),
    role: z.enum(roles),
    agentIds: z.array(z.string()).nullable(),
    status: z.enum(['active', 'suspended']),
    joinedAt: z.string(),
    lastActiveAt: z.string().nullable(),
    /** Whether signing in asks them for a second factor. */
    twoFactor: z.boolean(),
    isYou: z.boolean(),
    /** What the caller may do with this member. `roles` are those that they may give them. */
    can: z.object({ manage: z.boolean(), roles: z.array(z.enum(assignableRoles)), makeOwner: z.boolean() }),
  })
  .meta({ id: 'TeamMember' });
export type TeamMember = z.infer<typeof teamMemberSchema>;

export const invitationSchema = z
  .object({
    id: z.string(),
    email: z.string(),
    /** `owner` is the first person of a client, whom its agency invites. */
    role: z.enum(roles),
    agentIds: z.array(z.string()).nullable(),
    message: z.string(),
    state: z.enum(['pending', 'expired']),
    invitedBy: z.string(),
    sentAt: z.string(),
    expiresAt: z.string(),
  })
  .meta({ id: 'Invitation' });
export type Invitation = z.infer<typeof invitationSchema>;

const done = z.object({});
const member = z.strictObject({ user: z.string().max(60) });
const invitation = z.strictObject({ id: z.string().max(60) });
const token = z.string().min(20).max(200);
const manage = { permission: 'team.manage' } as const;
const changes = [teamErrors.memberNotFound, teamErrors.roleTooHigh, teamErrors.notOneself];
const fates = [
  teamErrors.linkUnknown,
  teamErrors.linkUsed,
  teamErrors.linkRevoked,
  teamErrors.linkExpired,
  authErrors.tooManyAttempts,
];

const invited = z.object({
  invitation: invitationSchema,
  link: z.string(),
  /** False where this server has no mail server: the mail waits in the outbox, and the link is handed over. */
  isMailed: z.boolean(),
});
export type Invited = z.infer<typeof invited>;

/** What the server says of people who are not there yet. */
const notLetIn = [authErrors.registrationClosed, authErrors.mailDomainRefused];

export const teamEndpoints = {
  team: endpoint({
    method: 'GET',
    path: '/api/team',
    access: { permission: 'account.read' },
    summary: "The account's members, and for whoever manages the team its open invitations.",
    response: z.object({
      accountName: z.string(),
      members: z.array(teamMemberSchema),
      invitations: z.array(invitationSchema),
      /** Roles that the caller may give. */
      roles: z.array(z.enum(assignableRoles)),
    }),
  }),
  invite: endpoint({
    method: 'POST',
    path: '/api/team/invitations',
    access: manage,
    summary:
      'Invites an address into the account for 72 hours. The link is in the mail and in this answer, and nowhere else.',
    body: invitationInput,
    response: invited,
    errors: [
      teamErrors.roleTooHigh,
      teamErrors.alreadyMember,
      teamErrors.alreadyInvited,
      teamErrors.tooManyInvitations,
      teamErrors.tooManyInvitationMails,
      teamErrors.tooManyMembers,
      teamErrors.agentUnknown,
      ...notLetIn,
    ],
  }),
  resend: endpoint({
    method: 'POST',
    path: '/api/team/invitations/{id}/resend',
    access: manage,
    summary:
      'Sends an invitation again with a new link, good for another 72 hours; the old link is worthless.',
    params: invitation,
    response: invited,
    errors: [
      teamErrors.invitationNotFound,
      teamErrors.invitationSentJustNow,
      teamErrors.tooManyInvitationMails,
      teamErrors.roleTooHigh,
      ...notLetIn,
    ],
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api/team/invitations/{id}',
    access: manage,
    summary: 'Takes an invitation back.',
    params: invitation,
    response: done,
    errors: [teamErrors.invitationNotFound],
  }),
  changeMember: endpoint({
    method: 'PATCH',
    path: '/api/team/members/{user}',
    access: manage,
    summary: "Changes a member's role, or the agents that they reach.",
    params: member,
    body: z.strictObject({ role: z.enum(assignableRoles).optional(), agentIds: agentIds.optional() }),
    response: done,
    errors: [...changes, teamErrors.agentUnknown],
  }),
  suspend: endpoint({
    method: 'POST',
    path: '/api/team/members/{user}/suspend',
    access: manage,
    summary: 'Keeps a member out until they are let in again; their sessions in this account end at once.',
    params: member,
    response: done,
    errors: changes,
  }),
  reactivate: endpoint({
    method: 'POST',
    path: '/api/team/members/{user}/reactivate',
    access: manage,
    summary: 'Lets a suspended member in again.',
    params: member,
    response: done,
    errors: changes,
  }),
  removeMember: endpoint({
    method: 'DELETE',
    path: '/api/team/members/{user}',
    access: manage,
    summary: 'Removes a member; their sessions in this account end at once.',
    params: member,
    response: done,
    errors: changes,
  }),
  leave: endpoint({
    method: 'POST',
    path: '/api/team/leave',
    access: { permission: 'account.read' },
    summary: 'Leaves the account. Its owner can not.',
    response: done,
    errors: [teamErrors.lastOwner],
  }),
  startTransfer: endpoint({
    method: 'POST',
    path: '/api/team/transfer',
    access: { permission: 'account.manage' },
    summary:
      'Begins to make another member the owner: asks for the password and mails a code of six digits to the owner.',
    body: z.strictObject({
      userId: z.string().max(60),
      password: z.string().min(1, 'auth:validation.passwordMissing').max(1_024),
    }),
    response: done,
    errors: [...changes, teamErrors.suspended, authErrors.passwordWrong, authErrors.tooManyAttempts],
  }),
  confirmTransfer: endpoint({
    method: 'POST',
    path: '/api/team/transfer/confirm',
    access: { permission: 'account.manage' },
    summary: 'Makes the other member the owner with the mailed code; the owner becomes an admin.',
    body: z.strictObject({ code: z.string().regex(/^\d{6}$/, 'errors:team.code_wrong') }),
    response: done,
    errors: [teamErrors.codeWrong],
  }),
  look: endpoint({
    method: 'POST',
    path: '/api/invitations/look',
    access: 'public',
    summary: 'What an invitation is for, by the token of its link.',
    body: z.strictObject({ token }),
    response: z.object({
      accountName: z.string(),
      email: z.string(),
      role: z.enum(roles),
      invitedBy: z.string(),
      message: z.string(),
      expiresAt: z.string(),
      /** That of the account, or of its agency; null: the product's. */
      brand: z
        .object({
          name: z.string(),
          primaryColor: z.string(),
          secondaryColor: z.string(),
          logoUrl: z.string().nullable(),
        })
        .nullable(),
    }),
    errors: fates,
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/invitations/accept',
    access: 'user',
    summary:
      'Joins the account as the signed-in person, whose address must be the invited one, and goes to work in it.',
    body: z.strictObject({ token }),
    response: userSchema,
    errors: [...fates, teamErrors.linkForAnother, teamErrors.alreadyMember, teamErrors.tooManyMembers],
  }),
  registerInvited: endpoint({
    method: 'POST',
    path: '/api/invitations/register',
    access: 'public',
    summary: 'Makes a person with the invited address who joins the account, and signs them in.',
    body: z.strictObject({
      token,
      name: z.string().trim().min(2, 'auth:validation.nameMin').max(200, 'auth:validation.nameMax'),
      password: z.string().min(8, 'auth:validation.passwordMin').max(1_024, 'auth:validation.passwordMax'),
    }),
    response: userSchema,
    errors: [...fates, teamErrors.emailTaken, teamErrors.tooManyMembers, ...notLetIn],
  }),
  workplaces: endpoint({
    method: 'GET',
    path: '/api/user/accounts',
    access: 'user',
    summary: 'The accounts that the signed-in person may work in.',
    response: z.object({
      accounts: z.array(
        z.object({ id: z.string(), name: z.string(), role: z.enum(roles), isCurrent: z.boolean() }),
      ),
    }),
  }),
  workIn: endpoint({
    method: 'POST',
    path: '/api/user/account',
    access: 'user',
    summary: 'Goes to work in another account of the person, with a new session.',
    body: z.strictObject({ accountId: z.string().max(60) }),
    response: userSchema,
    errors: [teamErrors.memberNotFound],
  }),
} as const;

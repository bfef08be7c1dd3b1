import { getTableColumns, sql } from 'drizzle-orm';
import { boolean, customType, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { ClientFeature } from '../accounts-clients.contract.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const accounts = pgTable('accounts', {
  id: text().primaryKey(),
  name: text().notNull(),
  createdAt: moment('created_at').notNull(),
  subscriptionStatus: text('subscription_status', {
    enum: ['trialing', 'incomplete', 'active', 'canceled'],
  }).notNull(),
  hasPaid: boolean('has_paid').notNull(),
  trialEnd: moment('trial_end').notNull(),
  /** An account of the instance itself, which nobody belongs to and no figure counts. */
  isSystem: boolean('is_system').notNull().default(false),
  /** What the account pays the platform for. */
  plan: text({ enum: ['pro', 'white_label'] }),
  /** Since when a payment is missing. */
  incompleteSince: moment('incomplete_since'),
  /** Until when it is served: the end of what is paid and its grace, or when it ended. */
  activeUntil: moment('active_until'),
  /** Since when the owner has to say what of the account is theirs; meanwhile nobody else gets in. */
  reviewSince: moment('review_since'),
  /** When somebody gave it its name; null: it is called as whoever registered. */
  namedAt: moment('named_at'),
  /** Where replies to its mails to visitors go, while they don't come back by themselves. */
  replyEmail: text('reply_email'),
  /** Since when a superadmin keeps the account out, and why. */
  suspendedAt: moment('suspended_at'),
  suspendedReason: text('suspended_reason').notNull().default(''),
  /** A plan that a superadmin gave, which nobody pays for, and until when; null is for ever. */
  givenPlan: text('given_plan', { enum: ['pro', 'white_label'] }),
  givenUntil: moment('given_until'),
});

export const users = pgTable('users', {
  id: text().primaryKey(),
  email: text().notNull(),
  emailKey: text('email_key').notNull(),
  /**
   * When somebody first used a link that was mailed to the address; null: whoever registered only typed it.
   */
  emailProvenAt: moment('email_proven_at'),
  username: text().notNull(),
  name: text().notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  passwordHash: text('password_hash').notNull(),
  profileImageUrl: text('profile_image_url'),
  language: text({ enum: ['en', 'nl', 'es', 'pt', 'fr', 'cs'] }).notNull(),
  timezone: text(),
  isSuperadmin: boolean('is_superadmin').notNull(),
  hidePassiveVisitors: boolean('hide_passive_visitors').notNull(),
  hideLocationData: boolean('hide_location_data').notNull(),
  disabledAt: moment('disabled_at'),
  /** When they last looked at what is new in the product. */
  newsSeenAt: moment('news_seen_at'),
  createdAt: moment('created_at').notNull(),
});

export const userImages = pgTable('user_images', {
  userId: text('user_id').primaryKey(),
  key: text().notNull(),
  type: text().notNull(),
  bytes: customType<{ data: Buffer }>({ dataType: () => 'bytea' })().notNull(),
  createdAt: moment('created_at').notNull(),
});

export const memberships = pgTable(
  'memberships',
  {
    accountId: text('account_id').notNull(),
    userId: text('user_id').notNull(),
    role: text({ enum: ['owner', 'admin', 'editor', 'support', 'billing', 'viewer'] }).notNull(),
    /**
     * Agents that the member reaches; null: all of them. Owners and admins reach all whatever stands here.
     */
    agentIds: text('agent_ids').array(),
    createdAt: moment('created_at').notNull(),
    /** Since when the member is kept out. */
    suspendedAt: moment('suspended_at'),
    lastActiveAt: moment('last_active_at'),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.userId] })],
);

/** Accounts that an agency made and looks after. */
export const agencyClients = pgTable('agency_clients', {
  accountId: text('account_id').primaryKey(),
  agencyId: text('agency_id').notNull(),
  createdAt: moment('created_at').notNull(),
  featuresOff: text('features_off').array().notNull().default([]),
  pausedAt: moment('paused_at'),
  pausedReason: text('paused_reason').notNull().default(''),
  /** When the agency's plan stopped having clients. */
  stoppedAt: moment('stopped_at'),
});

const isOperators = (id: ReturnType<typeof sql.raw>) =>
  sql<boolean>`EXISTS (SELECT FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.account_id = ${id} AND m.role = 'owner' AND u.is_superadmin AND u.disabled_at IS NULL)`;

/** What the plan of an account follows from. */
export type PlanFacts = Pick<
  StoredAccount,
  | 'createdAt'
  | 'subscriptionStatus'
  | 'hasPaid'
  | 'trialEnd'
  | 'isSystem'
  | 'plan'
  | 'incompleteSince'
  | 'activeUntil'
  | 'suspendedAt'
  | 'givenPlan'
  | 'givenUntil'
> & {
  /** Whether whoever runs this instance owns it: then nothing is sold to it. */
  isOperators: boolean;
  /** Whether it holds invented data to look around in: then nothing is sold to it either. */
  isSample: boolean;
};

/** What an agency says of its client, and how the agency itself stands. */
export type ClientFacts = {
  agencyId: string;
  /** What the client's people know the agency as: its brand, or the name of its account. */
  agencyName: string;
  pausedAt: Date | null;
  pausedReason: string;
  stoppedAt: Date | null;
  featuresOff: ClientFeature[];
  agency: PlanFacts;
};

const dateOf = (value: unknown): Date | null => (typeof value === 'string' ? new Date(value) : null);

/** Times in JSON are texts. */
function readClient(value: unknown): ClientFacts {
  const { pausedAt, stoppedAt, agency, ...row } = value as Record<keyof ClientFacts, unknown> & {
    agency: Record<keyof PlanFacts, unknown>;
  };
  return {
    ...row,
    pausedAt: dateOf(pausedAt),
    stoppedAt: dateOf(stoppedAt),
    agency: {
      ...agency,
      createdAt: dateOf(agency.createdAt),
      trialEnd: dateOf(agency.trialEnd),
      incompleteSince: dateOf(agency.incompleteSince),
      activeUntil: dateOf(agency.activeUntil),
      suspendedAt: dateOf(agency.suspendedAt),
      givenUntil: dateOf(agency.givenUntil),
    },
  } as ClientFacts;
}

/**
 * An account as it is read: its row, whether it is one of the superadmin's own, which have everything, and its
 * agency where it is a client, and whether it holds invented data. Written with the table's name, because the query
 * builder drops it where only one table is read.
 */
export const accountColumns = {
  ...getTableColumns(accounts),
  isOperators: isOperators(sql.raw('accounts.id')),
  client: sql<ClientFacts | null>`(SELECT jsonb_build_object(
      'agencyId', c.agency_id,
      'agencyName', coalesce((SELECT w.brand_name FROM white_labels w WHERE w.account_id = g.id), g.name),
      'pausedAt', c.paused_at, 'pausedReason', c.paused_reason, 'stoppedAt', c.stopped_at,
      'featuresOff', to_jsonb(c.features_off),
      'agency', jsonb_build_object('createdAt', g.created_at, 'subscriptionStatus', g.subscription_status,
        'hasPaid', g.has_paid, 'trialEnd', g.trial_end, 'isSystem', g.is_system, 'plan', g.plan,
        'incompleteSince', g.incomplete_since, 'activeUntil', g.active_until, 'suspendedAt', g.suspended_at,
        'givenPlan', g.given_plan, 'givenUntil', g.given_until, 'isOperators', ${isOperators(sql.raw('g.id'))},
        'isSample', EXISTS (SELECT FROM sample_accounts s WHERE s.account_id = g.id)))
    FROM agency_clients c JOIN accounts g ON g.id = c.agency_id
    WHERE c.account_id = accounts.id)`.mapWith(readClient),
  isSample: sql<boolean>`EXISTS (SELECT FROM sample_accounts s WHERE s.account_id = accounts.id)`,
};

/** An account’s row as it is stored. */
export type StoredAccount = typeof accounts.$inferSelect;
/** An account as `accountColumns` reads it. */
export type AccountRow = StoredAccount & {
  /** Whether whoever runs this instance owns it: then nothing is sold to it. */
  isOperators: boolean;
  /** Whether it holds invented data to look around in: then nothing is sold to it either. */
  isSample: boolean;
  /** Its agency, where it is a client. */
  client: ClientFacts | null;
};

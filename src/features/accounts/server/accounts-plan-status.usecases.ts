import { LRUCache } from 'lru-cache';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { incompleteDays } from '../accounts.contract.ts';
import { accountsRepository } from './accounts.repository.ts';
import type { AccountRow, ClientFacts, PlanFacts } from './accounts.table.ts';

/** What an account paid, as the billing of the platform found it out. */
export type PaidState = Pick<
  AccountRow,
  'subscriptionStatus' | 'hasPaid' | 'plan' | 'incompleteSince' | 'activeUntil'
>;

/** Where an account stands at a moment. */
export type PlanStatus = {
  status: AccountRow['subscriptionStatus'];
  /** When it began; while a payment is missing, since when. */
  since: Date;
  trialEnd: Date;
  /** Whether the account may do everything. */
  isActive: boolean;
  hasPaid: boolean;
  /** When that ends, as far as it is known; null is never. */
  endsAt: Date | null;
  /** Since when it may not; null while it may. */
  expiredAt: Date | null;
};

/**
 * How plans are sold on this server. `since`: when it first asked for money; whoever was there before gets a
 * whole trial from then on, as long as it was at that moment.
 */
export type PlanTerms = {
  areFree: boolean;
  since: Date | null;
  /** Days of that trial. */
  trialDays: number;
};

const dayMs = 86_400_000;
const after = (date: Date, days: number): Date => new Date(date.getTime() + days * dayMs);

/** Whether a superadmin gave the account a plan that still runs. */
export const hasGivenPlan = (account: Pick<AccountRow, 'givenPlan' | 'givenUntil'>, now: Date): boolean =>
  account.givenPlan !== null && (account.givenUntil === null || now < account.givenUntil);

/** When the trial of an account ends; whoever was there before plans were sold has a whole one from then on. */
function trialEndOf(account: PlanFacts, { since, trialDays }: PlanTerms): Date {
  return since !== null && account.createdAt < since
    ? new Date(Math.max(account.trialEnd.getTime(), after(since, trialDays).getTime()))
    : account.trialEnd;
}

/** Where an account stands by its trial and what it bought alone. */
function boughtStatusOf(account: PlanFacts, plans: PlanTerms, now: Date): PlanStatus {
  const trialEnd = trialEndOf(account, plans);
  const { subscriptionStatus: status, createdAt: since, hasPaid } = account;
  const ends = {
    trialing: trialEnd,
    incomplete: after(account.incompleteSince ?? since, incompleteDays),
    active: account.activeUntil,
    canceled: account.activeUntil ?? since,
  }[status];
  const isActive = status !== 'canceled' && (ends === null || now < ends);
  const common = { trialEnd, isActive, endsAt: ends, expiredAt: isActive ? null : ends };
  if (status === 'incomplete')
    return { ...common, status, since: account.incompleteSince ?? since, hasPaid: false };
  // Nobody told of a renewal for so long that there is none.
  if (status === 'active' && !isActive) return { ...common, status: 'canceled', since, hasPaid: false };
  return { ...common, status, since, hasPaid };
}

/** The later of two ends; null is never. */
const laterOf = (one: Date | null, other: Date | null): Date | null =>
  one === null || other === null ? null : one < other ? other : one;

/**
 * By what an account has what it has. `free`: the server asks nobody for money · `included`: it is the
 * superadmin's own, or the instance's · `client`: its agency's · `none`: nothing, any more.
 */
export type PlanName = 'free' | 'included' | 'client' | 'trial' | 'pro' | 'white_label' | 'none';

/** Whether an account shows its own brand in place of the product's: what White Label sells beside Pro. */
export const hasOwnBrand = (plan: PlanName | null): boolean =>
  plan === 'free' || plan === 'included' || plan === 'white_label';

/** An account with its agency; one that stands alone has none. */
type PlanOwner = PlanFacts & { client?: ClientFacts | null | undefined };

/**
 * Since when a client of an agency is not served: it was paused, or its agency has no clients any more. Null while
 * it is.
 */
export function clientStoppedAt(client: ClientFacts, plans: PlanTerms, now: Date): Date | null {
  const { agency, pausedAt, stoppedAt } = client;
  if (hasOwnBrand(planNameOf(agency, plans, now))) return pausedAt;
  // Who paid the client is not punished for what its agency did.
  const ended =
    agency.suspendedAt ??
    planStatusOf(agency, plans, now).expiredAt ??
    stoppedAt ??
    (agency.givenUntil !== null && agency.givenUntil < now ? agency.givenUntil : now);
  return pausedAt !== null && pausedAt < ended ? pausedAt : ended;
}

/** Where a client stands: its agency pays for it, so nothing is sold to it, and nothing ends by itself. */
function clientStatusOf(account: PlanFacts, client: ClientFacts, plans: PlanTerms, now: Date): PlanStatus {
  const expiredAt = clientStoppedAt(client, plans, now);
  return {
    status: 'active',
    since: account.createdAt,
    trialEnd: account.trialEnd,
    isActive: expiredAt === null,
    hasPaid: true,
    endsAt: null,
    expiredAt,
  };
}

/** Where an account stands, out of its row and the time alone. */
export function planStatusOf(account: PlanOwner, plans: PlanTerms, now: Date): PlanStatus {
  const { createdAt: since, hasPaid } = account;
  const trialEnd = trialEndOf(account, plans);
  // Nobody is served, nor are those who had paid: its plan is over since ever.
  if (account.suspendedAt !== null && !account.isSystem)
    return {
      status: 'canceled',
      since,
      trialEnd,
      isActive: false,
      hasPaid: false,
      endsAt: account.suspendedAt,
      expiredAt: new Date(0),
    };
  if (account.client) return clientStatusOf(account, account.client, plans, now);
  if (plans.areFree || account.isSystem || account.isOperators || account.isSample)
    return { status: 'active', since, trialEnd, isActive: true, hasPaid, endsAt: null, expiredAt: null };
  const bought = boughtStatusOf(account, plans, now);
  if (!hasGivenPlan(account, now)) return bought;
  const isPaid = bought.isActive && bought.status === 'active';
  const endsAt = isPaid ? laterOf(account.givenUntil, bought.endsAt) : account.givenUntil;
  return { status: 'active', since, trialEnd, isActive: true, hasPaid: true, endsAt, expiredAt: null };
}

/**
 * By what an account has what it has, out of its row and the time alone. A plan that was given takes nothing
 * from whoever pays for a higher one.
 */
export function planNameOf(account: PlanOwner, plans: PlanTerms, now: Date): PlanName {
  if (account.suspendedAt !== null && !account.isSystem) return 'none';
  if (account.client) return clientStoppedAt(account.client, plans, now) === null ? 'client' : 'none';
  if (plans.areFree) return 'free';
  if (account.isSystem || account.isOperators || account.isSample) return 'included';
  const { status, isActive } = boughtStatusOf(account, plans, now);
  const bought = !isActive ? 'none' : status === 'trialing' ? 'trial' : (account.plan ?? 'trial');
  if (!hasGivenPlan(account, now) || bought === 'white_label') return bought;
  return account.givenPlan ?? 'none';
}

const cacheMs = 5_000;
const mostRemembered = 5_000;

/**
 * Knows where accounts stand. What is asked for every message is remembered for a few seconds, and forgotten
 * at once when somebody pays.
 */
export function createPlanStatuses({
  database,
  clock,
  realtime,
  plans,
}: {
  database: Database;
  clock: Clock;
  realtime: Realtime;
  /** As plans are sold now. */
  plans(): PlanTerms;
}) {
  const rows = new LRUCache<string, Promise<AccountRow | null>>({ max: mostRemembered, ttl: cacheMs });
  const forget = (ids: readonly unknown[]): void => ids.forEach((id) => rows.delete(String(id)));
  realtime.subscribe('standings', (data) =>
    forget(Array.isArray(data['accountIds']) ? data['accountIds'] : []),
  );
  realtime.onGap(() => rows.clear());

  function read(accountId: string): Promise<AccountRow | null> {
    const known = rows.get(accountId);
    if (known) return known;
    const row = accountsRepository(database.direct).account(accountId);
    rows.set(accountId, row);
    row.catch(() => rows.delete(accountId));
    return row;
  }

  return {
    plans,
    ofRow: (account: AccountRow): PlanStatus => planStatusOf(account, plans(), clock.now()),

    /** Where an account stands; null when there is none. */
    async of(accountId: string): Promise<PlanStatus | null> {
      const row = await read(accountId);
      return row && planStatusOf(row, plans(), clock.now());
    },

    /** The agency of a client, with what it lets the client use; null for accounts that stand alone. */
    clientOf: async (accountId: string): Promise<ClientFacts | null> =>
      (await read(accountId))?.client ?? null,

    /** By what an account has what it has; null when there is none. */
    async planOf(accountId: string): Promise<PlanName | null> {
      const row = await read(accountId);
      return row && planNameOf(row, plans(), clock.now());
    },

    /** Says to the account's screens that its plan, or how it is paid, is not what they show. */
    tell: (tx: Transaction, accountId: string): Promise<void> =>
      realtime.publish(tx, { topic: `account:${accountId}`, data: { type: 'billing.changed' } }),

    /** Says to every process, and to the account's screens, that it stands elsewhere than before. */
    async changed(tx: Transaction, accountId: string): Promise<void> {
      const account = await accountsRepository(tx).account(accountId);
      const isServing = account !== null && hasOwnBrand(planNameOf(account, plans(), clock.now()));
      // Clients stand where their agency does.
      const clients = await accountsRepository(tx).noteAgency(accountId, isServing ? null : clock.now());
      const accountIds = [accountId, ...clients];
      forget(accountIds);
      await realtime.publish(tx, { topic: 'standings', data: { accountIds } });
      for (const id of accountIds) await this.tell(tx, id);
    },

    /**
     * Writes what an account paid, and says so to its screens and to every process. `tx` looks over the wall.
     */
    async set(tx: Transaction, accountId: string, state: PaidState): Promise<void> {
      await accountsRepository(tx).setPlan(accountId, state);
      await this.changed(tx, accountId);
    },
  };
}

export type PlanStatuses = ReturnType<typeof createPlanStatuses>;

/** The account, held until the transaction ends; null when it is gone. `tx` looks over the wall. */
export function lockAccount(tx: Transaction, accountId: string): Promise<AccountRow | null> {
  return accountsRepository(tx).hold(accountId);
}

/** The account as it is. */
export function findAccount(database: Database, accountId: string): Promise<AccountRow | null> {
  return accountsRepository(database.direct).account(accountId);
}

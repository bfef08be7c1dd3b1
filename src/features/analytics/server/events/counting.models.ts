import { bitOf, cameFirst, kinds, presentBits } from './kinds.models.ts';

/** An event of which everything is known. `agentId` is empty where it belongs to none. */
export type CountedEvent = {
  accountId: string;
  at: Date;
  kind: number;
  id: string;
  agentId: string;
  visitorId: string | null;
  conversationId: string | null;
  dimsId: number | null;
  /** As whom the visitor is known at this moment. */
  contactId: string | null;
  amount: number;
};

export type QuarterRow = {
  accountId: string;
  agentId: string;
  bucket: Date;
  kind: number;
  amount: number;
};
export type DayRow = {
  accountId: string;
  agentId: string;
  day: string;
  kind: number;
  amount: number;
};
export type ActivityRow = {
  accountId: string;
  agentId: string;
  bucket: Date;
  visitorId: string;
  kinds: number;
  messages: number;
  conversations: number;
};
export type PersonRow = Omit<ActivityRow, 'bucket'> & {
  dimsId: number | null;
  firstAt: Date;
  lastAt: Date;
  /** The first quarter of an hour in which they did something themselves. */
  cameAt: Date | null;
  contactId: string | null;
};

/** Under which all of an account is summed up. */
export const allAgents = '';
export const quarterMs = 900_000;

/** The quarter of an hour in which a moment lies. */
export const quarterOf = (at: Date): Date => new Date(Math.floor(at.getTime() / quarterMs) * quarterMs);

const earlier = (a: Date | null, b: Date | null): Date | null =>
  a === null || (b !== null && b < a) ? b : a;

type Did = Pick<ActivityRow, 'kinds' | 'messages' | 'conversations'>;

/** What somebody did before and does now. */
const together = (before: Did | undefined, now: Did): Did => ({
  kinds: (before?.kinds ?? 0) | now.kinds,
  messages: (before?.messages ?? 0) + now.messages,
  conversations: (before?.conversations ?? 0) + now.conversations,
});

/**
 * What events add to the sums: the same whether they come one by one or together, in any order. Sorted, so that
 * nobody waits in a ring for rows.
 */
export function sumsOf(events: readonly CountedEvent[]): {
  quarters: QuarterRow[];
  days: DayRow[];
  activity: ActivityRow[];
  people: PersonRow[];
} {
  const quarters = new Map<string, QuarterRow>();
  const days = new Map<string, DayRow>();
  const activity = new Map<string, ActivityRow>();
  const people = new Map<string, PersonRow>();
  for (const { accountId, at, kind, agentId, visitorId, dimsId, contactId, amount } of events) {
    const bucket = quarterOf(at);
    const day = at.toISOString().slice(0, 10);
    for (const agent of new Set([agentId, allAgents])) {
      const quarter = `${accountId} ${agent} ${bucket.toISOString()} ${kind}`;
      const known = quarters.get(quarter) ?? { accountId, agentId: agent, bucket, kind, amount: 0 };
      quarters.set(quarter, { ...known, amount: known.amount + amount });
      const whole = `${accountId} ${agent} ${day} ${kind}`;
      const sum = days.get(whole) ?? { accountId, agentId: agent, day, kind, amount: 0 };
      days.set(whole, { ...sum, amount: sum.amount + amount });
    }
    if (visitorId === null) continue;
    const key = `${accountId} ${bucket.toISOString()} ${agentId} ${visitorId}`;
    const did = {
      kinds: bitOf(kind),
      messages: kind === kinds.message ? amount : 0,
      conversations: kind === kinds.conversation ? amount : 0,
    };
    const before = activity.get(key);
    activity.set(key, { accountId, agentId, bucket, visitorId, ...together(before, did) });
    const who = `${accountId} ${agentId} ${visitorId}`;
    const person = people.get(who);
    people.set(who, {
      accountId,
      agentId,
      visitorId,
      ...together(person, did),
      dimsId: person?.dimsId ?? dimsId,
      firstAt: person && person.firstAt < bucket ? person.firstAt : bucket,
      lastAt: person && person.lastAt > bucket ? person.lastAt : bucket,
      cameAt: earlier(person?.cameAt ?? null, (did.kinds & presentBits) === 0 ? null : bucket),
      contactId,
    });
  }
  const sorted = <Row>(rows: ReadonlyMap<string, Row>): Row[] =>
    [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  return {
    quarters: sorted(quarters),
    days: sorted(days),
    activity: sorted(activity),
    people: sorted(people),
  };
}

/** By what one row of people is told from others. */
export const personKey = ({ accountId, agentId, visitorId }: PersonKey): string =>
  `${accountId} ${agentId} ${visitorId}`;
export type PersonKey = Pick<PersonRow, 'accountId' | 'agentId' | 'visitorId'>;

/**
 * What a batch changes in the sums of first visits, by when its people had come first as far as was known `before`:
 * whoever is new counts, and whoever turns out to have come earlier counts there instead.
 */
export function firstVisits(
  people: readonly PersonRow[],
  before: ReadonlyMap<string, Date | null>,
): { quarters: QuarterRow[]; days: DayRow[] } {
  const quarters = new Map<string, QuarterRow>();
  const days = new Map<string, DayRow>();
  for (const person of people) {
    const known = before.get(personKey(person)) ?? null;
    if (person.cameAt === null || (known && known <= person.cameAt)) continue;
    const changes = [{ bucket: person.cameAt, amount: 1 }, ...(known ? [{ bucket: known, amount: -1 }] : [])];
    for (const agentId of new Set([person.agentId, allAgents]))
      for (const { bucket, amount } of changes) {
        const { accountId } = person;
        const day = bucket.toISOString().slice(0, 10);
        const quarter = `${accountId} ${agentId} ${bucket.toISOString()}`;
        const whole = `${accountId} ${agentId} ${day}`;
        const shared = { accountId, agentId, kind: cameFirst };
        const [q, d] = [quarters.get(quarter)?.amount ?? 0, days.get(whole)?.amount ?? 0];
        quarters.set(quarter, { ...shared, bucket, amount: q + amount });
        days.set(whole, { ...shared, day, amount: d + amount });
      }
  }
  return { quarters: [...quarters.values()], days: [...days.values()] };
}

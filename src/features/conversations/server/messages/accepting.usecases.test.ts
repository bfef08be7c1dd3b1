import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { languages } from '#shared/languages.ts';
import type { Database } from '#platform/database/database.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import { contacts } from '#features/contacts/server/contacts.table.ts';
import { makePaywallWorld, type PaywallWorld } from '#tests/support/payments/paywall-setup.ts';
import { silentRealtime } from '#tests/support/app/silent-realtime.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/app/test-database.ts';
import { conversationsErrors } from '../../conversations.contract.ts';
import { attachments } from '../attachments/attachments.table.ts';
import { conversations, messages, visitors } from '../conversations.table.ts';
import { createAccepting, type AcceptRequest, type Taken } from './accepting.usecases.ts';

const now = new Date('2026-05-10T12:00:00Z');
const earlier = new Date('2026-05-01T12:00:00Z');

let db: TestDatabase;
let world: PaywallWorld;
type Accept = ReturnType<typeof createAccepting>['accept'];
let accept: Accept;
const acceptingOn = (database: Database): Accept =>
  createAccepting(
    {
      database,
      clock: { now: () => now },
      processId: 'process',
      tellTeam: async () => undefined,
      realtime: silentRealtime(),
    },
    {
      announceToVisitor: () => undefined,
      enqueue: async () => undefined,
      noteWhoIsThere: async (_, conversation) => conversation,
    },
  ).accept;
beforeAll(async () => {
  db = await createTestDatabase();
  world = await makePaywallWorld(db.database);
  accept = acceptingOn(db.database);
});
afterAll(() => db.close());

/** Words with letters of one, two and four bytes, and signs that lists leave out. */
const words = (maxLength: number) =>
  fc
    .array(
      fc.constantFrom('a', ' ', 'ß', '🙂', '👩‍🚀', '漢', '**', '[1]', '[x](y)', '\n', "'", '\\', '$1', '%'),
      { maxLength },
    )
    .map((parts) => parts.join(''));

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const visitorStates = fc.record({
  isPreview: fc.boolean(),
  hasContact: fc.boolean(),
  language: maybe(fc.constantFrom(...languages, 'de-AT', 'pt', 'DE')),
  timezone: maybe(fc.constant('Europe/Vienna')),
  device: maybe(fc.constant('tablet')),
  browser: maybe(fc.constant('Firefox')),
  os: maybe(fc.constant('Linux')),
  landingUrl: maybe(fc.webUrl()),
  referrer: maybe(fc.webUrl()),
  tag: maybe(words(4)),
  channel: fc.constantFrom('site', 'api'),
  variables: fc.dictionary(fc.constantFrom('plan', 'city'), words(3), { noNullPrototype: true }),
});
const requests = fc.record({
  text: words(200),
  isSpoken: fc.boolean(),
  pageUrl: maybe(fc.webUrl()),
  fallback: fc.constantFrom(...languages),
  /** What the text is in, where it is long enough to tell. */
  found: maybe(fc.constantFrom(...languages)),
});
type State = typeof visitorStates extends fc.Arbitrary<infer T> ? T : never;
type Given = typeof requests extends fc.Arbitrary<infer T> ? T : never;

/** A visitor of that state; one with a contact has written before. */
async function enter({
  hasContact,
  ...state
}: Pick<State, 'isPreview' | 'hasContact'> & Partial<State>): Promise<VisitorIdentity> {
  const { accountId, agentId } = world;
  const [visitorId, contactId] = [newId('vis'), hasContact && !state.isPreview ? newId('con') : null];
  await db.database.account(accountId, async (tx) => {
    if (contactId)
      await tx.insert(contacts).values({
        id: contactId,
        accountId,
        firstSeenAt: earlier,
        lastSeenAt: earlier,
        createdAt: earlier,
        updatedAt: earlier,
      });
    await tx.insert(visitors).values({
      ...state,
      id: visitorId,
      accountId,
      agentId,
      contactId,
      createdAt: earlier,
      lastSeenAt: earlier,
    });
  });
  return { visitorId, accountId, agentId, isPreview: state.isPreview };
}

async function addFiles(visitor: VisitorIdentity, names: readonly string[]): Promise<string[]> {
  const ids = names.map(() => newId('att'));
  await db.database.account(world.accountId, async (tx) => {
    for (const [at, name] of names.entries())
      await tx.insert(attachments).values({
        id: ids[at]!,
        accountId: world.accountId,
        visitorId: visitor.visitorId,
        origin: 'visitor',
        kind: at % 2 ? 'image' : 'document',
        name,
        mimeType: at % 2 ? 'image/png' : 'text/plain',
        byteCount: at,
        width: at % 2 ? 10 : null,
        height: at % 2 ? 20 : null,
        bytes: Buffer.from('x'),
        createdAt: earlier,
      });
  });
  return ids;
}

/** In one statement, unless `isCounted`: what a visitor wrote in all is counted step by step. */
async function say(
  visitor: VisitorIdentity,
  { found, ...given }: Given,
  more: Partial<AcceptRequest> & { isCounted?: boolean; by?: Accept } = {},
): Promise<Taken> {
  const { isCounted = false, by = accept, ...rest } = more;
  const taken = await by(visitor, {
    conversationId: null,
    clientMessageId: randomUUID(),
    attachments: [],
    historyCount: 10,
    languageBy: (page) => found ?? page,
    messageLimit: { messages: 1_000, error: conversationsErrors.conversationFull, isOfVisitor: isCounted },
    usage: null,
    paid: null,
    people: { asks: false, answersWhileWaiting: false, resolveAt: new Date(now.getTime() + 3_600_000) },
    ...given,
    ...rest,
  });
  await taken.committed;
  return taken;
}

/** All that is stored of a visitor, with names in place of ids that are made anew each time. */
async function stored(visitor: VisitorIdentity) {
  const rows = await db.database.account(world.accountId, async (tx) => {
    const [place] = await tx.select().from(visitors).where(eq(visitors.id, visitor.visitorId));
    return {
      visitor: place,
      contacts: await tx
        .select()
        .from(contacts)
        .where(eq(contacts.id, place?.contactId ?? '')),
      conversations: await tx
        .select()
        .from(conversations)
        .where(eq(conversations.visitorId, visitor.visitorId)),
      messages: await tx
        .select()
        .from(messages)
        .where(eq(messages.visitorId, visitor.visitorId))
        .orderBy(messages.seq),
    };
  });
  const names = new Map<string, string>();
  const named = JSON.stringify(rows).replace(
    /"(?:(vis|con|cnv|msg|att)[_-]?\w+|[0-9a-f]{8}-[0-9a-f-]{27})"/g,
    (id) => names.get(id) ?? (names.set(id, `"id ${names.size}"`), names.get(id)!),
  );
  return { rows, named: JSON.parse(named) as unknown };
}

/** What a way gives of a message is the row that it stored. */
async function expectGivenAsStored(visitor: VisitorIdentity, { question, answer }: Taken): Promise<void> {
  const { rows } = await stored(visitor);
  const ids = [question.id, answer?.id];
  expect(rows.messages.filter(({ id }) => ids.includes(id))).toEqual([question, answer]);
}

test('a message that comes just as a person gives the conversation back is answered', async () => {
  const visitor = await enter({ isPreview: false, hasContact: false });
  const given: Given = { text: 'Hello', isSpoken: false, pageUrl: null, fallback: 'en', found: null };
  const { question } = await say(visitor, given);
  const giveTo = (handler: 'human' | 'ai') =>
    db.database.account(world.accountId, (tx) =>
      tx.update(conversations).set({ handler }).where(eq(conversations.id, question.conversationId)),
    );
  await giveTo('human');
  const giveBack: Database['earlyStatement'] = async (accountId, statement) => {
    const done = await db.database.earlyStatement(accountId, statement);
    await giveTo('ai');
    return done as never;
  };
  const { answer } = await say(visitor, given, {
    conversationId: question.conversationId,
    by: acceptingOn({ ...db.database, earlyStatement: giveBack }),
  });
  expect(answer?.status).toBe('streaming');
});

test('a first message leaves the same rows in one statement and step by step', async () => {
  await fc.assert(
    fc.asyncProperty(visitorStates, requests, async (state, given) => {
      const [quick, slow] = [await enter(state), await enter(state)];
      await expectGivenAsStored(quick, await say(quick, given));
      await expectGivenAsStored(slow, await say(slow, given, { isCounted: true }));
      expect((await stored(quick)).named).toEqual((await stored(slow)).named);
    }),
    { numRuns: 40 },
  );
});

test('a message in one statement stands in lists as one step by step does, whatever files it brings', async () => {
  await fc.assert(
    fc.asyncProperty(
      visitorStates,
      requests,
      fc.array(
        words(120).map((name) => name.replaceAll('\n', '')),
        { minLength: 1, maxLength: 4 },
      ),
      fc.nat(),
      fc.boolean(),
      async (state, given, names, turn, hasWords) => {
        const request = hasWords ? given : { ...given, text: '' };
        // Chosen in one order, sent in another.
        const order = names.map((_, at) => (at * 3 + turn) % names.length);
        const sent = (ids: string[]) => [...new Set([...order, ...ids.keys()])].map((at) => ids[at]!);
        const [quick, slow] = [await enter(state), await enter(state)];
        const { question } = await say(quick, given);
        const next = await say(quick, request, {
          conversationId: question.conversationId,
          attachments: sent(await addFiles(quick, names)),
        });
        await expectGivenAsStored(quick, next);
        const begun = await say(slow, request, { attachments: sent(await addFiles(slow, names)) });
        await expectGivenAsStored(slow, begun);
        const [ofQuick, ofSlow] = [(await stored(quick)).rows, (await stored(slow)).rows];
        expect(ofQuick.conversations[0]?.lastMessage).toBe(ofSlow.conversations[0]?.lastMessage);
        const nameless = (files: typeof question.attachments) => files.map(({ id: _id, ...file }) => file);
        expect(nameless(next.question.attachments)).toEqual(nameless(begun.question.attachments));
        expect(ofQuick.conversations[0]).toMatchObject({ nextSeq: 5, messageCount: 4, lastVisitorSeq: 3 });
        expect(ofQuick.contacts[0]?.messageCount).toBe(
          ofSlow.contacts[0] && ofSlow.contacts[0].messageCount + 2,
        );
      },
    ),
    { numRuns: 40 },
  );
});

test('whichever way takes a message in, whoever waits for the team has waited since a moment', async () => {
  await fc.assert(
    fc.asyncProperty(
      visitorStates,
      requests,
      fc.constantFrom('open', 'pending', 'snoozed'),
      fc.boolean(),
      async (state, given, status, hasWaited) => {
        const since = status !== 'snoozed' || hasWaited ? earlier : null;
        const of = async (answersWhileWaiting: boolean) => {
          const visitor = await enter(state);
          const { conversationId } = (await say(visitor, given)).question;
          await db.database.account(world.accountId, async (tx) =>
            tx
              .update(conversations)
              .set({ status, handler: 'waiting', waitingSince: since })
              .where(eq(conversations.id, conversationId)),
          );
          const people = { asks: false, answersWhileWaiting, resolveAt: now };
          await say(visitor, given, { conversationId, people });
          return (await stored(visitor)).rows.conversations[0];
        };
        for (const row of [await of(true), await of(false)])
          expect(row).toMatchObject({ handler: 'waiting', snoozedUntil: null, waitingSince: since ?? now });
        expect((await of(true))?.status).toBe(status === 'pending' ? 'pending' : 'open');
      },
    ),
    { numRuns: 12 },
  );
});

test('a key is taken once, whichever way is asked', async () => {
  await fc.assert(
    fc.asyncProperty(visitorStates, requests, fc.boolean(), async (state, given, isCounted) => {
      const visitor = await enter(state);
      const clientMessageId = randomUUID();
      const first = await say(visitor, given, { clientMessageId, isCounted });
      const before = await stored(visitor);
      const again = await say(visitor, given, { clientMessageId, isCounted: !isCounted });
      expect(again.isNew).toBe(false);
      expect(again.question).toEqual(first.question);
      expect((await stored(visitor)).rows).toEqual(before.rows);
    }),
    { numRuns: 15 },
  );
});

test('no way takes a message of somebody who is blocked', async () => {
  const state = { isPreview: false, hasContact: true, channel: 'site' as const, variables: {} };
  const visitor = await enter({ ...fc.sample(visitorStates, { numRuns: 1, seed: 1 })[0]!, ...state });
  await db.database.account(world.accountId, async (tx) => {
    const [row] = await tx.select().from(visitors).where(eq(visitors.id, visitor.visitorId));
    await tx.update(contacts).set({ isBlocked: true }).where(eq(contacts.id, row!.contactId!));
  });
  const given: Given = { isSpoken: false, text: 'Hello', pageUrl: null, fallback: 'en', found: null };
  for (const isCounted of [false, true])
    await expect(say(visitor, given, { isCounted })).rejects.toBeInstanceOf(AppError);
  expect((await stored(visitor)).rows.messages).toEqual([]);
});

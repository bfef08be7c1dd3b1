import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { vi } from 'vitest';
import type { Role } from '#features/accounts/accounts.contract.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import { programScopes, requestsPerMinuteBounds } from '#features/api-keys/api-keys-account.contract.ts';
import type { ChatMessage } from '#features/conversations/conversations.contract.ts';
import type {
  KnowledgeChunk,
  KnowledgeDocument,
  KnowledgeSource,
} from '#features/knowledge/knowledge.contract.ts';
import { newId } from '#shared/ids.ts';
import { letAppIn } from './app-grants.ts';
import { makeOthers } from './endpoint-walk.ts';
import {
  answerForm,
  publishLandingPage,
  connectStore,
  keyOf,
  makeClient,
  simulate,
  tryWebhook,
  waitForExport,
} from './world-parts.ts';
import { keepAttachment, recordCall } from './world-conversations.ts';
import { untilQuiet } from '#tests/support/app/quiet.ts';
import { testMoneyConnection } from '#features/test-money/server/test-money.usecases.ts';
import {
  startTestApp,
  type TestAnswer,
  type TestApp,
  type TestBrowser,
} from '#tests/support/app/test-app.ts';

export type Person = Awaited<ReturnType<TestApp['register']>>;

/** An agent with knowledge and a conversation: everything that has an id. */
export type OwnedAgent = {
  agent: Agent;
  source: string;
  document: string;
  chunk: string;
  binned: string;
  qrCode: string;
  keyId: string;
  key: string;
  previewAnswer: string;
  /** What it is tested with, and a run of that. */
  suite: string;
  run: string;
};

/** A visitor in the middle of a conversation. */
export type Visitor = {
  token: string;
  conversationId: string;
  question: ChatMessage;
  answer: ChatMessage;
  ask(text: string, conversationId?: string | null): Promise<TestAnswer>;
};

/**
 * An account with everything that an account can have. `canary` stands in every text of it and nowhere else.
 */
export type Tenant = {
  owner: Person;
  canary: string;
  first: OwnedAgent;
  second: OwnedAgent;
  contact: string;
  note: string;
  task: string;
  visitor: Visitor;
  attachment: string;
  testPurchase: string;
  invoice: string;
  invitation: string;
  /** An account that this one looks after as its agency. */
  client: string;
  accountExport: string;
  /** A key of the account that may do all. */
  programKey: string;
  browser(): TestBrowser;
  /** An app that was let in. */
  grant: string;
  made: Record<string, string>;
};

export type Member = Person & {
  owner: Person;
  browser(): TestBrowser;
  programKey: string;
};

export type SecurityWorld = {
  app: TestApp;
  vera: Tenant;
  olga: Tenant;
  /** A member with a key of their own that has every scope. */
  member(tenant: Tenant, role: Role, agentIds?: readonly string[]): Promise<Member>;
  waitUntilReady(collectionId: string, owner: Person): Promise<void>;
  close(): Promise<void>;
};

/** Two accounts that must not know of each other. */
export async function openSecurityWorld(): Promise<SecurityWorld> {
  const app = await startTestApp();
  const vera = await createTenant(app, 'Vera');
  const olga = await createTenant(app, 'Olga');
  return {
    app,
    vera,
    olga,
    async member(tenant, role, agentIds) {
      const person = await app.register(`A ${role}`);
      await app.database.database.direct.execute(
        sql`UPDATE memberships SET account_id = ${tenant.owner.user.accountId}, role = ${role},
          agent_ids = ${agentIds ? sql.param(`{${agentIds.join(',')}}`) : null}
          WHERE user_id = ${person.user.id}`,
      );
      const programKey = await keyOf(app, tenant.owner.user.accountId, person.user.id);
      return { ...person, owner: person, browser: () => app.browser(), programKey };
    },
    waitUntilReady: (collectionId, owner) => waitUntilReady(owner, `/api/knowledge/${collectionId}`),
    close: () => app.close(),
  };
}

async function createTenant(app: TestApp, name: string): Promise<Tenant> {
  const owner = await app.register(name);
  const canary = `canary${randomUUID().replaceAll('-', '')}`;
  const first = await createAgent(app, owner, canary, 'First');
  const second = await createAgent(app, owner, canary, 'Second');
  const visitor = await openVisitor(app, first.agent.number, `What about ${canary}?`);
  const { contacts } = await owner.get<{ contacts: { id: string }[] }>('/api/contacts');
  const attachment = await keepAttachment(app, visitor.question.id, canary);
  const testPurchase = await orderByTestMoney(app, owner, canary, first.agent.id);
  await app.database.database.direct.execute(sql`
    INSERT INTO purchases (id, account_id, agent_id, agent_name, wallet_id, visitor_id, email, vendor,
      is_test, kind, terms, currency, base, tax, total, status, client_key, language, created_at, expires_at)
    SELECT ${testPurchase}, account_id, ${first.agent.id}, ${canary}, visitor_id, visitor_id,
      ${`${canary}@example.test`}, 'test-money', true, 'once',
      '{"interval":null,"trialDays":0,"messages":null,"days":0,"graceDays":3,"fairUsePerDay":500,"taxThousandths":0,"taxBehaviour":"inclusive","title":"","description":""}', 'EUR', 999, 0, 999, 'open', 'of-the-stage', 'en', now(), now() + interval '1 hour' FROM messages WHERE id = ${visitor.question.id}`);
  const invoice = newId('ivc');
  const paper = {
    language: 'en',
    seller: { name: canary, address: '', country: '', taxNumber: '' },
    title: canary,
    detail: '',
    coupon: '',
  };
  const sums = {
    taxThousandths: 0,
    base: 999,
    tax: 0,
    total: 999,
    card: null,
    paidAt: new Date().toISOString(),
    corrects: null,
  };
  await app.database.database.direct.execute(sql`
    INSERT INTO invoices (id, account_id, agent_id, is_test, kind, number, subject_id, reference, currency,
      total, tax, content, buyer, issued_at)
    SELECT ${invoice}, account_id, agent_id, true, 'invoice', 1, id, 'pay_of_the_stage', 'EUR', 999, 0,
      ${JSON.stringify({ ...paper, ...sums })}::jsonb, email, now()
    FROM purchases WHERE id = ${testPurchase}`);
  const contact = contacts[0]?.id ?? '';
  const { id: note } = await owner.post<{ id: string }>(`/api/contacts/${contact}/notes`, {
    text: `Note ${canary}`,
  });
  const { id: task } = await owner.post<{ id: string }>('/api/contacts/bulk', {
    target: { ids: [contact] },
    action: { kind: 'lifecycle', lifecycle: 'contacted' },
  });
  await vi.waitFor(
    async () => {
      if ((await owner.get<{ state: string }>(`/api/contact-tasks/${task}`)).state !== 'done')
        throw new Error('Not done yet');
    },
    { timeout: 30_000, interval: 50 },
  );
  const { invitation } = await owner.post<{ invitation: { id: string } }>('/api/team/invitations', {
    email: `${canary}@example.test`,
    role: 'viewer',
    agentIds: null,
    message: canary,
  });
  const { id: accountExport } = await owner.post<{ id: string }>('/api/account/exports');
  await waitForExport(owner);
  const { key: programKey } = await owner.post<{ key: string }>('/api/account-keys', {
    name: canary,
    scopes: programScopes,
    requestsPerMinute: requestsPerMinuteBounds.most,
  });
  const made = await makeOthers(app.server.endpoints, owner);
  await publishLandingPage(owner, made['landing-pages'] ?? '', canary);
  return {
    owner,
    canary,
    accountExport,
    programKey,
    browser: () => app.browser(),
    grant: await letAppIn(app, owner, canary),
    invitation: invitation.id,
    client: await makeClient(app, owner.user.accountId, canary),
    first,
    second,
    contact,
    note,
    task,
    visitor,
    attachment,
    testPurchase,
    invoice,
    made: {
      ...made,
      calls: await recordCall(app, visitor.question.id),
      deliveries: await tryWebhook(owner, made['webhook-endpoints'] ?? ''),
      stores: await connectStore(app, owner.user.accountId, canary),
      ...(await answerForm(app, made['forms'] ?? '', canary)),
    },
  };
}

/** A purchase by test money that nobody has paid yet. */
async function orderByTestMoney(
  app: TestApp,
  owner: Person,
  canary: string,
  agentId: string,
): Promise<string> {
  const purchaseId = newId('pur');
  const order = {
    purchaseId,
    agentId,
    kind: 'once',
    interval: null,
    trialDays: 0,
    currency: 'EUR',
    price: { base: 999, tax: 0, subtotal: 999, total: 999 },
    taxBehaviour: 'inclusive',
    taxThousandths: 0,
  } as const;
  const page = {
    title: canary,
    description: canary,
    email: `${canary}@example.test`,
    language: 'en',
    successUrl: app.url,
    cancelUrl: app.url,
    expiresAt: new Date(Date.now() + 3_600_000),
  } as const;
  await app.server.services.testMoney.vendor.createCheckout(
    testMoneyConnection(owner.user.accountId),
    { ...order, ...page },
    purchaseId,
  );
  return purchaseId;
}

async function createAgent(app: TestApp, owner: Person, canary: string, name: string): Promise<OwnedAgent> {
  const made = await owner.post<Agent>('/api/agents', {
    from: 'description',
    input: `${name} guide ${canary}`,
  });
  const agent = await owner.post<Agent>(`/api/agents/${made.id}/publish`, { revision: made.draftRevision });
  const base = `/api/knowledge/${agent.collectionId}`;
  const add = async (title: string): Promise<string> =>
    (
      await owner.post<{ source: KnowledgeSource }>(`${base}/sources/text`, {
        title: `${title} ${canary}`,
        body: `The secret word of the ${name.toLowerCase()} house is ${canary}.`,
      })
    ).source.id;
  const [source, binned] = [await add('Text'), await add('Bin')];
  await waitUntilReady(owner, base);
  await owner.request('DELETE', `${base}/sources/${binned}`);
  const { documents } = await owner.get<{ documents: KnowledgeDocument[] }>(
    `${base}/sources/${source}/documents`,
  );
  const document = documents[0]?.id ?? '';
  const { chunks } = await owner.get<{ chunks: KnowledgeChunk[] }>(`${base}/documents/${document}`);
  const { code } = await owner.post<{ code: string }>(`/api/agents/${agent.id}/qr-codes`, {
    name: `Door ${canary}`,
  });
  const { id: keyId, key } = await owner.post<{ id: string; key: string }>(`/api/agents/${agent.id}/keys`, {
    kind: 'secret',
    name: `Key ${canary}`,
  });
  const preview = await openVisitor(
    app,
    agent.number,
    `A try about ${canary}`,
    new URL(agent.previewUrl, app.url).searchParams.get('ticket'),
  );
  return {
    ...(await simulate(owner, agent.id, canary)),
    keyId,
    key,
    previewAnswer: preview.answer.id,
    agent,
    source,
    document,
    chunk: chunks[0]?.id ?? '',
    binned,
    qrCode: code,
  };
}

/** Waits until every source of a collection was read. */
export async function waitUntilReady(owner: Person, base: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const { sources } = await owner.get<{ sources: KnowledgeSource[] }>(`${base}/sources`);
      if (!sources.every(({ status }) => status === 'ready')) throw new Error('Not read yet');
    },
    { timeout: 90_000, interval: 50 },
  );
}

/** Starts a conversation with an agent and waits for the first answer. */
export async function openVisitor(
  app: TestApp,
  agent: number,
  text: string,
  preview: string | null = null,
): Promise<Visitor> {
  const browser = app.browser();
  const { token } = await browser.post<{ token: string }>('/api/visitor/session', { agent, preview });
  const ask = (words: string, conversationId: string | null = null): Promise<TestAnswer> =>
    send(browser, token, words, conversationId);
  const { text: stream } = await ask(text);
  const events = [...stream.matchAll(/event: (\w+)\nid: \d+\ndata: (.*)\n/g)].map(([, event, data]) => ({
    event,
    data: JSON.parse(data ?? 'null') as {
      conversationId: string;
      visitorMessage: ChatMessage;
      assistantMessage: ChatMessage;
    },
  }));
  const accepted = events.find(({ event }) => event === 'accepted')?.data;
  if (!accepted) throw new Error(`No answer: ${stream.slice(0, 200)}`);
  return {
    token,
    conversationId: accepted.conversationId,
    question: accepted.visitorMessage,
    answer: accepted.assistantMessage,
    ask,
  };
}

function send(
  browser: TestBrowser,
  token: string,
  text: string,
  conversationId: string | null,
): Promise<TestAnswer> {
  return browser.request('POST', '/api/visitor/messages', {
    headers: { authorization: `Bearer ${token}` },
    body: { conversationId, clientMessageId: randomUUID(), text },
  });
}

/** What an alert remembers of the last look. */
const alertNotes = ['last_value', 'is_past', 'told_day', 'told_at'];
/** Notes of when and how often something was looked at, and of what was seen: a look is no change. */
const lookMoments = ['last_used_at', 'last_active_at', 'checked_at', 'synced_at', 'sync_due_at'];
const lookedAt = lookMoments.concat(alertNotes, 'asked_count', 'applied_count', 'sync_failures');

/**
 * A fingerprint of each table's rows of one account, once nothing more is done in the background. A partition is part
 * of its table, and a month may begin meanwhile.
 */
export async function accountFingerprint(app: TestApp, accountId: string): Promise<Record<string, string>> {
  await untilQuiet(app);
  const { pool } = app.database.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND a.attname = 'account_id' AND c.relname <> 'agent_usage' ORDER BY 1`,
  );
  const prints = tables.map(
    ({ name }) => `SELECT '${name}' AS name, md5(coalesce(string_agg((to_jsonb(t) - $2::text[])::text, '|'
      ORDER BY (to_jsonb(t) - $2::text[])::text), '')) || count(*) AS print FROM ${name} t WHERE account_id = $1`,
  );
  const { rows } = await pool.query<{ name: string; print: string }>(prints.join(' UNION ALL '), [
    accountId,
    lookedAt,
  ]);
  return Object.fromEntries(rows.map(({ name, print }) => [name, print]));
}

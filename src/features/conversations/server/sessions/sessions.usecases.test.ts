import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError, commonErrors } from '#shared/errors.ts';
import { startTestServices, type TestMember, type TestServices } from '#tests/support/app/test-services.ts';
import {
  outcomeOf,
  publishAgent,
  republishAgent,
  visitServices,
} from '#tests/support/visitors/visitor-of-services.ts';
import { visitors } from '../conversations.table.ts';

const dayMs = 86_400_000;
type Opening = Parameters<TestServices['conversations']['openSession']>[0];
type From = Parameters<TestServices['conversations']['openSession']>[1];

let server: TestServices;
let vera: TestMember;
beforeAll(async () => {
  server = await startTestServices();
  vera = await server.member('Vera');
});
afterAll(() => server.close());

const phone: From = {
  device: 'smartphone',
  browser: 'Firefox',
  os: 'Android',
  fallback: 'nl',
  ownHost: 'chatelier.test',
  shownAt: null,
  address: '127.0.0.1',
  userAgent: '',
  checkNew: async () => undefined,
};
const open = (input: Opening, from: Partial<From> = {}) =>
  server.conversations.openSession(input, { ...phone, ...from });
const reader = (token: string) => server.conversations.readVisitorToken(token);
/** What an agent's preview opens its session with. */
const ticketOf = async (id: string): Promise<string> =>
  (await server.agents.get(vera.scope, id)).previewUrl.split('ticket=')[1] ?? '';
const rowOf = async (token: string) => {
  const [row] = await server.database.direct
    .select()
    .from(visitors)
    .where(eq(visitors.id, reader(token)?.visitorId ?? ''));
  return row;
};

describe('a session', () => {
  test('writes a new visitor down with what their browser told, and no address with its questions', async () => {
    const { number } = await publishAgent(server, vera);
    const { token, conversation, progress } = await open({
      agent: number,
      page: { url: 'https://shop.example/rye?session=secret#top', referrer: 'https://find.example/?q=me' },
      timezone: 'Europe/Prague',
      language: 'cs-CZ',
      tag: 'spring',
    });
    expect(await rowOf(token)).toMatchObject({
      accountId: vera.user.accountId,
      isPreview: false,
      contactId: null,
      language: 'cs',
      timezone: 'Europe/Prague',
      device: 'smartphone',
      browser: 'Firefox',
      os: 'Android',
      landingUrl: 'https://shop.example/rye',
      referrer: 'https://find.example/',
      tag: 'spring',
      channel: 'site',
      createdAt: server.clock.now(),
    });
    expect(conversation).toBeNull();
    expect(progress).toMatchObject({ form: 'open', written: 0 });
    const unknown = await open({ agent: number, language: 'tlh', page: { url: 'javascript:alert(1)' } });
    expect(await rowOf(unknown.token)).toMatchObject({ language: 'nl', landingUrl: null, tag: null });
  });

  test('says by which way somebody came', async () => {
    const { number } = await publishAgent(server, vera);
    const channel = async (input: Partial<Opening>) =>
      (await rowOf((await open({ agent: number, ...input })).token))?.channel;
    expect(await channel({ page: { url: 'https://chatelier.test/widgets/1' } })).toBe('page');
    expect(await channel({ page: { url: 'https://shop.example/' }, tag: 'qr-counter' })).toBe('qr');
    expect(await channel({ page: { url: 'https://shop.example/' } })).toBe('site');
    expect(await channel({})).toBe('site');
  });

  test('knows who comes back, with what they said, and makes nobody twice', async () => {
    const agent = await publishAgent(server, vera);
    const { token, say } = await visitServices(server, agent);
    const { conversationId } = await say('Do you bake rye bread?');
    server.clock.advance(60_000);
    const refuse = { checkNew: () => Promise.reject(new AppError(commonErrors.tooManyRequests)) };
    const again = await open({ agent: agent.number, token, tag: 'other' }, refuse);
    expect(reader(again.token)?.visitorId).toBe(reader(token)?.visitorId);
    expect(again.conversation).toMatchObject({ id: conversationId, messages: [{ role: 'visitor' }, {}] });
    expect(await rowOf(token)).toMatchObject({ lastSeenAt: server.clock.now(), tag: null });
    expect(await outcomeOf(open({ agent: agent.number }, refuse))).toBe('common.too_many_requests');
  });

  test('begins with somebody new where a token is forged, of another agent, of a preview, or of somebody deleted', async () => {
    const agent = await publishAgent(server, vera);
    const other = await publishAgent(server, vera);
    const { token } = await open({ agent: agent.number });
    const { visitorId } = reader(token) ?? {};
    const idWith = async (given: string, number = agent.number) =>
      reader((await open({ agent: number, token: given })).token)?.visitorId;
    expect(await idWith(token)).toBe(visitorId);
    for (const refused of [`${token}x`, token.replace('.', '.x'), 'nothing'])
      expect(await idWith(refused), refused).not.toBe(visitorId);
    expect(await idWith(token, other.number)).not.toBe(visitorId);
    const ticket = await ticketOf(agent.id);
    const preview = await open({ agent: agent.number, preview: ticket });
    expect(reader(preview.token)).toMatchObject({ isPreview: true });
    expect(await idWith(preview.token)).not.toBe(reader(preview.token)?.visitorId);
    await server.database.direct.delete(visitors).where(eq(visitors.id, visitorId ?? ''));
    expect(await idWith(token)).not.toBe(visitorId);
  });

  test('is of an agent that is live; of a draft by a ticket for that agent alone', async () => {
    const agent = await publishAgent(server, vera);
    const draft = await server.agents.create(vera.scope, { from: 'blank', input: '', language: 'en' });
    expect(await outcomeOf(open({ agent: 1 }))).toBe('agents.not_found');
    expect(await outcomeOf(open({ agent: draft.number }))).toBe('agents.not_found');
    const ticket = await ticketOf(draft.id);
    expect(await outcomeOf(open({ agent: draft.number, preview: ticket }))).toBe('done');
    expect(await outcomeOf(open({ agent: agent.number, preview: ticket }))).toBe('agents.not_found');
    expect(await outcomeOf(open({ agent: draft.number, preview: 'forged' }))).toBe('agents.not_found');
    expect((await server.agents.get(vera.scope, draft.id)).seenUrl).toBeNull();
  });

  test('lasts half a year where the browser keeps it, a day where not, half a day in a preview', async () => {
    const agent = await publishAgent(server, vera);
    const ticket = await ticketOf(agent.id);
    const kept = await open({ agent: agent.number });
    const preview = await open({ agent: agent.number, preview: ticket });
    await republishAgent(server, vera, agent.id, (draft) => void (draft.access.history = 'session'));
    const short = await open({ agent: agent.number });
    const read = () => [kept, short, preview].map(({ token }) => reader(token) !== null);
    expect(read()).toEqual([true, true, true]);
    server.clock.advance(0.5 * dayMs);
    expect(read()).toEqual([true, true, false]);
    server.clock.advance(0.5 * dayMs);
    expect(read()).toEqual([true, false, false]);
    server.clock.advance(178.9 * dayMs);
    expect(read()).toEqual([true, false, false]);
    server.clock.advance(0.2 * dayMs);
    expect(read()).toEqual([false, false, false]);
  });
});

test('an agent counts as seen where its owner put it, not on its own page and in no preview', async () => {
  const agent = await publishAgent(server, vera);
  const seenUrl = async () => (await server.agents.get(vera.scope, agent.id)).seenUrl;
  const ticket = await ticketOf(agent.id);
  await open({ agent: agent.number, page: { url: `https://chatelier.test/widget-demo/${agent.number}` } });
  await open({ agent: agent.number, preview: ticket, page: { url: 'https://shop.example/editor' } });
  expect(await seenUrl()).toBeNull();
  await open({ agent: agent.number, page: { url: 'https://shop.example/lamps?user=7' } });
  expect(await seenUrl()).toBe('https://shop.example/lamps');
});

describe('a link to one conversation', () => {
  /** Somebody who said two things, each in a conversation of its own, and the link to the first. */
  async function left() {
    const agent = await publishAgent(server, vera, (draft) => void (draft.ending.enabled = true));
    const visitor = await visitServices(server, agent);
    const { conversationId } = await visitor.say('Do you bake rye bread?');
    await visitor.say('And cakes?', { fresh: true });
    const token = server.conversations.resuming.tokenFor({
      id: conversationId,
      accountId: vera.user.accountId,
    });
    return { agent, visitor, conversationId, token };
  }
  const resume = (agent: { number: number }, token: string) => open({ agent: agent.number, resume: token });

  test('opens that one on any device, and nothing else of whoever began it', async () => {
    const { agent, visitor, conversationId, token } = await left();
    const resumed = await resume(agent, token);
    expect(resumed.conversation?.id).toBe(conversationId);
    expect(resumed.switchable).toEqual([]);
    const identity = reader(resumed.token);
    expect(identity).toEqual({
      visitorId: visitor.identity.visitorId,
      accountId: vera.user.accountId,
      agentId: agent.id,
      isPreview: false,
      onlyConversation: conversationId,
    });
    // With its session nobody becomes the visitor, who has a newer conversation.
    const opened = await open({ agent: agent.number, token: resumed.token });
    expect(opened.conversation).toBeNull();
    expect(reader(opened.token)?.visitorId).not.toBe(visitor.identity.visitorId);
    server.clock.advance(dayMs);
    expect(reader(resumed.token)).toBeNull();
  });

  test('is over with the conversation, with its week, and is of that agent alone', async () => {
    const { agent, visitor, conversationId, token } = await left();
    const other = await publishAgent(server, vera);
    expect(await outcomeOf(resume(other, token))).toBe('access.resume_over');
    expect(await outcomeOf(resume(agent, `${token}x`))).toBe('access.resume_over');
    expect(await outcomeOf(resume(agent, visitor.token))).toBe('access.resume_over');
    expect(await outcomeOf(resume(agent, token))).toBe('done');
    server.clock.advance(7 * dayMs);
    expect(await outcomeOf(resume(agent, token))).toBe('access.resume_over');
    const again = server.conversations.resuming.tokenFor({
      id: conversationId,
      accountId: vera.user.accountId,
    });
    expect(await outcomeOf(resume(agent, again))).toBe('done');
    await server.conversations.endConversation(visitor.identity, conversationId, null);
    expect(await outcomeOf(resume(agent, again))).toBe('access.resume_over');
  });
});

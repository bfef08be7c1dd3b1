import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createManualClock } from '#platform/clock/clock.ts';
import type { AgentConfiguration } from '#features/agents/agents-configuration.contract.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import { formBlock, openForm, publishForm } from '#tests/support/dashboard/forms-setup.ts';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { openChat, publishAgent, republish, type ChatVisitor } from '#tests/support/visitors/visitor-chat.ts';

type Owner = Awaited<ReturnType<TestApp['register']>>;
let app: TestApp;
let model: OpenAiStandIn;
let owner: Owner;
// Early on a day: what is bounded for each day stays within one.
const clock = createManualClock(new Date('2026-11-20T01:00:00Z'));
const minutes = (count: number): void => clock.advance(count * 60_000);

beforeAll(async () => {
  model = await startOpenAiStandIn({ reply: 'We open at nine.' });
  app = await startTestApp({
    clock,
    llm: { baseUrls: { openai: model.baseUrl } },
    environment: {
      PROCESS_MODE: 'web',
      PUBLIC_URL: 'https://chat.atelier.test',
      MAIL_REPLY_ADDRESS: 'replies@chat.atelier.test',
      MAIL_WEBHOOK_SECRET: 'a-secret-of-the-mail-server',
    },
  });
  owner = await app.register('Mira Linden');
  await owner.request('PUT', '/api/integrations/openai-compatible', { body: { baseUrl: model.baseUrl } });
});
afterAll(async () => {
  await app.close();
  await model.close();
});

const publish = (
  summary: Partial<AgentConfiguration['summary']>,
  change: (draft: AgentConfiguration) => void = () => undefined,
): Promise<Agent> =>
  publishAgent(owner, (draft) => {
    draft.basic.name = 'Linden Bakery';
    draft.summary = {
      ...draft.summary,
      enabled: true,
      delayMinutes: 15,
      recipients: ['team@bakery.test'],
      ...summary,
    };
    change(draft);
  });
/** What two servers find each minute, both at once. */
async function found(): Promise<string[]> {
  const { summaries } = app.server.services;
  await Promise.all([summaries.look(), summaries.look()]);
  const { rows } = await app.database.database.direct.execute<{ id: string }>(
    sql`SELECT id FROM conversation_summaries WHERE state = 'waiting'`,
  );
  return rows.map(({ id }) => id);
}
/** What two servers do each minute, and then the work that came of it, each piece twice or so often. */
async function look(times = 2): Promise<void> {
  const { summaries } = app.server.services;
  const ids = await found();
  const signal = new AbortController().signal;
  await Promise.all(ids.flatMap((id) => Array.from({ length: times }, () => summaries.write(id, signal))));
}
async function mailsSince(count: number) {
  const { mails } = await app.server.services.mail.outbox();
  return mails
    .slice(0, mails.length - count)
    .filter(({ kind }) => kind.startsWith('conversation-'))
    .toReversed();
}
/** How many mails there are; later ones are newer than all of them. */
async function counted(): Promise<number> {
  minutes(1);
  return (await app.server.services.mail.outbox()).mails.length;
}
/** The notes between the messages of a conversation. */
async function happenedIn(conversationId: string): Promise<string[]> {
  const { rows } = await app.database.database.direct.execute<{ event: string }>(
    sql`SELECT event FROM messages WHERE conversation_id = ${conversationId} AND role = 'event' ORDER BY seq`,
  );
  return rows.map(({ event }) => event);
}
async function talk(agent: Agent, questions: readonly string[]): Promise<ChatVisitor> {
  const visitor = await openChat(app, agent.number);
  for (const question of questions) await visitor.say(question);
  return visitor;
}

test('a conversation that fell silent is summed up once, and what comes later is another stretch', async () => {
  const before = await counted();
  const agent = await publish({ recipients: ['team@bakery.test', 'mira@bakery.test'] });
  await look();
  const visitor = await talk(agent, ['Are you open on Sunday?', 'Do you sell umbrellas?']);
  minutes(14);
  await look();
  expect(await mailsSince(before)).toEqual([]);
  minutes(2);
  await look();
  const mails = await mailsSince(before);
  expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual([
    'mira@bakery.test',
    'team@bakery.test',
  ]);
  const text = mails[0]?.text ?? '';
  expect(mails[0]?.subject).toContain('Linden Bakery');
  expect(text).toContain('What was wanted\n• Are you open on Sunday?');
  expect(text).toMatch(/https:\/\/chat\.atelier\.test\/dashboard\/inbox\/cnv_/);
  minutes(60);
  await look();
  expect(await mailsSince(before)).toHaveLength(2);

  const { conversationId } = await visitor.say('And on Monday?');
  minutes(60);
  await look();
  expect(await mailsSince(before), 'one question is no conversation').toHaveLength(2);
  // What happened stands between the messages, and is none.
  await visitor.request('POST', `/api/visitor/conversations/${conversationId}/person`, { body: {} });
  expect(await happenedIn(conversationId)).toEqual(['offered', 'asked_away']);
  await look();
  expect(await mailsSince(before), 'one question and a note').toHaveLength(2);
  await visitor.say('And on Tuesday?');
  minutes(16);
  await look();
  const later = (await mailsSince(before)).slice(2);
  expect(later).toHaveLength(2);
  expect(later[0]?.text).toContain('• And on Monday?');
  expect(later[0]?.text).not.toContain('umbrellas');
});

test('a form that was sent in the conversation is named', async () => {
  const form = await publishForm(
    owner,
    [formBlock('email', 'email', { required: true, mapTo: 'email' })],
    undefined,
    'Request a quote',
  );
  const agent = await publish({}, (draft) => (draft.dynamic.forms = [{ formId: form.id, when: '' }]));
  await look();
  const before = await counted();
  const visitor = await talk(agent, ['Do you bake for weddings?']);
  const { answer } = await visitor.say('Could I request a quote?');
  const { url } = (
    await visitor.request('POST', `/api/visitor/messages/${answer.id}/form`, { body: { formId: form.id } })
  ).body as { url: string };
  expect((await (await openForm(app, form, { path: url })).send({ email: 'ada@bakery.test' })).status).toBe(
    200,
  );
  minutes(16);
  await look();
  expect((await mailsSince(before))[0]?.text).toMatch(/ada@bakery\.test\n• Form sent: Request a quote/);
});

test('a conversation that comes to the team is summed up at once, and then again when it falls silent', async () => {
  const agent = await publish({});
  await look();
  const before = await counted();
  const visitor = await talk(agent, ['Do you repair shoes?']);
  const { conversationId } = await visitor.say('Can I talk to a person, please?');
  await look();
  expect(await mailsSince(before)).toHaveLength(1);
  expect((await mailsSince(before))[0]?.text).toContain(`/dashboard/inbox/${conversationId}`);
  for (const text of ['Hello?', 'Is anybody there?', 'I can wait.']) await visitor.say(text);
  await look();
  expect(await mailsSince(before)).toHaveLength(1);
  minutes(16);
  await look();
  expect(await mailsSince(before)).toHaveLength(2);
});

test('while somebody of the team has it, nobody is mailed; once they resolve it, one mail tells all of it', async () => {
  const before = await counted();
  const agent = await publish({ sendToContact: true });
  // Nobody looked since it was published: what begins at once counts.
  const visitor = await talk(agent, ['Hello!', 'Can you bake a cake with five floors?']);
  const { conversationId } = await visitor.say('I want to talk to a human');
  await visitor.request('POST', `/api/visitor/conversations/${conversationId}/address`, {
    body: { email: 'cake@visitor.test' },
  });
  await look();
  expect(await mailsSince(before)).toEqual([]);
  for (const text of ['Hello, Mira here', 'Five floors is fine']) {
    await owner.request('POST', `/api/inbox/conversations/${conversationId}/messages`, {
      body: { text, clientMessageId: crypto.randomUUID() },
    });
    minutes(20);
    await look();
    await visitor.say('And with cherries?');
    await look();
  }
  expect(await mailsSince(before)).toEqual([]);
  await owner.request('PATCH', '/api/inbox/conversations', {
    body: { ids: [conversationId], change: { kind: 'status', status: 'resolved' } },
  });
  await look();
  const mails = await mailsSince(before);
  expect(mails.map(({ kind, recipient }) => [kind, recipient]).toSorted()).toEqual([
    ['conversation-copy', 'cake@visitor.test'],
    ['conversation-summary', 'team@bakery.test'],
  ]);
  expect(mails[0]?.text).toContain('• Can you bake a cake with five floors?');
  expect(mails[0]?.text).not.toContain('• Hello!');
  minutes(60);
  await look();
  expect(await mailsSince(before)).toHaveLength(2);
});

test('a conversation that the visitor ends is not waited for, and neither previews nor times without summaries count', async () => {
  const agent = await publish({}, (draft) => (draft.ending.enabled = true));
  await look();
  const before = await counted();
  const visitor = openChat(app, agent.number);
  const said = await (await visitor).say('Do you deliver?');
  await (await visitor).say('On Sunday, too?');
  expect(
    (
      await (
        await visitor
      ).request('POST', `/api/visitor/conversations/${said.conversationId}/end`, { body: {} })
    ).status,
  ).toBe(200);
  await look();
  expect(await mailsSince(before)).toHaveLength(1);

  await republish(owner, agent, (draft) => (draft.summary.enabled = false));
  await look();
  await talk(agent, ['First?', 'Second?']);
  minutes(30);
  await republish(owner, agent, (draft) => (draft.summary.enabled = true));
  await look();
  minutes(30);
  await look();
  expect(await mailsSince(before), 'what was before stays as it is').toHaveLength(1);
});

test('a model writes it with the owner’s wishes, and the built-in way when it fails or says nothing', async () => {
  const agent = await publish({ instructions: 'Name the bread.' }, (draft) => {
    draft.ai = { ...draft.ai, provider: 'openai-compatible', model: 'stand-in-large' };
    // The model is asked for these in the background: they would take what the summary is to get.
    draft.dynamic.followUps = 0;
  });
  await look();
  const before = await counted();
  await talk(agent, ['Rye?', 'Wheat?']);
  minutes(16);
  model.script({
    kind: 'text',
    text: '{"wanted": ["Rye bread"], "answered": ["We open at nine"], "open": [], "nextStep": "Bake <b>more</b>"}',
  });
  // Once: of two at work, either could be the first to finish, and only one of them gets this reply.
  await look(1);
  const [mail] = await mailsSince(before);
  expect(mail?.text).toContain('• Rye bread');
  expect(mail?.text).toContain('• Bake <b>more</b>');
  const request = model.chats.at(-1);
  expect(JSON.stringify(request?.messages)).toContain('The owner wishes: Name the bread.');
  const { rows } = await app.database.database.direct.execute<{ engine: string; html: string }>(
    sql`SELECT s.engine, m.html_body AS html FROM conversation_summaries s, outbox_mails m
      WHERE m.id = ${mail?.id ?? ''} AND s.agent_id = ${agent.id}`,
  );
  expect(rows[0]?.engine).toBe('model');
  expect(rows[0]?.html).toContain('Bake &lt;b&gt;more&lt;/b&gt;');

  await talk(agent, ['Spelt?', 'Oat?']);
  minutes(16);
  model.script({ kind: 'status', status: 500, message: 'Down' });
  await look(1);
  expect((await mailsSince(before)).at(-1)?.text).toContain('• Spelt?');
});

test('what a model takes for it counts as what the agent costs, and nothing is asked of it once the month’s money is used up', async () => {
  await owner.request('PUT', '/api/integrations/openai', { body: { apiKey: 'sk-test-1234567890' } });
  const agent = await publish({});
  await look();
  const [, second] = [await talk(agent, ['Rye?', 'Wheat?']), await talk(agent, ['Spelt?', 'Oat?'])];
  // Answered by the built-in engine, summed up by a model: 1,000 tokens in and 400 out are 0.85 cents.
  await republish(owner, agent, (draft) => {
    Object.assign(draft.ai, { provider: 'openai', model: 'gpt-5.4' });
    draft.access.monthlyCents = 1;
  });
  minutes(16);
  const written = {
    kind: 'text',
    text: '{"wanted": ["Bread"], "answered": [], "open": [], "nextStep": ""}',
    usage: { input: 1_000, output: 400 },
  } as const;
  model.script(written, written);
  // One after the other: what is written twice at once may ask the model twice, and then use up the month
  // before the next one.
  for (const id of await found()) await app.server.services.summaries.write(id, new AbortController().signal);
  const usage = await owner.get<{ monthMicros: number }>(`/api/agents/${agent.id}/usage`);
  expect(usage.monthMicros).toBe(17_000);
  const { rows } = await app.database.database.direct.execute<{ sum: number }>(
    sql`SELECT sum(cost_micros)::int AS sum FROM conversation_summaries WHERE agent_id = ${agent.id}`,
  );
  expect(rows[0]?.sum).toBe(17_000);
  expect(await owner.get(`/api/payments/margin?by=agent&test=false&agentId=${agent.id}`)).toMatchObject({
    rows: [{ id: agent.id, messages: 4, aiCostMicros: 17_000 }],
  });

  const asked = model.chats.length;
  for (const question of ['And today?', 'And tomorrow?']) await second.say(question);
  const answered = model.chats.length;
  minutes(16);
  await look();
  expect(answered).toBe(asked);
  expect(model.chats).toHaveLength(asked);
  model.script();
});

test('the visitor gets it in their language when they left an address, without what only the owner may know, and not without end', async () => {
  const agent = await publish(
    { sendToContact: true, recipients: [] },
    (draft) => (draft.contactForm.enabled = true),
  );
  await look();
  const before = await counted();
  const visitor = await openChat(app, agent.number);
  expect(
    (
      await visitor.request('POST', '/api/visitor/contact-form', {
        body: { values: { name: 'Anna Novak', email: 'anna@example.test' } },
      })
    ).status,
  ).toBe(200);
  for (const question of ['Est-ce que vous êtes ouverts le dimanche ?', 'Vendez-vous du pain de seigle ?'])
    await visitor.say(question);
  minutes(16);
  await look();
  const [mail, ...others] = await mailsSince(before);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ kind: 'conversation-copy', recipient: 'anna@example.test' });
  // What is replied to it enters the conversation that it tells of.
  expect(mail?.replyTo).toMatch(/^replies\+\w{46}@chat\.atelier\.test$/);
  expect(mail?.text).toContain(`/widgets/${agent.number}`);
  expect(mail?.text).not.toContain('/dashboard/');
  for (let more = 0; more < 6; more++) {
    for (const question of [`Encore ${more} ?`, `Et puis ${more} ?`])
      expect((await visitor.say(question)).status).toBe(200);
    minutes(16);
    await look();
  }
  expect(await mailsSince(before)).toHaveLength(5);
});

test('a summary whose work was lost is handed out again', async () => {
  const agent = await publish({});
  await look();
  const before = await counted();
  await talk(agent, ['Lost?', 'Found?']);
  minutes(16);
  await app.server.services.summaries.look();
  const jobs = async (): Promise<number> =>
    Number(
      (
        await app.database.database.direct.execute<{ count: string }>(
          sql`SELECT count(*) FROM pgboss.job
            WHERE name = 'summaries.write' AND data ->> 'id' IN (SELECT id FROM conversation_summaries
            WHERE state = 'waiting')`,
        )
      ).rows[0]?.count,
    );
  expect(await jobs()).toBe(1);
  minutes(20);
  await app.server.services.summaries.look();
  expect(await jobs()).toBe(1);
  minutes(11);
  await app.server.services.summaries.look();
  expect(await jobs()).toBe(2);
  await look();
  expect(await mailsSince(before)).toHaveLength(1);
});

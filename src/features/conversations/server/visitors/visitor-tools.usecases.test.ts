import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AgentConfiguration } from '#features/agents/agents-configuration.contract.ts';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { startTestServices, type TestMember, type TestServices } from '#tests/support/app/test-services.ts';
import { publishAgent, toolsOf, visitServices } from '#tests/support/visitors/visitor-of-services.ts';
import type { AnswerEvent } from '../streaming/live-answer.models.ts';

let server: TestServices;
let vera: TestMember;
let model: OpenAiStandIn;
beforeAll(async () => {
  server = await startTestServices();
  vera = await server.member('Vera');
  model = await startOpenAiStandIn();
  await server.integrations.connect(vera.scope, 'openai-compatible', { baseUrl: model.baseUrl });
});
afterAll(async () => {
  await server.close();
  await model.close();
});

const doneOf = (events: readonly AnswerEvent[]) => {
  const done = events.find((event) => event.type === 'done');
  if (done?.type !== 'done') throw new Error('The answer is not done');
  return done.message;
};
const withSummaries = (draft: AgentConfiguration): void => void (draft.tools.off = []);
const withModel = (draft: AgentConfiguration): void => {
  withSummaries(draft);
  Object.assign(draft.ai, { provider: 'openai-compatible', model: 'stand-in' });
  draft.dynamic.followUps = 0;
};
const visit = async (change?: (draft: AgentConfiguration) => void) =>
  visitServices(server, await publishAgent(server, vera, change));
const mails = async () => {
  await server.jobs.work();
  const { rows } = await server.database.direct.execute<{
    recipient: string;
    kind: string;
    text_body: string;
  }>(
    sql`SELECT recipient, kind, text_body FROM outbox_mails WHERE kind = 'conversation-copy' ORDER BY created_at`,
  );
  return rows;
};

test('an address that a visitor gives as theirs becomes their contact’s', async () => {
  const visitor = await visit();
  const said = await visitor.say('My email is anna@own.test');
  expect(doneOf(said.events).text).toBe('Thank you, I’ve noted that.');
  const { contacts } = await server.contacts.list(vera.scope, { search: 'anna@own.test' });
  expect(contacts).toMatchObject([{ email: 'anna@own.test' }]);
});

test('a model keeps only what the visitor wrote', async () => {
  const visitor = await visit(withModel);
  const capture = (details: object) => ({
    kind: 'tool-calls' as const,
    calls: [{ name: 'capture_contact', arguments: details }],
  });
  model.script(capture({ email: 'made.up@model.test' }), { kind: 'text', text: 'What is it?' });
  expect(toolsOf(await visitor.say('Write to me'))).toContain('capture_contact failed');
  model.script(capture({ email: 'Eva@own.test', phone: '420221222333' }), { kind: 'text', text: 'Noted.' });
  const said = await visitor.say('eva@own.test or +420 221 222 333');
  expect(toolsOf(said)).toContain('capture_contact done');
  const { contacts } = await server.contacts.list(vera.scope, { search: 'eva@own.test' });
  expect(contacts).toMatchObject([{ phone: '420221222333' }]);
});

test('a summary goes to the visitor’s own address, is asked for where none is known, and has its bounds', async () => {
  const visitor = await visit(withSummaries);
  await visitor.say('Do you bake cakes for weddings?');
  expect(doneOf((await visitor.say('Email me a summary')).events).text).toBe(
    'Which email address may I send the summary to?',
  );
  expect(doneOf((await visitor.say('ida@own.test')).events).text).toBe(
    'I’m sending a summary of our conversation to i…@own.test.',
  );
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ recipient: 'ida@own.test' });
  expect(mail?.text_body).toContain('weddings');
  // Nobody else's address is taken for the visitor's.
  expect(doneOf((await visitor.say('Mail me a summary to boss@victim.test')).events).text).toBe(
    'I can’t send it to that address from here.',
  );
  const again = await visitor.say('Email me a summary');
  expect(doneOf(again.events).text).toBe('I can’t do that again in this conversation.');
  expect(await mails()).toHaveLength(1);
});

test('a summary is off unless its owner switched it on', async () => {
  const visitor = await visit();
  expect(toolsOf(await visitor.say('Email me a summary'))).toEqual([]);
});

test('a summary that costs messages is offered at its price once it is known where it goes', async () => {
  const visitor = await visit((draft) => {
    withSummaries(draft);
    draft.tools.summaryCost = 2;
    Object.assign(draft.payment, { enabled: true, freeMessages: 10 });
  });
  const first = doneOf((await visitor.say('Email me a summary')).events);
  expect(first.text).toBe('Which email address may I send the summary to?');
  expect(first.parts ?? []).toEqual([]);
  const second = doneOf((await visitor.say('mara@own.test')).events);
  expect(second.parts).toMatchObject([{ type: 'approval', cost: 2, approver: 'visitor', state: 'waiting' }]);
});

test('a booking page that costs messages is shown after a yes, and taken for once it is there', async () => {
  const visitor = await visit((draft) => {
    draft.tools.bookingUrl = 'https://cal.example/linden';
    draft.tools.bookingCost = 1;
    Object.assign(draft.payment, { enabled: true, freeMessages: 10 });
  });
  const { parts } = doneOf((await visitor.say('I’d like to book an appointment')).events);
  expect(parts).toMatchObject([{ type: 'approval', title: 'Book a time', cost: 1, state: 'waiting' }]);
});

test('what time it is for whoever tells no time zone is that of the business', async () => {
  await server.database.account(vera.scope.accountId, (tx) =>
    tx.execute(sql`INSERT INTO office_hours (account_id, is_on, time_zone, week, days_off, updated_at)
      VALUES (${vera.scope.accountId}, false, 'Asia/Tokyo', '[[],[],[],[],[],[],[]]', '[]', now())
      ON CONFLICT (account_id) DO UPDATE SET time_zone = 'Asia/Tokyo'`),
  );
  const visitor = await visit();
  expect(doneOf((await visitor.say('What time is it?')).events).text).toContain('Tokyo');
});

test('where a time can be booked is shown, where the owner has such an address', async () => {
  const booking = 'https://cal.example/linden';
  const visitor = await visit((draft) => void (draft.tools.bookingUrl = booking));
  const message = doneOf((await visitor.say('I’d like to book an appointment')).events);
  expect(message).toMatchObject({
    text: 'You can choose a time here:',
    parts: [{ type: 'card', title: 'Book a time', buttons: [{ url: booking, action: 'open' }] }],
  });
  expect(toolsOf(await (await visit()).say('I’d like to book an appointment'))).toEqual([]);
});

test('a chat is ended by who asks for it, where the owner lets it be ended', async () => {
  const visitor = await visit((draft) => void (draft.ending.enabled = true));
  const first = await visitor.say('Please end the chat');
  expect(toolsOf(first)).toEqual(['end_chat running', 'end_chat done']);
  expect(doneOf(first.events).text).toBe('Thank you for the chat. Goodbye!');
  expect((await visitor.say('One more thing')).conversationId).not.toBe(first.conversationId);
  expect(toolsOf(await (await visit()).say('Please end the chat'))).toEqual([]);
});

test('another agent is offered to who wants to go on with it', async () => {
  const friend = await publishAgent(server, vera, (draft) => void (draft.basic.name = 'Anna'));
  const visitor = await visit((draft) => {
    draft.switching.enabled = true;
    draft.switching.agents = [friend.id];
  });
  expect(doneOf((await visitor.say('I want to talk to Anna')).events)).toMatchObject({
    text: 'You can go on with Anna here:',
    parts: [{ type: 'agent', number: friend.number }],
  });
});

test('what the owner switched off is offered to no model', async () => {
  const visitor = await visit((draft) => {
    withModel(draft);
    draft.tools.off = ['search_knowledge', 'calculate', 'capture_contact', 'send_summary'];
  });
  model.script({ kind: 'text', text: 'Hello.' });
  await visitor.say('Hello?');
  expect(model.chats.at(-1)?.tools?.map((tool) => tool.function.name)).toEqual([
    'current_time',
    'hand_to_human',
  ]);
});

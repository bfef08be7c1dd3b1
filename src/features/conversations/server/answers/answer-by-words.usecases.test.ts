import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnswerTrace } from '#features/conversations/conversations.contract.ts';
import type { ToolGate } from '#features/tools/server/requests/gate.usecases.ts';
import type { AgentTool, Recognised } from '#features/tools/server/tools.usecases.ts';
import { startTestServices, type TestMember, type TestServices } from '#tests/support/app/test-services.ts';
import { publishAgent, toolsOf, visitServices } from '#tests/support/visitors/visitor-of-services.ts';
import { LiveAnswer, type AnswerEvent } from '../streaming/live-answer.models.ts';
import { createAnswersByWords } from './answer-by-words.usecases.ts';
import type { Question } from './answer.usecases.ts';
import type { Working } from './answer-state.models.ts';

describe('without a model', () => {
  let server: TestServices;
  let vera: TestMember;
  beforeAll(async () => {
    server = await startTestServices();
    vera = await server.member('Vera');
  });
  afterAll(() => server.close());

  const textOf = (events: readonly AnswerEvent[]): string => {
    const done = events.find((event) => event.type === 'done');
    return done?.type === 'done' ? done.message.text : '';
  };

  test('a question for the time or a sum is answered by the tool, and its call is recorded', async () => {
    const visitor = await visitServices(server, await publishAgent(server, vera));
    const time = await visitor.say('What time is it in Prague?');
    expect(textOf(time.events)).toMatch(/^It’s \d{1,2}:\d\d.* on .+ \(Prague\)\.$/);
    expect(toolsOf(time)).toEqual(['current_time running', 'current_time done']);
    expect(textOf((await visitor.say('What is 19 % of 250?')).events)).toBe('19% × 250 = 47.5');
    expect(textOf((await visitor.say('What time is it in Australia?')).events)).toBe(
      'There are several time zones in Australia. Which city do you mean?',
    );
    const { rows } = await server.database.direct.execute<{ trace: AnswerTrace }>(
      sql`SELECT trace FROM messages WHERE role = 'assistant' AND conversation_id = ${visitor.conversationId()} ORDER BY seq`,
    );
    expect(rows[0]?.trace).toMatchObject({
      retrievalMs: null,
      tools: [{ name: 'current_time', arguments: { what: 'time', place: 'prague' }, failed: false }],
    });
  });
});

describe('which tool the words ask for', () => {
  const tool = (name: string, recognised: Recognised | null, about: Partial<AgentTool> = {}): AgentTool => ({
    name,
    description: name,
    parameters: {},
    recognise: () => recognised,
    run: async () => ({ content: name, said: `said ${name}` }),
    ...about,
  });
  const recognised = (place: Recognised['place'], priority = 0): Recognised => ({
    arguments: {},
    place,
    priority,
  });
  async function answer(tools: AgentTool[], gate: Partial<ToolGate> = {}) {
    const logged: string[] = [];
    const live = new LiveAnswer('msg_1');
    const working = { trace: { tools: [], firstTokenMs: null }, startedAt: 0 } as unknown as Working;
    const byWords = createAnswersByWords(
      {
        log: { error: (_: unknown, text: string) => void logged.push(text) } as never,
        translator: { text: (_, key) => key },
        toolGates: {
          gateFor: () => ({
            admit: async () => null,
            async *approved() {
              // Nothing was said yes to.
            },
            ...gate,
          }),
        },
      },
      async () => tools,
    );
    const agent = { configuration: { payment: { enabled: false } } };
    const question = { agent, text: 'please', language: 'en', history: [] } as unknown as Question;
    return { words: await byWords(question, live, working), live, working, logged };
  }

  test('is the one with the highest priority, and only one', async () => {
    const { words, live, working } = await answer([
      tool('none', null),
      tool('low', recognised('instead', 1)),
      tool('high', recognised('instead', 2)),
    ]);
    expect(await words.instead()).toBe(true);
    expect(live.text).toBe('said high');
    expect(working.trace.tools.map(({ name }) => name)).toEqual(['high']);
  });

  test('runs beside an answer or instead of one that is unsure only where it says so', async () => {
    const { words, live } = await answer([
      tool('shows', recognised('beside'), { isSeen: true, run: async () => ({ content: '', said: '' }) }),
      tool('else', recognised('otherwise')),
    ]);
    expect(await words.instead()).toBe(false);
    expect([words.shows, words.knowsOtherwise, live.text]).toEqual([true, true, '']);
    await words.beside();
    expect(live.text).toBe('');
    expect(await words.otherwise()).toBe(true);
    expect(live.text).toBe('said else');
  });

  test('a recogniser that fails recognises nothing', async () => {
    const broken = tool('broken', null, {
      recognise() {
        throw new Error('bad pattern');
      },
    });
    const { words, logged } = await answer([broken, tool('fine', recognised('instead'))]);
    expect(await words.instead()).toBe(true);
    expect(logged).toEqual(['a recogniser failed']);
  });

  test('what asks before it runs, fails or takes too long is said as it is', async () => {
    const said = async (about: Partial<AgentTool>, gate: Partial<ToolGate> = {}): Promise<string> => {
      const { words, live } = await answer([tool('one', recognised('instead'), about)], gate);
      await words.instead();
      return live.text;
    };
    const waiting = { admit: async () => ({ content: '', waitsFor: 'visitor' as const }) };
    expect(await said({}, waiting)).toBe('built-in:toolAsks');
    expect(await said({ run: () => Promise.reject(new Error('no')) })).toBe('built-in:toolFailed');
    const hangs = { timeoutMs: 5, run: () => new Promise<never>(() => undefined) };
    expect(await said(hangs)).toBe('built-in:toolFailed');
    // Whether something was done that changes something is not known.
    expect(await said({ ...hangs, risk: 'write' })).toBe('built-in:toolUnknown');
    expect(await said({ run: async () => ({ content: 'x' }) })).toBe('built-in:toolDone');
  });

  test('what somebody said yes to runs first and is the answer', async () => {
    const { words, live } = await answer([tool('order', recognised('instead'))], {
      async *approved() {
        yield {
          id: 'tlr_1',
          name: 'order',
          arguments: {},
          refusal: null,
          finish: async () => undefined,
          breakOff: async () => undefined,
        };
      },
    });
    expect(await words.instead()).toBe(true);
    expect(live.text).toBe('said order');
  });
});

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { LlmToolCall } from '#providers/llm/llm.port.ts';
import type { BuiltInContext } from '../built-in/built-in.usecases.ts';
import { currentTimeTool } from '../built-in/current-time.models.ts';
import { calculateTool } from '../built-in/calculate.models.ts';
import type { ApprovedCall, ToolGate } from '../requests/gate.usecases.ts';
import { defineTool, failure, type AgentTool, type ToolResult } from '../tools.usecases.ts';
import { createToolRun, mostCalls, type RecordedCall } from './calls.usecases.ts';

const echo = defineTool({
  name: 'echo',
  description: 'Says it again.',
  input: z.strictObject({ text: z.string() }),
  run: ({ text }) => ({ content: text }),
});
const tool = (run: AgentTool['run'], more: Partial<AgentTool> = {}): AgentTool => ({
  name: 'odd',
  description: '',
  parameters: {},
  ...more,
  run,
});
const call = (name: string, value: unknown = {}): LlmToolCall => ({
  id: `call of ${name}`,
  name,
  arguments: { kind: 'json', value },
});

/** Hands out what was said yes to, one after the other. */
function handedOut(calls: ApprovedCall[]): ToolGate['approved'] {
  return async function* () {
    while (calls.length > 0) yield calls.shift()!;
  };
}

/** A run of these tools, with all that it tells. */
const start = (...tools: AgentTool[]) => startAgain([], ...tools);
/** The same for an answer whose server died after these calls. */
function startAgain(before: readonly RecordedCall[], ...tools: AgentTool[]) {
  const abort = new AbortController();
  const told: string[] = [];
  const logged: string[] = [];
  const recorded: RecordedCall[] = [];
  const gate: ToolGate = { admit: async () => null, approved: handedOut([]) };
  const run = createToolRun({
    tools,
    gate,
    signal: abort.signal,
    log: { error: (_: unknown, message: string) => void logged.push(message) } as never,
    told: (name, state) => told.push(`${name} ${state}`),
    begins: async ({ name }) => void told.push(`${name} begins`),
    recorded: (each) => void recorded.push(each),
    before,
  });
  const read = async (...calls: LlmToolCall[]): Promise<unknown[]> =>
    (await run.run(calls)).map(({ content }) => content);
  return { ...run, gate, read, abort, told, logged, recorded };
}
const codeOf = (content: unknown): unknown =>
  (JSON.parse(String(content)) as { error: { code: string } }).error.code;

describe('what a model asks for', () => {
  test('is done in its order, told to who reads along, and recorded', async () => {
    const run = start(echo);
    const results = await run.run([call('echo', { text: 'one' }), call('echo', { text: 'two' })]);
    expect(results).toEqual(
      ['one', 'two'].map((content) => ({
        role: 'tool',
        toolCallId: 'call of echo',
        toolName: 'echo',
        content,
        isError: false,
      })),
    );
    expect(run.told).toEqual(['echo running', 'echo done', 'echo running', 'echo done']);
    expect(run.recorded).toMatchObject([
      { name: 'echo', arguments: { text: 'one' }, result: 'one', errorCode: null },
      { name: 'echo', arguments: { text: 'two' }, result: 'two', errorCode: null },
    ]);
  });

  test('is refused where it was not offered, is no JSON, or is not what the tool takes', async () => {
    const run = start(echo);
    const broken: LlmToolCall = { ...call('echo'), arguments: { kind: 'invalid', text: '{"text": ' } };
    const results = await run.run([call('refund_all'), call('__proto__'), broken, call('echo', { text: 7 })]);
    expect(results.map(({ content }) => codeOf(content))).toEqual([
      'unknown_tool',
      'unknown_tool',
      'invalid_arguments',
      'invalid_arguments',
    ]);
    expect(String(results[3]?.content)).toContain('text');
    expect(run.told.filter((each) => each.endsWith('failed'))).toHaveLength(4);
  });

  test('ends after eight calls; the rest is refused and does nothing', async () => {
    let done = 0;
    const run = start(
      tool(async () => {
        done += 1;
        return { content: 'done' };
      }),
    );
    expect(run.mayCall()).toBe(true);
    const results = await run.read(...Array.from({ length: 30 }, () => call('odd')));
    expect(done).toBe(mostCalls);
    expect(results.slice(mostCalls).map(codeOf)).toEqual(Array.from({ length: 22 }, () => 'too_many_calls'));
    expect(run.mayCall()).toBe(false);
  });
});

describe('a tool', () => {
  test('that never answers is left behind', async () => {
    const run = start(tool(() => new Promise(() => undefined), { timeoutMs: 5 }));
    expect((await run.read(call('odd'))).map(codeOf)).toEqual(['timed_out']);
    expect(run.logged).toEqual([]);
  });

  test('that throws is logged once; the model hears that it failed and not why', async () => {
    const run = start(tool(() => Promise.reject(new Error('password=hunter2 at /srv/app'))));
    const [content] = await run.read(call('odd'));
    expect(codeOf(content)).toBe('failed');
    expect(content).not.toContain('hunter2');
    expect(run.logged).toEqual(['a tool failed']);
  });

  test('that answers too much is cut to what a model may read, and its record to less', async () => {
    const run = start(tool(async () => ({ content: 'x'.repeat(100_000_000) })));
    expect(await run.read(call('odd', { text: 'y'.repeat(5_000) }))).toEqual(['x'.repeat(8_000)]);
    expect(run.recorded[0]?.result).toHaveLength(1_500);
    expect(JSON.stringify(run.recorded[0]?.arguments).length).toBeLessThan(1_600);
  });

  test('says by itself what is kept of its arguments, and is silent where one sees what it does', async () => {
    const run = start(tool(async () => ({ content: '' }), { isSeen: true, recorded: () => null }));
    await run.read(call('odd', { secret: 'x' }));
    expect([run.told, run.recorded[0]?.arguments]).toEqual([[], null]);
  });

  test('runs only where what stands before it lets it', async () => {
    const ran: string[] = [];
    const run = start(
      tool(
        async () => {
          ran.push('odd');
          return { content: 'done' };
        },
        { risk: 'approval' },
      ),
    );
    run.gate.admit = async () => ({ content: 'asked' });
    expect(await run.read(call('odd'))).toEqual(['asked']);
    run.gate.admit = () => Promise.reject(new Error('no database'));
    expect((await run.read(call('odd'))).map(codeOf)).toEqual(['failed']);
    expect([ran, run.logged]).toEqual([[], ['whether a tool may run could not be found out']]);
  });

  test('refuses with its own reason', async () => {
    const run = start(tool(async () => failure('refused', 'Not shown.')));
    expect(await run.read(call('odd'))).toEqual(['{"error":{"code":"refused","message":"Not shown."}}']);
  });
});

describe('a call that somebody said yes to', () => {
  const kept: unknown[] = [];
  const approved = (name: string, text: string, refusal: ToolResult | null = null): ApprovedCall => ({
    id: `of ${text}`,
    name,
    arguments: { text },
    refusal,
    finish: async (result) => void kept.push(result),
    breakOff: async (hasGoneOut) => void kept.push({ hasGoneOut }),
  });
  beforeEach(() => void kept.splice(0));

  test('runs once, and what came of it is kept', async () => {
    const run = start(echo);
    const refused = failure('refused', 'Too little.');
    run.gate.approved = handedOut([approved('echo', 'one'), approved('echo', 'two', refused)]);
    expect((await run.runApproved()).map((message) => message.content)).toEqual([
      '',
      'one',
      '',
      '{"error":{"code":"refused","message":"Too little."}}',
    ]);
    expect(kept).toEqual([{ content: 'one' }, refused]);
  });

  test('that is broken off while it runs is kept as gone out; the next one is not even taken', async () => {
    const run = start(tool(() => new Promise(() => undefined)));
    const left = [approved('odd', 'one'), approved('odd', 'two')];
    run.gate.approved = handedOut(left);
    const running = run.runApproved();
    await vi.waitFor(() => expect(run.told).toEqual(['odd running']));
    run.abort.abort(new Error('stopped'));
    await expect(running).rejects.toThrow('stopped');
    expect(kept).toEqual([{ hasGoneOut: true }]);
    expect(left.map(({ id }) => id)).toEqual(['of two']);
  });

  test('that is broken off as it is taken never goes out', async () => {
    let ran = 0;
    const run = start(
      tool(async () => {
        ran += 1;
        return { content: '' };
      }),
    );
    run.gate.approved = async function* () {
      run.abort.abort(new Error('stopped'));
      yield approved('odd', 'one');
    };
    await expect(run.runApproved()).rejects.toThrow('stopped');
    expect([ran, kept]).toEqual([0, [{ hasGoneOut: false }]]);
  });

  test('is left for the next answer where this one may make no more calls', async () => {
    const run = start(echo);
    const left = Array.from({ length: mostCalls + 2 }, (_, at) => approved('echo', String(at)));
    run.gate.approved = handedOut(left);
    await run.runApproved();
    expect([kept.length, left.length]).toEqual([mostCalls, 2]);
  });

  test('is told though what stands behind it can not be had', async () => {
    const run = start(echo);
    run.gate.approved = async function* () {
      yield approved('echo', 'one');
      throw new Error('no database');
    };
    expect((await run.runApproved()).map((message) => message.content)).toEqual(['', 'one']);
    expect(run.logged).toEqual(['further approved calls could not be had']);
  });
});

test('what changes something is kept before it runs, and never runs again after a crash', async () => {
  let runs = 0;
  const book: AgentTool = {
    ...tool(async () => ({ content: `booked ${(runs += 1)}` })),
    name: 'book',
    risk: 'write',
  };
  const first = start(book);
  expect(await first.read(call('book', { room: 'A', day: 1 }))).toEqual(['booked 1']);
  expect(first.told).toEqual(['book running', 'book begins', 'book done']);
  // The database keeps fields in an order of its own.
  const before = first.recorded.map((each) => ({ ...each, arguments: { day: 1, room: 'A' } }));
  const second = startAgain(before, book);
  expect(second.calledBefore).toMatchObject([
    { role: 'assistant', toolCalls: [{ name: 'book' }] },
    { role: 'tool', content: 'booked 1' },
  ]);
  expect(await second.read(call('book', { room: 'A', day: 1 }))).toEqual(['booked 1']);
  expect(second.recorded).toEqual([]);
  expect(await second.read(call('book', { room: 'B', day: 1 }))).toEqual(['booked 2']);
  const lost = startAgain(
    before.map((each) => ({ ...each, result: null, errorCode: 'lost' as const })),
    book,
  );
  expect((await lost.read(call('book', { room: 'A', day: 1 }))).map(codeOf)).toEqual(['lost']);
  expect(runs).toBe(2);
});

test('an answer that is broken off breaks off its tools', async () => {
  const run = start(tool(() => new Promise(() => undefined)));
  const running = run.read(call('odd'));
  run.abort.abort(new Error('stopped'));
  await expect(running).rejects.toThrow('stopped');
});

describe('what every agent can do', () => {
  const { signal } = new AbortController();
  const context: BuiltInContext = {
    now: () => new Date('2026-11-25T23:30:00Z'),
    timeZone: 'Europe/Amsterdam',
    businessZone: async () => 'America/New_York',
    language: 'nl',
    text: (key, variables) => `${key} ${variables?.['time']} ${variables?.['place']}`,
    booking: { url: '', title: '' },
    show: () => true,
  };

  test('it knows day and hour, where it is asked for', async () => {
    const time = currentTimeTool(context);
    expect(await time.run({}, signal)).toMatchObject({
      content:
        'Thursday, 26 November 2026 at 00:30 (Europe/Amsterdam); in UTC 2026-11-25T23:30:00.000Z; where the business is Wednesday, 25 November 2026 at 18:30 (America/New_York)',
    });
    expect(await time.run({ place: 'Austria' }, signal)).toMatchObject({
      said: 'tool-answers:time.now 00:30 Austria',
    });
    expect(await time.run({ timeZone: 'America/Sao_Paulo' }, signal)).toMatchObject({
      content: expect.stringContaining('Wednesday, 25 November 2026 at 20:30'),
    });
    expect(await time.run({ timeZone: 'Mars/Base' }, signal)).toMatchObject({
      error: { code: 'invalid_arguments' },
    });
  });

  test('it calculates, and says what it can not read', async () => {
    const tool = calculateTool(context);
    expect(await tool.run({ expression: '3 * 4.20 + 10%' }, signal)).toEqual({
      content: '13.86',
      said: '3 × 4,2 + 10% = 13,86',
    });
    expect(await tool.run({ expression: 'price * 2' }, signal)).toMatchObject({
      error: { code: 'invalid_arguments', message: '“price” is not known.' },
    });
    expect(tool.parameters).toMatchObject({ type: 'object', required: ['expression'] });
  });
});

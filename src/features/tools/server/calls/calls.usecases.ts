import { isDeepStrictEqual } from 'node:util';
import type { Logger } from '#platform/log/logger.ts';
import type { LlmMessage, LlmTool, LlmToolCall } from '#providers/llm/llm.port.ts';
import type { ApprovedCall, ToolGate } from '../requests/gate.usecases.ts';
import {
  failure,
  type AgentTool,
  type ToolFailure,
  type ToolResult,
  type ToolRisk,
} from '../tools.usecases.ts';

/** Calls that one answer may make; what is asked for beyond them is refused, and the model is told. */
export const mostCalls = 8;
/** Milliseconds that all calls of one answer may take together. */
const mostMilliseconds = 120_000;
const usualTimeoutMs = 20_000;
const usualResult = 8_000;
/** Characters of arguments and results that are kept in the record of an answer. */
const longestRecorded = 1_500;

/** One call as the owner sees it in the record of an answer. */
export type RecordedCall = {
  name: string;
  /** What the model asked for; null where the tool keeps that to itself. */
  arguments: unknown;
  /** What the model read, as far as it is kept; null where the call failed. */
  result: string | null;
  errorCode: ToolFailure['code'] | null;
  errorDetail: string | null;
  /** What people read instead of the name. */
  title: string | null;
  risk: ToolRisk;
  milliseconds: number;
};

type RunSettings = {
  tools: readonly AgentTool[];
  /** Decides what may run. */
  gate: ToolGate;
  /** The answer was broken off. */
  signal: AbortSignal;
  log: Pick<Logger, 'error'>;
  /** Tells who reads along that a tool runs, and how it ended. */
  told(name: string, state: 'running' | 'done' | 'failed', label?: string): void;
  /** A call that changes something is about to run: kept first, as one whose end nobody heard of. */
  begins(call: RecordedCall): Promise<void>;
  /** `result` is what the tool gave, before it was cut. */
  recorded(call: RecordedCall, result: ToolResult): Promise<void> | void;
  /** What this answer had called before its server died; none of it that changes something runs again. */
  before: readonly RecordedCall[];
};

/** Rejects with the reason when the signal aborts, whatever the work does then. */
function until<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

function shortened(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text === undefined || text.length <= longestRecorded ? value : `${text.slice(0, longestRecorded)}…`;
}

/** A result as the model reads it. */
function messageOf(call: LlmToolCall, tool: AgentTool | undefined, result: ToolResult) {
  const content =
    'error' in result
      ? JSON.stringify({ error: { code: result.error.code, message: result.error.message } })
      : result.content.slice(0, tool?.longestResult ?? usualResult);
  const toolName = call.name.slice(0, 64);
  return { role: 'tool', toolCallId: call.id, toolName, content, isError: 'error' in result } as const;
}

/** What a call of before gave; of one that was never heard of again nobody knows. */
const resultOf = ({ result, errorCode }: RecordedCall): ToolResult =>
  errorCode === null
    ? { content: result ?? '' }
    : failure(
        'lost',
        'It was called before, and broke off. Whether it was done is not known. Say so honestly, and do not call it again.',
      );

/**
 * Runs what a model asks for during one answer: only tools that were offered, within what an answer may spend
 * of calls and time. A tool that fails, hangs or answers too much costs the answer nothing but its result.
 */
export function createToolRun({ tools, gate, signal, log, told, begins, recorded, before }: RunSettings) {
  const earlier = before.filter(
    ({ risk, errorCode }) => risk !== 'read' && [null, 'lost'].includes(errorCode),
  );
  let callsLeft = mostCalls;
  let millisecondsLeft = mostMilliseconds;

  /** `goesOut` is told just before the tool runs. */
  async function attempt(
    tool: AgentTool,
    call: LlmToolCall,
    goesOut: () => void = () => undefined,
  ): Promise<ToolResult> {
    if (call.arguments.kind === 'invalid') return failure('invalid_arguments', 'The arguments are no JSON.');
    const timeout = AbortSignal.timeout(Math.min(tool.timeoutMs ?? usualTimeoutMs, millisecondsLeft));
    const both = AbortSignal.any([signal, timeout]);
    signal.throwIfAborted();
    if ((tool.risk ?? 'read') !== 'read')
      await begins({
        ...recordOf(call, tool),
        result: null,
        errorCode: 'lost',
        errorDetail: null,
        milliseconds: 0,
      });
    try {
      goesOut();
      return await until(both, tool.run(call.arguments.value, both));
    } catch (error) {
      if (signal.aborted) throw error;
      // What only looks something up did no harm; of the rest nobody knows, and nothing is charged for it.
      if (timeout.aborted)
        return failure(
          'timed_out',
          (tool.risk ?? 'read') === 'read'
            ? 'It took too long. Go on without it.'
            : 'It took too long. Whether it was done is not known, and no messages were taken for it. Say so honestly, and do not call it again.',
        );
      log.error({ err: error, tool: tool.name }, 'a tool failed');
      return failure('failed', 'It did not work this time. Go on without it.');
    }
  }

  /** What stands in the record of a call, whatever came of it. */
  function recordOf(
    call: LlmToolCall,
    tool: AgentTool | undefined,
  ): Pick<RecordedCall, 'name' | 'arguments' | 'title' | 'risk'> {
    const input = call.arguments.kind === 'json' ? call.arguments.value : call.arguments.text;
    return {
      name: call.name.slice(0, 64),
      arguments: shortened(tool?.recorded ? tool.recorded(input) : input),
      title: tool?.title ?? null,
      risk: tool?.risk ?? 'read',
    };
  }

  /** What the same call gave before the server died; null where it is a new one. */
  function doneBefore(call: LlmToolCall, tool: AgentTool | undefined): ToolResult | null {
    const asked = recordOf(call, tool).arguments;
    // The database keeps the fields of an object in an order of its own.
    const found = earlier.find((each) => each.name === call.name && isDeepStrictEqual(each.arguments, asked));
    return found ? resultOf(found) : null;
  }

  async function runApprovedCall(
    tool: AgentTool,
    call: LlmToolCall,
    approved: ApprovedCall,
  ): Promise<ToolResult> {
    if (approved.refusal) return approved.refusal;
    let hasGoneOut = false;
    try {
      return await attempt(tool, call, () => (hasGoneOut = true));
    } catch (error) {
      await kept(tool.name, approved.breakOff(hasGoneOut));
      throw error;
    }
  }

  /** What is not kept now counts as lost some minutes later. */
  async function kept(name: string, keeping: Promise<void> | undefined): Promise<void> {
    await keeping?.catch((error: unknown) => {
      log.error({ err: error, tool: name }, 'how an approved call ended could not be kept');
    });
  }

  async function admitted(
    tool: AgentTool,
    call: LlmToolCall,
    approved: ApprovedCall | null,
  ): Promise<ToolResult> {
    if (approved) return runApprovedCall(tool, call, approved);
    try {
      const input = call.arguments.kind === 'json' ? call.arguments.value : null;
      const instead = call.arguments.kind === 'json' ? await gate.admit(tool, input) : null;
      return instead ?? (await attempt(tool, call));
    } catch (error) {
      if (signal.aborted) throw error;
      log.error({ err: error, tool: tool.name }, 'whether a tool may run could not be found out');
      return failure('failed', 'It did not work this time. Go on without it.');
    }
  }

  /** What was done already is told, also where what follows can not be had now (`isBegun`). */
  async function nextOf(
    waiting: AsyncIterator<ApprovedCall>,
    isBegun: boolean,
  ): Promise<ApprovedCall | null> {
    try {
      const next = await waiting.next();
      return next.done ? null : next.value;
    } catch (error) {
      if (!isBegun) throw error;
      log.error({ err: error }, 'further approved calls could not be had');
      return null;
    }
  }

  /** `approved` is what somebody said yes to, where they did. */
  async function runOne(call: LlmToolCall, approved: ApprovedCall | null = null): Promise<LlmMessage> {
    const name = call.name.slice(0, 64);
    const tool = tools.find((each) => each.name === call.name);
    const started = performance.now();
    const known = approved ? null : doneBefore(call, tool);
    if (known) return messageOf(call, tool, known);
    if (tool?.isSeen !== true) told(name, 'running', tool?.progressText);
    const result =
      callsLeft <= 0 || millisecondsLeft <= 0
        ? failure('too_many_calls', 'No more calls in this answer. Answer with what you have.')
        : tool
          ? await admitted(tool, call, approved)
          : failure('unknown_tool', 'There is no such tool.');
    await kept(name, approved?.finish(result));
    callsLeft -= 1;
    const milliseconds = Math.round(performance.now() - started);
    millisecondsLeft -= milliseconds;
    const error = 'error' in result ? result.error : null;
    if (tool?.isSeen !== true) told(name, error ? 'failed' : 'done');
    const message = messageOf(call, tool, result);
    await recorded(
      {
        ...recordOf(call, tool),
        result: error ? null : message.content.slice(0, longestRecorded),
        errorCode: error?.code ?? null,
        errorDetail: error?.detail?.slice(0, 200) ?? null,
        milliseconds,
      },
      result,
    );
    return message;
  }

  return {
    /** The tools as a model reads them. */
    offered: tools.map(({ name, description, parameters }): LlmTool => ({ name, description, parameters })),
    /** Whether another call may be made. */
    mayCall: (): boolean => callsLeft > 0 && millisecondsLeft > 0,

    /**
     * One after the other, in the model's order: what the second shows stands behind what the first shows.
     * Rejects with the signal's reason when the answer was broken off.
     */
    async run(calls: readonly LlmToolCall[]): Promise<LlmMessage[]> {
      const results: LlmMessage[] = [];
      for (const call of calls) results.push(await runOne(call));
      return results;
    },

    /** What this answer had done before its server died, as a model reads it. */
    calledBefore: earlier.flatMap((call, at): LlmMessage[] => {
      const id = `before-${at + 1}`;
      const asked: LlmToolCall = { id, name: call.name, arguments: { kind: 'json', value: call.arguments } };
      const tool = tools.find(({ name }) => name === call.name);
      return [{ role: 'assistant', content: '', toolCalls: [asked] }, messageOf(asked, tool, resultOf(call))];
    }),

    /** Runs what somebody said yes to since the last answer: the calls with their results, as a model reads them. */
    async runApproved(): Promise<LlmMessage[]> {
      const results: LlmMessage[] = [];
      const waiting = gate.approved(tools)[Symbol.asyncIterator]();
      while (callsLeft > 0 && millisecondsLeft > 0) {
        signal.throwIfAborted();
        const approved = await nextOf(waiting, results.length > 0);
        if (!approved) break;
        const call: LlmToolCall = {
          id: approved.id,
          name: approved.name,
          arguments: { kind: 'json', value: approved.arguments },
        };
        results.push({ role: 'assistant', content: '', toolCalls: [call] }, await runOne(call, approved));
      }
      return results;
    },
  };
}

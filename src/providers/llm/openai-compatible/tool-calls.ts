import { randomUUID } from 'node:crypto';
import { LlmError, type LlmToolArguments, type LlmToolCall } from '../llm.port.ts';
import { parseToolArguments } from '../llm.tool-arguments.ts';

/** A fragment of a tool call as it stands in a stream. */
export type ToolCallDelta = {
  index?: unknown;
  id?: unknown;
  function?: { name?: unknown; arguments?: unknown } | null;
};

type Assembled = {
  index: number | null;
  id: string;
  name: string;
  text: string;
  value: unknown;
};

const maxCalls = 128;

/**
 * Joins fragments of tool calls. Most vendors number them; some leave the number out, some send every whole
 * call as number 0:
 * a fragment with an id of its own begins a new call.
 */
export function createToolCallAssembly(): {
  add(deltas: readonly ToolCallDelta[]): void;
  finish(): LlmToolCall[];
} {
  const calls: Assembled[] = [];

  function find(index: number | null, id: string): Assembled {
    const known = calls.findLast(
      (call) =>
        (id !== '' && call.id === id) ||
        (index !== null && call.index === index && (id === '' || call.id === '')),
    );
    const current = known ?? (index === null && id === '' ? calls.at(-1) : undefined);
    if (current) return current;
    if (calls.length >= maxCalls)
      throw new LlmError('llm.garbled', `The model called more than ${maxCalls} tools at once.`);
    const created: Assembled = { index, id, name: '', text: '', value: undefined };
    calls.push(created);
    return created;
  }

  return {
    add(deltas) {
      for (const delta of deltas) {
        if (typeof delta !== 'object' || delta === null) continue;
        const id = typeof delta.id === 'string' ? delta.id : '';
        const call = find(typeof delta.index === 'number' ? delta.index : null, id);
        if (call.id === '') call.id = id;
        const name = delta.function?.name;
        if (typeof name === 'string' && name !== '' && call.name === '') call.name = name;
        const given = delta.function?.arguments;
        if (typeof given === 'string') call.text += given;
        else if (typeof given === 'object' && given !== null) call.value = given;
      }
    },
    finish: () =>
      calls
        .filter((call) => call.name !== '')
        .map((call) => ({
          id: call.id || `call_${randomUUID().replaceAll('-', '')}`,
          name: call.name,
          arguments: readArguments(call),
        })),
  };
}

function readArguments(call: Assembled): LlmToolArguments {
  if (call.value !== undefined) return { kind: 'json', value: call.value };
  return parseToolArguments(call.text);
}

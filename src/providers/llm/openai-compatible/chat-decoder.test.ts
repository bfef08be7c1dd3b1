import { describe, expect, test } from 'vitest';
import type { LlmPart } from '../llm.port.ts';
import { createChatDecoder } from './chat-decoder.ts';

function decode(...chunks: string[]): LlmPart[] {
  const parts: LlmPart[] = [];
  const decoder = createChatDecoder((part) => parts.push(part));
  for (const chunk of chunks) decoder.push(Buffer.from(chunk));
  decoder.end();
  return parts;
}

function event(delta: unknown, finishReason: string | null = null, more: object = {}): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finishReason }], ...more })}\n\n`;
}

const done = 'data: [DONE]\n\n';

describe('the parts of an OpenAI-style stream', () => {
  test('the texts of one network chunk are one part', () => {
    expect(
      decode(
        event({ content: 'a' }) + event({ content: 'b' }),
        event({ content: 'c' }) + event({}, 'stop') + done,
      ),
    ).toEqual([
      { type: 'text-delta', text: 'ab' },
      { type: 'text-delta', text: 'c' },
      { type: 'finish', reason: 'stop' },
    ]);
  });

  test.each([
    ['stop', 'stop'],
    ['length', 'length'],
    ['content_filter', 'content-filter'],
    ['tool_calls', 'tool-calls'],
    ['something_new', 'other'],
  ])('the end %s is called %s', (given, expected) => {
    expect(decode(event({ content: 'a' }) + event({}, given) + done).at(-1)).toEqual({
      type: 'finish',
      reason: expected,
    });
  });

  test('calls without numbers, calls that are all number 0, and arguments that are objects stay apart', () => {
    const call = (id: string, more: object = {}) => ({
      id,
      type: 'function',
      function: { name: id.toUpperCase(), arguments: '{"x":1}' },
      ...more,
    });
    const value = { kind: 'json', value: { x: 1 } };
    expect(
      decode(event({ tool_calls: [call('a'), call('b')] }, 'tool_calls') + done).filter(
        (part) => part.type === 'tool-call',
      ),
    ).toMatchObject([
      { id: 'a', arguments: value },
      { id: 'b', arguments: value },
    ]);
    const zeros =
      event({ tool_calls: [call('a', { index: 0 })] }) + event({ tool_calls: [call('b', { index: 0 })] });
    expect(decode(zeros + event({}, 'stop') + done)).toMatchObject([
      { id: 'a', arguments: value },
      { id: 'b', arguments: value },
      { type: 'finish', reason: 'tool-calls' },
    ]);
    const object = event(
      { tool_calls: [{ index: 0, function: { name: 'C', arguments: { x: 1 } } }] },
      'stop',
    );
    expect(decode(object + done)[0]).toMatchObject({
      name: 'C',
      arguments: value,
      id: expect.stringMatching(/^call_/),
    });
  });

  test('interleaved fragments of two calls find their call', () => {
    const fragment = (index: number, text: string, id?: string) =>
      event({ tool_calls: [{ index, id, function: { name: id, arguments: text } }] });
    const parts = decode(
      fragment(0, '{"a"', 'first') +
        fragment(1, '{"b"', 'second') +
        fragment(0, ':1}') +
        fragment(1, ':2}') +
        event({}, 'tool_calls') +
        done,
    );
    expect(parts).toMatchObject([
      { name: 'first', arguments: { value: { a: 1 } } },
      { name: 'second', arguments: { value: { b: 2 } } },
      { type: 'finish' },
    ]);
  });

  test('text in pieces is read and thoughts are not shown', () => {
    expect(
      decode(
        event({ reasoning_content: 'Hmm.' }) +
          event({
            content: [
              { type: 'thinking', thinking: [] },
              { type: 'text', text: 'Yes.' },
            ],
          }) +
          event({}, 'stop'),
      ),
    ).toEqual([
      { type: 'text-delta', text: 'Yes.' },
      { type: 'finish', reason: 'stop' },
    ]);
  });

  test('events without an empty line between them are read', () => {
    const lines = (event({ content: 'a' }) + event({ content: 'b' }, 'stop') + 'data: [DONE]').replaceAll(
      '\n\n',
      '\n',
    );
    expect(decode(lines)).toEqual([
      { type: 'text-delta', text: 'ab' },
      { type: 'finish', reason: 'stop' },
    ]);
  });

  test('what was said before an error is given out first', () => {
    const parts: LlmPart[] = [];
    const decoder = createChatDecoder((part) => parts.push(part));
    expect(() =>
      decoder.push(
        Buffer.from(`${event({ content: 'Half an' })}data: {"error":{"message":"overloaded"}}\n\n`),
      ),
    ).toThrow(expect.objectContaining({ code: 'llm.overloaded' }));
    expect(parts).toEqual([{ type: 'text-delta', text: 'Half an' }]);
  });

  test.each([
    '',
    'hello',
    '{"object":"chat.completion"}',
    'data: 7\n\n',
    'data: {"choices":7}\n\n',
    'data: {"id":"x"}\n\n',
    ': ping\n\n',
  ])('%j is no answer', (bytes) => {
    expect(() => decode(bytes)).toThrow(
      expect.objectContaining({ code: bytes === '' ? 'llm.cut_off' : 'llm.garbled' }),
    );
  });

  test('odd shapes inside an event do no harm', () => {
    const odd = [
      null,
      { content: 7 },
      { content: { a: 1 } },
      {
        tool_calls: [
          null,
          7,
          {},
          { function: null },
          { index: 'x', id: 9, function: { name: 8, arguments: 7 } },
        ],
      },
      { tool_calls: 'x' },
    ];
    const usage = { usage: { prompt_tokens: -1, completion_tokens: 'many', prompt_tokens_details: null } };
    expect(
      decode(
        odd.map((delta) => event(delta)).join('') +
          'data: {"choices":[null]}\n\n' +
          event({ content: 'ok' }, 'stop', usage) +
          done,
      ),
    ).toEqual([
      { type: 'text-delta', text: 'ok' },
      { type: 'usage', inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 },
      { type: 'finish', reason: 'stop' },
    ]);
  });
});

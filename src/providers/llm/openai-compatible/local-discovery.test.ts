import { afterEach, beforeEach, expect, test } from 'vitest';
import { createManualTimers } from '#tests/support/app/manual-timers.ts';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import type { LlmChatInput, LlmTool } from '../llm.port.ts';
import { createLlmProviders } from '../llm.registry.ts';
import { readModels } from './json-answers.ts';
import { openAiCompatibleDefinition } from './openai-compatible.definition.ts';

/* What Ollama says in its own words, by its published source (openai/openai.go, server/routes.go). */

let standIn: OpenAiStandIn;
beforeEach(async () => {
  standIn = await startOpenAiStandIn();
});
afterEach(() => standIn.close());

const tool: LlmTool = { name: 'look_up', description: 'Looks things up.', parameters: { type: 'object' } };
const input = (more: Partial<LlmChatInput> = {}): LlmChatInput => ({
  model: 'gemma2:2b',
  messages: [{ role: 'user', content: 'Hello' }],
  baseUrl: standIn.baseUrl,
  ...more,
});
async function said(stream: AsyncIterable<{ type: string; text?: string }>): Promise<string> {
  let text = '';
  for await (const part of stream) text += part.type === 'text-delta' ? part.text : '';
  return text;
}

test('a server with no model yet is there, with an empty list', () => {
  expect(readModels({ object: 'list', data: null }, openAiCompatibleDefinition)).toEqual([]);
  expect(() => readModels({ data: null }, openAiCompatibleDefinition)).toThrow('could not be read');
});

test('a model that takes no tools is asked without them', async () => {
  const providers = createLlmProviders({ localBaseUrls: [standIn.baseUrl] });
  standIn.script({
    kind: 'status',
    status: 400,
    message: 'registry.ollama.ai/library/gemma2:2b does not support tools',
  });
  const answer = await said(providers.get('openai-compatible').streamChat(input({ tools: [tool] })));
  expect(answer).not.toBe('');
  expect(standIn.chats.map((body) => 'tools' in body)).toEqual([true, false]);
  providers.close();
});

test('a model of this machine may take two minutes to be loaded; a server of somebody else has less', async () => {
  const timers = createManualTimers();
  for (const [localBaseUrls, timeoutMs] of [
    [[standIn.baseUrl], 120_000],
    [[], 30_000],
  ] as const) {
    const providers = createLlmProviders({ timers, localBaseUrls });
    standIn.script({ kind: 'stall-before-headers' });
    const answer = said(providers.get('openai-compatible').streamChat(input())).catch(
      (error: unknown) => error,
    );
    await standIn.nextChat();
    timers.advance(timeoutMs - 1);
    expect(standIn.runningAnswers).toBe(1);
    timers.advance(1);
    expect(await answer).toMatchObject({ code: 'llm.stalled' });
    await standIn.idle();
    providers.close();
  }
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startConvaiStandIn, type ConvaiStandIn } from '#tests/support/models/convai-stand-in.ts';
import { speechKey } from '#tests/support/models/speech-stand-in.ts';
import { languages } from '#shared/languages.ts';
import type { AskingCallInput } from '../speech-asking.port.ts';
import { SpeechError } from '../speech.port.ts';
import { createSpeechProviders } from '../speech.registry.ts';

let vendor: ConvaiStandIn;
beforeAll(async () => {
  vendor = await startConvaiStandIn();
});
afterAll(() => vendor.close());
beforeEach(() => {
  vendor.fault = null;
});

const callsOf = (baseUrls: Partial<Record<string, string>>) =>
  createSpeechProviders({ fetch, trustedFetch: fetch, localBaseUrls: [], baseUrls }).get('elevenlabs')
    .asking!;
const connection = (apiKey = speechKey) => ({
  apiKey,
  baseUrl: null,
  signal: new AbortController().signal,
});
const input: AskingCallInput = {
  ...connection(),
  name: 'vcl_1',
  asks: { url: 'https://chat.example.com/api/live-calls/vcl_1', headers: { 'x-call-secret': 's' } },
  language: 'nl',
  voice: '',
  speed: 2,
  stability: 0.3,
  similarity: 0.7,
  greeting: 'Hallo.',
  isInterruptible: false,
  longest: 60,
  longestSilence: 20,
};
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'fine',
    (error: unknown) => (error instanceof SpeechError ? error.code : String(error)),
  );

describe('a call', () => {
  test.each(languages)('in %s is an agent that asks for all its words', async (language) => {
    const made = await callsOf(vendor.baseUrls).call({ ...input, language });
    const call = vendor.calls.at(-1)!;
    expect(made).toEqual({ callId: call.id, url: expect.stringMatching(/^ws:/) as string });
    expect(call.agent.conversation_config).toMatchObject({
      agent: {
        language,
        first_message: 'Hallo.',
        prompt: { prompt: '', custom_llm: { url: input.asks.url } },
      },
      tts: {
        model_id: language === 'en' ? 'eleven_flash_v2' : 'eleven_flash_v2_5',
        voice_id: 'JBFqnCBsd6RMkjVDRZzb',
        speed: 1.2,
        similarity_boost: 0.7,
      },
    });
    expect(call.agent.conversation_config.conversation.client_events).not.toContain('interruption');
  });

  test('that can’t be joined is removed at once', async () => {
    vendor.fault = { status: 429, where: /get-signed-url/ };
    expect(await codeOf(callsOf(vendor.baseUrls).call(input))).toBe('busy');
    expect(vendor.calls.at(-1)?.isRemoved).toBe(true);
    expect(await codeOf(callsOf(vendor.baseUrls).call({ ...input, apiKey: 'wrong' }))).toBe('unauthorized');
  });

  test('is removed by its id or its name, and once more without harm', async () => {
    const calls = callsOf(vendor.baseUrls);
    const { callId } = await calls.call({ ...input, name: 'vcl_2' });
    await calls.call({ ...input, name: 'vcl_22' });
    await calls.hangUp(connection(), { callId: null, name: 'vcl_2' });
    expect(vendor.calls.slice(-2).map(({ isRemoved }) => isRemoved)).toEqual([true, false]);
    await calls.hangUp(connection(), { callId, name: 'vcl_2' });
    await calls.hangUp(connection(), { callId: null, name: 'vcl_2' });
    expect(await codeOf(calls.hangUp(connection('wrong'), { callId, name: 'vcl_2' }))).toBe('unauthorized');
  });
});

test('only addresses that the internet reaches are reached', () => {
  const { reaches, origin } = callsOf({});
  expect(origin).toBe('wss://*.elevenlabs.io');
  for (const url of ['https://chat.example.com', 'https://chat.example.com:8443', 'https://93.184.216.34'])
    expect([url, reaches(url)]).toEqual([url, true]);
  for (const url of [
    'http://chat.example.com',
    'https://localhost',
    'https://box',
    'https://box.local',
    'https://192.168.1.2',
    'https://127.0.0.1',
    'https://[::1]',
  ])
    expect([url, reaches(url)]).toEqual([url, false]);
  const own = callsOf({ elevenlabs: 'http://127.0.0.1:9' });
  expect([own.reaches('http://127.0.0.1:1'), own.origin]).toEqual([true, 'ws://127.0.0.1:9']);
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { languageNames, languages, type Language } from '#shared/languages.ts';
import { readWav } from '#shared/voice/wav.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { startRealtimeStandIn, type RealtimeStandIn } from '#tests/support/models/realtime-stand-in.ts';
import { speechKey, startSpeechStandIn, type SpeechStandIn } from '#tests/support/models/speech-stand-in.ts';
import { loudnessOf, spokenIn, spokenQuestions, understood } from '#tests/support/models/spoken-languages.ts';
import { publishAgent } from '#tests/support/visitors/visitor-chat.ts';
import type { Agent } from '#features/agents/agents.contract.ts';

let vendor: SpeechStandIn;
let caller: RealtimeStandIn;
let app: TestApp;
/** One that is heard and speaks sentence by sentence, and one that is called. Both speak the visitor's language. */
let spoken: Agent;
let called: Agent;
beforeAll(async () => {
  [vendor, caller] = await Promise.all([startSpeechStandIn(), startRealtimeStandIn()]);
  vendor.ears = (sound, told) => understood(loudnessOf(readWav(sound)!.samples), told);
  app = await startTestApp({
    speechBaseUrls: { ...vendor.baseUrls, ...caller.baseUrls },
    llm: { baseUrls: { openai: caller.url } },
  });
  const vera = await app.register('Vera');
  for (const provider of ['elevenlabs', 'openai'])
    await vera.request('PUT', `/api/integrations/${provider}`, { body: { apiKey: speechKey } });
  spoken = await publishAgent(vera, (draft) => {
    Object.assign(draft.voice, { enabled: true, provider: 'elevenlabs', voice: 'v1' });
  });
  called = await publishAgent(vera, (draft) => {
    Object.assign(draft.ai, { provider: 'openai', model: 'gpt-5-mini' });
    Object.assign(draft.voice, { enabled: true, provider: 'openai', way: 'live', voice: 'cedar' });
  });
});
afterAll(async () => {
  await app.close();
  await Promise.all([vendor.close(), caller.close()]);
});

/** A visitor whose browser speaks a language. */
async function visit({ number }: Agent, locale: string) {
  const session = await app.browser().post<{
    token: string;
    agent: { language: Language; texts: Record<string, string> };
  }>('/api/visitor/session', { agent: number, language: locale });
  const headers = { authorization: `Bearer ${session.token}` };
  const request = (path: string, given: { body?: unknown; raw?: FormData }) =>
    app.browser().request('POST', path, { ...given, headers });
  return {
    ...session.agent,
    headers,
    request,
    /** Says something, and gives what is answered. */
    async speak(text: string) {
      const body = { conversationId: null, clientMessageId: randomUUID(), text, isSpoken: true };
      const { text: stream } = await request('/api/visitor/messages', { body });
      const [, done = '{}'] = /event: done\nid: \d+\ndata: (.*)\n/.exec(stream) ?? [];
      return (JSON.parse(done) as { message: { id: string; text: string } }).message;
    },
  };
}
const locales: Record<Language, string> = {
  en: 'en-GB',
  nl: 'nl-BE',
  es: 'es-MX',
  pt: 'pt-BR',
  fr: 'fr-CA',
  cs: 'cs-CZ',
};

test.each(languages)('%s is understood, written down and spoken sentence by sentence', async (language) => {
  const visitor = await visit(spoken, locales[language]);
  expect(visitor.language).toBe(language);
  const form = new FormData();
  form.append('language', visitor.language);
  form.append('file', new Blob([spokenIn(language)], { type: 'audio/wav' }), 'speech.wav');
  const heard = await visitor.request('/api/visitor/speech/heard', { raw: form });
  expect(heard.body).toEqual({ text: spokenQuestions[language] });

  const message = await visitor.speak(spokenQuestions[language]);
  // The chat's own sentences, and what the agent wrote, are read out with a voice of that language.
  for (const said of [
    { text: visitor.texts['voice.still'] },
    { text: message.text, messageId: message.id },
  ]) {
    vendor.asked = [];
    const { status } = await visitor.request('/api/visitor/speech/said', { body: { ...said, language } });
    expect(status).toBe(200);
    expect(JSON.parse(vendor.asked[0]!.body)).toMatchObject({ text: said.text, language_code: language });
  }
});

test.each(languages)('a call in %s is made, written down and answered in it', async (language) => {
  const visitor = await visit(called, locales[language]);
  const leaving = new AbortController();
  const response = await fetch(`${app.url}/api/visitor/calls`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...visitor.headers },
    body: JSON.stringify({ sdp: 'v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\n', language: visitor.language }),
    signal: leaving.signal,
  });
  expect(response.status).toBe(200);
  const call = caller.calls.at(-1)!;
  expect(call.session).toMatchObject({
    audio: { input: { transcription: { language } }, output: { voice: 'cedar' } },
  });
  const still = visitor.texts['voice.still'];
  const { status } = await visitor.request('/api/visitor/calls/said', { body: { text: still, language } });
  expect(status).toBe(200);
  const [asked] = call.asked;
  expect(asked?.instructions).toContain(`in ${languageNames[language]}.`);
  expect(asked?.input[0]?.content?.[0]?.text).toBe(still);
  caller.speaks = () => ({ words: still! });
  expect((await visitor.speak(spokenQuestions[language])).text).toBe(still);
  const { instructions, input } = call.asked.at(-1)!;
  expect(instructions).toContain(`when that is unclear, in ${languageNames[language]}.`);
  expect(input.at(-1)?.content?.[0]?.text).toBe(spokenQuestions[language]);
  leaving.abort();
});

test('no language has the words of another', async () => {
  const all = await Promise.all(languages.map((language) => visit(spoken, locales[language])));
  for (const key of ['voice.listening', 'voice.thinking', 'voice.still', 'voice.over.hungUp'])
    expect(new Set(all.map(({ texts }) => texts[key])).size).toBe(languages.length);
});

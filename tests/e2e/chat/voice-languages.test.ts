import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { languages, type Language } from '#shared/languages.ts';
import { launchWithMicrophone } from '#tests/support/app/chromium.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { startRealtimeStandIn, type RealtimeStandIn } from '#tests/support/models/realtime-stand-in.ts';
import { giveVoice } from '#tests/support/models/realtime-voice.ts';
import { speechKey } from '#tests/support/models/speech-stand-in.ts';
import { spokenIn, spokenQuestions } from '#tests/support/models/spoken-languages.ts';
import { visitorTexts } from '#tests/support/visitors/visitor-setup.ts';
import { publishAgent } from '#tests/support/visitors/visitor-chat.ts';
import type { TextKey } from '#features/conversations/chat/store/visitor-types.ts';
import type { Agent } from '#features/agents/agents.contract.ts';

let vendor: RealtimeStandIn;
let app: TestApp;
let browser: Browser;
let called: Agent;
/** An agent that browsers understand and speak for. */
let read: Agent;
beforeAll(async () => {
  vendor = await startRealtimeStandIn();
  app = await startTestApp({ speechBaseUrls: vendor.baseUrls, llm: { baseUrls: { openai: vendor.url } } });
  const vera = await app.register('Vera');
  await vera.request('PUT', '/api/integrations/openai', { body: { apiKey: speechKey } });
  called = await publishAgent(vera, (draft) => {
    draft.basic.name = 'Vera';
    Object.assign(draft.ai, { provider: 'openai', model: 'gpt-5-mini' });
    Object.assign(draft.voice, { enabled: true, provider: 'openai', way: 'live' });
    draft.dynamic.followUps = 0;
  });
  read = await publishAgent(vera, (draft) => {
    draft.basic.name = 'Vera';
    draft.voice.enabled = true;
  });
  browser = await launchWithMicrophone(path.join(import.meta.dirname, '../../support/models/spoken/en.wav'));
  // It understands as somebody who was told which language is spoken.
  await giveVoice(vendor, browser, ({ session }) => {
    const { input } = session['audio'] as { input: { transcription: { language: Language } } };
    return spokenQuestions[input.transcription.language];
  });
});
afterAll(async () => {
  await browser.close();
  await app.close();
  await vendor.close();
});

/** Somebody at the microphone who asks a question when told to. */
const person = (sound: Buffer) => `
  const sound = Uint8Array.fromBase64('${sound.toString('base64')}').buffer;
  navigator.mediaDevices.getUserMedia = async () => {
    const context = new AudioContext();
    const place = context.createMediaStreamDestination();
    const words = await context.decodeAudioData(sound);
    window.ask = () => {
      const mouth = new AudioBufferSourceNode(context, { buffer: words });
      mouth.connect(place);
      mouth.start();
    };
    return place.stream;
  };
`;
/** Stands in for a browser that understands and speaks, and keeps in which languages it was told to. */
const ownSpeech = `
  window.ears = [];
  window.voices = [];
  window.SpeechRecognition = class {
    start() { window.ear = this; window.ears.push(this.lang); }
    stop() { this.abort(); }
    abort() { window.ear = null; setTimeout(() => this.onend()); }
  };
  window.SpeechSynthesisUtterance = class {
    constructor(text) { this.text = text; }
  };
  Object.defineProperty(window, 'speechSynthesis', { value: {
    speak(utterance) {
      if (utterance.text) window.voices.push(utterance.lang + ' ' + utterance.voice.lang);
      setTimeout(() => utterance.onend?.());
    },
    cancel() {},
    getVoices: () => ['en-US', 'cs-CZ', 'fr-FR', 'pt-PT', 'pt_BR', 'es-ES', 'nl-NL', 'en-GB']
      .map((lang) => ({ lang, name: lang, localService: true })),
  } });
`;
const locales: Record<Language, string> = {
  en: 'en-GB',
  nl: 'nl-NL',
  es: 'es-ES',
  pt: 'pt-BR',
  fr: 'fr-FR',
  cs: 'cs-CZ',
};

async function visit(language: Language, { number }: Agent, script: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 760 },
    locale: locales[language],
    reducedMotion: 'reduce',
  });
  await context.addInitScript(script);
  const page = await context.newPage();
  await page.goto(`${app.url}/widgets/${number}`);
  return page;
}
const inWords =
  (language: Language) =>
  (key: TextKey): string =>
    visitorTexts(language)[key]!.replace('{{name}}', 'Vera');

test.each(languages)('a visitor is heard, reads and is answered in %s', async (language) => {
  const t = inWords(language);
  const still = t('voice.still');
  vendor.speaks = () => ({ words: still, lasts: 100 });
  const page = await visit(language, called, person(spokenIn(language)));
  await page.getByRole('button', { name: t('voice.start'), exact: true }).click();
  await page.getByRole('button', { name: t('voice.agree'), exact: true }).click();
  const call = page.getByRole('region', { name: t('voice.call') });
  await call.getByText(t('voice.listening')).waitFor();
  await page.evaluate('ask()');
  const log = page.getByRole('log');
  await log.getByText(spokenQuestions[language]).waitFor();
  await log.getByText(still).waitFor();
  await page.getByRole('button', { name: t('voice.hangUp'), exact: true }).click();
  await page.context().close();
});

test.each(['nl', 'pt', 'cs'] as const)(
  'a browser that understands and speaks is told to do so in %s',
  async (language) => {
    const t = inWords(language);
    const page = await visit(language, read, ownSpeech + person(spokenIn(language)));
    await page.getByRole('button', { name: t('voice.start'), exact: true }).click();
    await page.getByRole('button', { name: t('voice.agree'), exact: true }).click();
    await page
      .getByRole('region', { name: t('voice.call') })
      .getByText(t('voice.listening'))
      .waitFor();
    await expect.poll(() => page.evaluate('ears[0]')).toBe(locales[language]);
    await page.evaluate(
      (text) =>
        (globalThis as unknown as { ear: { onresult(event: object): void } }).ear.onresult({
          resultIndex: 0,
          results: [Object.assign([{ transcript: text }], { isFinal: true })],
        }),
      spokenQuestions[language],
    );
    await page.getByRole('log').getByText(spokenQuestions[language]).waitFor();
    await expect
      .poll(() => page.evaluate('voices[0]'))
      .toBe(`${locales[language]} ${language === 'pt' ? 'pt_BR' : locales[language]}`);
    await page.context().close();
  },
);

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { boatHire, teach } from '#tests/support/models/taught.ts';
import { launchWithMicrophone } from '#tests/support/app/chromium.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { startRealtimeStandIn, type RealtimeStandIn } from '#tests/support/models/realtime-stand-in.ts';
import { giveVoice } from '#tests/support/models/realtime-voice.ts';
import { speechKey } from '#tests/support/models/speech-stand-in.ts';
import { earAt, talkingPerson } from '#tests/support/models/unplugged-microphone.ts';
import { spokenQuestion } from '#tests/support/models/spoken-question.ts';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { expectCutAnswer, loudness, visitWith } from '#tests/support/visitors/talking-visit.ts';
import { publishAgent } from '#tests/support/visitors/visitor-chat.ts';
import { payInChat } from '#tests/support/visitors/pay-in-chat.ts';
import { accessibilityFaults } from '#tests/support/visitors/visitor-setup.ts';
import type { Call } from '#shared/voice/calls.ts';
import type { Agent } from '#features/agents/agents.contract.ts';

let vendor: RealtimeStandIn;
let model: OpenAiStandIn;
let app: TestApp;
let browser: Browser;
let vera: Awaited<ReturnType<TestApp['register']>>;
let agent: Agent;
let ears: { onVoice: () => unknown };
const heard: string[] = [];
const folder = mkdtempSync(path.join(tmpdir(), 'chatelier-microphone-'));

/** What the visitor hears, as their browser got it; and somebody at their microphone who can be made to talk. */
const person = `
  const Real = window.RTCPeerConnection;
  window.RTCPeerConnection = class extends Real {
    constructor(...given) {
      super(...given);
      this.addEventListener('track', ({ track }) => {
        const context = new AudioContext();
        ${earAt('context', 'new MediaStream([track])')}
      });
    }
  };
  ${talkingPerson}
`;

beforeAll(async () => {
  const file = path.join(folder, 'microphone.wav');
  writeFileSync(file, spokenQuestion());
  [vendor, model] = await Promise.all([startRealtimeStandIn(), startOpenAiStandIn()]);
  app = await startTestApp({
    speechBaseUrls: vendor.baseUrls,
    llm: { baseUrls: { openai: model.baseUrl } },
  });
  vera = await app.register('Vera');
  await vera.request('PUT', '/api/integrations/openai', { body: { apiKey: speechKey } });
  agent = await publishAgent(vera, (draft) => {
    draft.basic.name = 'Boat hire';
    Object.assign(draft.ai, { provider: 'openai', model: 'gpt-5-mini' });
    Object.assign(draft.voice, { enabled: true, provider: 'openai', way: 'live' });
    Object.assign(draft.payment, { enabled: true, freeMessages: 3 });
    draft.dynamic.followUps = 0;
  });
  await teach(vera, agent, boatHire);
  browser = await launchWithMicrophone(file);
  ears = await giveVoice(vendor, browser, heard);
});
afterAll(async () => {
  await browser.close();
  await app.close();
  await Promise.all([vendor.close(), model.close()]);
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  ears.onVoice = () => undefined;
  vendor.fault = null;
  heard.length = 0;
});

const visit = (): Promise<Page> => visitWith(browser, person, `${app.url}/widgets/${agent.number}`);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const call = (page: Page) => page.getByRole('region', { name: 'Call with Boat hire' });
/** What the vendor was asked to say or to answer last. */
const lastSaid = () => vendor.calls.at(-1)?.asked.at(-1)?.input.at(-1)?.content?.[0]?.text;

test('a visitor asks aloud, hears and reads a cited answer, interrupts, types, meets the wall, pays and goes on', async () => {
  heard.push('what does a rowing boat cost', 'and when does it open', 'one more question');
  vendor.speaks = (asked) => {
    const question = asked.input.at(-1)?.content?.[0]?.text ?? '';
    return question.startsWith('what does')
      ? {
          words: `A rowing boat costs 12 € an hour. ${'You can pay by card. '.repeat(60)}`,
          calls: [{ name: 'cite_sources', arguments: { numbers: [1] } }],
          lasts: 90_000,
        }
      : {
          words: question.startsWith('and when') ? 'The boat house opens at nine.' : question,
          calls: [{ name: 'cite_sources', arguments: { numbers: [1] } }],
          lasts: 1_200,
        };
  };
  const page = await visit();
  ears.onVoice = () => page.evaluate('unplug()');
  await press(page, 'Talk with Boat hire');
  await call(page).getByText('This chat keeps the text and no recording.').waitFor();
  await press(page, 'Start talking');
  const log = page.getByRole('log');
  // The first question comes from the microphone's own file, which begins anew and anew.
  await log.getByText('what does a rowing boat cost').waitFor({ timeout: 60_000 });
  await call(page).getByText('Boat hire is speaking').waitFor();
  await expect.poll(() => loudness(page)).toBeGreaterThan(0.05);
  await log.getByText('A rowing boat costs 12 €').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);

  // The next one falls into the answer: it stops, and keeps what was said.
  await page.evaluate('talk(0.8)');
  await log.getByText('and when does it open').waitFor();
  await log.getByText('The boat house opens at nine.').waitFor({ timeout: 30_000 });
  await log
    .getByLabel(/^Source 1: /)
    .first()
    .waitFor();
  await expectCutAnswer(app, 800);
  await expect.poll(() => loudness(page)).toBeLessThan(0.01);

  // What is typed in the call is answered by the agent's own model, and said word for word.
  await call(page).getByText('I’m listening').waitFor();
  model.script({ kind: 'text', text: 'A day costs 60 €.' });
  const field = page.getByRole('textbox', { name: 'Your message' });
  await field.fill('And for a day?');
  await field.press('Enter');
  await log.getByText('A day costs 60 €.').waitFor();
  await expect.poll(lastSaid).toBe('A day costs 60 €.');

  // Three messages are free. The wall ends the call, and says so.
  await call(page).getByText('I’m listening').waitFor();
  await page.evaluate('talk(0.8)');
  await page.getByRole('heading', { name: 'Keep the conversation going' }).waitFor({ timeout: 30_000 });
  await expect.poll(lastSaid).toMatch(/^Something on the screen comes first/);
  await vi.waitFor(() => expect(vendor.calls.at(-1)?.isHungUp).toBe(true), 20_000);

  // The question that waited is answered once it is paid for, and the next one is typed.
  model.script({ kind: 'text', text: 'Of course, ask.' });
  await payInChat(page);
  await log.getByText('Of course, ask.').waitFor({ timeout: 30_000 });
  model.script({ kind: 'text', text: 'A week costs 300 €.' });
  await field.fill('And for a week?');
  await field.press('Enter');
  await log.getByText('A week costs 300 €.').waitFor();

  // The owner reads how long they talked, and how often they interrupted.
  await expect
    .poll(async () => (await vera.get<{ calls: Call[] }>('/api/calls')).calls)
    .toMatchObject([{ way: 'live', provider: 'openai', turns: 2, interruptions: 1, endReason: 'screen' }]);
  const [record] = (await vera.get<{ calls: Call[] }>('/api/calls')).calls;
  expect(record?.firstSoundMs).toBeGreaterThan(0);
  await page.context().close();
});

test('where no call can be had, the visitor is told and goes on sentence by sentence', async () => {
  vendor.fault = { status: 503 };
  const page = await visit();
  await press(page, 'Talk with Boat hire');
  await press(page, 'Start talking');
  await call(page).getByText('so we go on sentence by sentence').waitFor();
  await call(page).getByText('I’m listening').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await press(page, 'End call');
  await page.context().close();
});

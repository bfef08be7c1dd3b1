import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { boatHire, teach } from '#tests/support/models/taught.ts';
import { launchWithMicrophone } from '#tests/support/app/chromium.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { startConvaiStandIn, type ConvaiStandIn } from '#tests/support/models/convai-stand-in.ts';
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

let vendor: ConvaiStandIn;
let model: OpenAiStandIn;
let app: TestApp;
let browser: Browser;
let vera: Awaited<ReturnType<TestApp['register']>>;
let agent: Agent;
const heard: string[] = [];
const folder = mkdtempSync(path.join(tmpdir(), 'chatelier-microphone-'));

/** What the visitor hears, where it is mixed last; and somebody at their microphone who can be made to talk. */
const person = `
  const make = AudioContext.prototype.createMediaStreamDestination;
  AudioContext.prototype.createMediaStreamDestination = function () {
    const place = make.call(this);
    ${earAt('this', 'place.stream')}
    return place;
  };
  ${talkingPerson}
`;

beforeAll(async () => {
  const file = path.join(folder, 'microphone.wav');
  writeFileSync(file, spokenQuestion());
  [vendor, model] = await Promise.all([startConvaiStandIn(), startOpenAiStandIn()]);
  vendor.hears = () => heard.shift() ?? 'and then';
  app = await startTestApp({
    speechBaseUrls: vendor.baseUrls,
    llm: { baseUrls: { openai: model.baseUrl } },
  });
  vera = await app.register('Vera');
  await vera.request('PUT', '/api/integrations/openai', { body: { apiKey: speechKey } });
  await vera.request('PUT', '/api/integrations/elevenlabs', { body: { apiKey: speechKey } });
  agent = await publishAgent(vera, (draft) => {
    draft.basic.name = 'Boat hire';
    Object.assign(draft.ai, { provider: 'openai', model: 'gpt-5-mini' });
    Object.assign(draft.voice, {
      enabled: true,
      provider: 'elevenlabs',
      way: 'live',
      greeting: 'Ahoy there!',
    });
    Object.assign(draft.payment, { enabled: true, freeMessages: 3 });
    draft.dynamic.followUps = 0;
  });
  await teach(vera, agent, boatHire);
  browser = await launchWithMicrophone(file);
});
afterAll(async () => {
  await browser.close();
  await app.close();
  await Promise.all([vendor.close(), model.close()]);
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  Object.assign(vendor, { fault: null, msPerLetter: 40, onVoice: () => undefined });
  heard.length = 0;
});

const visit = (): Promise<Page> => visitWith(browser, person, `${app.url}/widgets/${agent.number}`);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const call = (page: Page) => page.getByRole('region', { name: 'Call with Boat hire' });

test('a visitor is greeted, asks aloud, hears and reads a cited answer, interrupts, types, and meets the wall', async () => {
  heard.push('what does a rowing boat cost', 'and when does it open', 'one more question');
  model.script(
    {
      kind: 'text',
      text: `A rowing boat costs 12 € an hour [1]. ${'You can pay by card. '.repeat(60)}`,
      delayMs: 60,
    },
    { kind: 'text', text: 'The boat house opens at nine [1].' },
  );
  const page = await visit();
  vendor.onVoice = () => page.evaluate('unplug()');
  await press(page, 'Talk with Boat hire');
  await press(page, 'Start talking');
  await expect.poll(() => loudness(page)).toBeGreaterThan(0.05);
  expect(vendor.calls.at(-1)?.agent.conversation_config.agent.first_message).toBe('Ahoy there!');
  const log = page.getByRole('log');
  // The first question comes from the microphone's own file, which begins anew and anew.
  await log.getByText('what does a rowing boat cost').waitFor({ timeout: 60_000 });
  await call(page).getByText('Boat hire is speaking').waitFor();
  await expect.poll(() => loudness(page)).toBeGreaterThan(0.05);
  await log.getByText('A rowing boat costs 12 €').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);

  // The next one falls into the answer: it stops, and keeps what was written so far.
  await page.evaluate('talk(0.8)');
  await log.getByText('and when does it open').waitFor();
  await log.getByText('The boat house opens at nine').waitFor({ timeout: 30_000 });
  await log
    .getByLabel(/^Source 1: /)
    .first()
    .waitFor();
  await expectCutAnswer(app, 1_000);
  await expect.poll(() => loudness(page)).toBeLessThan(0.01);
  expect(vendor.calls).toHaveLength(1);
  expect(vendor.pongs).toBe(1);

  // What is typed in the call is answered as ever, and read out with the same voice.
  await call(page).getByText('I’m listening').waitFor();
  model.script({ kind: 'text', text: 'A day costs 60 €.' });
  const field = page.getByRole('textbox', { name: 'Your message' });
  await field.fill('And for a day?');
  await field.press('Enter');
  await log.getByText('A day costs 60 €.').waitFor();
  await expect.poll(() => vendor.read.at(-1)).toBe('A day costs 60 €.');

  // Three messages are free. The wall ends the call, and says so.
  await call(page).getByText('I’m listening').waitFor();
  await page.evaluate('talk(0.8)');
  await page.getByRole('heading', { name: 'Keep the conversation going' }).waitFor({ timeout: 30_000 });
  await expect.poll(() => vendor.read.at(-1)).toMatch(/^Something on the screen comes first/);
  await vi.waitFor(() => expect(vendor.calls.at(-1)?.isRemoved).toBe(true), 20_000);

  // The question that waited is answered once it is paid for.
  model.script({ kind: 'text', text: 'Of course, ask.' });
  await payInChat(page);
  await log.getByText('Of course, ask.').waitFor({ timeout: 30_000 });
  await expect
    .poll(async () => (await vera.get<{ calls: Call[] }>('/api/calls')).calls)
    .toMatchObject([
      { way: 'live', provider: 'elevenlabs', turns: 2, interruptions: 1, endReason: 'screen' },
    ]);
  const [record] = (await vera.get<{ calls: Call[] }>('/api/calls')).calls;
  expect(record?.firstSoundMs).toBeGreaterThan(0);
  await page.context().close();
});

test('a call that breaks goes on in another one, and nobody is greeted again', async () => {
  const before = vendor.calls.length;
  const page = await visit();
  await press(page, 'Talk with Boat hire');
  await press(page, 'Start talking');
  await call(page).getByText('I’m listening').waitFor();
  await expect.poll(() => vendor.calls.at(-1)?.heardSamples ?? 0).toBeGreaterThan(16_000);
  vendor.calls.at(-1)?.socket?.close();
  await expect.poll(() => vendor.calls.length).toBe(before + 2);
  await expect.poll(() => vendor.calls.at(-1)?.heardSamples ?? 0).toBeGreaterThan(0);
  expect(vendor.calls.at(-1)?.agent.conversation_config.agent.first_message).toBe('');
  await press(page, 'End call');
  await expect.poll(() => vendor.calls.every(({ isRemoved }) => isRemoved)).toBe(true);
  await page.context().close();
});

test('where no call can be had, the visitor is told and goes on sentence by sentence', async () => {
  vendor.fault = { status: 503, where: /agents\/create/ };
  const page = await visit();
  await press(page, 'Talk with Boat hire');
  await press(page, 'Start talking');
  await call(page).getByText('so we go on sentence by sentence').waitFor();
  await expect.poll(() => vendor.read.at(-1)).toBe('Ahoy there!');
  expect(await accessibilityFaults(page)).toEqual([]);
  await press(page, 'End call');
  await page.context().close();
});

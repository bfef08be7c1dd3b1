import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { launchWithMicrophone } from '#tests/support/app/chromium.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { startRealtimeStandIn, type RealtimeStandIn } from '#tests/support/models/realtime-stand-in.ts';
import { giveVoice } from '#tests/support/models/realtime-voice.ts';
import { speechKey } from '#tests/support/models/speech-stand-in.ts';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { unpluggedMicrophone } from '#tests/support/models/unplugged-microphone.ts';
import { spokenQuestion } from '#tests/support/models/spoken-question.ts';
import { publishAgent } from '#tests/support/visitors/visitor-chat.ts';
import { accessibilityFaults, faultsInBothThemes } from '#tests/support/visitors/visitor-setup.ts';
import type { Call } from '#shared/voice/calls.ts';
import type { Agent } from '#features/agents/agents.contract.ts';

let vendor: RealtimeStandIn;
let model: OpenAiStandIn;
let app: TestApp;
let browser: Browser;
let vera: Awaited<ReturnType<TestApp['register']>>;
let agent: Agent;
let ears: { onVoice: () => unknown };
const heard: string[] = ['what does a rowing boat cost'];
const folder = mkdtempSync(path.join(tmpdir(), 'chatelier-recorded-'));

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
    Object.assign(draft.voice, { enabled: true, provider: 'openai', way: 'live', recording: true });
    draft.dynamic.followUps = 0;
  });
  browser = await launchWithMicrophone(file);
  ears = await giveVoice(vendor, browser, heard);
  vendor.speaks = () => ({
    words: 'A rowing boat costs 12 € an hour. Life jackets are free.',
    calls: [],
    lasts: 4_000,
  });
});
afterAll(async () => {
  await browser.close();
  await app.close();
  await Promise.all([vendor.close(), model.close()]);
  rmSync(folder, { recursive: true });
});

async function visit(): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 760 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  await context.addInitScript(unpluggedMicrophone());
  const page = await context.newPage();
  ears.onVoice = () => page.evaluate('unplug()');
  await page.goto(`${app.url}/widgets/${agent.number}`);
  return page;
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const bar = (page: Page) => page.getByRole('region', { name: 'Call with Boat hire' });
const newest = async () => (await vera.get<{ calls: Call[] }>('/api/calls')).calls[0];

test('a visitor agrees, a call is recorded while it runs, and the team hears it with what was said', async () => {
  const page = await visit();
  await press(page, 'Talk with Boat hire');
  await bar(page).getByText('May this call be recorded?').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const agreed = performance.now();
  await press(page, 'Talk and record');
  await bar(page).getByText('Recording', { exact: true }).waitFor({ timeout: 30_000 });
  const beganAfter = (performance.now() - agreed) / 1_000;
  const log = page.getByRole('log');
  await log.getByText('what does a rowing boat cost').waitFor({ timeout: 60_000 });
  await log.getByText('Life jackets are free.').waitFor({ timeout: 30_000 });
  await bar(page).getByText('I’m listening').waitFor({ timeout: 30_000 });
  // Ended before, the call would end the answer, too.
  await page.getByRole('button', { name: 'Copy answer' }).waitFor({ timeout: 60_000 });
  // What a closed tab leaves is there already.
  await expect
    .poll(async () => (await newest())?.recording?.seconds ?? 0, { timeout: 30_000 })
    .toBeGreaterThan(3);
  expect(await faultsInBothThemes(page)).toEqual([]);
  await press(page, 'End call');
  await expect.poll(async () => (await newest())?.endedAt).not.toBeNull();
  // The last piece is sent when the call is over; what was said before the recording began is in none.
  const missing = ({ seconds = 0, recording }: Partial<Call> = {}) => seconds - (recording?.seconds ?? 0);
  await expect.poll(async () => missing(await newest())).toBeLessThanOrEqual(1 + beganAfter);
  await page.context().close();

  const desk = await (await signedInContext(browser, app, vera)).newPage();
  const record = await newest();
  await desk.goto(`${app.url}/dashboard/inbox/${record?.conversationId}`);
  await desk.getByText('Recorded', { exact: true }).click();
  const player = desk.getByRole('region', { name: 'Recording' });
  const sentence = player.getByRole('button', { name: /Life jackets are free/ });
  await sentence.waitFor();
  expect(await faultsInBothThemes(desk)).toEqual([]);
  await sentence.click();
  await player.getByRole('button', { name: 'Pause' }).waitFor();
  const sound = desk.locator('audio');
  const state = () =>
    sound.evaluate((element) => {
      const { duration, currentTime } = element as unknown as { duration: number; currentTime: number };
      return { duration, currentTime };
    });
  await expect.poll(async () => (await state()).currentTime).toBeGreaterThan(1);
  expect((await state()).duration).toBeCloseTo(record?.recording?.seconds ?? 0, -1);
  await expect.poll(() => sentence.getAttribute('aria-current')).toBe('true');
  // Both are heard in it: the visitor's words, and the tone of the agent.
  const loud = await desk.evaluate(async (address) => {
    const bytes = await (await fetch(address)).arrayBuffer();
    const decoded = await new AudioContext().decodeAudioData(bytes);
    const samples = decoded.getChannelData(0);
    const second = decoded.sampleRate;
    return Array.from({ length: Math.floor(decoded.duration) }, (_, at) =>
      samples.slice(at * second, (at + 1) * second).reduce((most, one) => Math.max(most, Math.abs(one)), 0),
    );
  }, `/api/calls/${record?.id}/recording`);
  expect(loud.filter((most) => most > 0.05).length).toBeGreaterThanOrEqual(4);

  await player.getByRole('button', { name: 'Delete the recording' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Delete the recording' }).click();
  await expect.poll(async () => (await newest())?.recording).toBeNull();
  await expect.poll(() => player.count()).toBe(0);
  await desk.context().close();
});

test('a visitor who says no talks all the same, and may change their mind both ways', async () => {
  const page = await visit();
  await press(page, 'Talk with Boat hire');
  await press(page, 'Talk without recording');
  await bar(page).getByText('Not recorded').waitFor({ timeout: 30_000 });
  await press(page, 'Record this call');
  await bar(page).getByText('May this call be recorded?').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await press(page, 'Yes, record');
  await bar(page).getByText('Recording', { exact: true }).waitFor();
  await expect
    .poll(async () => (await newest())?.recording?.bytes ?? 0, { timeout: 30_000 })
    .toBeGreaterThan(0);
  await press(page, 'Stop and delete');
  await bar(page).getByText('What was recorded is deleted.').waitFor();
  expect((await newest())?.recording).toBeNull();
  await page.context().close();
});

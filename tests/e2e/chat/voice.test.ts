import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { speechStandIn as speech } from '#tests/support/models/browser-speech-stand-in.ts';
import { boatHire, teach } from '#tests/support/models/taught.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { speechKey, startSpeechStandIn, type SpeechStandIn } from '#tests/support/models/speech-stand-in.ts';
import { publishAgent } from '#tests/support/visitors/visitor-chat.ts';
import { payInChat } from '#tests/support/visitors/pay-in-chat.ts';
import { accessibilityFaults, faultsInBothThemes } from '#tests/support/visitors/visitor-setup.ts';

/** Stands in for a browser that neither understands nor speaks, and for somebody at its microphone. */
const noSpeech = `
  delete window.SpeechRecognition;
  delete window.webkitSpeechRecognition;
  Object.defineProperty(window, 'speechSynthesis', { value: undefined });
  navigator.mediaDevices.getUserMedia = async () => {
    const context = new AudioContext();
    const voice = new OscillatorNode(context, { frequency: 180 });
    const mouth = new GainNode(context, { gain: 0 });
    const place = context.createMediaStreamDestination();
    voice.connect(mouth).connect(place);
    voice.start();
    window.talk = (seconds) => {
      mouth.gain.setValueAtTime(0.3, context.currentTime);
      mouth.gain.setValueAtTime(0, context.currentTime + seconds);
    };
    return place.stream;
  };
`;

let vendor: SpeechStandIn;
let app: TestApp;
let browser: Browser;
let vera: Awaited<ReturnType<TestApp['register']>>;
let agent: Agent;
/** An agent that a vendor hears and speaks for. */
let spoken: Agent;
beforeAll(async () => {
  vendor = await startSpeechStandIn();
  app = await startTestApp({ speechBaseUrls: vendor.baseUrls });
  vera = await app.register('Vera');
  agent = await publishAgent(vera, (draft) => {
    draft.basic.name = 'Boat hire';
    Object.assign(draft.voice, {
      enabled: true,
      greeting: 'Boat hire, good day.',
      pronunciations: ['€ = euros'],
    });
    Object.assign(draft.payment, { enabled: true, freeMessages: 2 });
  });
  await teach(vera, agent, boatHire);
  await vera.request('PUT', '/api/integrations/elevenlabs', { body: { apiKey: speechKey } });
  spoken = await publishAgent(vera, (draft) => {
    draft.basic.name = 'Quay';
    Object.assign(draft.voice, { enabled: true, provider: 'elevenlabs', greeting: 'Boat hire, good day.' });
  });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await app.close();
  await vendor.close();
});

async function visit(script: string, { number } = agent): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 760 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  await context.addInitScript(script);
  const page = await context.newPage();
  await page.goto(`${app.url}/widgets/${number}`);
  return page;
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const call = (page: Page, name = 'Boat hire') => page.getByRole('region', { name: `Call with ${name}` });
const run = <Result>(page: Page, code: string) => page.evaluate(code) as Promise<Result>;
const said = (page: Page) => run<string[]>(page, 'said');

describe('a visitor who talks', () => {
  test('is told what happens, asks, hears the cited answer, interrupts, types, meets the wall, pays and goes on', async () => {
    const page = await visit(speech);
    await press(page, 'Talk with Boat hire');
    await call(page).getByText('The microphone is on only during the call.').waitFor();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await press(page, 'Start talking');
    await call(page).getByText('Boat hire is speaking').waitFor();
    expect(await said(page)).toEqual(['Boat hire, good day.']);
    await run(page, 'quiet()');
    await call(page).getByText('I’m listening').waitFor();
    await expect.poll(() => page.locator('html').getAttribute('data-ears')).toBe('en-GB');
    expect(await accessibilityFaults(page)).toEqual([]);

    await run(page, `heard('what does a rowing boat', false)`);
    await call(page).getByText('what does a rowing boat').waitFor();
    await run(page, `heard('what does a rowing boat cost', true)`);
    await page.getByRole('log').getByText('what does a rowing boat cost').waitFor();
    const answer = page.getByRole('log').getByText('A rowing boat costs 12 €');
    await answer.waitFor();
    await expect.poll(() => said(page)).toContain('A rowing boat costs 12 euros an hour.');
    await page
      .getByLabel(/^Source 1: /)
      .first()
      .waitFor();

    await run(page, `heard('when does it open', true)`);
    await page.getByRole('log').getByText('when does it open').waitFor();
    await page.getByRole('log').getByText('opens at nine').waitFor();
    await expect.poll(async () => (await said(page)).at(-1)).toContain('opens at nine');
    await run(page, 'quiet()');

    const field = page.getByRole('textbox', { name: 'Your message' });
    await field.fill('And for a day?');
    await field.press('Enter');
    await page.getByRole('heading', { name: 'Keep the conversation going' }).waitFor();
    await expect.poll(async () => (await said(page)).at(-1)).toMatch(/^Something on the screen comes first/);
    await expect.poll(() => page.locator('html').getAttribute('data-ears')).toBe(null);

    const { rows } = await app.database.database.pool.query<{ body: string; is_spoken: boolean }>(
      `SELECT body, is_spoken FROM messages WHERE role = 'visitor' ORDER BY seq`,
    );
    expect(rows).toEqual([
      { body: 'what does a rowing boat cost', is_spoken: true },
      { body: 'when does it open', is_spoken: true },
    ]);

    await payInChat(page);
    const log = page.getByRole('log');
    await log.getByText('And for a day?').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Copy answer' }).count()).toBe(3);
    await field.fill('When does the boat house open?');
    await field.press('Enter');
    await expect.poll(() => log.getByText('opens at nine').count()).toBe(2);
    await page.context().close();
  });

  test('in a browser without speech is heard and answered by the vendor that the owner chose', async () => {
    vendor.heard = ['Hello there', ''];
    const page = await visit(noSpeech, spoken);
    await press(page, 'Talk with Quay');
    await call(page, 'Quay').getByText('This chat keeps the text and no recording.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await press(page, 'Start talking');
    await call(page, 'Quay').getByText('I’m listening').waitFor();
    const sayings = () =>
      vendor.asked.flatMap(({ path, body }) =>
        path.includes('text-to-speech') ? [(JSON.parse(body) as { text: string }).text] : [],
      );
    expect(sayings()).toEqual(['Boat hire, good day.']);
    await run(page, 'talk(0.6)');
    await page.getByRole('log').getByText('Hello there').waitFor();
    await expect.poll(() => sayings().length).toBeGreaterThan(1);
    const recording = vendor.asked.find(({ path }) => path.includes('speech-to-text'));
    expect(recording?.body).toContain('filename="speech.webm"');
    await call(page, 'Quay').getByText('I’m listening').waitFor();
    await press(page, 'End call');
    await page.context().close();
  });
});

test('an owner hears voices in the lab, compares two blindly, and gives one to an agent', async () => {
  vendor.asked = [];
  const page = await (await signedInContext(browser, app, vera)).newPage();
  await page.goto(`${app.url}/voice-lab?vendor=elevenlabs`);
  const voices = page.getByRole('list', { name: 'Voices' });
  await voices.getByText('dutch, young').waitFor();
  await page.getByText('About $0.045 for a minute of speech').waitFor();
  await page.getByRole('textbox', { name: 'What is said' }).fill('Boats from nine.');
  await press(page, 'Hear Anna');
  await voices.getByText('to the first sound').waitFor();
  const spokenAt = (voice: string) =>
    vendor.asked.filter(
      ({ path, body }) => path.includes(`/text-to-speech/${voice}?`) && body.includes('Boats from nine.'),
    );
  expect(spokenAt('v1')).toHaveLength(1);
  for (const name of ['Anna', 'Bert']) await page.getByRole('checkbox', { name: `Compare ${name}` }).click();
  await press(page, 'Hear number 1');
  await press(page, 'Hear number 2');
  await expect.poll(() => spokenAt('v1').length + spokenAt('v2').length).toBe(3);
  await press(page, 'I prefer number 2');
  await page.getByText(/^You prefer (Anna to Bert|Bert to Anna)\.$/).waitFor();
  await expect.poll(() => page.locator(':focus').textContent()).toBe('Which one do you like better?');
  expect(await accessibilityFaults(page)).toEqual([]);

  await press(page, 'Give to an agent Bert');
  await page.getByRole('combobox', { name: 'Agent' }).click();
  await page.getByRole('option', { name: 'Quay' }).click();
  await press(page, 'Give the voice');
  await page.getByText('Quay speaks with Bert').first().waitFor();
  const { draft } = await vera.get<Agent>(`/api/agents/${spoken.id}`);
  expect(draft.voice).toMatchObject({ enabled: true, provider: 'elevenlabs', voice: 'v2', speed: 1 });

  vendor.asked = [];
  await press(page, 'Open the agent');
  await press(page, 'Hear it');
  await expect
    .poll(() => vendor.asked.find(({ path }) => path.includes('/v2?'))?.body)
    .toContain('Boat hire');
  await page.context().close();
});

test('the editor says where no voice is chosen, and where the vendor lists none', async () => {
  await vera.request('PUT', '/api/integrations/resemble', { body: { apiKey: speechKey } });
  const { id } = await publishAgent(vera, ({ voice }) => {
    Object.assign(voice, { enabled: true, provider: 'resemble' });
  });
  const page = await (await signedInContext(browser, app, vera)).newPage();
  await page.goto(`${app.url}/dashboard/agents/edit/${id}?section=voice`);
  await page.getByText('No voice is chosen').waitFor();
  const voice = page.getByRole('combobox', { name: 'Voice' });
  await expect.poll(() => voice.textContent()).toBe('Choose a voice');
  await voice.click();
  await page.getByRole('option', { name: /Bert/ }).click();
  await expect.poll(() => page.getByText('No voice is chosen').count()).toBe(0);
  vendor.fault = { status: 500 };
  await page.reload();
  await page.getByText('The list of voices can’t be read').waitFor();
  expect(await faultsInBothThemes(page)).toEqual([]);
  vendor.fault = null;
  await press(page, 'Try again');
  await voice.waitFor();
  await page.context().close();
});

test('from the lab an owner talks with an agent: asked aloud, answered aloud and in writing, with its times', async () => {
  await teach(vera, spoken, boatHire);
  vendor.heard = ['what does a rowing boat cost'];
  const context = await signedInContext(browser, app, vera);
  await context.addInitScript(noSpeech);
  const lab = await context.newPage();
  await lab.goto(`${app.url}/voice-lab?vendor=elevenlabs`);
  await lab.getByRole('combobox', { name: 'Agent to talk with' }).click();
  await lab.getByRole('option', { name: 'Quay' }).click();
  const opened = context.waitForEvent('page');
  await lab.getByRole('link', { name: 'Open the talk test' }).click();
  const page = await opened;
  const row = (name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
  await press(page, 'Place the widget');
  await press(page, 'Open the chat');
  const chat = page.frameLocator('chatelier-launcher iframe');
  await chat.getByRole('button', { name: 'Talk with Quay' }).click();
  await chat.getByRole('button', { name: 'Start talking' }).click();
  await row('Call').getByText('listens').waitFor();
  vendor.asked = [];
  const frame = page.frames().find((each) => each !== page.mainFrame())!;
  await frame.evaluate('talk(0.6)');
  const log = chat.getByRole('log');
  await log.getByText('what does a rowing boat cost').waitFor();
  await log.getByText('A rowing boat costs 12 €').waitFor();
  await log
    .getByLabel(/^Source 1: /)
    .first()
    .waitFor();
  await expect
    .poll(() => vendor.asked.filter(({ path }) => path.includes('text-to-speech')).map(({ body }) => body))
    .toEqual([expect.stringContaining('A rowing boat costs 12')]);
  await row('End of speech to first sound')
    .getByText(/^[\d.]+ m?s$/)
    .waitFor();
  await context.close();
});

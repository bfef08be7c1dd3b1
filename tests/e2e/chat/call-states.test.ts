import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { liveLineStandIn } from '#tests/support/models/live-line-stand-in.ts';
import { speechKey, startSpeechStandIn, type SpeechStandIn } from '#tests/support/models/speech-stand-in.ts';
import { speechStandIn } from '#tests/support/models/browser-speech-stand-in.ts';
import { boatHire, teach } from '#tests/support/models/taught.ts';
import { startHostSite } from '#tests/support/visitors/host-site.ts';
import { look } from '#tests/support/visitors/looked-at.ts';
import { publishAgent } from '#tests/support/visitors/visitor-chat.ts';

let vendor: SpeechStandIn;
let app: TestApp;
let browser: Browser;
let site: Awaited<ReturnType<typeof startHostSite>>;
let live: Agent;
let plain: Agent;
beforeAll(async () => {
  [vendor, site] = await Promise.all([startSpeechStandIn(), startHostSite()]);
  app = await startTestApp({ speechBaseUrls: vendor.baseUrls, llm: { baseUrls: { openai: vendor.url } } });
  const vera = await app.register('Vera');
  await vera.request('PUT', '/api/integrations/openai', { body: { apiKey: speechKey } });
  const made = (voice: object) =>
    publishAgent(vera, (draft) => {
      draft.basic.name = 'Boat hire';
      draft.appearance.initialTheme = 'auto';
      draft.dynamic.followUps = 0;
      draft.ending.enabled = true;
      Object.assign(draft.voice, { enabled: true, ...voice });
    });
  live = await made({ provider: 'openai', way: 'live' });
  plain = await made({ greeting: 'Boat hire, good day.' });
  await teach(vera, plain, boatHire);
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await app.close();
  await Promise.all([vendor.close(), site.close()]);
});

const press = (place: Page | Frame, name: string) => place.getByRole('button', { name, exact: true }).click();
const see = (place: Page | Frame, text: string) =>
  place.getByRole('region', { name: 'Call with Boat hire' }).getByText(text).first().waitFor();
/** Something in the page that is waited for until `free()`. */
const wait = 'window.connecting = new Promise((resolve) => (window.free = resolve));';

async function visit(address: string, script: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 760 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  await context.addInitScript(`${speechStandIn}${script}`);
  const page = await context.newPage();
  await page.goto(address);
  return page;
}
async function begin(place: Page | Frame): Promise<void> {
  await press(place, 'Talk with Boat hire');
  await press(place, 'Start talking');
}

describe('the connection of a live call is looked at', () => {
  test('while it is made, while it is made anew, and where it can’t be', async () => {
    const page = await visit(`${app.url}/widgets/${live.number}`, `${liveLineStandIn}${wait}`);
    await begin(page);
    await see(page, 'Connecting the call');
    await look(page, '51-connecting');
    await page.evaluate('free()');
    await see(page, 'I’m listening');
    const words = page.locator('.cw-call-words');
    await expect.poll(() => words.getAttribute('aria-live')).toBe('off');
    await page.evaluate(`${wait} hangUp();`);
    await see(page, 'I’m calling again');
    // Nobody listens who would hear a screen reader.
    await expect.poll(() => words.getAttribute('aria-live')).toBe('polite');
    await look(page, '52-reconnecting');
    await page.evaluate('free()');
    await see(page, 'I’m listening');
    await page.evaluate('window.isUnreachable = true; hangUp();');
    await see(page, 'so we go on sentence by sentence');
    await see(page, 'I’m listening');
    await look(page, '53-reconnect-failed');
    await page.context().close();
  });
});

describe('a call is looked at', () => {
  test('in a chat that stands in a page of a customer', async () => {
    const tag = `<div data-chatelier-agent="${plain.number}" style="height:600px;max-width:640px"></div><script src="${app.url}/widgets/${plain.number}.js" async></script>`;
    const page = await visit(site.page('/boats', `<main><h1>Boats</h1>${tag}</main>`), '');
    const handle = await page.locator('iframe[title^="Chat with"]').elementHandle();
    const chat = (await handle?.contentFrame())!;
    await press(chat, 'Talk with Boat hire');
    await see(chat, 'The microphone is on only during the call.');
    await look(page, '60-inline-explained', chat);
    await press(chat, 'Start talking');
    await see(chat, 'Boat hire is speaking');
    await chat.evaluate('quiet()');
    await chat.evaluate(`heard('what does a rowing boat cost when I', false)`);
    await see(chat, 'what does a rowing boat cost');
    await look(page, '61-inline-heard', chat);
    await chat.evaluate(`heard('what does a rowing boat cost', true)`);
    await chat.getByRole('log').getByText('A rowing boat costs 12 €').waitFor();
    await look(page, '62-inline-answer', chat);
    await press(chat, 'End call');
    await expect.poll(() => chat.locator(':focus').getAttribute('aria-label')).toBe('Talk with Boat hire');
    await page.context().close();
  });

  test('whose visitor ends the chat, and rates it', async () => {
    const page = await visit(`${app.url}/widgets/${plain.number}`, '');
    await begin(page);
    await see(page, 'Boat hire is speaking');
    await page.evaluate('quiet()');
    await page.evaluate(`heard('what does a rowing boat cost', true)`);
    await page.getByRole('log').getByText('A rowing boat costs 12 €').waitFor();
    await page.evaluate('quiet()');
    await press(page, 'End chat');
    const sheet = page.getByRole('dialog');
    await sheet.getByText('How was this chat?').waitFor();
    await look(page, '63-ending');
    await sheet.getByTitle('5 of 5').click();
    await sheet.getByRole('button', { name: 'End chat' }).click();
    await page.getByText('This chat has ended. Thank you.').first().waitFor();
    await look(page, '64-ended');
    // The visitor knows that the call is over, and nobody is listened to any more.
    await expect.poll(() => page.getByRole('region', { name: 'Call with Boat hire' }).count()).toBe(0);
    await expect.poll(() => page.locator('html').getAttribute('data-ears')).toBeNull();
    await page.context().close();
  });
});

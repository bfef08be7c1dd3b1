import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { speechKey, startSpeechStandIn, type SpeechStandIn } from '#tests/support/models/speech-stand-in.ts';
import { recordedVoice } from '#tests/support/models/voice-recordings.ts';
import { faultsInBothThemes } from '#tests/support/visitors/visitor-setup.ts';

/** Somebody who talks on and on at the microphone. */
const somebodyTalks = `
  navigator.mediaDevices.getUserMedia = async () => {
    const context = new AudioContext();
    const place = context.createMediaStreamDestination();
    const voice = new OscillatorNode(context, { frequency: 180 });
    voice.connect(new GainNode(context, { gain: 0.17 })).connect(place);
    voice.start();
    return place.stream;
  };
`;

let vendor: SpeechStandIn;
let app: TestApp;
let browser: Browser;
let vera: Awaited<ReturnType<TestApp['register']>>;
beforeAll(async () => {
  vendor = await startSpeechStandIn();
  app = await startTestApp({ speechBaseUrls: vendor.baseUrls });
  vera = await app.register('Vera');
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await app.close();
  await vendor.close();
});

async function openLab(): Promise<Page> {
  const context = await signedInContext(browser, app, vera);
  await context.addInitScript(somebodyTalks);
  const page = await context.newPage();
  await page.goto(`${app.url}/voice-lab?vendor=own`);
  return page;
}
const file = (name: string, bytes: Uint8Array) => ({
  name,
  mimeType: 'audio/wav',
  buffer: Buffer.from(bytes),
});
/** The element that the keyboard is at. */
const focused = (page: Page) => expect.poll(() => page.locator(':focus').textContent());
const seen = (page: Page, text: string | RegExp) =>
  expect.poll(() => page.getByText(text).first().isVisible()).toBe(true);

describe('a voice is cloned in the lab', () => {
  test('once a vendor is connected', async () => {
    const page = await openLab();
    await seen(page, 'Your agents can speak with your own voice');
    const way = page.getByRole('link', { name: 'Open integrations' }).last();
    await expect.poll(() => way.getAttribute('href')).toContain('tab=integrations');
    await page.context().close();
    await vera.request('PUT', '/api/integrations/elevenlabs', { body: { apiKey: speechKey } });
  });

  test('by a sentence that is read aloud, and by a good recording', async () => {
    const page = await openLab();
    await page.getByRole('button', { name: 'Clone a voice' }).click();
    await page.getByLabel('Name of the voice').fill('Our Vera');
    await page.getByLabel('Name of the person').fill('Vera de Vries');
    await page.getByLabel('Who may use the voice').fill('Bakery Van Dijk');
    await page.getByRole('button', { name: 'Go on' }).click();
    const shown = page.locator('blockquote');
    await shown.waitFor();
    const sentence = (await shown.textContent()) ?? '';
    expect(sentence).toContain('I, Vera de Vries, agree that Bakery Van Dijk');
    expect(await faultsInBothThemes(page)).toEqual([]);

    const check = page.getByRole('button', { name: 'Check the consent' });
    await expect.poll(() => check.isDisabled()).toBe(true);
    const read = async () => {
      await page.getByRole('button', { name: /^Record/ }).click();
      await seen(page, /^0:03 of/);
      await page.getByRole('button', { name: 'Stop' }).click();
      await expect.poll(() => check.isEnabled()).toBe(true);
      await check.click();
    };
    vendor.heard = [sentence.replace('agree', 'do not agree')];
    await read();
    await seen(page, 'This is not the sentence yet');
    await seen(page, /takes the consent back/);
    await seen(page, /do not agree/);
    await focused(page).toBe('Check the consent');
    vendor.heard = [sentence];
    await read();

    await seen(page, 'The voice of Vera de Vries');
    await focused(page).toBe('The voice of Vera de Vries');
    const choose = (name: string, bytes: Uint8Array) =>
      page.locator('input[type=file]').setInputFiles(file(name, bytes));
    const copy = page.getByRole('button', { name: 'Copy the voice' });
    await choose('short.wav', recordedVoice(20));
    await seen(page, 'It is too short: at least one minute is needed.');
    await expect.poll(() => copy.isDisabled()).toBe(true);
    await choose('archive.wav', Buffer.from('PK no sound at all'));
    await seen(page, /This browser can’t play the file/);
    await choose('voice.wav', recordedVoice(61));
    await seen(page, 'The recording is good.');
    expect(await faultsInBothThemes(page)).toEqual([]);
    await copy.click();

    await seen(page, 'Ready');
    await focused(page).toContain('Our Vera');
    expect([...vendor.copies.values()]).toEqual(['Our Vera']);
    await page.getByRole('button', { name: 'Hear and give to an agent Our Vera' }).click();
    await seen(page, 'Own voice');
    await page.goBack();
    expect(await faultsInBothThemes(page)).toEqual([]);

    await page.getByRole('button', { name: 'Delete Our Vera' }).click();
    await page.getByRole('button', { name: 'Delete the voice' }).click();
    await seen(page, 'Your agents can speak with your own voice');
    expect(vendor.copies.size).toBe(0);
    await page.context().close();
  });
});

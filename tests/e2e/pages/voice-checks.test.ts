import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';
import { speechKey, startSpeechStandIn, type SpeechStandIn } from '#tests/support/models/speech-stand-in.ts';
import { publishAgent } from '#tests/support/visitors/visitor-chat.ts';
import { accessibilityFaults } from '#tests/support/visitors/visitor-setup.ts';

/**
 * Stands in for a microphone in a room with a speaker: it hears what pages play 180 ms later and 20 dB quieter, unless
 * its echo cancellation is on, and a voice that talks all the time.
 */
const room = `
  const rooms = [];
  const played = [];
  const hear = (room, stream) =>
    room.context.createMediaStreamSource(stream).connect(room.walls);
  const connect = AudioNode.prototype.connect;
  AudioNode.prototype.connect = function (to, ...more) {
    if (to === this.context?.destination) {
      const bridge = this.context.createMediaStreamDestination();
      connect.call(this, bridge);
      played.push(bridge.stream);
      for (const room of rooms) hear(room, bridge.stream);
    }
    return connect.call(this, to, ...more);
  };
  navigator.mediaDevices.getUserMedia = async ({ audio }) => {
    const context = new AudioContext();
    const ear = context.createMediaStreamDestination();
    const walls = new DelayNode(context, { delayTime: 0.18, maxDelayTime: 1 });
    const far = new GainNode(context, { gain: audio.echoCancellation ? 0 : 0.1 });
    connect.call(walls, far);
    connect.call(far, ear);
    const voice = new OscillatorNode(context, { frequency: 160 });
    const mouth = new GainNode(context, { gain: 0.05 });
    connect.call(voice, mouth);
    connect.call(mouth, ear);
    voice.start();
    const room = { context, walls };
    rooms.push(room);
    for (const stream of played) hear(room, stream);
    return ear.stream;
  };
  navigator.mediaDevices.enumerateDevices = async () => [
    { kind: 'audioinput', deviceId: 'secret-1', label: 'Headset of Vera' },
    { kind: 'audiooutput', deviceId: 'secret-2', label: 'Speaker' },
  ];
`;

/** Stands in for a browser that understands and speaks. */
const speech = `
  window.SpeechSynthesisUtterance = class extends EventTarget {
    constructor(text) {
      super();
      this.text = text;
    }
  };
  window.SpeechRecognition = class {
    start() { window.ears = this; }
    stop() { this.abort(); }
    abort() { window.ears = null; setTimeout(() => this.onend()); }
  };
  window.heard = (text) =>
    window.ears.onresult({ resultIndex: 0, results: [Object.assign([{ transcript: text }], { isFinal: true })] });
  window.said = [];
  Object.defineProperty(window, 'speechSynthesis', { value: {
    speak(utterance) {
      if (!utterance.text) return;
      window.said.push(utterance.text);
      setTimeout(() => {
        utterance.onstart?.();
        utterance.dispatchEvent(new Event('start'));
        setTimeout(() => utterance.onend?.(), 50);
      }, 30);
    },
    cancel() {},
    addEventListener() {},
    getVoices: () => [{ lang: 'en-GB', name: 'Amy' }, { lang: 'nl-NL', name: 'Bo' }, { lang: 'sv-SE', name: 'Cy' }],
  } });
`;

let vendor: SpeechStandIn;
let app: TestApp;
let browser: Browser;
let vera: TestBrowser;
let spoken: number;
beforeAll(async () => {
  vendor = await startSpeechStandIn();
  app = await startTestApp({ speechBaseUrls: vendor.baseUrls });
  vera = await app.register('Vera');
  await vera.request('PUT', '/api/integrations/elevenlabs', { body: { apiKey: speechKey } });
  ({ number: spoken } = await publishAgent(vera, (draft) => {
    draft.basic.name = 'Quay';
    Object.assign(draft.voice, { enabled: true, provider: 'elevenlabs' });
  }));
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await app.close();
  await vendor.close();
});

async function visit(address: string, script: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  await context.addInitScript(script);
  const page = await context.newPage();
  await page.goto(`${app.url}${address}`);
  return page;
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const run = <Result>(page: Page, code: string) => page.evaluate(code) as Promise<Result>;
/** What stands beside a name in a table. */
const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
const report = (page: Page) => page.locator('[data-report="text"]').textContent();

describe('the check of a device', () => {
  test('goes through every step by keyboard, measures the echo of the room, and writes a report without names', async () => {
    const page = await visit('/voice-test', room + speech);
    await row(page, 'Voices').getByText('3: en 1, nl 1, others 1').waitFor();
    await row(page, 'Permission for the microphone').waitFor();

    await page.getByRole('button', { name: 'Use the microphone' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Microphone' }).selectOption('Headset of Vera');
    await row(page, 'Access').getByText('allowed').waitFor();
    await expect.poll(() => page.getByRole('meter').getAttribute('aria-valuenow')).toMatch(/^-(2|3)\d$/);

    await press(page, 'Record three seconds');
    await row(page, 'Recorded').getByText('audio/webm').waitFor();
    await row(page, 'Loudest moment').getByText('good', { exact: false }).first().waitFor();
    await press(page, 'Play it back');
    await row(page, 'Played back').waitFor();

    await press(page, 'Measure the echo');
    // A quarter of a minute of sound, and what the compilers that don't optimize take to look through it.
    await row(page, 'Echo with cancellation').getByText('nothing came back').waitFor({ timeout: 120_000 });
    const delay = /^(\d+) ms$/.exec(
      (await row(page, 'Speaker to microphone').getByRole('cell').first().textContent()) ?? '',
    );
    expect(Number(delay?.[1])).toBeGreaterThan(150);
    expect(Number(delay?.[1])).toBeLessThan(300);
    expect(await report(page)).toMatch(/Echo as it is: -(1[6-9]|2[0-4]) dB/);

    await press(page, 'Listen');
    await page.getByText('Listening…').waitFor();
    await run(page, `heard('the boat house opens early in the morning')`);
    await row(page, 'Words right').getByText('8 / 12').waitFor();
    await page.getByText('Few words were right.').waitFor();

    await press(page, 'Say the sentence');
    await page.getByRole('button', { name: 'Yes, I heard it' }).waitFor();
    await page.keyboard.press('Enter');
    await row(page, 'You heard it').getByText('yes').waitFor();
    expect(await run(page, 'document.activeElement.textContent')).toBe('Say the sentence');

    const text = (await report(page)) ?? '';
    expect(text).toContain('Voice: Amy');
    expect(text).not.toMatch(/Vera|secret/);
    const download = page.waitForEvent('download');
    await press(page, 'Download it');
    expect((await download).suggestedFilename()).toMatch(/^voice-report-[\d-]+\.txt$/);
    await press(page, 'Switch it off');
    await expect.poll(() => page.getByRole('meter').count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.context().close();
  });

  test('says what stands in the way, and what to do about it', async () => {
    const refusing = (name: string) =>
      `navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('', '${name}'); };`;
    for (const [script, text] of [
      [refusing('NotAllowedError'), 'The microphone is blocked for this site.'],
      [refusing('NotFoundError'), 'No microphone was found.'],
      [refusing('NotReadableError'), 'Another program is using the microphone.'],
      [
        `Object.defineProperty(document, 'featurePolicy', { value: { allowsFeature: () => false } });`,
        'keeps the microphone from this page',
      ],
      [
        `Object.defineProperty(window, 'isSecureContext', { value: false });
         Object.defineProperty(navigator, 'mediaDevices', { value: undefined });`,
        'Open this page by its https address.',
      ],
    ] as const) {
      const page = await visit('/voice-test', script);
      await press(page, 'Use the microphone');
      await page.locator('[data-step="microphone"]').getByText(text).waitFor();
      await row(page, 'Access').getByText('no access').waitFor();
      await page.context().close();
    }
  });

  test('in a browser without speech names what is missing, and goes on with the rest', async () => {
    const page = await visit(
      '/voice-test',
      `delete window.SpeechRecognition; delete window.webkitSpeechRecognition; ${room}`,
    );
    await page.getByText('This browser doesn’t understand speech on its own.').waitFor();
    await press(page, 'Record three seconds');
    await page.getByText('Switch the microphone on first').waitFor();
    await press(page, 'Listen');
    await page.locator('[data-step="hearing"]').getByText('Chrome, Edge and Safari do.').waitFor();
    await page.context().close();
  });
});

describe('the smallest conversation', () => {
  test('is asked aloud and answers aloud, with captions', async () => {
    const page = await visit('/simple-voice', speech);
    await press(page, 'Press and ask');
    await run(page, `heard('When is check-in?')`);
    const log = page.getByRole('log');
    await log.getByText('When is check-in?', { exact: true }).waitFor();
    await expect.poll(() => run<string[]>(page, 'said')).toContainEqual(expect.stringMatching(/15:00/));
    await log.getByText('15:00').first().waitFor();
    await page.getByRole('button', { name: 'Press and ask' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.context().close();
  });

  test('is typed where the browser understands no speech', async () => {
    const page = await visit(
      '/simple-voice',
      `${speech} delete window.SpeechRecognition; delete window.webkitSpeechRecognition;`,
    );
    await page.getByText('This browser doesn’t understand speech: type your question').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Press and ask' }).isDisabled()).toBe(true);
    const field = page.getByRole('textbox', { name: 'Or type it' });
    await field.fill('When is check-in?');
    await field.press('Enter');
    await page.getByRole('log').getByText('15:00').first().waitFor();
    await page.context().close();
  });
});

test('a widget’s states and times are listed while somebody talks with it', async () => {
  const page = await visit('/voice-launcher-test', room + speech);
  await press(page, 'Place the widget');
  await row(page, 'Widget').getByText('closed').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await press(page, 'Open the chat');
  await row(page, 'Button for talking').getByText('ready').waitFor();
  const chat = page.frameLocator('chatelier-launcher iframe');
  await chat.getByRole('button', { name: /^Talk with/ }).click();
  await row(page, 'Call').getByText('explains').waitFor();
  await chat.getByRole('button', { name: 'Start talking' }).click();
  await row(page, 'Call').getByText('listens').waitFor();
  await row(page, 'Press to listening').waitFor();
  const frame = page.frames().find((each) => each !== page.mainFrame())!;
  await frame.evaluate(`heard('When is check-in?')`);
  await row(page, 'You said').getByText('When is check-in?').waitFor();
  await row(page, 'End of speech to first sound').waitFor();
  await page.getByRole('list', { name: 'Events' }).getByText('sound begins').first().waitFor();
  expect(await report(page)).toMatch(/End of speech to answer: [\d.]+ m?s/);
  await page.context().close();
});

describe('speech of a vendor', () => {
  test('is measured there and back, without its name or price for strangers', async () => {
    const page = await visit(`/openai-voice-test?agent=${spoken}`, room);
    await page.getByText('Quay: speech of a vendor is connected.').waitFor();
    vendor.heard = ['Something on the screen comes first. You can go on talking afterwards.'];
    await press(page, 'Send it there and back');
    await row(page, 'Words right').getByText('12 / 12').waitFor();
    await row(page, 'Sentence said').waitFor();
    await press(page, 'Record the sentence');
    await row(page, 'Recorded').waitFor();
    await press(page, 'Send it there and back');
    await expect
      .poll(() => vendor.asked.findLast(({ path }) => path.includes('speech-to-text'))?.body)
      .toContain('filename="speech.webm"');
    expect(await report(page)).not.toMatch(/ElevenLabs|Cost/);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.context().close();
  });

  test('that is not connected, or of an agent that is none, is said to be so', async () => {
    const page = await visit('/openai-voice-test', '');
    await page.getByText('no vendor of speech is connected').waitFor();
    await page.getByRole('textbox', { name: 'Number of an agent' }).fill('2147483647');
    await press(page, 'Take this agent');
    await page.getByRole('alert').getByText('There is no running agent with this number.').waitFor();
    await page.goto(`${app.url}/voice-launcher-test-openai?agent=${spoken}`);
    await page.getByText('Quay: speech of a vendor is connected.').waitFor();
    await page.context().close();
  });

  test('of an account is tried side by side, with costs and a report', async () => {
    const page = await (await signedInContext(browser, app, vera)).newPage();
    vendor.heard = ['The boat house opens early in the morning and closes after sunset.'];
    await page.goto(`${app.url}/dashboard/openai-voice-test`);
    await press(page, 'Test ElevenLabs');
    await row(page, 'ElevenLabs Test ElevenLabs').getByText('12 / 12').waitFor();
    await row(page, 'ElevenLabs Test ElevenLabs').getByText('$0.00').waitFor();
    await page.getByText('Understood: The boat house').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    vendor.fault = { status: 500 };
    await press(page, 'Test ElevenLabs');
    await page.getByText(/^Failed: /).waitFor();
    vendor.fault = null;
    await page.context().close();

    const newcomer = await (await signedInContext(browser, app, await app.register('Nora'))).newPage();
    await newcomer.goto(`${app.url}/dashboard/openai-voice-test`);
    await newcomer.getByText('No vendor of speech is connected').waitFor();
    await newcomer.getByRole('link', { name: 'Open integrations' }).click();
    await newcomer.waitForURL(/tab=integrations/);
    await newcomer.context().close();
  });
});

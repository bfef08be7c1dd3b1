import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { speechKey, startSpeechStandIn, type SpeechStandIn } from '#tests/support/models/speech-stand-in.ts';
import { speechStandIn } from '#tests/support/models/browser-speech-stand-in.ts';
import { boatHire, teach } from '#tests/support/models/taught.ts';
import { look } from '#tests/support/visitors/looked-at.ts';
import { publishAgent } from '#tests/support/visitors/visitor-chat.ts';

let vendor: SpeechStandIn;
let model: OpenAiStandIn;
let app: TestApp;
let browser: Browser;
let vera: Awaited<ReturnType<TestApp['register']>>;
const agents: Record<string, Agent> = {};
const makeAgent = async (
  name: string,
  voice: object,
  more: Parameters<typeof publishAgent>[1] = () => {},
) => {
  agents[name] = await publishAgent(vera, (draft) => {
    draft.basic.name = 'Boat hire';
    draft.appearance.initialTheme = 'auto';
    draft.dynamic.followUps = 0;
    Object.assign(draft.voice, { enabled: true, ...voice });
    more(draft);
  });
  return agents[name];
};
beforeAll(async () => {
  [vendor, model] = await Promise.all([startSpeechStandIn(), startOpenAiStandIn()]);
  app = await startTestApp({ speechBaseUrls: vendor.baseUrls, llm: { baseUrls: { openai: model.baseUrl } } });
  vera = await app.register('Vera');
  for (const id of ['elevenlabs', 'openai'])
    await vera.request('PUT', `/api/integrations/${id}`, { body: { apiKey: speechKey } });
  await teach(vera, await makeAgent('plain', { greeting: 'Boat hire, good day.' }), boatHire);
  await makeAgent('waveform', { icon: 'waveform', turns: 'push-to-talk' });
  await makeAgent('headset', { icon: 'headset', longestCall: 90 });
  await makeAgent('minutes', { minuteMessages: 2 }, ({ payment }) =>
    Object.assign(payment, { enabled: true, freeMessages: 3 }),
  );
  await makeAgent('recorded', { provider: 'elevenlabs', recording: true });
  await makeAgent('live', { provider: 'openai', way: 'live' });
  await makeAgent('model', {}, ({ ai }) => Object.assign(ai, { provider: 'openai', model: 'gpt-5-mini' }));
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await app.close();
  await Promise.all([vendor.close(), model.close()]);
});

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const call = (page: Page) => page.getByRole('region', { name: 'Call with Boat hire' });
const run = <Result>(page: Page, code: string) => page.evaluate(code) as Promise<Result>;
const see = (page: Page, text: string) => call(page).getByText(text).first().waitFor();

async function visit(name: string, script = '', { clock = false } = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 760 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  await context.addInitScript(`${speechStandIn}${script}`);
  const page = await context.newPage();
  if (clock) await page.clock.install();
  await page.goto(`${app.url}/widgets/${agents[name]!.number}`);
  await page.getByRole('button', { name: 'Talk with Boat hire' }).focus();
  return page;
}
async function talk(name: string, script = '', options = {}): Promise<Page> {
  const page = await visit(name, script, options);
  await press(page, 'Talk with Boat hire');
  await press(page, 'Start talking');
  return page;
}

describe('a call is looked at', () => {
  test('from the button to its end', async () => {
    const page = await visit('plain', 'window.asking = new Promise((resolve) => (window.allow = resolve));');
    await look(page, '01-button-microphone');
    await page.getByRole('button', { name: 'Talk with Boat hire' }).hover();
    await look(page, '01-button-hover');
    await press(page, 'Talk with Boat hire');
    await see(page, 'The microphone is on only during the call.');
    await look(page, '02-explained');
    await press(page, 'Start talking');
    await see(page, 'Waiting for the microphone');
    await look(page, '03-asking');
    await run(page, 'allow()');
    await see(page, 'Boat hire is speaking');
    await look(page, '04-greeting');
    await run(page, 'quiet()');
    await see(page, 'I’m listening');
    await look(page, '05-listening');
    await run(page, 'loud(0.2)');
    await run(page, `heard('what does a rowing boat cost when I take it for', false)`);
    await see(page, 'what does a rowing boat cost');
    await look(page, '06-hearing');
    await run(page, 'loud(0)');
    await run(page, `heard('what does a rowing boat cost', true)`);
    await page.getByRole('log').getByText('A rowing boat costs 12 €').waitFor();
    await see(page, 'Boat hire is speaking');
    await look(page, '07-speaking-cited');
    await press(page, 'Stop speaking');
    await see(page, 'I’m listening');
    await look(page, '08-interrupted');
    await press(page, 'Microphone off');
    await see(page, 'The microphone is off');
    await look(page, '09-muted');
    await press(page, 'Microphone off');
    await press(page, 'Talk only while a button is held');
    await see(page, 'Hold the button while you talk');
    await look(page, '10-push');
    await page.getByRole('button', { name: 'Hold to talk' }).focus();
    await page.keyboard.down(' ');
    await see(page, 'Let go to send');
    await look(page, '11-held');
    await page.keyboard.up(' ');
    await see(page, 'Hold to talk');
    await look(page, '12-released');
    await press(page, 'End call');
    await look(page, '13-ended');
    expect(await run(page, 'document.activeElement.ariaLabel')).toBe('Talk with Boat hire');
    await page.context().close();
  });

  test('with other icons, and listening only while a button is held', async () => {
    const page = await talk('waveform');
    await see(page, 'Hold the button while you talk');
    await look(page, '14-icon-waveform');
    await page.context().close();
  });

  test('where nobody says anything', async () => {
    const page = await talk('headset', '', { clock: true });
    await see(page, 'I’m listening');
    await look(page, '15-icon-headset');
    await run(page, `heard('what does a boat', false)`);
    await page.clock.fastForward(8_000);
    await page.getByRole('log').getByText('what does a boat').waitFor();
    await see(page, 'Boat hire is speaking');
    await run(page, 'quiet()');
    await see(page, 'I’m listening');
    for (const at of [1, 2]) {
      await page.clock.fastForward(11_000);
      await see(page, 'Boat hire is speaking');
      await look(page, `16-idle-${at}`);
      await run(page, 'quiet()');
      await see(page, 'I’m listening');
    }
    await page.clock.fastForward(11_000);
    await see(page, 'nothing was said for a while');
    await look(page, '17-idle-over');
    await page.context().close();
  });

  test('until its longest', async () => {
    const page = await talk('headset', '', { clock: true });
    await see(page, 'I’m listening');
    for (let at = 0; at < 9; at += 1) {
      await run(page, `heard('and', false)`);
      await page.clock.fastForward(5_000);
    }
    await look(page, '18-near-the-end');
    for (let at = 0; at < 9; at += 1) {
      await run(page, `window.ears && heard('and', false)`);
      await page.clock.fastForward(5_000);
    }
    await see(page, 'at most');
    await look(page, '19-longest');
    await page.context().close();
  });

  test('while a model thinks, and where it fails', async () => {
    const page = await talk('model');
    await see(page, 'I’m listening');
    model.script({ kind: 'stall-before-headers' });
    await run(page, `heard('what does it cost', true)`);
    await see(page, 'One moment');
    await look(page, '20-thinking');
    await press(page, 'Stop the answer');
    for (const status of [401, 402, 500]) {
      await see(page, 'I’m listening');
      model.script(...Array.from({ length: 6 }, () => ({ kind: 'status' as const, status })));
      await run(page, `heard('what does it cost ${status}', true)`);
      await see(page, 'Boat hire is speaking');
      await look(page, `21-model-${status}`);
      await run(page, 'quiet()');
    }
    await page.context().close();
  });

  test('that is paid by the minute, to the wall', async () => {
    const page = await visit('minutes', '', { clock: true });
    await press(page, 'Talk with Boat hire');
    await see(page, 'Talking takes messages');
    await look(page, '22-minutes-told');
    await press(page, 'Start talking');
    await see(page, 'I’m listening');
    await look(page, '23-minutes');
    await press(page, 'End call');
    await press(page, 'Talk with Boat hire');
    await press(page, 'Start talking');
    await page.getByRole('heading', { name: 'Keep the conversation going' }).waitFor();
    await look(page, '24-minutes-over-wall');
    await page.keyboard.press('Escape');
    await see(page, 'another minute of talking');
    await look(page, '24-minutes-over');
    await page.context().close();
  });

  test('in which a person takes over', async () => {
    const page = await talk('plain');
    await see(page, 'Boat hire is speaking');
    await run(page, 'quiet()');
    await run(page, `heard('what does a rowing boat cost', true)`);
    await page.getByRole('log').getByText('A rowing boat costs 12 €').waitFor();
    const { conversations } = await vera.get<{ conversations: { id: string }[] }>('/api/inbox/conversations');
    await vera.post(`/api/inbox/conversations/${conversations[0]!.id}/handler`, { to: 'me' });
    await see(page, 'A person has joined');
    await look(page, '25-person');
    await page.context().close();
  });

  test('with what stands in its way', async () => {
    const refusing = (name: string) =>
      `navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('', '${name}'); };`;
    for (const [name, script, text] of [
      ['blocked', refusing('NotAllowedError'), 'The microphone is blocked.'],
      ['no-device', refusing('NotFoundError'), 'No microphone was found.'],
      ['in-use', refusing('NotReadableError'), 'Another program is using the microphone.'],
      [
        'policy',
        `Object.defineProperty(document, 'featurePolicy', { value: { allowsFeature: () => false } });`,
        'The page around this chat',
      ],
      ['insecure', `Object.defineProperty(window, 'isSecureContext', { value: false });`, 'https'],
      [
        'unsupported',
        `delete window.SpeechRecognition; delete window.webkitSpeechRecognition;`,
        'can’t understand speech',
      ],
    ] as const) {
      const page = await talk('plain', script);
      await see(page, text);
      await look(page, `30-${name}`);
      await page.context().close();
    }
  });

  test('and breaks in the middle', async () => {
    for (const [name, event, text] of [
      ['blocked', `fail('not-allowed')`, 'The microphone is blocked.'],
      ['unplugged', 'unplugged()', 'No microphone was found.'],
      ['language', `fail('language-not-supported')`, 'can’t understand the language'],
      ['network', `for (const at of [1, 2, 3, 4]) fail('network')`, 'needs the network'],
    ] as const) {
      const page = await talk('headset');
      await see(page, 'I’m listening');
      await run(page, event);
      await see(page, text);
      await look(page, `31-broken-${name}`);
      await page.context().close();
    }
    const page = await talk('plain', 'window.isRefused = true;');
    await run(page, `heard('what does a rowing boat cost', true)`);
    await page.getByRole('log').getByText('A rowing boat costs 12 €').waitFor();
    await look(page, '32-silent');
    await page.context().close();
  });

  test('that is recorded', async () => {
    const page = await visit('recorded');
    await press(page, 'Talk with Boat hire');
    await see(page, 'May this call be recorded?');
    await look(page, '40-record-asked');
    await press(page, 'Talk and record');
    await call(page).getByText('Recording', { exact: true }).waitFor();
    await look(page, '41-recording');
    await press(page, 'Stop and delete');
    await see(page, 'What was recorded is deleted.');
    await look(page, '42-record-deleted');
    await press(page, 'Record this call');
    await look(page, '43-record-asked-again');
    await press(page, 'No');
    await see(page, 'Not recorded');
    await look(page, '44-not-recorded');
    await page.context().close();
  });

  test('that goes on sentence by sentence where the vendor fails', async () => {
    for (const status of [401, 429, 503]) {
      vendor.fault = { status };
      const page = await talk('live');
      await see(page, 'so we go on sentence by sentence');
      await look(page, `50-vendor-${status}`);
      await page.context().close();
    }
    vendor.fault = null;
  });
});

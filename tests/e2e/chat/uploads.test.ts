import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { pdf } from '#platform/documents/__fixtures__/made-files.ts';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { publishAgent } from '#tests/support/visitors/visitor-chat.ts';
import { accessibilityFaults } from '#tests/support/visitors/visitor-setup.ts';
import { watchFaults } from '#tests/support/visitors/page-faults.ts';

const ownKey = 'sk-own-key-of-a-visitor-1234';

let app: TestApp;
let vera: Awaited<ReturnType<TestApp['register']>>;
let model: OpenAiStandIn;
let openAi: OpenAiStandIn;
let browser: Browser;
let reader: Agent;
let seer: Agent;
let menu: Buffer;
let photo: Buffer;
beforeAll(async () => {
  model = await startOpenAiStandIn({ models: ['stand-in-large', 'stand-in-image'], reply: 'A warm colour.' });
  openAi = await startOpenAiStandIn({ apiKey: ownKey, reply: 'Paid by yourself.' });
  app = await startTestApp({ llm: { baseUrls: { openai: openAi.baseUrl } } });
  vera = await app.register('Vera');
  await vera.request('PUT', '/api/integrations/openai-compatible', { body: { baseUrl: model.baseUrl } });
  reader = await publishAgent(vera, (draft) => {
    draft.basic.name = 'Front desk';
    draft.appearance.uploads = true;
  });
  seer = await publishAgent(vera, (draft) => {
    draft.basic.name = 'Colour desk';
    draft.appearance.uploads = true;
    draft.appearance.attachmentIcon = 'image';
    draft.ai = {
      ...draft.ai,
      provider: 'openai-compatible',
      model: 'stand-in-large',
      visitorKey: true,
      imageGeneration: true,
    };
    draft.dynamic.followUps = 0;
  });
  menu = await pdf(
    (document) =>
      void document.text('The lemon tart costs 7 euros. The terrace is open until eleven in the evening.'),
  );
  photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#b4532a' } })
    .png()
    .toBuffer();
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await app.close();
  await model.close();
  await openAi.close();
});

const patient = { timeout: 30_000 };
const composer = (page: Page) => page.getByRole('textbox', { name: 'Your message' });
const attached = (page: Page) => page.getByRole('list', { name: 'Attached files' }).getByRole('listitem');
const send = (page: Page) => page.getByRole('button', { name: 'Send message' });
const answered = (page: Page, text: string) => page.getByRole('log').getByText(text).waitFor(patient);

async function visit(agent: Agent, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    viewport: { width: 1_280, height: 800 },
    locale: 'en-US',
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  const faults = watchFaults(page);
  await page.goto(`${app.url}/widgets/${agent.number}`);
  await page.getByRole('button', { name: 'Attach files' }).waitFor(patient);
  return { context, page, faults };
}

async function choose(page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Attach files' }).click(),
  ]);
  await chooser.setFiles(files);
}
const asPdf = (name = 'menu.pdf') => ({ name, mimeType: 'application/pdf', buffer: menu });

/** What a browser does when a file is dropped or pasted. */
function give(page: Page, how: 'drop' | 'paste', file: { name: string; type: string; bytes: Buffer }) {
  return page.evaluate(
    ({ how, name, type, bytes }) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0))], name, { type }));
      const target = document.querySelector('textarea')!;
      if (how === 'paste')
        return void target.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        );
      for (const event of ['dragenter', 'dragover', 'drop'])
        target.dispatchEvent(new DragEvent(event, { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    { how, name: file.name, type: file.type, bytes: file.bytes.toString('base64') },
  );
}

describe('a visitor who has a file', () => {
  test('attaches, drops and pastes files, removes one, and hears about those that can not be sent', async () => {
    const { context, page, faults } = await visit(reader);
    await choose(page, [
      asPdf(),
      { name: 'song.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('x') },
      { name: 'film.png', mimeType: 'image/png', buffer: Buffer.alloc(11 * 1_048_576) },
    ]);
    await page
      .getByRole('main')
      .getByText('song.mp3 can’t be attached. Pictures, PDF, TXT and DOCX files can.')
      .waitFor();
    await page.getByRole('main').getByText('film.png is larger than 10 MB.').waitFor();
    await give(page, 'drop', { name: 'photo.png', type: 'image/png', bytes: photo });
    await give(page, 'paste', { name: 'image.png', type: 'image/png', bytes: photo });
    await expect.poll(() => attached(page).count(), patient).toBe(3);
    await give(page, 'drop', { name: 'fourth.txt', type: 'text/plain', bytes: Buffer.from('Four') });
    await page
      .getByRole('main')
      .getByText('fourth.txt was left out: at most 3 files fit in one message.')
      .waitFor();
    await expect.poll(() => attached(page).locator('progress').count(), patient).toBe(0);
    await page.getByRole('button', { name: 'Remove image.png' }).click();
    await expect.poll(() => attached(page).count()).toBe(2);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Attach files');
    const broken = { name: 'broken.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.7') };
    await give(page, 'drop', broken);
    const refusal = page.getByRole('main').getByText('broken.pdf: This file can’t be read.');
    await refusal.waitFor(patient);
    await expect.poll(() => attached(page).count()).toBe(2);
    expect(await accessibilityFaults(page)).toEqual([]);
    // It says so once, and goes when it was read.
    await page.getByRole('button', { name: 'Close this message' }).click();
    await expect.poll(() => refusal.count()).toBe(0);
    expect(await composer(page).evaluate((box) => box === document.activeElement)).toBe(true);
    expect(faults).toEqual([]);
    await context.close();
  });

  test('asks about a PDF and is answered from it, without any key', async () => {
    const { context, page, faults } = await visit(reader);
    await choose(page, [asPdf()]);
    await composer(page).fill('How much is the lemon tart?');
    await expect.poll(() => send(page).isEnabled(), patient).toBe(true);
    await composer(page).press('Enter');
    await answered(page, 'The lemon tart costs 7 euros.');
    await page.getByRole('link', { name: 'Source 1: menu.pdf' }).first().waitFor();
    await expect.poll(() => attached(page).count()).toBe(0);
    const file = page
      .getByRole('list', { name: 'Files of this message' })
      .getByRole('link', { name: 'Save menu.pdf' });
    const [download] = await Promise.all([page.waitForEvent('download'), file.click()]);
    expect(download.suggestedFilename()).toBe('menu.pdf');
    await page.reload();
    await page.getByRole('link', { name: 'Save menu.pdf' }).waitFor(patient);
    expect(faults).toEqual([]);
    await context.close();
  });

  test('keeps it when the network fails, and sends it again', async () => {
    const { context, page } = await visit(reader);
    await page.route('**/api/visitor/uploads', (route) => route.abort());
    await choose(page, [asPdf()]);
    await attached(page)
      .getByText('menu.pdf could not be uploaded. It is kept here; try again.')
      .waitFor(patient);
    await composer(page).fill('What does it say?');
    await expect.poll(() => send(page).isDisabled()).toBe(true);
    await page.unroute('**/api/visitor/uploads');
    await page.getByRole('button', { name: 'Upload menu.pdf again' }).click();
    await expect.poll(() => send(page).isEnabled(), patient).toBe(true);
    await context.close();
  });
});

describe('a picture', () => {
  test("is shown to the model, stands in the chat and in the owner's record, light and dark", async () => {
    const { context, page, faults } = await visit(seer, {
      colorScheme: 'dark',
      viewport: { width: 390, height: 844 },
    });
    await page.getByRole('button', { name: 'Switch to dark mode' }).click();
    await choose(page, [{ name: 'kitchen wall.png', mimeType: 'image/png', buffer: photo }]);
    await expect.poll(() => send(page).isEnabled(), patient).toBe(true);
    await send(page).click();
    await answered(page, 'A warm colour.');
    const content = model.chats.at(-1)?.messages.at(-1)?.content as {
      type: string;
      image_url?: { url: string };
    }[];
    expect(content[0]?.image_url?.url).toMatch(/^data:image\/jpeg;base64,\/9j\//);
    const shown = page.getByRole('log').getByRole('img', { name: 'kitchen wall' });
    await expect
      .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth), patient)
      .toBe(300);
    model.script(
      {
        kind: 'tool-calls',
        calls: [{ name: 'generate_image', arguments: { prompt: 'A grey cat', alt: 'A grey cat on a roof' } }],
      },
      { kind: 'text', text: 'Here it is.' },
    );
    await composer(page).fill('Draw a cat');
    await composer(page).press('Enter');
    await page.getByRole('log').getByRole('img', { name: 'A grey cat on a roof' }).waitFor(patient);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();

    const { contacts } = await vera.get<{ contacts: { id: string }[] }>('/api/contacts');
    const office = await signedInContext(browser, app, vera);
    const record = await office.newPage();
    await record.goto(`${app.url}/dashboard/contacts/${contacts[0]?.id}`);
    const link = record.getByRole('link', { name: /^kitchen wall\.jpg, .*opens in a new tab/ });
    await link.waitFor(patient);
    await expect
      .poll(() => link.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth), patient)
      .toBe(300);
    const [tab] = await Promise.all([office.waitForEvent('page'), link.click()]);
    await tab.waitForURL(/\/api\/attachments\/att_/);
    await office.close();
  });
});

describe('a visitor with an OpenAI key', () => {
  const openSheet = async (page: Page) => {
    await page.getByRole('button', { name: 'More options' }).click();
    await page.getByRole('menuitem', { name: 'Use my own OpenAI key' }).click();
  };
  const say = async (page: Page, text: string) => {
    await composer(page).fill(text);
    await composer(page).press('Enter');
  };

  test('uses it, keeps it in the browser when they say so, and removes it', async () => {
    const { context, page, faults } = await visit(seer);
    await openSheet(page);
    const key = page.getByLabel('Your OpenAI key');
    await key.fill('my key');
    await page.getByRole('button', { name: 'Use this key' }).click();
    await page.getByText('That doesn’t look like an OpenAI key.', { exact: false }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await key.fill(ownKey);
    await page.getByLabel('In this browser, until you remove it').check();
    await page.getByRole('button', { name: 'Use this key' }).click();
    await say(page, 'Who pays?');
    await answered(page, 'Paid by yourself.');
    await page.reload();
    await page.getByRole('button', { name: 'Attach files' }).waitFor(patient);
    await say(page, 'And now?');
    await expect.poll(() => page.getByRole('log').getByText('Paid by yourself.').count(), patient).toBe(2);
    await openSheet(page);
    await page.getByText('Your key that ends in 1234 is in use.').waitFor();
    await page.getByRole('button', { name: 'Remove the key' }).click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await say(page, 'And without it?');
    await answered(page, 'A warm colour.');
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
      'sk-own',
    );
    expect(faults).toEqual([]);
    await context.close();
  });

  test('that is wrong reads what to do about it', async () => {
    const { context, page } = await visit(seer);
    await openSheet(page);
    await page.getByLabel('Your OpenAI key').fill('sk-wrong-key-000000');
    await page.getByRole('button', { name: 'Use this key' }).click();
    await say(page, 'Hello');
    await answered(page, 'OpenAI did not accept your key for this answer.');
    await context.close();
  });
});

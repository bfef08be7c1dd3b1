import { readFileSync } from 'node:fs';
import jsQrModule from 'jsqr';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Agent } from '#features/agents/agents.contract.ts';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { signedInContext } from '#tests/support/dashboard/signed-in.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { accessibilityFaults } from '#tests/support/visitors/visitor-setup.ts';

// A CommonJS module whose types say otherwise.
const jsQr = jsQrModule as unknown as typeof jsQrModule.default;
const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };
let app: TestApp;
let owner: Awaited<ReturnType<TestApp['register']>>;
let browser: Browser;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.register('Mira Linden');
  browser = await launchChromium();
});
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

async function liveAgent(name: string): Promise<Agent> {
  const { id, draftRevision } = await owner.post<Agent>('/api/agents', {
    from: 'description',
    input: `A guide called "${name}" for a bakery in Utrecht`,
  });
  return owner.post<Agent>(`/api/agents/${id}/publish`, { revision: draftRevision });
}

async function openPage(
  address: string,
  options: { viewport?: typeof wide; colorScheme?: 'light' | 'dark' } = {},
): Promise<Page> {
  const context = await signedInContext(browser, app, owner, {
    viewport: wide,
    acceptDownloads: true,
    ...options,
  });
  context.setDefaultTimeout(30_000);
  contexts.push(context);
  if (options.colorScheme === 'dark')
    await context.addInitScript(() => localStorage.setItem('ui-theme', 'dark'));
  const page = await context.newPage();
  await page.goto(app.url + address);
  await page.locator('h1').first().waitFor();
  return page;
}
const openSection = (
  agent: Agent,
  section: string,
  options?: Parameters<typeof openPage>[1],
): Promise<Page> => openPage(`/dashboard/agents/edit/${agent.id}?section=${section}`, options);

/** What axe has to say about the page as it is now; what moves is let come to rest first. */
async function faults(page: Page): Promise<string[]> {
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))),
  );
  return accessibilityFaults(page, { iframes: false });
}

async function readPicture(bytes: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return jsQr(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

test('a QR code is made, downloaded, scanned, changed and deleted', async () => {
  const agent = await liveAgent('Front Door Bakery');
  // The card in the list leads here, with the form open.
  const page = await openPage('/dashboard/agents');
  await page.getByRole('button', { name: 'More actions for Front Door Bakery' }).click();
  await page.getByRole('menuitem', { name: 'Generate QR' }).click();
  await page.waitForURL(/section=qr/);
  const sheet = page.getByRole('dialog', { name: 'Create QR code' });
  await sheet.getByRole('button', { name: 'Create QR code' }).click();
  await sheet.getByText('Give the code a name.').waitFor();
  await sheet.getByLabel('Name').fill('Front door');
  await sheet.getByLabel('Where it leads').fill('bakery.example/menu');
  await sheet.getByRole('button', { name: 'Create QR code' }).click();
  await sheet.getByText('Enter an address that begins with https://').waitFor();
  await sheet.getByLabel('Where it leads').fill('');
  await sheet.getByText('Read back without a fault.').waitFor();
  expect(await faults(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Create QR code' }).click();
  await page.getByRole('heading', { name: 'Front door', exact: true }).waitFor();

  await page.getByRole('button', { name: 'Download Front door' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'PNG, for screens and documents' }).click(),
  ]);
  const address = await readPicture(readFileSync(await download.path()));
  expect(address).toContain(`:${new URL(app.url).port}/q/`);
  const visitor = await contexts[0]?.newPage();
  await visitor?.goto(address ?? '');
  await visitor?.getByRole('textbox').waitFor();
  await visitor?.waitForURL(new RegExp(`/widgets/${agent.number}`));
  await page.reload();
  await page.getByText('1 scan', { exact: false }).waitFor();

  await page.getByRole('button', { name: 'Edit Front door' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Back door');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Back door' }).waitFor();
  await page.getByRole('button', { name: 'Delete Back door' }).click();
  await page
    .getByRole('dialog', { name: 'Delete “Back door”?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await page.getByText('From paper to a conversation').waitFor();
});

test('a key is shown once, opens the agent to a program, and opens nothing once it is revoked', async () => {
  const agent = await liveAgent('Key Bakery');
  const page = await openSection(agent, 'keys', { viewport: narrow, colorScheme: 'dark' });
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByText('Give the key a name.').waitFor();
  await dialog.getByLabel('Name').fill('Order desk');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('dialog', { name: 'Copy the key now' }).waitFor();
  const key = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
  expect(key).toMatch(/^sk_/);
  expect(await faults(page)).toEqual([]);
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByText('Order desk').waitFor();
  expect(await page.content()).not.toContain(key);

  const ask = (): Promise<Response> =>
    fetch(`${app.url}/api/v1/sessions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: '{}',
    });
  expect((await ask()).status).toBe(200);
  await page.getByRole('button', { name: 'Revoke Order desk' }).click();
  await page
    .getByRole('dialog', { name: 'Revoke “Order desk”?' })
    .getByRole('button', { name: 'Revoke key' })
    .click();
  await page.getByText('Key revoked').first().waitFor();
  expect((await ask()).status).toBe(401);
});

test('the team of an agent names everybody who reaches it', async () => {
  const page = await openSection(await liveAgent('Team Bakery'), 'team');
  await page.getByText('Mira Linden').first().waitFor();
  await page.getByText('Reaches every agent').waitFor();
  await page.getByText('You are alone in this account so far.').waitFor();
  expect(await faults(page)).toEqual([]);
});

test('an agent is closed for now with a message of the owner’s, and opened again', async () => {
  const agent = await liveAgent('Holiday Bakery');
  const page = await openPage('/dashboard/agents');
  const choose = async (state: RegExp, message?: string): Promise<void> => {
    await page.getByRole('button', { name: 'More actions for Holiday Bakery' }).click();
    await page.getByRole('menuitem', { name: 'Open or close…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Who can reach Holiday Bakery?' });
    await dialog.getByRole('radio', { name: state }).check();
    if (message) await dialog.getByLabel('Message to visitors').fill(message);
    expect(await faults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  const visitor = await browser.newPage();
  try {
    await choose(/Closed for now/, 'We bake again on Monday.');
    await visitor.goto(`${app.url}/widgets/${agent.number}`);
    await visitor.getByText('We bake again on Monday.').waitFor();
    await expect.poll(() => visitor.getByRole('textbox').isDisabled()).toBe(true);
    await choose(/Not published/);
    expect((await visitor.goto(`${app.url}/widgets/${agent.number}`))?.status()).toBe(404);
    await choose(/Open/);
    await visitor.goto(`${app.url}/widgets/${agent.number}`);
    await visitor.getByRole('textbox').waitFor();
  } finally {
    await visitor.close();
  }
});

test('an agent goes out as a file and comes in as a draft that is the same', async () => {
  await liveAgent('Travelling Bakery');
  const page = await openPage('/dashboard/agents');
  const exported = async (): Promise<Buffer> => {
    await page.getByRole('button', { name: 'More actions for Travelling Bakery' }).first().click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export as a file' }).click(),
    ]);
    return readFileSync(await download.path());
  };
  const file = await exported();
  expect(await exported()).toEqual(file);
  await page.getByRole('button', { name: 'Import' }).waitFor();
  await page.locator('input[type=file]').setInputFiles({
    name: 'notes.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"hello":"there"}'),
  });
  await page.getByText('This file was not imported').first().waitFor();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'agent.json', mimeType: 'application/json', buffer: file });
  await page.waitForURL('**/dashboard/agents/edit/**');
  await page.getByText('Travelling Bakery was imported as a draft').first().waitFor();
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Travelling Bakery');
});

test('an account without agents is offered to bring one along', async () => {
  const newcomer = await app.register('Nora Nieuw');
  const context = await signedInContext(browser, app, newcomer);
  contexts.push(context);
  const page = await context.newPage();
  await page.goto(`${app.url}/dashboard/agents`);
  await page.getByRole('button', { name: 'Import' }).waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'Create agent' }).count()).toBeGreaterThan(0);
});

test('the preview tells how its last answer came about', async () => {
  const agent = await liveAgent('Honest Bakery');
  await owner.post(`/api/knowledge/${agent.collectionId}/sources/text`, {
    title: 'Opening hours',
    body: 'The bakery opens at seven in the morning from Tuesday to Saturday.',
  });
  const page = await openSection(agent, 'prompt');
  await page.getByRole('button', { name: 'How the last answer came about' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByText(/Ask/).first().waitFor();
  await page.keyboard.press('Escape');
  await expect
    .poll(
      async () =>
        (
          await owner.get<{ sources: { status: string }[] }>(`/api/knowledge/${agent.collectionId}/sources`)
        ).sources.map(({ status }) => status),
      { timeout: 30_000 },
    )
    .toEqual(['ready']);
  const chat = page.frameLocator('iframe');
  await chat.getByRole('textbox').fill('When does the bakery open?');
  await chat.getByRole('textbox').press('Enter');
  await chat.getByText('opens at seven').first().waitFor();
  await page.getByRole('button', { name: 'How the last answer came about' }).click();
  await sheet.getByText('Opening hours').first().waitFor();
  expect(await faults(page)).toEqual([]);
});

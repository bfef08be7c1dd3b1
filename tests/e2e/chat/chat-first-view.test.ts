import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, publicAgent } from '#tests/support/visitors/visitor-setup.ts';
import type { World } from '#tests/support/visitors/visitor-setup.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const composer = (page: Page) => page.getByRole('textbox', { name: 'Your message' });

describe('the first view', () => {
  /** The hosted page whose script is held back until `release` is called. */
  async function early(path: string) {
    const context = await world.visitor();
    const page = await context.newPage();
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/assets/chat/**/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(world.origin + path, { waitUntil: 'commit' });
    await composer(page).waitFor();
    return { context, page, release };
  }
  /** What the page came with: each element with its attributes and its place. */
  const view = (page: Page) =>
    page.evaluate(() =>
      [
        ...document.querySelectorAll(
          '.cw-container, .cw-header, .cw-main, .cw-view, .cw-bottom, .cw-bottom *',
        ),
      ].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [
          element.localName,
          [...element.attributes]
            .filter(({ name, value }) => name !== 'style' || value)
            .map(({ name, value }) => `${name}=${value}`)
            .toSorted(),
          [x, y, width, height],
        ];
      }),
    );

  test.each(['', '/embed'])(
    'has the composer before the script, which takes it over with text, caret and focus and moves nothing: %s',
    async (mode) => {
      world.agents[3] = publicAgent({
        number: 3,
        footer: { text: 'Also by telephone', showBrand: true },
        look: { sendIcon: 'plane' },
      });
      const { context, page, release } = await early(`/widgets/3${mode}`);
      const before = await view(page);
      await composer(page).pressSequentially('When do you open');
      await page.keyboard.press('ArrowLeft');
      await page.evaluate(() => Object.assign(globalThis, { field: document.activeElement }));
      release();
      await page.locator('.cw-tools').waitFor();
      expect(
        await page.evaluate(() => [
          (globalThis as unknown as { field: Element }).field === document.activeElement,
          (document.activeElement as HTMLTextAreaElement).selectionStart,
        ]),
      ).toEqual([true, 15]);
      await expect.poll(() => composer(page).inputValue()).toBe('When do you open');
      await composer(page).fill('');
      expect(await view(page)).toEqual(before);
      await context.close();
    },
  );

  test('keeps what was entered before the script came, and sends it once', async () => {
    const { context, page, release } = await early('/widgets/1');
    await composer(page).fill('When do you open on Sunday?');
    await composer(page).press('Enter');
    await expect.poll(() => composer(page).inputValue()).toBe('When do you open on Sunday?\n');
    release();
    await page.getByRole('button', { name: 'Copy answer' }).waitFor();
    expect(world.requests.filter(({ path }) => path === 'messages').map(({ body }) => body.text)).toEqual([
      'When do you open on Sunday?',
    ]);
    await expect.poll(() => composer(page).inputValue()).toBe('');
    await context.close();
  });

  test('says to whoever has no script that the chat needs one', async () => {
    const context = await world.visitor({ javaScriptEnabled: false });
    const page = await context.newPage();
    for (const path of ['/widgets/1', '/widgets/1/embed']) {
      await page.goto(world.origin + path);
      const words = page.getByText(/^This chat needs JavaScript\./);
      await expect.poll(() => words.isVisible()).toBe(true);
      const { y, height } = (await words.boundingBox())!;
      expect([y >= 0, height > 20]).toEqual([true, true]);
    }
    await context.close();
  });

  test('has no composer for an agent that takes no messages', async () => {
    world.agents[3] = publicAgent({ number: 3, closed: 'We are on holiday.' });
    const context = await world.visitor();
    const page = await context.newPage();
    await page.route('**/assets/chat/**/*.js', () => {});
    await page.goto(`${world.origin}/widgets/3`, { waitUntil: 'commit' });
    await page.locator('#chatelier-boot').waitFor({ state: 'attached' });
    await expect.poll(() => composer(page).count()).toBe(0);
    await context.close();
  });
});

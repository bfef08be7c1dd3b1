import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ask,
  composer,
  frame,
  inPage,
  launcher,
  openHost,
  phone,
} from '#tests/support/visitors/host-pages.ts';
import { accessibilityFaults, openWorld } from '#tests/support/visitors/visitor-setup.ts';
import type { World } from '#tests/support/visitors/visitor-setup.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const patient = { timeout: 30_000 };
const open = (...rest: Parameters<typeof openHost> extends [World, ...infer Rest] ? Rest : never) =>
  openHost(world, ...rest);

describe('small and short screens', () => {
  test.each([
    { width: 844, height: 390, least: 190 },
    { width: 640, height: 400, least: 200 },
    { width: 360, height: 225, least: 95 },
  ])('$width × $height leaves $least pixels to read', async ({ least, ...viewport }) => {
    const { context, page } = await open('short-screen', { viewport });
    await launcher(page).click();
    await ask(page, 'When do you open on Sunday?');
    expect(await page.locator('iframe').boundingBox()).toEqual({ x: 0, y: 0, ...viewport });
    expect((await frame(page).locator('.cw-view').boundingBox())!.height).toBeGreaterThanOrEqual(least);
    await context.close();
  });

  test.each([320, 280])('at %i pixels the header keeps the name and everything in reach', async (width) => {
    const { context, page } = await open('short-screen', {
      ...phone,
      viewport: { width, height: 560 },
    });
    await launcher(page).tap();
    await ask(page, 'When do you open on Sunday?');
    const title = frame(page).locator('.cw-title h1');
    expect(await title.evaluate((node) => node.scrollWidth - node.clientWidth)).toBeLessThanOrEqual(0);
    expect(
      await frame(page)
        .locator('.cw-header')
        .evaluate((node) => node.scrollWidth - node.clientWidth),
    ).toBe(0);
    await frame(page).getByRole('button', { name: 'More options' }).tap();
    await frame(page).getByRole('menuitem', { name: 'Switch to dark mode' }).tap();
    await expect.poll(() => frame(page).locator('html').getAttribute('data-theme')).toBe('dark');
    await frame(page).getByRole('button', { name: 'Close chat' }).tap();
    await launcher(page).waitFor();
    await context.close();
  });

  test('on a phone the page behind can’t be reached, and going back closes the chat', async () => {
    const { context, page, address } = await open('short-screen', phone);
    await launcher(page).tap();
    await composer(page).waitFor();
    expect(await inPage(page, 'document.body.inert')).toBe(true);
    await page.goBack();
    await expect.poll(() => launcher(page).getAttribute('aria-expanded'), patient).toBe('false');
    expect(await inPage(page, 'document.body.inert')).toBe(false);
    expect(page.url()).toBe(address);
    /* Closed by its own button, the chat leaves no step behind. */
    const steps = await inPage<number>(page, 'history.length');
    await launcher(page).tap();
    await frame(page).getByRole('button', { name: 'Close chat' }).tap();
    await expect.poll(() => inPage(page, 'history.state'), patient).toBeNull();
    expect(await inPage(page, 'history.length')).toBe(steps);
    await context.close();
  });
});

describe('two tabs of a visitor', () => {
  test('are one conversation, which each of them reads while it is written', async () => {
    const { context, page: one, address } = await open('two-tabs');
    const two = await context.newPage();
    await two.goto(address);
    for (const page of [one, two]) {
      await launcher(page).click();
      await composer(page).waitFor();
    }
    await one.bringToFront();
    await composer(one).fill('Write slowly, please');
    await composer(one).press('Enter');
    await frame(one).getByRole('log').getByText('First words.').waitFor();
    await frame(two).getByRole('log').getByText('First words.').waitFor();
    await expect.poll(() => frame(two).getByRole('log').getByText('Last words.').count()).toBe(0);
    world.release('slower');
    for (const page of [one, two]) await frame(page).getByRole('log').getByText('Last words.').waitFor();
    await ask(two, 'From the second');
    await frame(one).getByRole('log').getByText('Echo: From the second').waitFor();
    const asked = world.requests.filter(({ path }) => path === 'messages').slice(-2);
    expect(asked[1]!.body.conversationId).toMatch(/^cnv_/);
    await expect.poll(() => frame(one).locator('.cw-user-message').count()).toBe(2);
    await expect.poll(() => frame(two).locator('.cw-user-message').count()).toBe(2);
    await context.close();
  });

  test('list their conversations in the menu, and go on with any of them', async () => {
    const { context, page } = await open('two-tabs');
    await launcher(page).click();
    await ask(page, 'The first question');
    await frame(page).getByRole('button', { name: 'More options' }).click();
    await frame(page).getByRole('menuitem', { name: 'Start a new chat' }).click();
    await ask(page, 'The second question');
    await frame(page).getByRole('button', { name: 'More options' }).click();
    await frame(page).getByRole('menuitem', { name: 'My conversations' }).click();
    const listed = frame(page).getByRole('dialog', { name: 'My conversations' }).getByRole('listitem');
    await expect.poll(() => listed.count(), patient).toBe(2);
    expect(await accessibilityFaults(page)).toEqual([]);
    await listed.getByRole('button', { name: /The first question/ }).click();
    await frame(page).getByRole('log').getByText('Echo: The first question').waitFor();
    await expect.poll(() => frame(page).getByRole('log').getByText('The second question').count()).toBe(0);
    await ask(page, 'More about the first');
    const bodies = world.requests.filter(({ path }) => path === 'messages').map(({ body }) => body);
    expect(bodies.at(-1)!.conversationId).not.toBeNull();
    expect(bodies.at(-1)!.conversationId).not.toBe(bodies.at(-2)!.conversationId);
    await context.close();
  });
});

describe('a page that is loaded anew', () => {
  test('still shows how many answers came, and the wide panel', async () => {
    const { context, page } = await open('two-tabs');
    await launcher(page).click();
    await composer(page).waitFor();
    await frame(page).getByRole('button', { name: 'Make the chat wider' }).click();
    await composer(page).fill('Write slowly');
    await composer(page).press('Enter');
    await frame(page).getByRole('log').getByText('First words.').waitFor();
    await launcher(page).click();
    world.release('slow');
    const badge = page.getByRole('button', { name: 'Open chat with Linden & Loaf (1)' });
    await badge.waitFor();
    await page.reload();
    await badge.click();
    await composer(page).waitFor();
    await expect.poll(async () => (await page.locator('iframe').boundingBox())?.width, patient).toBe(720);
    await frame(page).getByRole('button', { name: 'Make the chat narrower' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Open chat with Linden & Loaf', exact: true }).waitFor();
    await context.close();
  });
});

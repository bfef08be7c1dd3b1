import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  ask,
  composer,
  frame,
  hostDocument,
  launcher,
  openHost,
} from '#tests/support/visitors/host-pages.ts';
import { openWorld, type World } from '#tests/support/visitors/visitor-setup.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test.each(['turbo', 'htmx'])('the chat goes on from page to page where %s swaps them', async (name) => {
  const context = await world.visitor();
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  const pageOf = (heading: string, next: string): string =>
    hostDocument(world, name).replace('{{heading}}', heading).replace('{{next}}', next);
  world.site.document(`/hosts/${name}-two`, pageOf('Page two', `/hosts/${name}-one`));
  await page.goto(world.site.document(`/hosts/${name}-one`, pageOf('Page one', `/hosts/${name}-two`)));
  await page.evaluate(() => void (document.documentElement.dataset['loads'] = 'once'));
  await launcher(page).click();
  await ask(page, 'Hello');
  await composer(page).fill('Half a question');
  for (const heading of ['Page two', 'Page one', 'Page two']) {
    await page.getByRole('link', { name: 'Next page' }).evaluate((link: HTMLElement) => link.click());
    await page.getByRole('heading', { name: heading }).waitFor();
    await frame(page).getByRole('log').getByText('Echo: Hello').waitFor();
    await expect.poll(() => composer(page).inputValue()).toBe('Half a question');
    await expect.poll(() => page.locator('chatelier-launcher').count()).toBe(1);
  }
  // Back to the page of before, out of the library's own memory.
  await page.goBack();
  await page.getByRole('heading', { name: 'Page one' }).waitFor();
  await composer(page).waitFor();
  await expect.poll(() => page.locator('chatelier-launcher').count()).toBe(1);
  // The library did it, and no reload.
  expect(await page.evaluate(() => document.documentElement.dataset['loads'])).toBe('once');
  expect(faults).toEqual([]);
  await context.close();
});

test('an agent that Vue puts in the place of another one works, again and again', async () => {
  const { context, page, faults } = await openHost(world, 'vue');
  const turn = page.getByRole('button', { name: 'Turn the page' });
  for (const [at, heading] of ['bread', 'cake', 'bread', 'cake'].entries()) {
    await page.getByRole('heading', { name: heading }).waitFor();
    await expect.poll(() => page.locator('output').innerText(), { timeout: 30_000 }).toBe(String(at + 1));
    if (heading === 'cake') {
      await composer(page).waitFor();
      expect((await page.locator('iframe').boundingBox())?.height).toBe(440);
    } else await launcher(page).waitFor();
    await turn.click();
  }
  await launcher(page).click();
  await ask(page, 'Hello');
  await expect.poll(() => page.locator('chatelier-launcher').count()).toBe(1);
  expect(faults).toEqual([]);
  await context.close();
});

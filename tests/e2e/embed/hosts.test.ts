import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ask,
  composer,
  frame,
  hostDocument,
  inPage,
  launcher,
  openHost,
} from '#tests/support/visitors/host-pages.ts';
import { openWorld } from '#tests/support/visitors/visitor-setup.ts';
import type { World } from '#tests/support/visitors/visitor-setup.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const patient = { timeout: 30_000 };
const open = (...rest: Parameters<typeof openHost> extends [World, ...infer Rest] ? Rest : never) =>
  openHost(world, ...rest);

describe('the tag moves nothing and stands above everything', () => {
  test.each(['flex-body', 'grid-body'])('on a page with a %s', async (name) => {
    const bare = await world.visitor();
    const without = await bare.newPage();
    await without.goto(world.site.document(`/hosts/${name}-bare`, hostDocument(world, name, false)));
    const boxes = `[...document.querySelectorAll('header,main,footer')].map((each)=>({...each.getBoundingClientRect().toJSON()}))`;
    const expected = await inPage<object[]>(without, boxes);
    await bare.close();
    const { context, page } = await open(name);
    await launcher(page).waitFor();
    expect(await inPage<object[]>(page, boxes)).toEqual(expected);
    await launcher(page).click();
    await composer(page).waitFor();
    expect(await inPage<object[]>(page, boxes)).toEqual(expected);
    expect(await inPage(page, 'shift')).toBe(0);
    await context.close();
  });

  test.each(['transformed-body', 'filtered-body', 'zoomed-body', 'other-widgets'])(
    'on a page with a %s',
    async (name) => {
      const { context, page } = await open(name);
      await launcher(page).waitFor();
      await inPage(page, 'scrollTo(0, 600)');
      expect(await launcher(page).boundingBox()).toEqual({ x: 1204, y: 724, width: 56, height: 56 });
      await launcher(page).click();
      await composer(page).waitFor();
      await expect
        .poll(() => page.locator('iframe').boundingBox(), patient)
        .toEqual({ x: 860, y: 20, width: 400, height: 692 });
      await context.close();
    },
  );

  test('is on the left of nothing that reads from the right, and its words are in their own direction', async () => {
    const { context, page } = await open('right-to-left');
    await launcher(page).click();
    await ask(page, 'ما هو خبز الجاودار؟');
    const answer = frame(page).locator('.cw-assistant-message .cw-prose').last();
    expect(await answer.evaluate((node) => getComputedStyle(node).direction)).toBe('ltr');
    const question = frame(page).locator('.cw-bubble');
    expect(await question.evaluate((node) => getComputedStyle(node).direction)).toBe('rtl');
    await ask(page, 'Answer in Arabic');
    const list = frame(page).locator('.cw-assistant-message').last().locator('li').first();
    expect(await list.evaluate((node) => getComputedStyle(node).direction)).toBe('rtl');
    await context.close();
  });
});

describe('what frameworks do', () => {
  test('strict mode of React mounts twice, and the agent is there', async () => {
    const { context, page, faults } = await open('react-strict');
    await launcher(page).click();
    await ask(page, 'Hello');
    expect(await inPage<string[]>(page, 'heard')).toContain('message');
    await inPage(page, 'show(false)');
    await expect.poll(() => page.locator('chatelier-launcher').count(), patient).toBe(0);
    await inPage(page, 'show(true)');
    await launcher(page).click();
    await composer(page).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test('an element whose successor is placed before it leaves gives the agent over', async () => {
    const { context, page, faults } = await open('element-replaced');
    await inPage(page, `place('inline')`);
    await ask(page, 'Hello');
    await inPage(page, `place('inline')`);
    await frame(page).getByRole('log').getByText('Echo: Hello').waitFor();
    expect((await page.locator('iframe').boundingBox())!.height).toBe(440);
    await inPage(page, 'place()');
    await launcher(page).waitFor();
    await inPage(page, 'place()');
    await launcher(page).click();
    await composer(page).waitFor();
    await expect.poll(() => page.locator('chatelier-launcher').count()).toBe(1);
    expect(await inPage<string[]>(page, 'heard')).toEqual(['ready', 'ready', 'ready', 'ready']);
    expect(faults).toEqual([]);
    await context.close();
  });

  test('an agent that is taken away as soon as it came stays away', async () => {
    const { context, page, faults } = await open('removed-at-once');
    await expect.poll(() => inPage(page, 'gone'), patient).toBe(1);
    await page.waitForLoadState('networkidle');
    await inPage(page, `document.body.append(document.createElement('p'))`);
    await expect.poll(() => page.locator('chatelier-launcher, iframe').count()).toBe(0);
    /* What is called on it afterwards brings nothing back, and takes nothing else away. */
    await inPage(
      page,
      `Chatelier.start[1](); { const it = Chatelier.agents[1]; it.destroy(); it.open(); it.destroy(); }`,
    );
    await page.waitForLoadState('networkidle');
    await expect.poll(() => page.locator('chatelier-launcher, iframe').count()).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  });

  test('the open chat goes on while the page around is swapped', async () => {
    const { context, page } = await open('body-swapped');
    await launcher(page).click();
    await ask(page, 'Hello');
    await composer(page).fill('Half a question');
    for (const button of ['Next page', 'Replace the content']) {
      await inPage(page, `document.getElementById('${button === 'Next page' ? 'swap' : 'empty'}')?.click()`);
      await frame(page).getByRole('log').getByText('Echo: Hello').waitFor();
      await expect.poll(() => composer(page).inputValue()).toBe('Half a question');
    }
    await context.close();
  });

  test('a place inside a shadow root is found', async () => {
    const { context, page } = await open('shadow-place');
    await composer(page).waitFor();
    expect((await page.locator('iframe').boundingBox())!.height).toBe(420);
    await context.close();
  });

  test('a place without a height gets one that a conversation fits into', async () => {
    const { context, page } = await open('place-without-height');
    await composer(page).waitFor();
    expect((await page.locator('iframe').boundingBox())!.height).toBe(600);
    await context.close();
  });
});

describe('what browsers and people refuse or ask for', () => {
  test('a strict policy, and storage that is blocked', async () => {
    for (const [name, headers] of [
      [
        'strict-policy',
        {
          'content-security-policy': `default-src 'none'; script-src ${world.origin}; frame-src ${world.origin}; require-trusted-types-for 'script'`,
        },
      ],
      ['blocked-storage', {}],
    ] as const) {
      const { context, page, faults } = await open(name, {}, headers);
      await launcher(page).click();
      await ask(page, 'Hello');
      expect(faults).toEqual([]);
      await context.close();
    }
  });

  test('forced colours: launcher and panel have edges', async () => {
    const { context, page } = await open('forced-colors', { forcedColors: 'active' });
    await launcher(page).click();
    await ask(page, 'Hello');
    for (const part of [launcher(page), page.locator('chatelier-launcher div').first()])
      expect(
        await part.evaluate((node) => parseFloat(getComputedStyle(node).borderTopWidth)),
      ).toBeGreaterThan(0);
    for (const part of ['.cw-header', '.cw-field', '.cw-assistant-message .cw-avatar'])
      expect(
        await frame(page)
          .locator(part)
          .first()
          .evaluate((node) => {
            const { borderTopWidth, borderBottomWidth } = getComputedStyle(node);
            return parseFloat(borderTopWidth) + parseFloat(borderBottomWidth);
          }),
        part,
      ).toBeGreaterThan(0);
    await context.close();
  });

  test('paper: a printed page is the page', async () => {
    const { context, page } = await open('printed');
    await launcher(page).click();
    await composer(page).waitFor();
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.locator('iframe').isVisible()).toBe(false);
    await expect.poll(() => launcher(page).count()).toBe(0);
    await context.close();
  });

  test('formulas: drawn by a script that comes with the first one, and nothing else', async () => {
    const { context, page, faults } = await open('short-screen');
    await launcher(page).click();
    await ask(page, 'When do you open on Sunday?');
    const hasScript = async () =>
      page
        .frames()
        .find((each) => each.url().includes('/embed'))!
        .evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /formulas/.test(name)));
    expect(await hasScript()).toBe(false);
    await ask(page, 'How is that computed?');
    await frame(page).locator('math[display="block"] mfrac').waitFor();
    expect(await hasScript()).toBe(true);
    await expect.poll(() => frame(page).locator('math').count()).toBe(3);
    await expect.poll(() => frame(page).getByRole('log').getByText('at $5 each').count()).toBe(1);
    await expect
      .poll(() => frame(page).locator('.cw-prose a[href^="javascript"], math [href]').count())
      .toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  });

  test('the page’s own theme', async () => {
    const { context, page } = await open('theme-switch');
    await launcher(page).waitFor();
    await inPage(page, `Chatelier.setTheme('dark')`);
    await launcher(page).click();
    const theme = () => frame(page).locator('html').getAttribute('data-theme');
    await composer(page).waitFor();
    await expect.poll(theme, patient).toBe('dark');
    await inPage(page, `Chatelier.setTheme('auto')`);
    await expect.poll(theme, patient).toBe('light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(theme, patient).toBe('dark');
    expect(await inPage(page, `localStorage['chatelier:1:theme']`)).toBeUndefined();
    await context.close();
  });

  test('a frame that can’t be reached is tried again by itself, then says so, and comes with a press', async () => {
    let refused = 0;
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { context, page } = await open('frame-unreached', {}, {}, (tab) =>
      tab.route('**/widgets/1/embed', async (route) => {
        if (refused === 0) await held;
        return refused++ < 2 ? route.abort() : route.continue();
      }),
    );
    await launcher(page).click();
    /* Until it is there, a wheel stands in its place. */
    const wheel = () =>
      page
        .locator('chatelier-launcher div')
        .first()
        .evaluate((node) => getComputedStyle(node, '::before').content !== 'none');
    await expect.poll(wheel, patient).toBe(true);
    release();
    const card = page.getByRole('alert').getByText("The chat can't be reached. Check your connection.");
    await card.waitFor();
    expect(refused).toBe(2);
    await expect
      .poll(() => page.getByRole('link', { name: 'Open in a new tab' }).getAttribute('href'))
      .toBe(`${world.origin}/widgets/1`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await composer(page).waitFor();
    await expect.poll(() => card.count()).toBe(0);
    await expect.poll(wheel, patient).toBe(false);
    await context.close();
  });

  test('the focus goes back to what opened the chat', async () => {
    const { context, page } = await open('own-link');
    await launcher(page).waitFor();
    for (const name of ['Ask us', 'Ask from a component']) {
      const opener = page.getByText(name, { exact: true });
      await opener.click();
      await composer(page).waitFor();
      await expect
        .poll(() => composer(page).evaluate((box) => box === document.activeElement), patient)
        .toBe(true);
      await page.keyboard.press('Escape');
      await expect
        .poll(
          () => opener.evaluate((node) => (node.getRootNode() as ShadowRoot).activeElement === node),
          patient,
        )
        .toBe(true);
    }
    await context.close();
  });
});

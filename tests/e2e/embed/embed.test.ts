import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  accessibilityFaults,
  colorRules,
  openWorld,
  publicAgent,
} from '#tests/support/visitors/visitor-setup.ts';
import type { World } from '#tests/support/visitors/visitor-setup.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const story = '<main><h1>Linden &amp; Loaf</h1><p>Bread takes time.</p><a href="#more">More</a></main>';
const patient = { timeout: 30_000 };
const launcher = (page: Page) => page.getByRole('button', { name: /^(Open chat with Linden|Close chat)/ });
const frame = (page: Page) => page.frameLocator('iframe[title="Chat with Linden & Loaf"]');
/** In a chat whose script has come: the field is there before it. */
const composer = (page: Page) =>
  frame(page).locator('.cw-container:has(.cw-tools)').getByRole('textbox', { name: 'Your message' });

/** A page of the customer's site with the agent's tag, opened by a new visitor. */
async function visit(
  path: string,
  body = story + world.scriptTag(),
  headers: Record<string, string> = {},
  options: Parameters<World['visitor']>[0] = {},
) {
  const context = await world.visitor(options);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  const address = world.site.page(path, body, headers);
  await page.goto(address);
  return { context, page, address, faults };
}

async function openChat(page: Page) {
  await launcher(page).click();
  await composer(page).waitFor();
}

async function ask(page: Page, question: string) {
  await composer(page).fill(question);
  await composer(page).press('Enter');
}

describe('the launcher on a customer’s page', () => {
  test('is there after one request of at most 3 KB, and the chat needs at most 30 KB of script more', async () => {
    const context = await world.visitor();
    const page = await context.newPage();
    const requests: { url: string; bytes: Promise<number> }[] = [];
    page.on('response', (response) => {
      if (response.url().startsWith(world.origin))
        requests.push({
          url: response.url(),
          bytes: response.body().then(
            (body) => gzipSync(body, { level: 9 }).length,
            () => 0,
          ),
        });
    });
    await page.goto(world.site.page('/size', story + world.scriptTag()));
    await launcher(page).waitFor();
    expect(requests.map((request) => request.url)).toEqual([`${world.origin}/widgets/1.js?tag=chatelier`]);
    expect(await requests[0]!.bytes).toBeLessThanOrEqual(3 * 1024);

    await openChat(page);
    await ask(page, 'When do you open on Sunday?');
    await frame(page).getByRole('button', { name: 'Copy answer' }).waitFor();
    const scripts = requests
      .slice(1)
      .filter((request) => request.url.includes('/assets/') && request.url.includes('.js'));
    const total = (await Promise.all(scripts.map((request) => request.bytes))).reduce(
      (sum, bytes) => sum + bytes,
      0,
    );
    expect(scripts.length).toBeGreaterThan(0);
    expect(total).toBeLessThanOrEqual(30 * 1024);
    await context.close();
  });

  test('opens a chat that answers with sources, under a strict content security policy with trusted types', async () => {
    const policy = `default-src 'none'; script-src ${world.origin}; frame-src ${world.origin}; require-trusted-types-for 'script'`;
    const { context, page, faults } = await visit('/strict', story + world.scriptTag(), {
      'content-security-policy': policy,
    });
    const refused: string[] = [];
    page.on(
      'console',
      (message) =>
        message.type() === 'error' && /Content Security/.test(message.text()) && refused.push(message.text()),
    );
    await openChat(page);
    await ask(page, 'When do you open on Sunday?');
    await frame(page)
      .getByRole('link', { name: /Source 1: Opening hours/ })
      .first()
      .waitFor();
    expect(await launcher(page).evaluate((button) => getComputedStyle(button).position)).toBe('fixed');
    expect(refused).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });

  test('is not moved or hidden by hostile styles of the page', async () => {
    const hostile =
      '<style>*{font-size:40px!important;letter-spacing:9px!important} body *{opacity:.1!important;transform:rotate(9deg)!important} div,button,iframe,chatelier-launcher{display:none!important}</style>';
    const { context, page } = await visit('/hostile', hostile + story + world.scriptTag());
    await openChat(page);
    await page.mouse.move(0, 0);
    await expect
      .poll(() => launcher(page).boundingBox(), patient)
      .toMatchObject({ width: 56, height: 56, x: 1280 - 76, y: 800 - 76 });
    const panel = await page.locator('iframe').boundingBox();
    expect(panel).toMatchObject({ width: 400 });
    await context.close();
  });

  test('opens the hosted page in a tab where the page’s policy forbids the frame', async () => {
    const { context, page } = await visit('/no-frames', story + world.scriptTag(), {
      'content-security-policy': `default-src 'self'; script-src ${world.origin}`,
    });
    const [tab] = await Promise.all([context.waitForEvent('page'), launcher(page).click()]);
    await tab.waitForURL(`${world.origin}/widgets/1`);
    await tab.getByRole('textbox', { name: 'Your message' }).waitFor();
    await expect.poll(() => launcher(page).getAttribute('aria-expanded')).toBe('false');
    await context.close();
  });

  test('is one launcher however often the script is loaded, and a second agent stands beside it', async () => {
    const { context, page } = await visit(
      '/several',
      story + world.scriptTag() + world.scriptTag() + world.scriptTag(2),
    );
    const other = page.getByRole('button', { name: 'Open chat with Night Desk' });
    await Promise.all([launcher(page).waitFor(), other.waitFor()]);
    await expect.poll(() => page.locator('chatelier-launcher').count()).toBe(2);
    const [one, two] = [await launcher(page).boundingBox(), await other.boundingBox()];
    expect(Math.abs(one!.x - two!.x)).toBeGreaterThanOrEqual(64);

    await openChat(page);
    await other.click();
    await page
      .frameLocator('iframe[title="Chat with Night Desk"]')
      .getByRole('textbox', { name: 'Your message' })
      .waitFor();
    expect(
      await page.getByRole('button', { name: 'Open chat with Linden' }).getAttribute('aria-expanded'),
    ).toBe('false');
    await context.close();
  });

  test('goes without a trace when destroyed, and can come back', async () => {
    const { context, page } = await visit('/destroy');
    await openChat(page);
    const rest = await page.evaluate(() => {
      const registry = (
        globalThis as unknown as { Chatelier: { agents: Record<string, { destroy(): void }> } }
      ).Chatelier;
      registry.agents[1]!.destroy();
      return Object.keys(registry.agents);
    });
    expect(rest).toEqual([]);
    await expect.poll(() => page.locator('chatelier-launcher, iframe').count()).toBe(0);
    await page.evaluate((source) => {
      const script = document.createElement('script');
      script.src = source;
      document.body.append(script);
    }, `${world.origin}/widgets/1.js?tag=chatelier`);
    await openChat(page);
    await context.close();
  });

  test('stays when a framework swaps or empties the body, and tells the chat of the new address and campaign', async () => {
    const { context, page } = await visit('/swap');
    await openChat(page);
    await ask(page, 'When do you open on Sunday?');
    await frame(page).getByRole('button', { name: 'Copy answer' }).waitFor();
    await page.evaluate(() => {
      const body = document.createElement('body');
      body.innerHTML = '<h1>Another page</h1><button>Elsewhere</button>';
      document.body.replaceWith(body);
      history.pushState(null, '', '/swap/next?secret=1&utm_source=mail');
    });
    await frame(page).getByRole('log').getByText('On Mondays the bakery is closed.').waitFor();
    await page.getByRole('button', { name: 'Elsewhere' }).click();
    await composer(page).click();
    await ask(page, 'Hello again');
    await frame(page).getByRole('log').getByText('Echo: Hello again').waitFor();
    const last = world.requests.findLast((request) => request.path === 'messages')!;
    expect(last.body.page).toMatchObject({ url: `${world.site.origin}/swap/next?utm_source=mail` });
    await page.evaluate(() => (document.body.innerHTML = ''));
    await launcher(page).waitFor();
    await expect.poll(() => page.locator('chatelier-launcher').count()).toBe(1);
    await context.close();
  });

  test('remembers the visitor in the page’s own storage: after a reload the conversation goes on', async () => {
    const { context, page } = await visit('/reload');
    await openChat(page);
    await ask(page, 'When do you open on Sunday?');
    await frame(page).getByRole('button', { name: 'Copy answer' }).waitFor();
    await page.reload();
    await openChat(page);
    await frame(page).getByRole('log').getByText('On Mondays the bakery is closed.').waitFor();
    await ask(page, 'And on Tuesday?');
    await frame(page).getByRole('log').getByText('Echo: And on Tuesday?').waitFor();
    const [first, second] = world.requests.filter((request) => request.path === 'messages').slice(-2);
    expect(first!.body.conversationId).toBeNull();
    expect(second!.body.conversationId).toMatch(/^cnv_/);
    const session = world.requests.findLast((request) => request.path === 'session')!;
    expect(session.body.page).toMatchObject({ url: `${world.site.origin}/reload` });
    expect(session.body.token).toMatch(/^tok_/);
    await context.close();
  });

  test('works where the page’s storage is refused', async () => {
    const { context, page } = await visit(
      '/no-storage',
      `<script>Object.defineProperty(window,'localStorage',{get(){throw new DOMException('no','SecurityError')}})</script>${story}${world.scriptTag()}`,
    );
    await openChat(page);
    await ask(page, 'Hello');
    await frame(page).getByRole('log').getByText('Echo: Hello').waitFor();
    await context.close();
  });

  test('hears nobody but its own frame', async () => {
    const { context, page } = await visit(
      '/forged',
      `${story}<iframe id="rogue" srcdoc="<p>rogue</p>"></iframe>${world.scriptTag()}`,
    );
    await openChat(page);
    await page.waitForFunction(() => localStorage.getItem('chatelier:1:token'));
    const before = await page.evaluate(() => localStorage.getItem('chatelier:1:token'));
    await page.evaluate(() => {
      const id = /frame=([^&]+)/.exec(
        document.querySelector('chatelier-launcher')!.shadowRoot!.querySelector('iframe')!.src,
      )![1];
      const forged = (kind: string, value?: unknown) => ({ chatelier: 1, frame: id, kind, value });
      window.postMessage(forged('visitor-token', 'stolen'), '*');
      window.postMessage(forged('close'), '*');
      const rogue = (
        document.getElementById('rogue') as unknown as { contentWindow: { eval(code: string): void } }
      ).contentWindow;
      rogue.eval(`parent.postMessage(${JSON.stringify(forged('visitor-token', 'stolen'))}, '*')`);
      // Messages arrive in order: when this one is there, the forged ones were heard.
      return new Promise<void>((resolve) => {
        window.addEventListener('message', ({ data }) => data === 'last' && resolve());
        rogue.eval(`parent.postMessage('last', '*')`);
      });
    });
    expect(await page.evaluate(() => localStorage.getItem('chatelier:1:token'))).toBe(before);
    await expect.poll(() => launcher(page).getAttribute('aria-expanded')).toBe('true');
    await context.close();
  });

  test('shows how many answers came while the chat was closed', async () => {
    const { context, page } = await visit('/unread');
    await openChat(page);
    await ask(page, 'Write slowly');
    await frame(page).getByRole('log').getByText('First words.').waitFor();
    await launcher(page).click();
    world.release('slow');
    await page.getByRole('button', { name: 'Open chat with Linden & Loaf (1)' }).click();
    await frame(page).getByRole('log').getByText('Last words.').waitFor();
    await expect.poll(() => launcher(page).getAttribute('aria-label')).toBe('Close chat');
    await context.close();
  });

  test('can be used with the keyboard alone: open, ask, reach a source, close, and be back at the launcher', async () => {
    const { context, page } = await visit('/keyboard');
    await launcher(page).focus();
    await page.keyboard.press('Enter');
    await composer(page).waitFor();
    await expect
      .poll(() => composer(page).evaluate((box) => box === document.activeElement), patient)
      .toBe(true);
    await page.keyboard.type('When do you open on Sunday?');
    await page.keyboard.press('Enter');
    await frame(page).getByRole('button', { name: 'Copy answer' }).waitFor();
    const source = frame(page)
      .getByRole('link', { name: /Source 1: Opening hours/ })
      .first();
    for (
      let step = 0;
      step < 20 && !(await source.evaluate((link) => link === document.activeElement));
      step++
    )
      await page.keyboard.press('Shift+Tab');
    await frame(page).getByRole('tooltip').getByText('We bake every day but Monday.').waitFor();
    await page.keyboard.press('Escape');
    await frame(page).getByRole('tooltip').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await expect.poll(() => launcher(page).getAttribute('aria-expanded'), patient).toBe('false');
    await expect
      .poll(
        () =>
          launcher(page).evaluate((button) => (button.getRootNode() as ShadowRoot).activeElement === button),
        patient,
      )
      .toBe(true);
    await context.close();
  });

  test('takes the focus when its page has come, unless the visitor is elsewhere by then', async () => {
    const { context, page } = await visit(
      '/slow',
      `${story}<input aria-label="Search the site">${world.scriptTag()}`,
    );
    const { promise: mayCome, resolve: come } = Promise.withResolvers<void>();
    await context.route('**/widgets/1/embed', async (route) => {
      await mayCome;
      await route.continue();
    });
    await launcher(page).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Close chat' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('chatelier-launcher');
    await page.getByLabel('Search the site').focus();
    come();
    await frame(page).getByText('Good morning.').waitFor();
    await page.keyboard.type('rye');
    await expect.poll(() => page.getByLabel('Search the site').inputValue()).toBe('rye');
    await context.close();
  });

  test('fills a phone’s screen, keeps the page still behind it and gives it back as it was', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const { context, page } = await visit(
      '/phone',
      `${story}<div style="height:3000px"></div>${world.scriptTag()}`,
      {},
      phone,
    );
    await launcher(page).waitFor();
    await page.evaluate(() => scrollTo(0, 400));
    await launcher(page).tap();
    await composer(page).waitFor();
    expect(await page.locator('iframe').boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('hidden');
    expect(
      await composer(page).evaluate((box) => parseFloat(getComputedStyle(box).fontSize)),
    ).toBeGreaterThanOrEqual(16);
    await frame(page).getByRole('button', { name: 'Close chat' }).tap();
    await expect
      .poll(() => page.evaluate(() => [document.documentElement.style.overflow, scrollY]), patient)
      .toEqual(['', 400]);
    await context.close();
  });

  test('has no accessibility faults, closed and open, light and dark', async () => {
    for (const theme of ['light', 'dark'] as const) {
      world.agents[1] = publicAgent({ look: { initialTheme: theme } });
      const { context, page } = await visit(
        `/axe-${theme}`,
        `<style>body{background:${theme === 'dark' ? '#111;color:#eee' : '#fff'}}a{color:inherit}</style>${story}${world.scriptTag()}`,
      );
      await launcher(page).waitFor();
      const rules = theme === 'dark' ? { runOnly: colorRules } : {};
      expect(await accessibilityFaults(page, rules)).toEqual([]);
      await openChat(page);
      await ask(page, 'Which breads are free of gluten?');
      await frame(page).getByRole('button', { name: 'Copy answer' }).waitFor();
      expect(
        await accessibilityFaults(
          page.frames().find((candidate) => candidate.url().includes('/embed'))!,
          rules,
        ),
      ).toEqual([]);
      await context.close();
    }
    world.agents[1] = publicAgent();
  });
});

test('a crafted name can’t leave the script that the server writes it into', async () => {
  const name = '</script><script>window.__ran=1</script>\u2028$&"';
  world.agents[3] = publicAgent({ number: 3, name });
  const { context, page, faults } = await visit('/crafted', story + world.scriptTag(3));
  await page.locator('chatelier-launcher button').waitFor();
  expect(await page.evaluate(() => '__ran' in globalThis)).toBe(false);
  expect(faults).toEqual([]);
  await context.close();
});

test('what the loader fetches later is at most 3 KB a file, gzipped', () => {
  const folder = join(import.meta.dirname, '../../../dist/embed');
  for (const file of ['panel.mjs', 'extras.mjs'])
    expect(gzipSync(readFileSync(join(folder, file)), { level: 9 }).length, file).toBeLessThanOrEqual(
      3 * 1024,
    );
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PublicAgent } from '#features/conversations/chat/store/visitor-types.ts';
import { hostilePieces } from '#tests/support/models/scripted-answers.ts';
import {
  accessibilityFaults,
  colorRules,
  openWorld,
  publicAgent,
  visitorTexts,
} from '#tests/support/visitors/visitor-setup.ts';
import type { World } from '#tests/support/visitors/visitor-setup.ts';
import { answered, ask, composer, patient, visitorsOf } from './hosted-visit.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const visit = visitorsOf(() => world);
const sent = (text: string) =>
  world.requests.filter((request) => request.path === 'messages' && request.body.text === text);

/** What the editor does on every change. */
const showInPreview = (page: Page, agent: PublicAgent) =>
  page.evaluate((value) => {
    const target = document.querySelector('iframe')!.contentWindow!;
    target.postMessage(
      { chatelier: 1, frame: 'preview', kind: 'preview-config', value: { agent: value } },
      location.origin,
    );
  }, agent as object);

describe('a conversation', () => {
  test('starts with the welcome message, the line about AI and the suggestions, one of which asks at once', async () => {
    const { context, page, faults } = await visit();
    await page.getByText('What would you like to know?').waitFor();
    await page.getByText('You are chatting with an AI assistant').waitFor();
    await page.getByRole('button', { name: 'When do you open on Sunday?' }).click();
    await answered(page);
    await expect.poll(() => page.getByRole('list', { name: 'Suggested questions' }).count()).toBe(0);
    await page.getByText('Answered from the sources, without a language model').waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test('cites its sources: chips show title and quote, a click opens the stored copy in a new tab', async () => {
    const { context, page } = await visit();
    await ask(page, 'When do you open on Sunday?');
    await answered(page);
    const chip = page
      .getByRole('link', { name: 'Source 2: Allergens and flours 2026.pdf, opens in a new tab' })
      .first();
    await chip.hover();
    const card = page.getByRole('tooltip');
    await card.getByText('The buckwheat loaf and the rice rolls').waitFor();
    await card.getByText('Page 4').waitFor();
    await card.hover();
    const [tab] = await Promise.all([context.waitForEvent('page'), card.click()]);
    await tab.waitForURL(`${world.origin}/stored/2?passage=2`);
    await context.close();
  });

  test('shows tables, lists, quotes and code, and links that can’t be followed back', async () => {
    const { context, page } = await visit();
    await ask(page, 'Which breads are free of gluten?');
    await answered(page);
    await expect.poll(() => page.getByRole('cell', { name: '€6.40' }).count()).toBe(1);
    await expect.poll(() => page.getByRole('heading', { name: 'Two of our breads' }).count()).toBe(1);
    await expect.poll(() => page.locator('.cw-code code').innerText()).toContain('buckwheat-loaf  750g');
    const link = page.getByRole('link', { name: 'our allergen page' });
    await expect.poll(() => link.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc');
    await expect.poll(() => link.getAttribute('target')).toBe('_blank');
    await context.close();
  });

  test('is announced politely: typing once, then the finished answer', async () => {
    const { context, page } = await visit();
    await page.evaluate(() => {
      const said: string[] = [];
      const status = document.querySelector('[role=status]')!;
      new MutationObserver(() => said.push(status.textContent)).observe(status, {
        childList: true,
        characterData: true,
        subtree: true,
      });
      Object.assign(globalThis, { said });
    });
    await ask(page, 'When do you open on Sunday?');
    await answered(page);
    const said = await page.evaluate(() => (globalThis as unknown as { said: string[] }).said);
    expect(said[0]).toBe('Linden & Loaf is typing');
    expect(said).toHaveLength(2);
    expect(said[1]).toMatch(/^On Sundays we open at 8:00 .* put aside for you\.$/s);
    await context.close();
  });

  test('says what a tool is doing while the answer waits for it', async () => {
    const { context, page } = await visit();
    await ask(page, 'Look something up');
    await page.getByText('Searching the opening hours').waitFor();
    world.release('tool');
    await page.getByRole('log').getByText('Found it.').waitFor();
    await page.getByText('Searching the opening hours').waitFor({ state: 'detached' });
    await context.close();
  });

  test('can be stopped; what was written stays', async () => {
    const { context, page } = await visit();
    await ask(page, 'Write slowly');
    await page.getByRole('log').getByText('First words.').waitFor();
    await page.getByRole('button', { name: 'Stop the answer' }).click();
    await page.getByText('You stopped this answer').waitFor();
    await page.getByRole('log').getByText('First words.').waitFor();
    await page.getByRole('button', { name: 'Send message' }).waitFor();
    /* The button that was pressed is gone; the focus is where the next question is written. */
    expect(await page.getByRole('textbox').evaluate((box) => box === document.activeElement)).toBe(true);
    await context.close();
  });

  test('comes back after a reload, also in the middle of an answer', async () => {
    const { context, page } = await visit();
    await ask(page, 'Write more and more');
    await page.getByRole('log').getByText('A slow dough needs time').first().waitFor();
    await page.reload();
    await page.getByRole('log').getByText('A slow dough needs time').first().waitFor();
    await page.getByRole('button', { name: 'Stop the answer' }).waitFor();
    world.release('more');
    await answered(page);
    await expect.poll(() => page.getByRole('log').getByText('A slow dough needs time').count()).toBe(40);
    await context.close();
  });

  test('can be put aside for a new one', async () => {
    const { context, page } = await visit();
    await ask(page, 'When do you open on Sunday?');
    await answered(page);
    await page.getByRole('button', { name: 'Start a new chat' }).click();
    await page.getByRole('button', { name: 'When do you open on Sunday?' }).waitFor();
    await ask(page, 'Fresh start');
    await page.getByRole('log').getByText('Echo: Fresh start').waitFor();
    expect(sent('Fresh start')[0]!.body.conversationId).toBeNull();
    await context.close();
  });

  test('takes thumbs, with a reason for the lower one', async () => {
    const { context, page } = await visit();
    await ask(page, 'When do you open on Sunday?');
    await answered(page);
    await page.getByRole('button', { name: 'Not a good answer' }).click();
    await page.getByRole('textbox', { name: 'What was wrong with this answer?' }).fill('The hours are old');
    await page.getByRole('button', { name: 'Send feedback' }).click();
    await expect
      .poll(
        () =>
          world.requests
            .filter((request) => request.path.endsWith('/feedback'))
            .map((request) => request.body),
        patient,
      )
      .toEqual([{ value: 'down' }, { value: 'down', reason: 'The hours are old' }]);
    await expect
      .poll(() => page.getByRole('button', { name: 'Not a good answer' }).getAttribute('aria-pressed'))
      .toBe('true');
    await context.close();
  });
});

describe('the composer', () => {
  test('grows, breaks lines on Shift+Enter, ignores Enter of an input method and counts near its limit', async () => {
    const { context, page } = await visit();
    const box = composer(page);
    const before = (await box.boundingBox())!.height;
    await box.fill('One');
    await box.press('Shift+Enter');
    await box.pressSequentially('Two');
    await expect.poll(() => box.inputValue()).toBe('One\nTwo');
    expect((await box.boundingBox())!.height).toBeGreaterThan(before);
    await box.dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true });
    await expect.poll(() => box.inputValue()).toBe('One\nTwo');
    await box.fill('x'.repeat(3900));
    await page.getByText('3900 / 4000 characters').waitFor();
    await box.fill('   ');
    await expect.poll(() => page.getByRole('button', { name: 'Send message' }).isDisabled()).toBe(true);
    await context.close();
  });
});

describe('the list', () => {
  test('keeps the beginning of a growing answer, follows its end on demand, and lets go when the reader scrolls', async () => {
    const { context, page } = await visit({ viewport: { width: 800, height: 500 } });
    await ask(page, 'Write more and more');
    const log = page.getByRole('log');
    const rest = () => log.evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop);
    await expect
      .poll(() => page.getByRole('log').getByText('A slow dough needs time').count(), patient)
      .toBeGreaterThan(10);
    const jump = page.getByRole('button', { name: 'Jump to the latest message' });
    await jump.waitFor();
    const isBeginningSeen = () =>
      log.evaluate((box) => {
        const answer = [...box.querySelectorAll('.cw-assistant-message')].at(-1)!;
        const [from, to] = [box.getBoundingClientRect(), answer.getBoundingClientRect()];
        return to.top >= from.top && to.top < from.top + 40;
      });
    expect(await isBeginningSeen()).toBe(true);
    await jump.click();
    await expect.poll(rest, patient).toBeLessThan(2);
    await log.hover();
    await page.mouse.wheel(0, -300);
    await jump.waitFor();
    const place = await log.evaluate((box) => box.scrollTop);
    world.release('more');
    await answered(page);
    expect(await log.evaluate((box) => box.scrollTop)).toBe(place);
    await jump.click();
    await expect.poll(rest, patient).toBeLessThan(2);
    await jump.waitFor({ state: 'detached' });
    await ask(page, 'Write a lot');
    await jump.waitFor();
    expect(await isBeginningSeen()).toBe(true);
    await jump.click();
    await answered(page);
    // Between a word and the frame that shows it the list is longer than it is scrolled.
    await expect.poll(rest, patient).toBeLessThan(60);
    await context.close();
  });
});

describe('what others wrote', () => {
  test(`is never run or loaded: ${hostilePieces.length} hostile pieces in an answer, in names and in citations`, async () => {
    const name = '<img src=x onerror=window.__ran=1>';
    world.agents[4] = publicAgent({
      number: 4,
      name,
      welcomeMessage: hostilePieces.join('\n\n'),
      iceBreakers: hostilePieces.slice(0, 6),
      footer: { text: hostilePieces.join(' '), showBrand: true },
      placeholder: '"><script>window.__ran=1</script>',
      look: { avatarUrl: 'javascript:window.__ran=1', color: 'red;background:url(https://canary.invalid/)' },
    });
    const context = await world.visitor();
    const page = await context.newPage();
    const elsewhere: string[] = [];
    let dialogs = 0;
    page.on(
      'request',
      (request) =>
        !request.url().startsWith(world.origin) &&
        !request.url().startsWith('data:') &&
        elsewhere.push(request.url()),
    );
    page.on('dialog', (dialog) => (dialogs++, void dialog.dismiss()));
    await page.goto(`${world.origin}/widgets/4`);
    await ask(page, 'Say hostile things');
    await answered(page);
    await page.locator('.cw-code').first().waitFor();
    for (const chip of await page.locator('a.cw-chip').all()) await chip.hover();
    expect(hostilePieces.length).toBeGreaterThanOrEqual(40);
    expect(await page.evaluate(() => '__ran' in globalThis)).toBe(false);
    expect(dialogs).toBe(0);
    expect(elsewhere).toEqual([]);
    const found = await page.evaluate(() => ({
      unsafe: [...document.querySelectorAll('#chatelier-chat *')]
        .filter(
          (element) =>
            /^(script|iframe|object|embed|style|link|meta|base|video|math|form)$/i.test(element.tagName) &&
            !element.matches('.cw-input'),
        )
        .map((element) => element.outerHTML),
      handlers: [...document.querySelectorAll('#chatelier-chat *')]
        .flatMap((element) => [...element.attributes])
        .filter((attribute) => attribute.name.startsWith('on')).length,
      links: [...document.querySelectorAll('#chatelier-chat a')].map(
        (link) => (link as HTMLAnchorElement).protocol,
      ),
    }));
    expect(found.unsafe).toEqual([]);
    expect(found.handlers).toBe(0);
    expect(
      found.links.filter((protocol) => !['http:', 'https:', 'mailto:', 'tel:'].includes(protocol)),
    ).toEqual([]);
    await context.close();
  });
});

describe('the editor’s preview', () => {
  test('shows changes as they are made and speaks for its unpublished agent', async () => {
    const context = await world.visitor();
    const page = await context.newPage();
    await page.goto(`${world.origin}/editor`);
    const frame = page.frameLocator('iframe');
    await frame.getByRole('heading', { name: 'Linden & Loaf' }).waitFor();
    const agent = publicAgent({
      name: 'Renamed',
      welcomeMessage: 'Hello from the draft',
      look: { color: '#123456' },
    });
    await showInPreview(page, agent);
    await frame.getByText('Hello from the draft').waitFor();
    await frame.getByRole('heading', { name: 'Renamed' }).waitFor();
    await frame.getByRole('textbox', { name: 'Your message' }).fill('Try it');
    await frame.getByRole('textbox', { name: 'Your message' }).press('Enter');
    await frame.getByRole('log').getByText('Echo: Try it').waitFor();
    expect(world.requests.findLast((request) => request.path === 'session')!.body.preview).toBe(
      'preview-token',
    );
    await context.close();
  });
});

describe('the hosted page', () => {
  test('has no accessibility faults, empty and full, light and dark, with a failure and a reason form', async () => {
    for (const theme of ['light', 'dark'] as const) {
      const text = 'By using this chat you agree to our [terms](https://linden-and-loaf.example/terms).';
      world.agents[1] = publicAgent({ look: { initialTheme: theme }, footer: { text, showBrand: true } });
      const rules = theme === 'dark' ? { runOnly: colorRules } : {};
      const { context, page } = await visit();
      expect(await accessibilityFaults(page, rules)).toEqual([]);
      await ask(page, 'Which breads are free of gluten?');
      await answered(page);
      await page.getByRole('button', { name: 'Not a good answer' }).click();
      // It takes the focus when it comes.
      await page.getByPlaceholder('Tell us in a few words (optional)').waitFor();
      await ask(page, 'Fail once');
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      expect(await accessibilityFaults(page, rules)).toEqual([]);
      await context.close();
    }
    world.agents[1] = publicAgent();
  });

  test('stays readable in whatever colour the owner chooses', async () => {
    const context = await world.visitor();
    const page = await context.newPage();
    await page.goto(`${world.origin}/editor`);
    const chat = page.frameLocator('iframe');
    await chat.getByRole('button', { name: 'When do you open on Sunday?' }).click();
    await chat.getByRole('button', { name: 'Copy answer' }).waitFor();
    const frame = page.frames().find((candidate) => candidate.url().endsWith('/preview'))!;
    let frameIsJudged = false;
    for (const color of ['#ffee00', '#36d6b5', '#808080', '#ff0000', '#000000', '#ffffff', '#2266ee']) {
      for (const theme of ['light', 'dark'] as const) {
        await showInPreview(
          page,
          publicAgent({ name: `${color} ${theme}`, look: { color, initialTheme: theme } }),
        );
        await chat.getByRole('heading', { name: `${color} ${theme}` }).waitFor();
        // Nothing but colors differs from one to the next.
        const rules = frameIsJudged ? { runOnly: colorRules } : {};
        expect(await accessibilityFaults(frame, rules), `${color} ${theme}`).toEqual([]);
        frameIsJudged = true;
      }
    }
    await context.close();
  });

  test('speaks the agent’s language and follows the visitor’s theme', async () => {
    world.agents[6] = publicAgent({ number: 6, language: 'cs', texts: visitorTexts('cs'), placeholder: '' });
    const context = await world.visitor();
    const page = await context.newPage();
    await page.goto(`${world.origin}/widgets/6`);
    await page.getByPlaceholder('Napište zprávu').waitFor();
    await page.getByRole('button', { name: 'Přepnout na tmavý vzhled' }).click();
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.reload();
    await page.getByRole('button', { name: 'Přepnout na světlý vzhled' }).waitFor();
    await context.close();
  });
});

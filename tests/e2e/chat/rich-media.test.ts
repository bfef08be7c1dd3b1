import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AgentConfiguration } from '#features/agents/agents-configuration.contract.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import { connectModel, modelAgent, publishAgent, register, type Owner } from '#tests/reliability/people.ts';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { accessibilityFaults, colorRules } from '#tests/support/visitors/visitor-setup.ts';
import { watchFaults } from '#tests/support/visitors/page-faults.ts';

const instructions = `When asked about prices: card "Basic" | €20 a month | image https://pictures.example/basic.jpg | button "Order" https://shop.example/order | button "Tell me more" "What is in Basic?"
When asked about bread: card "Rye" | image https://pictures.example/rye.jpg
+ card "Wheat" | image https://pictures.example/wheat.jpg
+ card "Spelt" | button "I take spelt"
When asked about cake: product "Plum cake" | €18.50 | https://shop.example/plum | image https://pictures.example/plum.jpg
When asked about the shop: picture "Our shop from outside" | https://pictures.example/shop.jpg | Open since 1921
When asked about a tour: video "A walk through the bakery" | https://youtu.be/dQw4w9WgXcQ
When asked about help: buttons "What is it about?" | button "My order" | button "Something else"
When asked about a table: form "Book a table" | field "Name" required | choice "Guests": 2, 4 | field long "Wishes" | button "Ask for it"
When asked about the menu: file "Menu.pdf" | https://shop.example/menu.pdf`;

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="500"><rect width="800" height="500" fill="#c9a27a"/></svg>';
let model: OpenAiStandIn;
let app: TestApp;
let browser: Browser;
let owner: Owner;

beforeAll(async () => {
  model = await startOpenAiStandIn();
  app = await startTestApp();
  browser = await launchChromium();
  owner = await register(app.url);
  await connectModel(owner, model.baseUrl);
});
afterAll(async () => {
  await browser.close();
  await app.close();
  await model.close();
});

const showing = (configuration: AgentConfiguration): void => {
  configuration.dynamic.enabled = true;
  configuration.dynamic.instructions = instructions;
};

type Visit = {
  context: BrowserContext;
  page: Page;
  faults: string[];
  asked: string[];
};

/**
 * A visitor's browser at an agent's page. No request leaves the machine: pictures and players are answered
 * here, all others are noted and end.
 */
async function visit(agent: Agent, options: Parameters<Browser['newContext']>[0] = {}): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 420, height: 760 },
    locale: 'en-US',
    reducedMotion: 'reduce',
    ...options,
  });
  const asked: string[] = [];
  await context.route(
    (url) => !url.href.startsWith(app.url),
    async (route) => {
      asked.push(route.request().url());
      const { hostname } = new URL(route.request().url());
      if (hostname === 'pictures.example')
        return route.fulfill({ contentType: 'image/svg+xml', body: picture });
      if (hostname === 'www.youtube-nocookie.com')
        return route.fulfill({ contentType: 'text/html', body: '<title>Player</title><p>Playing' });
      return route.abort();
    },
  );
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const faults = watchFaults(page);
  await page.goto(`${app.url}/widgets/${agent.number}`);
  return { context, page, faults, asked };
}

const composer = (page: Page) => page.getByRole('textbox', { name: 'Your message' });
const log = (page: Page) => page.getByRole('log', { name: 'Conversation' });
const answers = (page: Page) => page.getByRole('button', { name: 'Copy answer' });
async function ask(page: Page, question: string): Promise<void> {
  const before = await answers(page).count();
  await composer(page).fill(question);
  await composer(page).press('Enter');
  await answers(page).nth(before).waitFor();
}
const said = (page: Page, text: string) => page.locator('.cw-bubble', { hasText: text }).last();

describe('what an owner wrote shows without any model', () => {
  let agent: Agent;
  beforeAll(async () => {
    agent = await publishAgent(owner, showing);
  });

  test('a card with its picture; one button opens a page, the other asks', async () => {
    const { context, page, faults } = await visit(agent);
    await ask(page, 'What are your prices?');
    await page.locator('.cw-part-picture-there img[src="https://pictures.example/basic.jpg"]').waitFor();
    await expect
      .poll(() => page.getByRole('link', { name: 'Order, opens in a new tab' }).getAttribute('rel'))
      .toBe('noopener noreferrer nofollow');
    await page.getByRole('button', { name: 'Tell me more' }).click();
    await said(page, 'What is in Basic?').waitFor();
    await answers(page).nth(1).waitFor();
    // The same is there after the page was loaded again.
    await page.reload();
    await page.getByRole('button', { name: 'Tell me more' }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test('cards side by side, gone through by the keyboard alone', async () => {
    const { context, page } = await visit(agent);
    await ask(page, 'Which bread do you have?');
    const carousel = page.getByRole('group', { name: 'Cards' });
    await carousel.getByText('1 of 3').waitFor();
    const track = carousel.getByRole('list').first();
    await track.focus();
    await page.keyboard.press('ArrowRight');
    await carousel.getByText('2 of 3').waitFor();
    await page.keyboard.press('ArrowRight');
    await carousel.getByText('3 of 3').waitFor();
    await expect
      .poll(() =>
        carousel
          .getByText('Spelt', { exact: true })
          .boundingBox()
          .then((box) => (box?.x ?? 999) < 420),
      )
      .toBe(true);
    await expect
      .poll(() => carousel.getByRole('button', { name: 'Next card' }).getAttribute('aria-disabled'))
      .toBe('true');
    await page.keyboard.press('ArrowLeft');
    await carousel.getByText('2 of 3').waitFor();
    await carousel.getByRole('button', { name: 'I take spelt' }).focus();
    await page.keyboard.press('Enter');
    await said(page, 'I take spelt').waitFor();
    await context.close();
  });

  test('a video asks nothing of its host before the click on play', async () => {
    const { context, page, asked, faults } = await visit(agent);
    await ask(page, 'Is there a tour?');
    const play = page.getByRole('button', { name: 'Play video: A walk through the bakery' });
    await play.waitFor();
    await expect.poll(() => page.locator('iframe').count()).toBe(0);
    expect(asked).toEqual([]);
    await play.press('Enter');
    await page.frameLocator('iframe').getByText('Playing').waitFor();
    expect(asked).toEqual(['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0']);
    expect(faults).toEqual([]);
    await context.close();
  });

  test('a form goes out as one message; products, pictures, buttons and files say what they are', async () => {
    const { context, page, faults } = await visit(agent);
    await ask(page, 'Can I get a table?');
    const form = page.getByRole('form', { name: 'Book a table' });
    await form.getByRole('button', { name: 'Ask for it' }).click();
    // The name is required: nothing went out, and the chat says so in its own words.
    await form.getByText('Please fill this in.').waitFor();
    expect(
      await form
        .getByLabel('Name')
        .evaluate((field) => [field === document.activeElement, field.getAttribute('aria-invalid')]),
    ).toEqual([true, 'true']);
    await expect.poll(() => page.locator('.cw-bubble').count()).toBe(1);
    await form.getByLabel('Name').fill('Mira');
    await form.getByLabel('Guests').selectOption('4');
    await form.getByRole('button', { name: 'Ask for it' }).click();
    await form.getByText('Sent').waitFor();
    await expect
      .poll(() => said(page, 'Book a table').innerText())
      .toBe('Book a table\nName: Mira\nGuests: 4');
    await answers(page).nth(1).waitFor();
    await ask(page, 'Do you sell cake?');
    await log(page).getByText('€18.50').waitFor();
    await ask(page, 'Show me the shop');
    await page.getByRole('link', { name: 'Our shop from outside, opens in a new tab' }).waitFor();
    await ask(page, 'I need help');
    await page
      .getByRole('group', { name: 'What is it about?' })
      .getByRole('button', { name: 'My order' })
      .waitFor();
    await ask(page, 'Where is the menu?');
    await expect
      .poll(() => page.getByRole('link', { name: /^Menu\.pdf/ }).getAttribute('href'))
      .toBe('https://shop.example/menu.pdf');
    expect(faults).toEqual([]);
    await context.close();
  });

  test('everything can be read and reached, on the narrowest phone too, in both themes', async () => {
    const { context, page } = await visit(agent, { viewport: { width: 320, height: 700 } });
    for (const question of [
      'What are your prices?',
      'Which bread do you have?',
      'Is there a tour?',
      'Can I get a table?',
      'Do you sell cake?',
      'Show me the shop',
      'I need help',
      'Where is the menu?',
    ])
      await ask(page, question);
    for (const theme of ['light', 'dark']) {
      if (theme === 'dark') await page.getByRole('button', { name: 'Switch to dark mode' }).click();
      expect(await accessibilityFaults(page, theme === 'dark' ? { runOnly: colorRules } : {}), theme).toEqual(
        [],
      );
      const wide = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.querySelector('.cw-messages')!.scrollWidth -
          document.querySelector('.cw-messages')!.clientWidth,
      ]);
      expect(wide, theme).toEqual([320, 0]);
    }
    await context.close();
  });
});

describe('what a model shows', () => {
  test('stands where it belongs while the answer grows, and nothing hostile runs or is loaded', async () => {
    const agent = await modelAgent(owner, showing);
    const { context, page, faults, asked } = await visit(agent);
    const evil = 'https://evil.example/?said=secret';
    const ran = 'javascript:window.__ran=1';
    const markup = '<img src=x onerror=window.__ran=1>';
    model.script(
      {
        kind: 'tool-calls',
        text: 'First the shop. ',
        calls: [
          { name: 'show_image', arguments: { url: 'https://pictures.example/shop.jpg', alt: markup } },
          {
            name: 'show_card',
            arguments: {
              title: markup,
              text: `<script>window.__ran=1</script>`,
              image: evil,
              url: ran,
              buttons: [
                { label: markup, url: ran },
                { label: 'Say it', text: markup },
              ],
            },
          },
          {
            name: 'show_carousel',
            arguments: {
              cards: [
                { title: 'One', image: evil },
                { title: 'Two', image: 'data:image/svg+xml,<svg onload=alert(1)>' },
              ],
            },
          },
          {
            name: 'show_video',
            arguments: {
              url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
              title: `"><iframe src="${evil}">`,
            },
          },
        ],
      },
      {
        kind: 'tool-calls',
        calls: [
          { name: 'show_image', arguments: { url: evil, alt: 'x' } },
          { name: 'show_product', arguments: { name: markup, price: 4.2, currency: 'EUR', url: ran } },
          {
            name: 'show_buttons',
            arguments: {
              buttons: [
                { label: 'Odd', url: ran },
                { label: 'Fine', url: 'https://shop.example/' },
              ],
            },
          },
          {
            name: 'show_form',
            arguments: {
              title: markup,
              fields: [{ label: markup, kind: 'text', required: false, options: [] }],
            },
          },
        ],
      },
      {
        kind: 'text',
        tokens: [
          ...`Then a block: \`\`\`chatelier {"type":"file","name":"Plan ${markup}","url":"https://shop.example/plan.pdf"}\`\`\` ![x](${evil}) and the end.`,
        ],
      },
    );
    await ask(page, 'Show me everything');
    await log(page).getByText('and the end.').waitFor();
    await page.getByRole('link', { name: /^Plan/ }).waitFor();
    const order = await page
      .locator('.cw-parts > *')
      .evaluateAll((nodes) => nodes.map((node) => node.className.split(' ').at(-1)));
    expect(order).toEqual([
      'cw-part-frame',
      'cw-part-card',
      'cw-part-carousel',
      'cw-video',
      'cw-part-product',
      'cw-part-buttons',
      'cw-part-form',
      'cw-prose',
      'cw-part-file',
      'cw-prose',
    ]);
    await expect.poll(() => log(page).getByText('First the shop.').count()).toBe(1);
    await expect.poll(() => page.locator('.cw-messages').innerText()).not.toMatch(/chatelier|\{"type"/);
    await page.getByRole('button', { name: 'Say it' }).click();
    await said(page, 'onerror').waitFor();
    expect(await page.evaluate(() => '__ran' in globalThis)).toBe(false);
    expect(asked).toEqual(['https://pictures.example/shop.jpg']);
    for (const address of await page
      .locator('.cw-messages [href], .cw-messages [src]')
      .evaluateAll((nodes) =>
        nodes.map((node) => node.getAttribute('href') ?? node.getAttribute('src') ?? ''),
      ))
      expect(address).toMatch(/^https:\/\/(pictures|shop|evil)\.example\//);
    expect(faults).toEqual([]);
    await context.close();
  });

  test('is followed by questions to ask next, which come when the answer is over and go with the next one', async () => {
    const agent = await modelAgent(owner, ({ dynamic }) => void (dynamic.followUps = 2));
    const { context, page } = await visit(agent);
    model.script(
      { kind: 'text', text: 'We open at seven.' },
      { kind: 'text', text: '["And on Sunday?", "Where are you?"]' },
      { kind: 'text', text: 'On Sunday we are closed.' },
      { kind: 'text', text: '[]' },
    );
    await ask(page, 'When do you open?');
    const proposed = page.getByRole('list', { name: 'Suggested questions' });
    await proposed.getByRole('button', { name: 'And on Sunday?' }).waitFor();
    await page.reload();
    await proposed.getByRole('button', { name: 'And on Sunday?' }).click();
    await log(page).getByText('On Sunday we are closed.').waitFor();
    await answers(page).nth(1).waitFor();
    await expect.poll(() => proposed.count()).toBe(0);
    await context.close();
  });
});

import type { BrowserContextOptions, Page } from 'playwright-core';
import { PaywallStandIn } from '#tests/support/payments/paywall-stand-in.ts';
import { openWorld, publicAgent, visitorTexts, type World } from '#tests/support/visitors/visitor-setup.ts';

/** Three agents: one in English, one in Czech, and one that is dark from the beginning. */
export const openPayingWorld = (): Promise<World> =>
  openWorld({
    1: publicAgent(),
    2: publicAgent({ number: 2, language: 'cs', texts: visitorTexts('cs') }),
    3: publicAgent({ number: 3, look: { initialTheme: 'dark' } }),
  });

export const composer = (page: Page) => page.locator('.cw-field textarea');
export const sheet = (page: Page) => page.locator('.cw-wall');
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

export async function ask(page: Page, text = 'Which bread keeps longest?'): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Enter');
}

/** What a server says about money. */
export const server = (about: Partial<PaywallStandIn>): PaywallStandIn =>
  Object.assign(new PaywallStandIn(), about);

/** How a visitor opens an agent whose server says about money what `server` says. */
export const visitorsOf =
  (current: () => World) =>
  async (
    money: PaywallStandIn,
    { agent = 1, path = '', ...options }: BrowserContextOptions & { agent?: number; path?: string } = {},
  ) => {
    const world = current();
    const context = await world.visitor({ viewport: { width: 390, height: 844 }, ...options });
    await money.attach(context);
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    await page.goto(`${world.origin}/widgets/${agent}${path}`);
    return { page, context, faults };
  };

/** From a question that must be paid for to the click that opens the payment page. */
export async function pay(page: Page, email = 'anna@example.test'): Promise<Page> {
  await ask(page);
  await page.getByLabel('Email for your receipt').fill(email);
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    button(page, /^Continue for/).click(),
  ]);
  return tab;
}

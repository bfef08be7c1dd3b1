import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { AgentConfiguration } from '#features/agents/agents-configuration.contract.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { TestApp, TestBrowser } from '#tests/support/app/test-app.ts';
import type { startHostSite } from '#tests/support/visitors/host-site.ts';
import { publishAgent } from '#tests/support/visitors/visitor-chat.ts';

/** A published agent of this name that speaks English. */
export const publishNamed = (
  owner: TestBrowser,
  name: string,
  layout: Partial<AgentConfiguration['layout']> = {},
  contactForm: Partial<AgentConfiguration['contactForm']> = {},
): Promise<Agent> =>
  publishAgent(owner, (draft) => {
    Object.assign(draft.basic, { name, language: 'en' });
    Object.assign(draft.layout, layout);
    Object.assign(draft.contactForm, contactForm);
  });

export const patient = { timeout: 30_000 };
export const frame = (page: Page, name = 'Linden') => page.frameLocator(`iframe[title="Chat with ${name}"]`);
/** In a chat whose script has come: the field is there before it. */
export const composer = (page: Page, name?: string) =>
  frame(page, name).locator('.cw-container:has(.cw-tools)').getByRole('textbox', { name: 'Your message' });
export const launcher = (page: Page, name = 'Linden') =>
  page.getByRole('button', { name: new RegExp(`Open chat with ${name}`) });
/** What the page wrote down of the agent's events. */
export const heard = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard);

/**
 * How a new visitor opens a page of the customer's site with this body: what the console `told`, and which requests went to
 * neither the site nor the product.
 */
export function visitorsOf(
  current: () => { app: TestApp; browser: Browser; site: Awaited<ReturnType<typeof startHostSite>> },
) {
  let pages = 0;
  return async function visit(
    body: string,
    given: { headers?: Record<string, string>; phone?: boolean; context?: BrowserContext } = {},
  ) {
    const { app, browser, site } = current();
    const context =
      given.context ??
      (await browser.newContext({
        viewport: given.phone ? { width: 390, height: 844 } : { width: 1280, height: 800 },
        hasTouch: given.phone ?? false,
        locale: 'en-US',
        reducedMotion: 'reduce',
      }));
    const page = await context.newPage();
    const told: string[] = [];
    page.on('console', (message) => told.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => told.push(`fault: ${error.message}`));
    const foreign: string[] = [];
    page.on(
      'request',
      (request) =>
        [app.url, site.origin, 'data:', 'blob:'].every((start) => !request.url().startsWith(start)) &&
        foreign.push(request.url()),
    );
    await page.goto(site.page(`/page-${++pages}`, body, given.headers));
    return { context, page, told, foreign };
  };
}

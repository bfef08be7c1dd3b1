import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { buildOnce } from '../app/built.ts';
import { openBrowser } from '../visitors/visitor-setup.ts';
import { startDashboardStandIn, type StandInAnswers } from './dashboard-api-stand-in.ts';
import { answersWhen } from './shell-answers.ts';

const plain: BrowserContextOptions = {
  locale: 'en-US',
  viewport: { width: 1280, height: 860 },
  reducedMotion: 'reduce',
};

type VisitOptions = {
  stored?: Record<string, string>;
  viewport?: { width: number; height: number };
  locale?: string;
  /** With nothing fetched before. */
  isFirst?: boolean;
};

/** The dashboard in a real browser, in front of a stand-in of the server. */
export async function openDashboard() {
  await buildOnce();
  const server = await startDashboardStandIn();
  const browser = await openBrowser();
  /** One for all who want nothing special, so that what one page fetched is there for the next. */
  const shared = await browser.newContext(plain);
  const contexts: BrowserContext[] = [];

  /**
   * What the server says to a person who is signed in or out; given answers take the place of the usual ones.
   */
  function answerAs(state: 'in' | 'out', answers: StandInAnswers = {}): void {
    for (const key of Object.keys(server.answers)) delete server.answers[key];
    Object.assign(server.answers, answersWhen(state), answers);
    server.requests.length = 0;
  }

  return {
    server,
    shared,
    answerAs,

    /** Opens a page as a person who was never here, signed in or out, with the server's answers as given. */
    async visit(
      state: 'in' | 'out',
      path: string,
      answers: StandInAnswers = {},
      { stored = {}, viewport, locale, isFirst }: VisitOptions = {},
    ): Promise<Page> {
      answerAs(state, answers);
      const own =
        locale || isFirst ? await browser.newContext({ ...plain, ...(locale ? { locale } : {}) }) : null;
      if (own) contexts.push(own);
      const page = await (own ?? shared).newPage();
      if (viewport) await page.setViewportSize(viewport);
      await page.addInitScript((entries) => {
        // The tab's own storage knows whether this is its first page.
        if (sessionStorage.getItem('begun')) return;
        sessionStorage.setItem('begun', 'yes');
        localStorage.clear();
        for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
      }, stored);
      await page.goto(server.url + path);
      await page.locator('h1').first().waitFor();
      return page;
    },

    /** The toasts on screen; a modal dialog hides them from the roles, not from the eye. */
    toast: (page: Page): Locator => page.locator('li[data-state="open"]'),

    /** Closes what a test opened. */
    async tidy(): Promise<void> {
      await Promise.all([
        ...contexts.splice(0).map((context) => context.close()),
        ...shared.pages().map((page) => page.close()),
      ]);
    },
    async close(): Promise<void> {
      await browser.close();
      await server.close();
    },
  };
}

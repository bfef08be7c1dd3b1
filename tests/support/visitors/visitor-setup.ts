import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Frame, Page } from 'playwright-core';
import { agentConfiguration } from '#features/agents/agents-configuration.contract.ts';
import { toPublicAgent } from '#features/agents/agents-public.contract.ts';
import type { PublicAgent } from '#features/conversations/chat/store/visitor-types.ts';
import { launchChromium } from '../app/chromium.ts';
import { scriptedAnswers } from '../models/scripted-answers.ts';
import { startHostSite } from './host-site.ts';
import { startVisitorApi } from './visitor-api-stand-in.ts';

const root = join(import.meta.dirname, '../../..');

/** The visitor's texts of one language. */
export const visitorTexts = (language: string) =>
  JSON.parse(readFileSync(join(root, `locales/${language}/chat.json`), 'utf8')) as PublicAgent['texts'];

const bakery = agentConfiguration.parse({
  basic: { name: 'Linden & Loaf', language: 'en' },
  appearance: { color: '#b4532a', placeholder: 'Ask about bread, cake or opening hours' },
  prompt: {
    welcomeMessage:
      'Good morning. I know our breads, our opening hours and how to order. What would you like to know?',
    iceBreakers: [
      'When do you open on Sunday?',
      'Which breads are free of gluten?',
      'How do I order a cake?',
    ],
  },
  people: { enabled: false },
});

/** An agent as a visitor sees it; what a test cares about is given. */
export function publicAgent({
  look,
  ...rest
}: Partial<PublicAgent> & { look?: Partial<PublicAgent['appearance']> } = {}): PublicAgent {
  const texts = visitorTexts('en');
  const facts = { number: 1, language: 'en', preview: false, closed: null, texts: {}, css: '' } as const;
  const agent = toPublicAgent(bakery, facts);
  return { ...agent, texts, ...rest, appearance: { ...agent.appearance, ...look } };
}

/** Everything that a visitor's story needs: the product, a customer's site on another origin, a browser. */
export async function openWorld(
  agents: Record<number, PublicAgent> = {
    1: publicAgent(),
    2: publicAgent({ number: 2, name: 'Night Desk', look: { color: '#1d3a8a', launcherIcon: 'headset' } }),
  },
) {
  const api = await startVisitorApi(agents, scriptedAnswers);
  const site = await startHostSite();
  const browser = await openBrowser();
  return {
    ...api,
    agents,
    site,
    browser,
    /** A new visitor's browser: own storage, own settings. */
    visitor: (options: BrowserContextOptions = {}): Promise<BrowserContext> =>
      browser.newContext({
        viewport: { width: 1280, height: 800 },
        locale: 'en-US',
        reducedMotion: 'reduce',
        ...options,
      }),
    scriptTag: (number = 1) =>
      `<script src="${api.origin}/widgets/${number}.js?tag=chatelier" async></script>`,
    async close() {
      await browser.close();
      await api.close();
      await site.close();
    },
  };
}
export type World = Awaited<ReturnType<typeof openWorld>>;

/** The installed Chromium, or the one named by `CHROMIUM_PATH`. */
export function openBrowser(): Promise<Browser> {
  return launchChromium();
}
/**
 * Half a megabyte; a page reads it once something is asked of it, not with each document. The last word keeps
 * its value on that side.
 */
const axe = `${readFileSync(new URL('../../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')}\n;undefined`;

/**
 * Brings axe into a page or a frame and, where they are looked into, the frames within, if it is not there
 * yet. What a test runs is not bound by the page's CSP.
 */
async function bringAxe(target: Page | Frame, isWhole: boolean): Promise<void> {
  const outer = 'mainFrame' in target ? target.mainFrame() : target;
  const isWithin = (frame: Frame | null): boolean =>
    frame !== null && (frame === outer || isWithin(frame.parentFrame()));
  const frames = isWhole ? outer.page().frames().filter(isWithin) : [outer];
  await Promise.all(
    frames.map(async (frame) => {
      if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axe);
    }),
  );
}

type AxeResult = {
  violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[];
};

/**
 * The menu around the dashboard's screens: the same on each of them, and a good half of the elements of a small one. Whoever
 * judges one screen after the other judges it with the first.
 */
export const shellParts = ['aside:has(+ main#content)', '.menu-bar'];

/**
 * What axe finds on a page or in a frame, as readable lines. `without` names what is left out; the other `options` are axe's
 * own.
 * The style sheets, which only a rule that is not among the usual ones reads, are not fetched and parsed anew
 * each time.
 */
export async function accessibilityFaults(
  target: Page | Frame,
  { without = [], ...options }: { runOnly?: string[]; iframes?: boolean; without?: readonly string[] } = {},
): Promise<string[]> {
  await bringAxe(target, options.iframes ?? true);
  const { violations } = await target.evaluate(
    ({ exclude, ...given }) => {
      const { axe, document } = globalThis as unknown as {
        axe: { run: (context: object, options: object) => Promise<AxeResult> };
        document: object;
      };
      return axe.run(
        { include: [document], exclude },
        { resultTypes: ['violations'], preload: { assets: ['media'] }, ...given },
      );
    },
    { ...options, exclude: without.map((selector) => [selector]) },
  );
  return violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`),
  );
}

/**
 * Of what axe looks at, what another theme can change: a screen that was judged whole in one theme is judged by these in
 * the other.
 */
export const colorRules = ['color-contrast', 'link-in-text-block'];

/**
 * Shows a screen of the dashboard in the other theme, as its switch does; the focus and open dialogs stay. A preview of a
 * chat follows what the person's system is said to prefer.
 */
export async function showTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.evaluate(
    `document.documentElement.classList.remove('light', 'dark');
    document.documentElement.classList.add('${theme}');
    document.documentElement.dataset.theme = '${theme}';`,
  );
}

/** What axe finds on a screen of the dashboard as it is drawn now, in the light theme and then in the dark. */
export async function faultsInBothThemes(page: Page): Promise<string[]> {
  const found = await accessibilityFaults(page);
  await showTheme(page, 'dark');
  found.push(...(await accessibilityFaults(page, { runOnly: colorRules })).map((fault) => `dark: ${fault}`));
  await showTheme(page, 'light');
  return found;
}

/**
 * Makes the window another size and waits until the page has drawn itself for it: a screen that asks for the
 * width in code hears of it with the next frame and draws with the one after.
 */
export async function resizeTo(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
}

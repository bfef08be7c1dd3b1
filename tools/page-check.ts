/**
 * The release check of the public pages, against a running server:
 * `node tools/page-check.ts http://localhost:3000 [--vnu vnu.jar] [--lighthouse node_modules/lighthouse/cli/index.js]`.
 *
 * Opens every page of the site map and of `/labs` and the screens of who is not signed in, in six languages; follows each
 * link of theirs within the site; looks at each by axe, light and dark, at 390 px and in English at 1440, and for anything
 * beside the screen. With `--vnu` (the npm package
 * `vnu-jar` or Debian's `vnu-nu-validator`, and Java) their markup is checked, with `--lighthouse` (the npm
 * package `lighthouse`) the main ones are measured as on a slow phone, with `--all` every page, `--runs` times (3) of which
 * the best one counts: whatever else runs on the machine only ever makes a page slower; in English in light, and in the
 * other languages in dark. Neither is a dependency; without them the check says how they are installed, and does the rest.
 * `--only /labs,/pricing` looks at these alone, `--in en,cs` at these languages. `--landing` registers
 * somebody, publishes every block of landing pages in six languages and the templates, and looks at these, too: for a server
 * that is thrown away afterwards. Prints what is wrong and ends with 1.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { parseHTML } from 'linkedom';
import type { Browser } from 'playwright-core';
import { languages } from '#shared/languages.ts';
import type { LandingPage } from '#features/landing-pages/landing-pages.contract.ts';
import { pageTemplates } from '#features/landing-pages/landing-pages-templates.contract.ts';
import { publishAgent, register } from '#tests/reliability/people.ts';
import { chromiumPath, launchChromium } from '#tests/support/app/chromium.ts';
import { colorRules } from '#tests/support/visitors/visitor-setup.ts';
import { everyBlock } from '#tests/support/pages/every-block.ts';

/** Pages that Lighthouse measures; the others are made of the same parts. */
const measured = [
  '/',
  '/pricing',
  '/blog',
  '/docs',
  '/labs',
  '/color-analyzer',
  '/brand-showcase',
  '/auth',
  '/auth?tab=register',
  '/developers',
  '/agent-simulator',
  '/blog/how-to-price-an-ai-agent',
  '/docs/sell-messages',
  '/privacy',
  '/terms',
  '/demos/standard-widget',
];
const unknown = '/nothing-is-here';
/** What is neither in the site map nor on `/labs`. */
const alsoOpen = [
  unknown,
  '/auth',
  '/auth?tab=register',
  '/forgot-password',
  '/reset-password',
  '/accept-invitation',
  '/checkout',
  '/subscription-success',
  '/chatgpt-ios-fullscreen',
  '/agent-simulator',
];
const leastScore = 0.95;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    vnu: { type: 'string' },
    lighthouse: { type: 'string' },
    runs: { type: 'string', default: '3' },
    only: { type: 'string' },
    landing: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    in: { type: 'string' },
  },
});
const spoken = languages.filter((language) => values.in?.split(',').includes(language) ?? true);
const origin = new URL(positionals[0] ?? 'http://localhost:3000').origin;
const faults: string[] = [];
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const found = (line: string): void => {
  faults.push(line);
  say(`✗ ${line}`);
};

const inLanguage = (address: string, language: string): string => {
  const url = new URL(address, origin);
  url.searchParams.set('lang', language);
  return url.pathname + url.search;
};

/** Whether an address names another language than English. */
const isInOtherLanguage = (address: string): boolean => /[?&]lang=(?!en)/.test(address);

/** Paths of the pages to open, without a language. */
async function pagesOf(): Promise<string[]> {
  const map = await (await fetch(`${origin}/sitemap.xml`)).text();
  const listed = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address]) => new URL(address ?? '').pathname,
  );
  const labs = parseHTML(await (await fetch(`${origin}/labs`)).text()).document;
  const demos = [...labs.querySelectorAll('.lab-list a')].map((link) => link.getAttribute('href') ?? '');
  return [...new Set([...listed, ...demos, ...alsoOpen])].filter((each) => !each.startsWith('/dashboard'));
}

/** Opens pages in each language, and each address within the site that they lead to. */
async function checkLinks(pages: readonly string[], markup: Map<string, string>): Promise<number> {
  const targets = new Map<string, string>();
  for (const page of pages)
    for (const language of spoken) {
      const address = inLanguage(page, language);
      const answer = await fetch(origin + address, { headers: { 'accept-language': language } });
      const text = await answer.text();
      const wanted = page === unknown ? 404 : 200;
      if (answer.status !== wanted) found(`${address} answered ${answer.status}`);
      markup.set(address, text);
      const { document } = parseHTML(text);
      for (const element of document.querySelectorAll('a[href], img[src], link[href], script[src]')) {
        const written = element.getAttribute('href') ?? element.getAttribute('src') ?? '';
        if (!URL.canParse(written, origin + address)) found(`${address} has the address “${written}”`);
        else {
          const url = new URL(written, origin + address);
          const name = url.hash.slice(1);
          if (url.origin !== origin) continue;
          if (name !== '' && written.startsWith('#') && !document.getElementById(name))
            found(`${address} leads to #${name}, which it doesn’t have`);
          targets.set(url.pathname + url.search, address);
        }
      }
    }
  for (const [target, from] of targets) {
    const { status } = await fetch(origin + target, { redirect: 'manual' });
    if (status >= 400) found(`${target} answered ${status}; ${from} leads there`);
  }
  return targets.size;
}

/** Publishes landing pages that hold every block, and one of each template; answers where they are. */
async function publishLandingPages(): Promise<{ blocks: string[]; templates: string[] }> {
  const owner = await register(origin);
  const agent = await publishAgent(owner, (draft) => {
    draft.basic.name = 'Rye guide';
    draft.prompt.iceBreakers = ['How long does rye rise?', 'Which flour is best?'];
    Object.assign(draft.payment, { enabled: true, type: 'subscription', amount: 900, currency: 'EUR' });
  });
  const publish = async (page: LandingPage): Promise<string> => {
    await owner.post(`/api/landing-pages/${page.id}/publish`, { revision: page.draftRevision });
    return `/p/${page.slug}`;
  };
  const made: LandingPage[] = [];
  for (const template of pageTemplates)
    made.push(
      await owner.post('/api/landing-pages/from-template', { template, language: 'en', agentId: agent.id }),
    );
  const form = /"form":"(\w+)"/.exec(JSON.stringify(made))?.[1] ?? '';
  const blocks: string[] = [];
  for (const language of languages)
    for (const data of everyBlock({ agent: agent.number, form })) {
      const page = { title: `Every block (${language})`, language, data };
      blocks.push(await publish(await owner.post('/api/landing-pages', page)));
    }
  const ready: string[] = [];
  for (const page of made) ready.push(await publish(page));
  return { blocks, templates: ready };
}

/** Reads pages that have a language of their own. */
async function readAsTheyAre(addresses: readonly string[], markup: Map<string, string>): Promise<void> {
  for (const address of addresses) {
    const answer = await fetch(origin + address);
    if (answer.status !== 200) found(`${address} answered ${answer.status}`);
    markup.set(address, await answer.text());
  }
}

type Violation = {
  id: string;
  nodes: { target: string[] }[];
};
type AxeRun = { violations: Violation[] };

/** Looks at pages by axe in both themes, and for what stands beside a narrow screen. */
async function checkScreens(browser: Browser, addresses: readonly string[]): Promise<number> {
  const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  let count = 0;
  for (const colorScheme of ['light', 'dark'] as const) {
    const options = colorScheme === 'dark' ? { iframes: false, runOnly: colorRules } : { iframes: false };
    const context = await browser.newContext({
      colorScheme,
      reducedMotion: 'reduce',
      viewport: { width: 390, height: 844 },
      bypassCSP: true,
    });
    // Agents on a page are looked at by tests of their own.
    await context.route(/\/widgets\/\d+\.js/, (route) => route.abort());
    // The app's screens follow what was chosen in the browser, the others the system and the address.
    await context.addInitScript(`
      localStorage.setItem('ui-theme', '${colorScheme}');
      localStorage.setItem('i18nextLng', new URLSearchParams(location.search).get('lang') ?? 'en');
    `);
    const page = await context.newPage();
    const look = async (address: string, width: number): Promise<void> => {
      count += 1;
      if (await page.evaluate('document.documentElement.scrollWidth > innerWidth'))
        found(`${address} is wider than ${width} px`);
      const { violations } = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as AxeRun;
      for (const { id, nodes } of violations)
        found(
          `${address} (${colorScheme}, ${width} px): ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
        );
    };
    for (const address of addresses) {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(origin + address, { waitUntil: 'load' });
      // What a script draws is looked at once it is there.
      const isDrawn = await page
        .waitForFunction("document.querySelector('h1') && !document.querySelector('.auth-first')")
        .then(
          () => true,
          () => false,
        );
      if (!isDrawn) {
        found(`${address} (${colorScheme}): its script draws nothing`);
        continue;
      }
      await page.addScriptTag({ path: axe });
      await look(address, 390);
      if (colorScheme === 'dark' || isInOtherLanguage(address)) continue;
      await page.setViewportSize({ width: 1440, height: 900 });
      await look(address, 1440);
    }
    await context.close();
  }
  return count;
}

function checkMarkup(jar: string, markup: ReadonlyMap<string, string>): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'chatelier-markup-'));
  const names = new Map<string, string>();
  for (const [at, [address, text]] of [...markup].entries()) {
    names.set(`${at}.html`, address);
    writeFileSync(path.join(folder, `${at}.html`), text);
  }
  const { stderr } = spawnSync('java', ['-jar', jar, '--errors-only', '--format', 'json', folder], {
    encoding: 'utf8',
    maxBuffer: 200_000_000,
  });
  rmSync(folder, { recursive: true });
  const { messages } = JSON.parse(stderr) as {
    messages: { url: string; message: string; extract?: string }[];
  };
  for (const { url, message, extract } of messages)
    found(`${names.get(path.basename(url)) ?? url}: ${message} ${extract ?? ''}`.trim());
}

type Report = {
  categories: Record<string, { score: number | null }>;
  audits: Record<
    string,
    { score: number | null; title: string; scoreDisplayMode: string; displayValue?: string }
  >;
};
/** The lowest of the scores that count at this address. */
const worst = ({ categories }: Report, address: string): number =>
  Math.min(
    ...Object.entries(categories)
      .filter(([name]) => name !== 'seo' || !isLeftOut(address))
      .map(([, { score }]) => score ?? 0),
  );

/** One look by Lighthouse at a page; null where it broke off, which is told. */
async function measureOnce(cli: string, address: string): Promise<Report | null> {
  const dark = isInOtherLanguage(address) ? ' --blink-settings=preferredColorScheme=0' : '';
  const folder = mkdtempSync(path.join(tmpdir(), 'chatelier-lighthouse-'));
  const file = path.join(folder, 'report.json');
  const flags = `--chrome-flags=--headless=new --no-sandbox${dark}`;
  // What it prints is cut off where it ends before all is read; a file is whole.
  const { status, stderr } = spawnSync(
    process.execPath,
    [cli, origin + address, '--quiet', '--output=json', `--output-path=${file}`, flags],
    { encoding: 'utf8', env: { ...process.env, CHROME_PATH: await chromiumPath() } },
  );
  const report = status === 0 ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null;
  rmSync(folder, { recursive: true });
  if (!report) say(`${address}: Lighthouse broke off: ${stderr.slice(-300)}`);
  return report;
}

/** Whether search engines are told to leave a page out. */
const isLeftOut = (address: string): boolean =>
  spoken.some((language) => markup.get(inLanguage(address, language))?.includes('content="noindex"'));

/** As mails lead there: without a token, only a mistake is shown. */
const asMailed = (address: string): string =>
  address.startsWith('/reset-password') ? `${address}#token=${'a'.repeat(40)}` : address;

async function measure(cli: string, runs: number, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    let best: Report | null = null;
    for (let run = 0; run < runs && (!best || worst(best, address) < leastScore); run++) {
      const report = await measureOnce(cli, asMailed(address));
      if (report && (!best || worst(report, address) > worst(best, address))) best = report;
    }
    if (!best) {
      found(`${address}: Lighthouse never came to an end`);
      continue;
    }
    const { categories, audits } = best;
    const scores = Object.entries(categories).map(
      ([name, { score }]) => `${name} ${Math.round((score ?? 0) * 100)}`,
    );
    const time = (name: string): string => audits[name]?.displayValue ?? '–';
    say(
      `${address}: ${scores.join(', ')}; first content ${time('first-contentful-paint')}, largest ${time('largest-contentful-paint')}, blocked ${time('total-blocking-time')}, shift ${time('cumulative-layout-shift')}`,
    );
    for (const [name, { score }] of Object.entries(categories))
      if ((score ?? 0) < leastScore && !(name === 'seo' && isLeftOut(address))) {
        const low = Object.values(audits).filter((audit) => audit.score !== null && audit.score < 0.9);
        found(
          `${address}: ${name} is ${Math.round((score ?? 0) * 100)}: ${low.map(({ title }) => title).join('; ')}`,
        );
      }
  }
}

const only = values.only?.split(',');
const pages = (await pagesOf()).filter((page) => only?.includes(page) ?? true);
const markup = new Map<string, string>();
const targets = await checkLinks(pages, markup);
const landing = values.landing ? await publishLandingPages() : { blocks: [], templates: [] };
const own = [...landing.blocks, ...landing.templates];
await readAsTheyAre(own, markup);
say(`${pages.length} pages in ${spoken.length} languages, ${targets} addresses that they lead to`);
if (values.vnu) {
  checkMarkup(values.vnu, markup);
  say(`markup of ${markup.size} documents checked`);
}
const browser = await launchChromium();
try {
  say(
    `${await checkScreens(browser, [
      ...pages
        .filter((page) => !page.startsWith('/widgets/'))
        .flatMap((each) => spoken.map((language) => inLanguage(each, language))),
      ...own,
    ])} screens looked at`,
  );
} finally {
  await browser.close();
}
if (values.lighthouse) {
  // Lighthouse measures nothing that isn't found.
  const main = (values.all ? pages : measured).filter(
    (page) => page !== unknown && (only?.includes(page) ?? true),
  );
  const others = spoken.filter((language) => language !== 'en');
  await measure(values.lighthouse, Number(values.runs), [
    ...(spoken.includes('en') ? main : []),
    ...landing.templates,
    // Signing in is in the language that the browser asks for, whatever its address says.
    ...main
      .filter((page) => !page.startsWith('/auth'))
      .flatMap((page) => others.map((language) => inLanguage(page, language))),
  ]);
}
const missing = (['vnu', 'lighthouse'] as const).filter((name) => !values[name]);
if (missing.length > 0)
  say(
    `Left out: ${missing.join(', ')}. Install them beside the checkout, “npm install --prefix ~/page-tools vnu-jar@26.9.27 lighthouse@13.5.0” ` +
      '(vnu needs Java), and add --vnu ~/page-tools/node_modules/vnu-jar/build/dist/vnu.jar ' +
      '--lighthouse ~/page-tools/node_modules/lighthouse/cli/index.js',
  );
say(faults.length === 0 ? 'Nothing is wrong.' : `${faults.length} faults`);
// Connections that are kept open would keep the process, too.
process.exit(faults.length === 0 ? 0 : 1);

/**
 * What somebody who builds a landing page feels: `npm run bench:builder`. A page of sixty blocks of every kind is opened in
 * a browser that knows nothing of it, until a block can be chosen and its fields are there (goal: ≤ 2.5 s), and words are
 * typed into a title in the middle of it, until the canvas has them (goal: p50 ≤ 50 ms).
 */
import { chromium, type Browser, type BrowserContext } from 'playwright-core';
import type { LandingPage } from '#features/landing-pages/landing-pages.contract.ts';
import { publishAgent, register, type Owner } from '#tests/reliability/people.ts';
import { chromiumPath } from '#tests/support/app/chromium.ts';
import { everyBlock } from '#tests/support/pages/every-block.ts';
import { machine, percentile, printTable, startProduct, temporaryFolder } from './support/processes.ts';

const rounds = 7;
const keys = 80;
const blocks = 60;
const typedTitle = 'The block in the middle';

type Watched = {
  /** When a mark was pressed. */
  pressed: number;
  /** The canvas says it. */
  written: Record<string, number>;
  /** The screen shows it. */
  painted: Record<string, number>;
};
declare const watched: Watched;

/** In the dashboard: when a key was pressed. */
function watchKeys(): void {
  const seen: Watched = { pressed: 0, written: {}, painted: {} };
  Object.assign(globalThis, { watched: seen });
  addEventListener('keydown', () => (seen.pressed = performance.timeOrigin + performance.now()), true);
}

/** In the canvas: when a mark between two signs was written, and when the frame with it was ready. */
function watchMarks(): void {
  const seen: Watched = { pressed: 0, written: {}, painted: {} };
  Object.assign(globalThis, { watched: seen });
  const now = (): number => performance.timeOrigin + performance.now();
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const [, mark] = /=([a-z0-9]+)=/.exec(target.textContent ?? '') ?? [];
      if (!mark || seen.written[mark]) continue;
      seen.written[mark] = now();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => (seen.painted[mark] = now()));
        port1.start();
        port2.postMessage(null);
      });
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

async function signedIn(browser: Browser, owner: Owner): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
  const [name = '', ...value] = owner.cookie.split('=');
  await context.addCookies([{ name, value: value.join('='), url: product.url }]);
  return context;
}

/** A page of sixty blocks, taken evenly out of all kinds and layouts; one in the middle has a title of its own. */
async function makePage(owner: Owner): Promise<LandingPage> {
  const agent = await publishAgent(owner, (draft) => {
    Object.assign(draft.payment, { enabled: true, type: 'subscription', amount: 900, currency: 'EUR' });
  });
  const all = everyBlock({ agent: agent.number, form: '' }).flatMap(({ content }, at) =>
    content.map(({ type, props }) => ({ type, props: { ...props, id: `${props.id}-${at}` } })),
  );
  const content = Array.from({ length: blocks }, (_, at) => all[Math.floor((at * all.length) / blocks)]!);
  const middle = content.find(({ type }, at) => at >= blocks / 3 && type === 'testimonials');
  if (!middle) throw new Error('There is no block to write in');
  Object.assign(middle.props, { title: typedTitle });
  return owner.post<LandingPage>('/api/landing-pages', {
    title: 'Sixty blocks',
    data: { root: { props: { agent: agent.number } }, content, zones: {} },
  });
}

/** Where a block's title can be pressed, in CSS pixels of the window; null until it stands still there. */
function placeOf(title: string): { x: number; y: number } | null {
  const frame = document.querySelector<HTMLIFrameElement>('.page-builder-canvas iframe');
  const titles = frame?.contentDocument?.querySelectorAll('h1, h2, h3') ?? [];
  const heading = [...titles].find(({ textContent }) => textContent?.trim() === title);
  if (!frame || !heading) return null;
  heading.scrollIntoView({ block: 'center' });
  const canvas = frame.getBoundingClientRect();
  const scale = canvas.width / frame.offsetWidth;
  const box = heading.getBoundingClientRect();
  const x = canvas.x + (box.x + box.width / 2) * scale;
  const y = canvas.y + (box.y + box.height / 2) * scale;
  const before = frame.dataset['place'];
  frame.dataset['place'] = `${x} ${y}`;
  return before === frame.dataset['place'] ? { x, y } : null;
}

/** The moment, in ms since the address, at which the fields beside the canvas hold a title; null before. */
function fieldsHold(title: string): number | null {
  const fields = document.querySelectorAll<HTMLInputElement>('aside :is(input, textarea)');
  return [...fields].some(({ value }) => value === title) ? performance.now() : null;
}

/**
 * Milliseconds from the address until a block was chosen and its fields stand beside the canvas. Looked at in the page with
 * each frame: what drives the browser looks again after up to half a second, which nobody who builds a page waits for.
 */
async function open(browser: Browser, owner: Owner, id: string): Promise<number> {
  const context = await signedIn(browser, owner);
  const page = await context.newPage();
  await page.goto(`${product.url}/dashboard/landing-pages/${id}`, { waitUntil: 'commit' });
  const everyFrame = { polling: 'raf' } as const;
  const place = await page.waitForFunction(placeOf, typedTitle, everyFrame);
  const { x, y } = (await place.jsonValue())!;
  await page.mouse.click(x, y);
  const chosen = await page.waitForFunction(fieldsHold, typedTitle, everyFrame);
  const ms = (await chosen.jsonValue())!;
  await context.close();
  return ms;
}

/** Milliseconds from each key until the canvas says it, and until the screen shows it. */
async function type(
  browser: Browser,
  owner: Owner,
  id: string,
): Promise<{ written: number[]; painted: number[] }> {
  const context = await signedIn(browser, owner);
  const page = await context.newPage();
  await page.goto(`${product.url}/dashboard/landing-pages/${id}`);
  const canvas = page.frameLocator('.page-builder-canvas iframe');
  await canvas.getByRole('heading', { name: typedTitle }).click();
  const field = page.getByLabel('Title', { exact: true });
  const frame = page.frame({ name: 'preview-frame' });
  if (!frame) throw new Error('There is no canvas');
  await page.evaluate(watchKeys);
  await frame.evaluate(watchMarks);
  const times = { written: [] as number[], painted: [] as number[] };
  for (let at = 0; at < keys; at++) {
    const mark = `k${at}x`;
    await field.fill(`Hello =${mark}`);
    await field.press('End');
    // The last sign makes the mark whole; only then the canvas can say it.
    await field.press('=');
    await frame.waitForFunction((wanted) => watched.painted[wanted], mark);
    const { written, painted } = await frame.evaluate(() => watched);
    const pressed = await page.evaluate(() => watched.pressed);
    times.written.push((written[mark] ?? 0) - pressed);
    times.painted.push((painted[mark] ?? 0) - pressed);
  }
  await context.close();
  return times;
}

const folder = temporaryFolder();
const product = await startProduct({ DATA_DIR: folder.path });
const browser = await chromium.launch({
  executablePath: await chromiumPath(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
process.stdout.write(`${machine()}, Chromium ${browser.version()}\n\n`);
try {
  const owner = await register(product.url);
  const { id } = await makePage(owner);
  const opened: number[] = [];
  // The first one warms the server, as other screens of the dashboard have.
  for (let round = 0; round <= rounds; round++) {
    const ms = await open(browser, owner, id);
    if (round > 0) opened.push(ms);
  }
  const typed = await type(browser, owner, id);
  const row = (name: string, goal: string, took: number[]): string[] => [
    name,
    goal,
    percentile(took, 0.5).toFixed(0),
    percentile(took, 0.95).toFixed(0),
  ];
  printTable(
    [`a page of ${blocks} blocks`, 'goal', 'p50 ms', 'p95 ms'],
    [
      row(`opened, nothing cached, until a block is chosen (${rounds} times)`, '≤ 2,500', opened),
      row(`a key until the canvas says it (${keys} keys)`, 'p50 ≤ 50', typed.written),
      row('a key until the screen shows it', '–', typed.painted),
    ],
  );
} finally {
  await browser.close();
  await product.stop();
  folder.remove();
}

/**
 * What people feel in the browser: `npm run bench:browser`. Milliseconds from a key in the editor to the
 * preview that shows it, and what a long answer with every mark of Markdown, streamed in 450 steps, costs the
 * page's main thread.
 */
import { setTimeout } from 'node:timers/promises';
import { chromium, type Browser, type Page } from 'playwright-core';
import { connectModel, modelAgent, publishAgent, register } from '#tests/reliability/people.ts';
import { chromiumPath } from '#tests/support/app/chromium.ts';
import { startOpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { machine, percentile, printTable, startProduct, temporaryFolder } from './support/processes.ts';

const keys = 60;
const steps = 450;
const stepMs = 12;
const longestAnswer = 7 * 1024;
const rounds = 5;

const paragraph = `## Loaves and *hours*\n\nA **rye loaf** stays fresh for [five days](https://bakery.example/rye), \`kept dry\`, and costs 4.20.\n\n- baked on stone\n- sold from seven\n  1. first come\n  2. first served\n\n| Loaf | Price |\n|---|---|\n| Rye | 4.20 |\n| Spelt | 4.80 |\n\n> Order the day before, until noon.\n\n\`\`\`js\nconst loaf = bake('rye');\n\`\`\`\n\n`;
const answer = paragraph.repeat(Math.ceil(longestAnswer / paragraph.length)).slice(0, longestAnswer);
const cut = Math.ceil(answer.length / steps);
const tokens = Array.from({ length: Math.ceil(answer.length / cut) }, (_, at) =>
  answer.slice(at * cut, (at + 1) * cut),
);

const folder = temporaryFolder();
const model = await startOpenAiStandIn();
const product = await startProduct({ DATA_DIR: folder.path });
const browser = await chromium.launch({
  executablePath: await chromiumPath(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
process.stdout.write(`${machine()}, Chromium ${browser.version()}\n\n`);
try {
  const typed = await typing(browser);
  const streamed: Spent[] = [];
  const plain: Spent[] = [];
  for (let round = 0; round < rounds; round++) {
    streamed.push(await streaming(browser));
    plain.push(await appending(browser));
  }
  const median = (runs: Spent[], of: keyof Spent): string =>
    percentile(
      runs.map((run) => run[of]),
      0.5,
    ).toFixed(0);
  printTable(
    ['', 'goal', 'median ms', 'p95 ms'],
    [
      [
        `a key in the editor until the preview shows it (${typed.length} keys)`,
        '≤ 50',
        percentile(typed, 0.5).toFixed(1),
        percentile(typed, 0.95).toFixed(1),
      ],
      [
        `${(answer.length / 1024).toFixed(0)} KB of Markdown in ${tokens.length} steps: script, style and layout (${rounds} times)`,
        '≤ 250',
        median(streamed, 'drawing'),
        '–',
      ],
      ['the same with painting in software and everything else', '–', median(streamed, 'all'), '–'],
      [
        'the same steps as one plain text that is made longer: script, style and layout',
        '–',
        median(plain, 'drawing'),
        '–',
      ],
      ['the same with painting in software and everything else', '–', median(plain, 'all'), '–'],
    ],
  );
} finally {
  await browser.close();
  await product.stop();
  await model.close();
  folder.remove();
}

/**
 * Times between a key and the moment at which the frame of the preview holds what was typed. Both clocks are
 * put on one scale by their time origins.
 */
async function typing(chrome: Browser): Promise<number[]> {
  const owner = await register(product.url);
  const agent = await publishAgent(owner);
  const context = await chrome.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
  const [name = '', ...value] = owner.cookie.split('=');
  await context.addCookies([{ name, value: value.join('='), url: product.url }]);
  await context.addInitScript(() => {
    const seen: Record<string, number> = {};
    (globalThis as unknown as { seen: typeof seen }).seen = seen;
    addEventListener('keydown', ({ key }) => (seen[key] = performance.timeOrigin + performance.now()), true);
    if (window === top) return;
    new MutationObserver(() => {
      const [, text] = /=([a-z0-9]+)=/.exec(document.body?.textContent ?? '') ?? [];
      if (text) seen[text] ??= performance.timeOrigin + performance.now();
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  const page = await context.newPage();
  await page.goto(`${product.url}/dashboard/agents/edit/${agent.id}?section=prompt`);
  const frame = page.frameLocator('iframe');
  await frame.getByRole('textbox').waitFor();
  const field = page.getByLabel('Welcome message');
  const times: number[] = [];
  for (let at = 0; at < keys; at++) {
    const mark = `k${at}x`;
    await field.fill(`Hello =${mark}`);
    await field.press('End');
    // The last sign makes the mark whole; only then the frame can show it.
    await field.press('=');
    const chat = page.frames().find((one) => one.url().includes('/preview'));
    if (!chat) throw new Error('There is no preview');
    await chat.waitForFunction(
      (wanted) => (globalThis as unknown as { seen: Record<string, number> }).seen[wanted],
      mark,
    );
    const shown = Number(
      await chat.evaluate(
        (wanted) => (globalThis as unknown as { seen: Record<string, number> }).seen[wanted],
        mark,
      ),
    );
    const pressed = Number(
      await page.evaluate(() => (globalThis as unknown as { seen: Record<string, number> }).seen['=']),
    );
    times.push(shown - pressed);
  }
  await context.close();
  return times;
}

type Spent = {
  drawing: number;
  all: number;
};

/** Milliseconds of processor time that the page's main thread takes while a long answer comes in. */
async function streaming(chrome: Browser): Promise<Spent> {
  const owner = await register(product.url);
  await connectModel(owner, model.baseUrl);
  const { number } = await modelAgent(owner, ({ ai }) => {
    ai.model = 'stand-in-small';
  });
  const page = await chrome.newPage({ viewport: { width: 400, height: 700 } });
  await page.goto(`${product.url}/widgets/${number}`);
  const spent = await meter(page);
  // Looked for a few times a second: what waits for an element by itself looks with every frame, in the
  // thread that is measured.
  const isWriting = async (wanted: boolean): Promise<void> => {
    while ((await page.evaluate(() => document.querySelector('.cw-stop') !== null)) !== wanted)
      await setTimeout(wanted ? 20 : 250);
  };
  const ask = async (text: string): Promise<Spent> => {
    await page.getByRole('textbox').fill(text);
    await page.getByRole('textbox').press('Enter');
    await isWriting(true);
    return spent(() => isWriting(false));
  };
  // The reader of Markdown comes with the first answer; what it costs to load is not what streaming costs.
  model.script({ kind: 'text', text: paragraph, delayMs: 5 });
  await ask('Hello');
  model.script({ kind: 'text', tokens, delayMs: stepMs });
  const cost = await ask('Tell me everything');
  await page.close();
  return cost;
}

/**
 * The same steps in the same time on an empty page that makes one plain text longer: what this machine takes
 * at this moment for the least that there is to do.
 */
async function appending(chrome: Browser): Promise<Spent> {
  const page = await chrome.newPage({ viewport: { width: 400, height: 700 } });
  await page.setContent(
    '<main style="height:680px;overflow:auto"><p style="white-space:pre-wrap;font:15px/1.6 sans-serif"></p></main>',
  );
  const spent = await meter(page);
  const cost = await spent(() =>
    page.evaluate(
      ({ pieces, pause }) =>
        new Promise<void>((resolve) => {
          const box = document.querySelector('main')!;
          const text = document.querySelector('p')!;
          let at = 0;
          const timer = setInterval(() => {
            text.textContent += pieces[at++] ?? '';
            requestAnimationFrame(() => box.scrollTo(0, 1e6));
            if (at < pieces.length) return;
            clearInterval(timer);
            resolve();
          }, pause);
        }),
      { pieces: tokens, pause: stepMs },
    ),
  );
  await page.close();
  return cost;
}

/**
 * Measures what a page's main thread takes while something happens: processor time, so that other programs
 * beside it count less.
 */
async function meter(page: Page): Promise<(work: () => Promise<void>) => Promise<Spent>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const now = async (): Promise<Spent> => {
    const { metrics } = await session.send('Performance.getMetrics');
    const of = (...names: string[]): number =>
      metrics.reduce((sum, { name, value }) => sum + (names.includes(name) ? value * 1_000 : 0), 0);
    return {
      drawing: of('ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'),
      all: of('TaskDuration'),
    };
  };
  return async (work) => {
    const before = await now();
    await work();
    const after = await now();
    return { drawing: after.drawing - before.drawing, all: after.all - before.all };
  };
}

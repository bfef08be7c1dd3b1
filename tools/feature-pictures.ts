/**
 * Takes the pictures of the start page's features from the demo company's own screens, light and dark:
 * `node tools/feature-pictures.ts`, or with the address of a running demo and its owner's link,
 * `node tools/feature-pictures.ts http://localhost:3000/…`. Saves `content/features/<name>-<theme>.webp`.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { launchChromium } from '#tests/support/app/chromium.ts';
import { untilAtRest } from './at-rest.ts';

const projectFolder = path.join(import.meta.dirname, '..');
const folder = path.join(projectFolder, 'content/features');
/** The part of the window that is taken, and what it becomes; both in pixels. */
const windowSize = { width: 1180, height: 740 };
const pictureWidth = 720;
const mostBytes = 26_000;

type Feature = {
  name: string;
  open(page: Page, url: string): Promise<void>;
};

/** Where each feature of the start page is seen in the product. */
const features: readonly Feature[] = [
  {
    name: 'subscriptions',
    async open(page, url) {
      await page.goto(`${url}/dashboard/customers`);
      await page.locator('main table tbody tr, main ul li').first().waitFor();
    },
  },
  {
    name: 'analytics',
    async open(page, url) {
      await page.goto(`${url}/dashboard/payments`);
      await page.locator('main table, main ul').first().waitFor();
    },
  },
  {
    name: 'monetization',
    async open(page, url) {
      await page.goto(`${url}/dashboard/agents`);
      const link = page.locator('a[href*="/dashboard/agents/edit/"]').first();
      await link.waitFor();
      const id = /edit\/([^?/]+)/.exec((await link.getAttribute('href')) ?? '')?.[1] ?? '';
      await page.goto(`${url}/dashboard/agents/edit/${id}?section=payment`);
      await page.locator('main h2').first().waitFor();
      await page.frameLocator('iframe').first().locator('textarea').waitFor();
    },
  },
];

/** Starts the demo company anew and answers the owner's link, which works once. */
async function startDemo(): Promise<{ link: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [path.join(projectFolder, 'tools/demo.mjs'), '--fresh'], {
    cwd: projectFolder,
    env: { ...process.env, PORT: '3979', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const link = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /owner\s.*?(http\S+)/i.exec(said)?.[1];
      if (found && said.includes('invented')) resolve(found);
    });
    child.on('exit', () => reject(new Error(`The demo did not start:\n${said}`)));
  });
  return { link, child };
}

async function toPicture(shot: Buffer): Promise<Buffer> {
  for (let quality = 80; ; quality -= 6) {
    const picture = await sharp(shot)
      .resize({ width: pictureWidth })
      .webp({ quality, effort: 6, smartSubsample: true })
      .toBuffer();
    if (picture.length <= mostBytes || quality < 40) return picture;
  }
}

const [given] = process.argv.slice(2);
const demo = given === undefined ? await startDemo() : { link: given, child: null };
const { origin } = new URL(demo.link);
const browser = await launchChromium();
try {
  mkdirSync(folder, { recursive: true });
  const context = await browser.newContext({
    viewport: windowSize,
    deviceScaleFactor: 1.25,
    locale: 'en-US',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(demo.link);
  await page.waitForURL(/\/dashboard/);
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await page.evaluate(`localStorage.setItem('ui-theme', '${theme}')`);
    for (const { name, open } of features) {
      await open(page, origin);
      await page.mouse.move(0, 0);
      await untilAtRest(page);
      const picture = await toPicture(await page.screenshot({ type: 'png' }));
      writeFileSync(path.join(folder, `${name}-${theme}.webp`), picture);
      process.stdout.write(`${name} ${theme}: ${(picture.length / 1_000).toFixed(1)} kB\n`);
    }
  }
} finally {
  await browser.close();
  if (demo.child) {
    const hasEnded = once(demo.child, 'exit');
    demo.child.kill('SIGTERM');
    await hasEnded;
    // Its database may still hold the pipe that it wrote into.
    demo.child.stdout?.destroy();
  }
}

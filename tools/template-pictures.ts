/**
 * Takes the pictures of the template gallery from the real chat: `node tools/template-pictures.ts [slug …]`.
 * Starts the product on a database of its own, opens each template's preview in Chromium, asks its first ice
 * breaker and saves `picture.webp` beside the template.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { launchChromium } from '#tests/support/app/chromium.ts';

const projectFolder = path.join(import.meta.dirname, '..');
const templatesFolder = path.join(projectFolder, 'content/templates');
const size = { width: 400, height: 460 };
const mostBytes = 25_000;

type Product = {
  url: string;
  stop(): Promise<void>;
};
type Preview = {
  ready: boolean;
  previewUrl: string;
  configuration: { prompt: { iceBreakers: string[] } };
};

async function startProduct(dataDir: string): Promise<Product> {
  const child = spawn(process.execPath, [path.join(projectFolder, 'tools/start.mjs')], {
    cwd: projectFolder,
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /runs at (http\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
    child.on('exit', () => reject(new Error(`The product did not start:\n${said}`)));
  });
  return {
    url,
    stop: () =>
      new Promise((resolve) => {
        child.removeAllListeners('exit');
        child.on('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

/** Calls the API as a person who has just signed up. */
async function signUp(
  url: string,
): Promise<(method: string, address: string, body?: unknown) => Promise<unknown>> {
  const email = 'pictures@example.test';
  const call = async (cookie: string, method: string, address: string, body?: unknown): Promise<Response> => {
    const response = await fetch(url + address, {
      method,
      headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`);
    return response;
  };
  const signedIn = await call('', 'POST', '/api/register', {
    name: 'Pictures',
    email,
    username: email,
    password: 'not for long 1',
    firstName: 'Pictures',
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return async (method, address, body) => (await call(cookie, method, address, body)).json();
}

/** Runs in the page: the question stands right below the head, the answer under it, and nothing blinks. */
const arrange = `(asked) => {
  document.activeElement?.blur();
  const bubble = [...document.querySelectorAll('*')].findLast((element) => element.textContent?.trim() === asked);
  let box = bubble?.parentElement;
  while (box && box.scrollHeight <= box.clientHeight + 1) box = box.parentElement;
  if (bubble && box) box.scrollTop += bubble.getBoundingClientRect().top - box.getBoundingClientRect().top - 14;
}`;

async function takePicture(browser: Browser, url: string, preview: Preview): Promise<Buffer> {
  const context = await browser.newContext({
    viewport: size,
    deviceScaleFactor: 1.5,
    colorScheme: 'light',
    locale: 'en-US',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(url + preview.previewUrl);
  const question = preview.configuration.prompt.iceBreakers[0] ?? '';
  const [iceBreaker, agree] = [
    page.getByRole('button', { name: question }),
    page.locator('[aria-labelledby="cw-consent"] .cw-solid-button'),
  ];
  await iceBreaker.or(agree).first().waitFor();
  if (await agree.isVisible()) await agree.click();
  await iceBreaker.click();
  await page.getByRole('button', { name: 'Copy answer' }).last().waitFor();
  await page.mouse.move(0, 0);
  await page.evaluate(`(${arrange})(${JSON.stringify(question)})`);
  await page.getByText(question).last().waitFor();
  const shot = await page.screenshot({ type: 'png' });
  await context.close();
  for (let quality = 82; ; quality -= 6) {
    const picture = await sharp(shot).webp({ quality, effort: 6, smartSubsample: true }).toBuffer();
    if (picture.length <= mostBytes || quality < 30) return picture;
  }
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'chatelier-pictures-'));
const product = await startProduct(dataDir);
const browser = await launchChromium();
try {
  const api = await signUp(product.url);
  const wanted = process.argv.slice(2);
  for (const slug of wanted.length > 0 ? wanted : (await readdir(templatesFolder)).toSorted()) {
    let preview = (await api('POST', `/api/templates/${slug}/preview`, { language: 'en' })) as Preview;
    while (!preview.ready)
      preview = (await api('POST', `/api/templates/${slug}/preview`, { language: 'en' })) as Preview;
    const picture = await takePicture(browser, product.url, preview);
    await writeFile(path.join(templatesFolder, slug, 'picture.webp'), picture);
    process.stdout.write(`${slug}: ${(picture.length / 1_000).toFixed(1)} kB\n`);
  }
} finally {
  await browser.close();
  await product.stop();
  await rm(dataDir, { recursive: true, force: true });
}

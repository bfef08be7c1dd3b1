import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { userAgent } from './user-agent.ts';

// Without a window to draw, a test takes half of the processor's time.
const installed = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const lock = path.join(import.meta.dirname, '../../../node_modules/.chromium-lock');

/**
 * Path of a Chromium: `CHROMIUM_PATH`, an installed one, Debian's package (installed when run by root), or
 * the one out of npm.
 * Test files run side by side: one of them installs, the others wait.
 */
export async function chromiumPath(): Promise<string> {
  const given = process.env['CHROMIUM_PATH'];
  if (given) return given;
  const find = (): string | undefined => installed.find((file) => existsSync(file));
  const found = find();
  if (found) return found;
  if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    await alone(() => {
      if (find()) return;
      const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
      spawnSync('apt-get', ['update', '-qq'], { env: environment, stdio: 'ignore' });
      for (const name of ['chromium-headless-shell', 'chromium']) {
        // An older Debian has only the second.
        if (!find())
          spawnSync(
            'apt-get',
            ['install', '-y', '-qq', '--no-install-recommends', name, 'fonts-liberation'],
            { env: environment, stdio: 'ignore' },
          );
      }
    });
    const fromDebian = find();
    if (fromDebian) return fromDebian;
  }
  const { default: packed } = await import('@sparticuz/chromium');
  return packed.executablePath();
}

async function alone(work: () => void): Promise<void> {
  for (;;) {
    try {
      mkdirSync(lock);
      break;
    } catch {
      // A lock from a run that was killed is not waited for.
      if (Date.now() - statSync(lock, { throwIfNoEntry: false })!.mtimeMs > 600_000) rmdirSync(lock);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
  try {
    work();
  } finally {
    rmdirSync(lock);
  }
}

let running: Promise<Browser> | undefined;

/**
 * A headless Chromium that talks to nobody but the pages under test. The files of one worker, which come one
 * after the other, share it, for a start takes half a second of a core: `close` closes all that was opened in
 * it, and the process ends with its worker.
 */
export function launchChromium(): Promise<Browser> {
  return (running ??= startShared());
}

// A page of a test lives too short for what its compilers that optimize take: a tenth of all work.
const shortLived = '--js-flags=--no-opt,--no-maglev';

async function startShared(): Promise<Browser> {
  const browser = await start([shortLived]);
  browser.on('disconnected', () => {
    running = undefined;
  });
  browser.close = async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  };
  return browser;
}

/**
 * A Chromium of the caller's own, for one page in which the same code runs a hundred times: there the compilers that
 * optimize spare a quarter of all work. `close` ends it.
 */
export const launchForLongPage = (): Promise<Browser> => start([]);

/**
 * A Chromium of the caller's own whose microphone hears a WAV file over and over, and whose pages may call each other on
 * this machine. `close` ends it.
 */
export const launchWithMicrophone = (file: string): Promise<Browser> =>
  start([
    shortLived,
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-audio-capture=${file}`,
    '--autoplay-policy=no-user-gesture-required',
    '--allow-loopback-in-peer-connection',
    '--disable-features=WebRtcHideLocalIpsWithMdns',
  ]);

async function start(more: readonly string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: await chromiumPath(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-dev-shm-usage',
      // A domain of an account, as its visitors would have it from the DNS.
      '--host-resolver-rules=MAP *.linden.example 127.0.0.1',
      `--user-agent=${userAgent}`,
      ...more,
    ],
  });
}

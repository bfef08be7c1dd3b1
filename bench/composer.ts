/**
 * From opening a customer's page to a composer that takes text, on slow 4G (1.6 Mbit/s, 150 ms) with the
 * processor slowed four times:
 * `npm run bench:composer`. In the same run a floor: the least loader and the least chat that Preact allows.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { build } from 'vite';
import { publishAgent, register } from '#tests/reliability/people.ts';
import { chromiumPath } from '#tests/support/app/chromium.ts';
import { chromium } from 'playwright-core';
import { machine, percentile, printTable, startProduct, temporaryFolder } from './support/processes.ts';

const rounds = Number(process.argv[2] ?? 9);

const floorLoader = `(() => {
  const host = document.createElement('div');
  document.body.append(host);
  const root = host.attachShadow({ mode: 'open' });
  const button = document.createElement('button');
  button.textContent = 'Chat';
  root.append(button);
  button.onclick = () => {
    const frame = document.createElement('iframe');
    frame.src = new URL('/floor.html', document.currentScript?.src || FLOOR).href;
    frame.style = 'position:fixed;bottom:80px;right:20px;width:400px;height:600px';
    root.append(frame);
  };
})()`;
const floorChat = `
  import { h, render } from 'preact';
  import { useState } from 'preact/hooks';
  function Chat() {
    const [messages, setMessages] = useState(['Hello, how can I help?']);
    const [text, setText] = useState('');
    const send = (event) => {
      event.preventDefault();
      setMessages([...messages, text]);
      setText('');
    };
    return h('main', null, h('ul', null, messages.map((message, at) => h('li', { key: at }, message))),
      h('form', { onSubmit: send },
        h('textarea', { value: text, onInput: (event) => setText(event.target.value) }),
        h('button', null, 'Send')));
  }
  render(h(Chat), document.body);`;

/**
 * Watches every frame for the launcher, which is clicked at once, for a composer that takes text, and for
 * what the chat's script draws.
 */
const watcher = `(() => {
  const look = () => {
    const composer = document.querySelector('textarea');
    if (composer && !composer.disabled && composer.offsetHeight > 0) globalThis.readyAt ??= performance.timeOrigin + performance.now();
    if (globalThis.readyAt && document.querySelector('.cw-tools, main > form')) {
      globalThis.drawnAt = performance.timeOrigin + performance.now();
      return;
    }
    if (globalThis === top && !globalThis.clicked) for (const element of document.querySelectorAll('*')) {
      const button = element.shadowRoot && element.shadowRoot.querySelector('button');
      if (button && button.offsetHeight > 0) { globalThis.clicked = performance.now(); button.click(); }
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()`;

async function floorServer(): Promise<http.Server> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'floor',
        resolveId: (id) => (id === 'floor-chat' ? '\0floor-chat' : null),
        load: (id) => (id === '\0floor-chat' ? floorChat : null),
      },
    ],
    build: { write: false, target: 'es2022', modulePreload: false, rolldownOptions: { input: 'floor-chat' } },
  });
  const output = (Array.isArray(built) ? built : [built]).flatMap((one) =>
    'output' in one ? one.output : [],
  );
  const script = output.find((file) => file.type === 'chunk');
  if (!script || script.type !== 'chunk') throw new Error('The floor was not built');
  const files: Record<string, [string, string]> = {
    '/floor.js': ['text/javascript', floorLoader],
    '/floor.html': [
      'text/html',
      '<!doctype html><html lang="en"><meta charset="utf-8"><title>Chat</title>' +
        '<style>body{font:16px system-ui}</style><body>' +
        '<script type="module" src="/floor-chat.js"></script></body></html>',
    ],
    '/floor-chat.js': ['text/javascript', script.code],
  };
  return serve((path) => files[path] ?? null);
}

async function serve(find: (path: string) => [string, string] | null): Promise<http.Server> {
  const server = http.createServer((request, response) => {
    const [type, text] = find(request.url ?? '/') ?? [];
    if (type === undefined || text === undefined) return void response.writeHead(404).end();
    response
      .writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'content-encoding': 'gzip' })
      .end(gzipSync(text));
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return server;
}

const portOf = (server: http.Server): number => (server.address() as AddressInfo).port;

type Measured = {
  launcherMs: number;
  composerMs: number;
  drawnMs: number;
};

async function measure(browser: Browser, url: string): Promise<Measured> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(watcher);
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: 200_000,
      uploadThroughput: 93_750,
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.goto(url, { waitUntil: 'commit' });
    const started = await page.evaluate('performance.timeOrigin');
    for (let waited = 0; waited < 30_000; waited += 50) {
      for (const frame of page.frames()) {
        const drawnAt: unknown = await frame.evaluate('globalThis.drawnAt ?? null').catch(() => null);
        if (typeof drawnAt === 'number')
          return {
            launcherMs: Number(await page.evaluate('globalThis.clicked')),
            composerMs: Number(await frame.evaluate('globalThis.readyAt')) - Number(started),
            drawnMs: drawnAt - Number(started),
          };
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`No composer at ${url}`);
  } finally {
    await context.close();
  }
}

const folder = temporaryFolder();
const product = await startProduct({ DATA_DIR: folder.path });
const floor = await floorServer();
const floorUrl = `http://127.0.0.1:${portOf(floor)}`;
const story = '<main><h1>Linden &amp; Loaf</h1><p>Bread takes time.</p></main>';
const number = (await publishAgent(await register(product.url))).number;
const pages: Record<string, string> = {
  '/chatelier': `${story}<script src="${product.url}/widgets/${number}.js?tag=chatelier" async></script>`,
  '/floor': `${story}<script>const FLOOR='${floorUrl}'</script><script src="${floorUrl}/floor.js" async></script>`,
};
const site = await serve((path) =>
  pages[path]
    ? [
        'text/html',
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Linden</title></head><body>${pages[path]}</body></html>`,
      ]
    : null,
);
// One process for the page and its frames, so that both are slowed alike.
const browser = await chromium.launch({
  executablePath: await chromiumPath(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-site-isolation-trials',
    '--disable-features=IsolateOrigins,site-per-process',
    '--disable-background-networking',
  ],
});
process.stdout.write(`${machine()}, Chromium ${browser.version()}\n`);
try {
  const found: Record<string, Measured[]> = { floor: [], chatelier: [] };
  for (let round = 0; round < rounds + 1; round++) {
    for (const [name, list] of Object.entries(found)) {
      const measured = await measure(browser, `http://localhost:${portOf(site)}/${name}`);
      // The first round only warms up.
      if (round > 0) list.push(measured);
    }
  }
  const median = (name: string, what: keyof Measured): number =>
    percentile(
      (found[name] ?? []).map((one) => one[what]),
      0.5,
    );
  process.stdout.write(
    `\nSlow 4G, processor slowed 4 times, medians of ${rounds}; goal: composer ≤ 1.2 times the floor\n`,
  );
  printTable(
    ['', 'launcher ms', 'usable composer ms', 'times the floor', 'drawn by its script ms'],
    Object.keys(found).map((name) => [
      name === 'floor' ? 'floor: loader and Preact in an iframe' : 'Chatelier',
      Math.round(median(name, 'launcherMs')),
      Math.round(median(name, 'composerMs')),
      (median(name, 'composerMs') / median('floor', 'composerMs')).toFixed(2),
      Math.round(median(name, 'drawnMs')),
    ]),
  );
} finally {
  await browser.close();
  site.close();
  floor.close();
  await product.stop();
  folder.remove();
}

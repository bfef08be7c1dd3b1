import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { parseHTML } from 'linkedom';
import PDFDocument from 'pdfkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#shared/ids.ts';
import { publishAgent } from '#tests/support/visitors/visitor-chat.ts';
import { whileFull } from '#tests/support/app/full-rule.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let site: Server;
const sheets: Record<string, { type: string; body: string }> = {
  '/': {
    type: 'text/html',
    body: `<!doctype html><meta name="theme-color" content="#7c3aed"><link rel="stylesheet" href="/site.css">
      <link rel='stylesheet' href='http://169.254.169.254/latest'><style>body{background:#fff}</style>`,
  },
  '/site.css': { type: 'text/css', body: 'a{color:#7c3aed}h1{color:#111827}p{color:#111827}' },
  '/plain': { type: 'text/html', body: '<p>Nothing here has a color.' },
  '/picture': { type: 'image/png', body: 'x' },
};
beforeAll(async () => {
  app = await startTestApp();
  site = createServer((request, response) => {
    const found = sheets[request.url ?? ''];
    response.writeHead(found ? 200 : 404, { 'content-type': found?.type ?? 'text/plain' });
    response.end(found?.body);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  site.close();
  await app.close();
});

const siteUrl = (path = '/') => `http://127.0.0.1:${(site.address() as AddressInfo).port}${path}`;
const open = async (path: string) => {
  const answer = await app.browser().request('GET', path);
  return { ...answer, document: parseHTML(answer.text).document };
};
const analyze = (query: Record<string, string>) =>
  open(`/color-analyzer?${new URLSearchParams(query).toString()}`);
const colorsOf = ({ document }: Awaited<ReturnType<typeof open>>): string[] =>
  [...document.querySelectorAll('.lab-table tbody th code')].map((code) => code.textContent ?? '');

test('what labs and demos lead to is there, in the reader’s language', async () => {
  for (const language of ['en', 'cs']) {
    const { document } = await open(`/labs?lang=${language}`);
    expect(document.documentElement.lang).toBe(language);
    const links = [...document.querySelectorAll('.lab-list a')].map(
      (link) => link.getAttribute('href') ?? '',
    );
    expect(links).toHaveLength(28);
    expect(links).toContain('/dashboard/paywall-test');
    if (language !== 'cs') continue;
    for (const link of links.filter((href) => !href.startsWith('/dashboard')))
      expect((await open(link)).status, link).toBe(200);
  }
});

test('who comes too often reads when to come again', async () => {
  const [labs, checks] = await whileFull(app, { name: 'lab-demos', windowSeconds: 60 }, async () => [
    await open('/labs?lang=nl'),
    await open('/websocket-test'),
  ]);
  const store = await whileFull(app, { name: 'demo-store-address', windowSeconds: 60 }, async () =>
    open('/demo-store/en/anything'),
  );
  const docs = await whileFull(app, { name: 'docs-pages', windowSeconds: 60 }, async () => open('/docs'));
  for (const { status, headers } of [labs!, checks!, store, docs]) {
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(headers.get('cache-control')).toBe('no-store');
  }
  expect(labs!.document.querySelector('main')?.textContent).toMatch(/Wacht \d+ seconden?/);
});

test('who asks too often for a payment, an invoice, a subscription or a way out of mails reads so, too', async () => {
  for (const [name, windowSeconds, path] of [
    ['payment-return-address', 60, `/subscription-success?purchase=${newId('pur')}`],
    ['invoice-address', 60, '/invoices/made-up'],
    ['manage-subscription-address', 600, '/subscription/made-up'],
    ['manage-subscription-address', 600, '/subscription/made-up/card'],
    ['unsubscribe-address', 60, '/unsubscribe/made-up'],
  ] as const) {
    const { status, headers } = await whileFull(app, { name, windowSeconds }, () => open(path));
    expect([path, status]).toEqual([path, 429]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
});

test('another language keeps what the page shows', async () => {
  const links = async (path: string) =>
    [...(await open(path)).document.querySelectorAll('.page-languages a')].map((link) =>
      link.getAttribute('href'),
    );
  expect(await links('/brand-showcase?brand=ember')).toContain('/brand-showcase?brand=ember&lang=nl');
  expect(await links('/blog?category=monetization&q=price&lang=fr')).toContain(
    '/blog?category=monetization&q=price&lang=cs',
  );
  expect(await links('/pricing?utm=x')).toContain('/pricing?lang=es');
});

test('a brand has its name and color in the chat, and other brands have theirs', async () => {
  const { document } = await open('/brand-showcase?brand=nocturne');
  const number = document.querySelector('[data-chatelier-agent]')?.getAttribute('data-chatelier-agent');
  const chat = await open(`/widgets/${number}`);
  expect(chat.text).toContain('#a78bfa');
  expect(chat.text).toContain('Nocturne Study Club');
  expect(chat.text).toContain('Echo');
  expect(chat.text).not.toContain('Numa');
});

describe('the color analyser', () => {
  test('reads a site with its style sheets, and none of a private network', async () => {
    const found = await analyze({ url: siteUrl() });
    const { status, document } = found;
    expect(status).toBe(200);
    expect(colorsOf(found)).toEqual(['#7c3aed', '#111827', '#ffffff']);
    const brand = [...document.querySelectorAll('.lab-table tbody tr')].find((row) =>
      row.textContent?.includes('suits an agent'),
    );
    expect(brand?.textContent).toContain('#7c3aed');
    expect(document.querySelector('meta[name=robots]')).not.toBeNull();
  });

  test.each([
    [{ url: 'http://10.0.0.1/' }, 'private network'],
    [{ url: 'http://169.254.169.254/latest/meta-data' }, 'private network'],
    [{ url: 'ftp://example.com' }, 'not a web address'],
    [{ url: 'javascript:alert(1)' }, 'not a web address'],
    [{ url: 'http://127.0.0.1:1/' }, 'could not be read'],
    [{ color: 'blue"><script>' }, 'not a color'],
  ])('says what is wrong with %j', async (query, said) => {
    const found = await analyze(query as Record<string, string>);
    const { status, document } = found;
    expect(status).toBe(200);
    expect(document.querySelector('[role=alert]')?.textContent).toContain(said);
    expect(colorsOf(found)).toEqual([]);
  });

  test('says so where a page has no color or is no page', async () => {
    for (const [path, said] of [
      ['/plain', 'No color'],
      ['/picture', 'could not be read'],
      ['/missing', 'could not be read'],
    ] as const)
      expect(
        (await analyze({ url: siteUrl(path) })).document.querySelector('[role=alert]')?.textContent,
      ).toContain(said);
  });

  test.each([{ name: 'color-analyzer' }, { name: 'color-analyzer-all', key: 'all' }])(
    'says when it looks at a site again where too many were asked for (%j)',
    async (rule) => {
      const refused = await whileFull(app, { ...rule, windowSeconds: 60 }, async () =>
        analyze({ url: siteUrl() }),
      );
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(refused.headers.get('cache-control')).toBe('no-store');
      expect(refused.document.querySelector('[role=alert]')?.textContent).toContain('a lot of sites');
    },
  );

  test('has no two regions of one name', async () => {
    const { document } = await analyze({ color: '36D6B5' });
    const names = [...document.querySelectorAll('section[aria-labelledby], [role=region]')].map((region) =>
      region.getAttribute('aria-labelledby'),
    );
    expect(names).toEqual([...new Set(names)]);
  });

  test('grades a color and the colors of a logo', async () => {
    const alone = await analyze({ color: '36D6B5' });
    expect(colorsOf(alone)).toContain('#36d6b5');
    expect(alone.document.querySelector('.lab-table')?.textContent).toContain('too weak');
    const logo = await analyze({ logo: '7c3aed:700,ffffff:200,zzz:3,111827:x' });
    expect(colorsOf(logo)).toEqual(['#7c3aed', '#ffffff']);
  });

  test('shows what it can with an example before anybody gave a color', async () => {
    const first = await analyze({});
    expect(colorsOf(first)).toContain('#36d6b5');
    expect(first.document.querySelector('#color-value')?.getAttribute('value')).toBe('#36d6b5');
    expect(first.document.querySelector('[role=alert]')).toBeNull();
  });

  test('offers a color to the agents of whoever is signed in', async () => {
    expect((await analyze({ color: '#36d6b5' })).document.querySelector('[data-lab="apply"]')).toBeNull();
    const owner = await app.register();
    const { text } = await owner.request('GET', '/color-analyzer?color=%2336d6b5');
    expect(parseHTML(text).document.querySelector('[data-lab="apply"]')?.getAttribute('data-color')).toBe(
      '#36d6b5',
    );
  });
});

describe('the PDF check', () => {
  beforeEach(async () => {
    await app.database.database.direct.execute(sql`DELETE FROM rate_limits WHERE key LIKE 'check-pdf:%'`);
  });
  async function pdf(sheets = 0): Promise<Uint8Array<ArrayBuffer>> {
    const document = new PDFDocument();
    const parts: Buffer[] = [];
    document.on('data', (part: Buffer) => parts.push(part));
    const end = new Promise((resolve) => document.on('end', resolve));
    document.text('The bakery is open from Tuesday to Saturday, and closed on Monday. '.repeat(40));
    document
      .addPage()
      .text('We deliver in Utrecht by cargo bike for four euros, in the morning. '.repeat(40));
    for (let at = 0; at < sheets; at += 1)
      document.addPage().text('Rye, spelt and wheat of the mill in Houten are baked at night. '.repeat(55));
    document.end();
    await end;
    return new Uint8Array(Buffer.concat(parts));
  }
  const send = async (name: string, bytes: Uint8Array<ArrayBuffer>, question: string, lang = 'en') => {
    const form = new FormData();
    form.append('question', question);
    form.append('file', new Blob([bytes]), name);
    const answer = await app.browser().request('POST', `/pdf-test?lang=${lang}`, { raw: form });
    return { ...answer, document: parseHTML(answer.text).document };
  };

  test('shows the passages of a file, and those that a question finds', async () => {
    const { status, document, headers } = await send('hours.pdf', await pdf(), 'Do you deliver in Utrecht?');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(document.querySelector('.pdf-figures')?.textContent).toContain('Pages2');
    const [first] = document.querySelectorAll('.pdf-passages li');
    expect(first?.textContent).toContain('cargo bike');
    expect(first?.textContent).toContain('Page 2');
    expect(document.querySelectorAll('details .pdf-passages li').length).toBeGreaterThan(1);
  });

  test('reads a long file in bounds, and says so', async () => {
    const { document } = await send('long.pdf', await pdf(100), 'Do you deliver in Utrecht?');
    expect(document.querySelectorAll('details .pdf-passages li')).toHaveLength(100);
    const [listed] = [...document.querySelectorAll('section details summary')].map((one) => one.textContent);
    expect(listed).toMatch(/^The first 100 of \d+$/);
    expect(document.querySelector('#pdf-result')?.parentElement?.textContent).toContain(
      'its first 300,000 characters',
    );
  });

  test('reads two files at once, and says when to come again', async () => {
    const bytes = await pdf(20);
    const answers = await Promise.all([1, 2, 3].map(async () => send('at-once.pdf', bytes, '')));
    const all = await whileFull(app, { name: 'check-pdf-all', windowSeconds: 60, key: 'all' }, async () =>
      send('one.pdf', bytes, ''),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    for (const { status, headers, document } of [refused[0]!, all]) {
      expect(status).toBe(429);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(document.querySelector('[role=alert]')?.textContent).toContain('a lot at once');
    }
  });

  test('says in the reader’s language what is wrong with a file', async () => {
    const broken = await send('a.pdf', new TextEncoder().encode('no PDF at all'), '', 'nl');
    expect(broken.status).toBe(422);
    expect(broken.document.querySelector('[role=alert]')?.textContent).toMatch(/bestand/);
    const none = await app.browser().request('POST', '/pdf-test', { raw: new FormData() });
    expect(none.status).toBe(400);
    expect(parseHTML(none.text).document.querySelector('[role=alert]')).not.toBeNull();
  });
});

describe('the round trip', () => {
  const id = randomBytes(16).toString('hex');

  test('brings a note back by the stream, to whoever has its id', async () => {
    const stream = await fetch(`${app.url}/labs/round-trip/${id}`);
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    let heard = '';
    const until = async (words: string): Promise<void> => {
      while (!heard.includes(words)) {
        const { value, done } = await reader.read();
        if (done) throw new Error(heard);
        heard += value;
      }
    };
    await until('event: ready');
    const other = randomBytes(16).toString('hex');
    for (const [to, number] of [
      [other, 1],
      [id, 7],
    ] as const)
      expect((await app.browser().request('POST', `/labs/round-trip/${to}/${number}`)).status).toBe(204);
    await until('{"number":7}');
    expect(heard).not.toContain('{"number":1}');
    await reader.cancel();
  });

  test.each([`/labs/round-trip/x`, `/labs/round-trip/${'g'.repeat(32)}`])('%s is none', async (path) => {
    expect((await open(path)).status).toBe(404);
  });

  test('is refused to other sites', async () => {
    const { status } = await app
      .browser()
      .request('POST', `/labs/round-trip/${id}/1`, { headers: { origin: 'https://evil.example' } });
    expect(status).toBe(403);
  });
});

test('what the check of a device finds at once has its place before it is found', async () => {
  const { document } = await open('/voice-test');
  const rowsOf = (step: string): number => document.querySelectorAll(`[data-step="${step}"] tbody th`).length;
  expect([rowsOf('browser'), rowsOf('microphone')]).toEqual([7, 0]);
});

test('an agent that may run elsewhere only is shown by none of the pages', async () => {
  const owner = await app.register();
  const { number } = await publishAgent(owner, (draft) => {
    draft.access.restrictDomains = true;
    draft.access.allowedDomains = ['shop.example'];
  });
  const loader = await app.browser().request('GET', `/widgets/${number}.js`, {
    headers: { referer: `${app.url}/test-widget/${number}` },
  });
  expect(loader.text).not.toContain('attachShadow');
});

test('a server may leave its diagnostics out', async () => {
  const plain = await startTestApp({ environment: { DIAGNOSTICS: 'off' } });
  try {
    const { text } = await plain.browser().request('GET', '/labs');
    expect(parseHTML(text).document.querySelector('#checks')).toBeNull();
    for (const path of [
      '/pdf-test',
      '/websocket-test',
      '/temp-messages',
      `/labs/round-trip/${'a'.repeat(32)}`,
    ])
      expect((await plain.browser().request('GET', path)).status, path).toBe(404);
  } finally {
    await plain.close();
  }
});

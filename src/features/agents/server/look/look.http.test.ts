import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import {
  startTestApp,
  type TestAnswer,
  type TestApp,
  type TestBrowser,
} from '#tests/support/app/test-app.ts';
import { createGuide, picture, saveDraft, sendFile } from '#tests/support/pages/guide-agent.ts';
import type { AgentConfiguration } from '../../agents-configuration.contract.ts';
import type { Agent } from '../../agents.contract.ts';

let app: TestApp;
let vera: TestBrowser;
let mallory: TestBrowser;
let model: OpenAiStandIn;
beforeAll(async () => {
  app = await startTestApp();
  [vera, mallory] = [await app.register('Vera'), await app.register('Mallory')];
  model = await startOpenAiStandIn();
});
afterAll(async () => {
  await app.close();
  await model.close();
});

const create = (browser: TestBrowser = vera): Promise<Agent> => createGuide(browser);
const upload = async (
  browser: TestBrowser,
  agent: Agent,
  kind: 'avatar' | 'background',
  bytes: Uint8Array,
): Promise<{ hash: string; url: string }> =>
  (await sendFile(browser, agent, `images?kind=${kind}`, bytes, 'picture.png')).body as {
    hash: string;
    url: string;
  };

const save = (
  agent: Agent,
  change: (draft: AgentConfiguration) => void,
  browser: TestBrowser = vera,
): Promise<TestAnswer> => saveDraft(browser, agent, change);

const liveAvatar = async (agent: Agent): Promise<string | undefined> =>
  /"avatarUrl":"?([^",]+)/.exec(await (await fetch(`${app.url}/widgets/${agent.number}`)).text())?.[1];

/** A PNG that claims a size that it does not hold, as bombs do. */
function bombPng(side: number): Buffer {
  const crc = (data: Buffer): number => {
    let value = ~0;
    for (const byte of data) {
      value ^= byte;
      for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
    }
    return ~value >>> 0;
  };
  const chunk = (name: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.writeUInt8(8, 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('a picture of an agent', () => {
  test('belongs to the draft, reaches visitors by publishing, and comes back with a restored version', async () => {
    const agent = await create();
    const first = await upload(vera, agent, 'avatar', await picture(400, 300));
    expect(
      await sharp(Buffer.from(await (await fetch(app.url + first.url)).arrayBuffer())).metadata(),
    ).toMatchObject({ format: 'webp', width: 192, height: 192 });
    await save(agent, (draft) => void (draft.appearance.avatar = first.hash));
    const live = await vera.post<Agent>(`/api/agents/${agent.id}/publish`, {
      revision: agent.draftRevision + 1,
    });
    expect(await liveAvatar(agent)).toBe(`/avatars/${first.hash}`);

    const second = await upload(vera, agent, 'avatar', await picture(300, 300, '#b4532a'));
    await save(agent, (draft) => void (draft.appearance.avatar = second.hash));
    expect(await liveAvatar(agent)).toBe(`/avatars/${first.hash}`);
    await vera.post(`/api/agents/${agent.id}/publish`, { revision: live.draftRevision + 1 });
    expect(await liveAvatar(agent)).toBe(`/avatars/${second.hash}`);

    const restored = await vera.post<Agent>(`/api/agents/${agent.id}/versions/1/restore`);
    expect(restored).toMatchObject({
      avatarUrl: `/avatars/${first.hash}`,
      draft: { appearance: { avatar: first.hash } },
    });
    const copy = await vera.post<Agent>(`/api/agents/${agent.id}/duplicate`);
    expect(copy.avatarUrl).toBe(`/avatars/${first.hash}`);
    const served = await fetch(`${app.url}/avatars/${first.hash}`);
    expect(served.headers.get('cache-control')).toContain('immutable');
    expect(served.headers.get('content-security-policy')).toContain('sandbox');
  });

  test('as a background is kept at most 1,920 pixels wide', async () => {
    const agent = await create();
    const { url } = await upload(vera, agent, 'background', await picture(4_000, 2_000));
    expect(
      await sharp(Buffer.from(await (await fetch(app.url + url)).arrayBuffer())).metadata(),
    ).toMatchObject({ format: 'webp', width: 1_920, height: 960 });
  });

  test('drawn as SVG is painted and never served as it came', async () => {
    const agent = await create();
    const drawing = [
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" onload="alert(1)">',
      '<script>alert(1)</script><image href="http://127.0.0.1:9/x.png"/>',
      '<rect width="40" height="40" fill="#b4532a"/></svg>',
    ].join('');
    const answer = await sendFile(vera, agent, 'images?kind=avatar', drawing, 'me.svg', 'image/svg+xml');
    const served = await fetch(app.url + (answer.body as { url: string }).url);
    expect(served.headers.get('content-type')).toBe('image/webp');
    expect(
      Buffer.from(await served.arrayBuffer())
        .subarray(0, 4)
        .toString('latin1'),
    ).toBe('RIFF');
  });

  test('of another account can not be shown: the field says why and nothing is saved', async () => {
    const [mine, hers] = [await create(), await create(mallory)];
    const { hash } = await upload(vera, mine, 'avatar', await picture(200, 200, '#123456'));
    const refused = await save(
      hers,
      (draft) => {
        draft.appearance.avatar = hash;
        draft.appearance.backgroundImage = 'f'.repeat(32);
        draft.css.code = `.cw-header { background: url(/images/${hash}) }`;
      },
      mallory,
    );
    expect(refused).toMatchObject({ status: 400, body: { code: 'common.invalid_input' } });
    const { fields } = refused.body as { fields: Record<string, string> };
    expect(Object.keys(fields).toSorted()).toEqual([
      'configuration.appearance.avatar',
      'configuration.appearance.backgroundImage',
      'configuration.css.code',
    ]);
    expect(fields['configuration.appearance.avatar']).toContain('Upload it again');
    expect((await mallory.get<Agent>(`/api/agents/${hers.id}`)).draft.appearance.avatar).toBe('');
    expect((await sendFile(mallory, mine, 'images', await picture(9, 9), 'x.png')).status).toBe(404);
  });

  test.each([
    ['a web page named .png', () => Promise.resolve(Buffer.from('<!doctype html><script>alert(1)</script>'))],
    [
      'a GIF that is a script as well',
      () => Promise.resolve(Buffer.from('GIF89a/*\u0001\u0001*/=1;alert(1)')),
    ],
    ['a PNG that is cut off', async () => (await picture(300, 300)).subarray(0, 60)],
    ['a PNG of 900 million pixels in 100 bytes', () => Promise.resolve(bombPng(30_000))],
    [
      'an SVG of a billion pixels',
      () =>
        Promise.resolve(
          Buffer.from(
            '<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"><rect width="9" height="9"/></svg>',
          ),
        ),
    ],
    [
      'an SVG of nested entities',
      () => {
        const inner = [...'bcdefgh'].map(
          (name, at) => `<!ENTITY ${name} "${`&${'abcdefgh'[at]};`.repeat(20)}">`,
        );
        const entities = `<!ENTITY a "${'x'.repeat(1_000)}">${inner.join('')}`;
        const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&h;</text></svg>';
        return Promise.resolve(Buffer.from(`<!DOCTYPE svg [${entities}]>${drawing}`));
      },
    ],
    ['nothing', () => Promise.resolve(Buffer.alloc(0))],
  ])('that is %s is refused', async (_what, bytes) => {
    const agent = await create();
    const started = performance.now();
    expect(await sendFile(vera, agent, 'images?kind=background', await bytes(), 'picture.png')).toMatchObject(
      {
        status: 415,
        body: { code: 'agents.image_unusable' },
      },
    );
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test('with effects that keep a machine busy for half a minute is refused with the way to mend it', async () => {
    const agent = await create();
    const effects = '<feTurbulence numOctaves="255"/>'.repeat(6);
    const noise = `<filter id="f">${effects}</filter><rect width="1920" height="1920" filter="url(#f)"/>`;
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1920" height="1920">${noise}</svg>`;
    expect(
      await sendFile(vera, agent, 'images?kind=background', drawing, 'noise.svg', 'image/svg+xml'),
    ).toMatchObject({
      status: 422,
      body: { code: 'agents.image_elaborate', message: expect.stringContaining('Save it as PNG or WebP') },
    });
  });

  test('beyond its size is refused', async () => {
    const agent = await create();
    expect(
      (await sendFile(vera, agent, 'images?kind=avatar', Buffer.alloc(2 * 1_048_576 + 1), 'big.png')).status,
    ).toBe(413);
  });

  test('comes with an agent that is made from a website: its icon', async () => {
    const icon = await picture(64, 64, '#b4532a');
    const site = createServer((request, response) => {
      if (request.url === '/icon.png') return void response.setHeader('content-type', 'image/png').end(icon);
      if (request.url !== '/') return void response.writeHead(404).end();
      response
        .setHeader('content-type', 'text/html; charset=utf-8')
        .end(
          [
            '<!doctype html><html lang="en"><head><title>Bakery Linden</title>',
            '<link rel="icon" type="image/png" href="/icon.png"></head>',
            '<body><h1>Bakery Linden</h1>',
            '<p>Bread and cake, every day from seven in the morning until noon.</p></body></html>',
          ].join(''),
        );
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const agent = await vera.post<Agent>('/api/agents', {
      from: 'website',
      input: `http://127.0.0.1:${(site.address() as AddressInfo).port}/`,
    });
    expect(agent.avatarUrl).toBe(`/avatars/${agent.draft.appearance.avatar}`);
    expect((await fetch(app.url + (agent.avatarUrl ?? ''))).headers.get('content-type')).toBe('image/webp');
    site.close();
  });

  test('that nothing shows any more is cleaned up after a week, and one that an old version shows is not', async () => {
    const agent = await create();
    const [kept, unused] = [
      await upload(vera, agent, 'avatar', await picture(50, 50, '#111111')),
      await upload(vera, agent, 'avatar', await picture(50, 50, '#222222')),
    ];
    await save(agent, (draft) => void (draft.appearance.avatar = kept.hash));
    await vera.post(`/api/agents/${agent.id}/publish`, { revision: agent.draftRevision + 1 });
    await save(agent, (draft) => void (draft.appearance.avatar = ''));
    const { database, agentsImages } = app.server.services;
    await agentsImages.sweepImages();
    expect((await fetch(app.url + unused.url)).status).toBe(200);
    await database.system((tx) =>
      tx.$client.query(
        "UPDATE agent_images SET created_at = now() - interval '8 days' WHERE hash = ANY($1)",
        [[kept.hash, unused.hash]],
      ),
    );
    await agentsImages.sweepImages();
    expect((await fetch(app.url + unused.url)).status).toBe(404);
    expect((await fetch(app.url + kept.url)).status).toBe(200);
  });
});

describe('custom CSS', () => {
  test('reaches visitors within the chat only, once it is published', async () => {
    const agent = await create();
    expect(
      await save(agent, (draft) => void (draft.css.code = '.cw-header { background: #123456 }')),
    ).toMatchObject({ status: 200 });
    await vera.post(`/api/agents/${agent.id}/publish`, { revision: agent.draftRevision + 1 });
    const page = await (await fetch(`${app.url}/widgets/${agent.number}`)).text();
    expect(page).toContain('#chatelier-chat .cw-container .cw-header{background:#123456;}');
    expect(page).toMatch(/rel="modulepreload" href="\/chat\/assets\/design-/);
  });

  test.each([
    ['.cw-header {\n  color: red;\n}\n@import "https://evil.example/x.css";', 'Line 4'],
    ['.cw-header {\n  background: u\\72l(https://evil.example/?seen)\n}', 'Line 2'],
    ['\n\n.cw-header { color', 'Line 3'],
    [`/* ${'x'.repeat(20_400)} ščřž ${'é'.repeat(50)} */`, '20 KB'],
  ])('that can not be used is refused with its line: %#', async (code, words) => {
    const agent = await create();
    const answer = await save(agent, (draft) => void (draft.css.code = code));
    expect(answer).toMatchObject({ status: 400 });
    expect((answer.body as { fields: Record<string, string> }).fields['configuration.css.code']).toContain(
      words,
    );
  });
});

test('CSS whose brackets do not fit is refused again and again, and the server goes on', async () => {
  const agent = await create();
  for (const code of ['('.repeat(300), '())(', '['.repeat(300), '[])[', '{'.repeat(300), '{}}{']) {
    expect(await save(agent, (draft) => void (draft.css.code = code))).toMatchObject({
      status: 400,
      body: { fields: { 'configuration.css.code': expect.stringContaining('Line 1') } },
    });
  }
  expect(await save(agent, (draft) => void (draft.css.code = '.cw-header { color: red }'))).toMatchObject({
    status: 200,
  });
});

import jsQrModule from 'jsqr';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestBrowser } from '#tests/support/app/test-app.ts';
import { userAgent } from '#tests/support/app/user-agent.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import type { QrCode } from '../qr-codes.contract.ts';

// The package is written for CommonJS and says of itself to be a module.
const jsQr = jsQrModule as unknown as typeof jsQrModule.default;
let app: TestApp;
let vera: TestBrowser;
let agent: Agent;
beforeAll(async () => {
  app = await startTestApp({ environment: { TRUST_PROXY: 'loopback' } });
  vera = await app.register('Vera');
  const made = await vera.post<Agent>('/api/agents', {
    from: 'description',
    input: 'A guide for "Hotel Linden"',
  });
  agent = await vera.post<Agent>(`/api/agents/${made.id}/publish`, { revision: made.draftRevision });
});
afterAll(() => app.close());

const create = (input: Record<string, unknown> = {}): Promise<QrCode> =>
  vera.post<QrCode>(`/api/agents/${agent.id}/qr-codes`, { name: 'Front door', ...input });
const list = async (): Promise<QrCode[]> =>
  (await vera.get<{ qrCodes: QrCode[] }>(`/api/agents/${agent.id}/qr-codes`)).qrCodes;
const picture = async (code: string, format: string): Promise<Buffer> =>
  Buffer.from(
    await (
      await fetch(`${app.url}/api/agents/${agent.id}/qr-codes/${code}/picture?format=${format}`, {
        headers: { cookie: vera.cookie() },
      })
    ).arrayBuffer(),
  );
const scan = (code: string) =>
  app.browser().request('GET', `/q/${code}`, {
    headers: {
      'user-agent':
        'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Mobile/15E148 Safari/604.1',
    },
  });

/** What a camera would read in a picture. */
async function read(bytes: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(bytes)
    .flatten({ background: '#ffffff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return jsQr(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

describe('a QR code', () => {
  test('is read by a camera in every format, colour and with a picture in the middle', async () => {
    const face = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#b4532a' } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(face)]), 'face.png');
    const { hash } = (await vera.request('POST', `/api/agents/${agent.id}/images?kind=avatar`, { raw: form }))
      .body as { hash: string };
    for (const look of [
      {},
      { color: '#4f46e5', background: '#fff7ed' },
      { logo: hash },
      { color: '#7c2d12', logo: hash },
    ]) {
      const { code, url } = await create(look);
      expect(await read(await picture(code, 'png'))).toBe(url);
      expect(await read(await picture(code, 'svg'))).toBe(url);
      expect((await picture(code, 'pdf')).subarray(0, 5).toString()).toBe('%PDF-');
    }
  });

  test('leads to the agent and counts each scan; a printed one leads elsewhere once its target is changed', async () => {
    const { code } = await create();
    expect(await scan(code).then(({ status, headers }) => [status, headers.get('location')])).toEqual([
      302,
      `/widgets/${agent.number}/qr-${code}`,
    ]);
    await vera.request('PUT', `/api/agents/${agent.id}/qr-codes/${code}`, {
      body: { name: 'Front door', targetUrl: 'https://example.com/menu' },
    });
    const answers = await Promise.all(Array.from({ length: 20 }, () => scan(code)));
    expect(new Set(answers.map(({ headers }) => headers.get('location')))).toEqual(
      new Set(['https://example.com/menu']),
    );
    expect((await list()).find((entry) => entry.code === code)).toMatchObject({
      scanCount: 21,
      lastScanAt: expect.any(String),
    });
  });

  test('is counted thirty times an hour from one address, and leads to its target for ever', async () => {
    const { code } = await create();
    const from = (address: string) =>
      app.browser().request('GET', `/q/${code}`, {
        headers: { 'x-forwarded-for': address, 'user-agent': userAgent },
      });
    const answers = await Promise.all(Array.from({ length: 45 }, () => from('192.0.2.66')));
    expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.get('location')}`))).toEqual(
      new Set([`302 /widgets/${agent.number}/qr-${code}`]),
    );
    expect((await from('192.0.2.67')).status).toBe(302);
    expect((await list()).find((entry) => entry.code === code)).toMatchObject({ scanCount: 31 });
  });

  test('that was deleted is as unknown as one that never was', async () => {
    const { code } = await create();
    expect((await vera.request('DELETE', `/api/agents/${agent.id}/qr-codes/${code}`)).status).toBe(200);
    for (const unknown of [code, 'aaaaaaaa', '../etc', '%00'])
      expect((await scan(unknown)).status).toBeGreaterThanOrEqual(400);
    expect((await vera.request('DELETE', `/api/agents/${agent.id}/qr-codes/${code}`)).status).toBe(404);
  });

  test('that no camera could read, or that leads to a dangerous address, is refused with the field and the reason', async () => {
    const refused = async (input: Record<string, unknown>) =>
      (await vera.request('POST', `/api/agents/${agent.id}/qr-codes`, { body: { name: 'x', ...input } }))
        .body;
    expect(await refused({ color: '#eeeeee' })).toMatchObject({
      fields: { color: expect.stringContaining('contrast') },
    });
    expect(await refused({ color: '#ffffff', background: '#000000' })).toMatchObject({
      fields: { color: expect.any(String) },
    });
    expect(await refused({ targetUrl: 'javascript:alert(1)' })).toMatchObject({
      fields: { targetUrl: expect.any(String) },
    });
    expect(await refused({ targetUrl: 'http://example.com' })).toMatchObject({
      fields: { targetUrl: expect.any(String) },
    });
    expect(await refused({ color: '"/><script>' })).toMatchObject({ fields: { color: expect.any(String) } });
    expect(await refused({ logo: 'f'.repeat(32) })).toMatchObject({ fields: { logo: expect.any(String) } });
  });

  test('is deleted together with all others of its agent on request', async () => {
    await create();
    const count = (await list()).length;
    expect((await vera.request('DELETE', `/api/agents/${agent.id}/qr-codes`)).body).toEqual({
      removed: count,
    });
    expect(await list()).toEqual([]);
  });
});

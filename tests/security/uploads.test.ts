import http from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#shared/endpoint.ts';
import { formBlock, openForm, publishForm } from '#tests/support/dashboard/forms-setup.ts';
import { addressOf, isForPrograms, slotsOf } from './endpoint-walk.ts';
import { openSecurityWorld, type SecurityWorld } from './world.ts';

let world: SecurityWorld;
let uploads: readonly Endpoint[];
beforeAll(async () => {
  world = await openSecurityWorld();
  uploads = world.app.server.endpoints.filter(({ transport }) => transport === 'upload');
});
afterAll(() => world.close());

/**
 * Sends the head of an upload and the first bytes of its file, and nothing more: the status that comes back
 * all the same, 0 for none.
 */
function begin(path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve) => {
    const options = {
      method: 'POST',
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=b', 'content-length': '5000000' },
      agent: false,
    };
    const request = http.request(new URL(path, world.app.url), options, (response) => {
      resolve(response.statusCode ?? 0);
      request.destroy();
    });
    request.setTimeout(5_000, () => request.destroy());
    request.on('error', () => resolve(0));
    request.write(
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nfirst',
    );
  });
}
const callerOf = (endpoint: Endpoint, tenant: SecurityWorld['vera']): Record<string, string> =>
  endpoint.access === 'visitor'
    ? { authorization: `Bearer ${tenant.visitor.token}` }
    : endpoint.access === 'public'
      ? {}
      : isForPrograms(endpoint)
        ? { authorization: `Bearer ${tenant.programKey}` }
        : { cookie: tenant.owner.cookie() };
const tokenOf = ({ access }: Endpoint): string => (access === 'public' ? '?token=forged.token' : '');

describe('a file', () => {
  it('is refused before it is read where nobody signed in sends it, or nobody whose it is', async () => {
    expect(uploads.length).toBeGreaterThanOrEqual(8);
    const refused = await Promise.all(
      uploads.map(
        async (endpoint) =>
          [
            endpoint.path,
            await begin(addressOf(endpoint, world.vera, world.vera.first) + tokenOf(endpoint), {}),
          ] as const,
      ),
    );
    for (const [path, status] of refused) expect([path, status >= 400 && status < 500]).toEqual([path, true]);
    const foreign = uploads.filter(
      (endpoint) => endpoint.access !== 'public' && slotsOf(endpoint).some(({ isOwned }) => isOwned),
    );
    expect(foreign.length).toBeGreaterThanOrEqual(4);
    for (const endpoint of foreign) {
      const query = endpoint.path.endsWith('/images') ? '?kind=avatar' : '';
      expect([
        endpoint.path,
        await begin(
          addressOf(endpoint, world.olga, world.olga.first) + query,
          callerOf(endpoint, world.vera),
        ),
      ]).toEqual([endpoint.path, 404]);
    }
  });

  it('is refused before it is read where too many came', async () => {
    const headers = { cookie: world.vera.owner.cookie() };
    await Promise.all(
      Array.from({ length: 61 }, () =>
        world.app.browser().request('POST', '/api/contact-imports', { raw: new FormData(), headers }),
      ),
    );
    expect(await begin('/api/contact-imports', headers)).toBe(429);
  });

  it('of a form needs the token of its page first', async () => {
    const form = await publishForm(world.vera.owner, [formBlock('cv', 'file', { accept: ['txt'] })]);
    const other = await publishForm(world.vera.owner, [formBlock('cv', 'file', { accept: ['txt'] })]);
    const { token } = await openForm(world.app, other);
    const path = `/api/form-pages/${form.publicId}/files/cv`;
    for (const bad of ['x', token])
      expect(await begin(`${path}?token=${encodeURIComponent(bad)}`, {})).toBe(409);
    const visit = await openForm(world.app, form);
    expect(
      await begin(`/api/form-pages/${form.publicId}/files/none?token=${encodeURIComponent(visit.token)}`, {}),
    ).toBe(404);
    for (let sent = 0; sent < 30; sent++)
      expect((await visit.upload('cv', 'a.txt', 'Text')).status).toBe(200);
    expect(await begin(`${path}?token=${encodeURIComponent(visit.token)}`, {})).toBe(409);
  });
});

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('whoever runs the product without plans is never asked to subscribe', async () => {
  const vera = await app.register();
  expect(await vera.get('/api/subscription/status')).toMatchObject({
    status: 'active',
    isActive: true,
    hasPaid: false,
  });
});

test('a person brings a picture, which is re-encoded, shown to everybody, replaced and removed', async () => {
  const [vera, other] = [await app.register(), await app.register()];
  const formOf = (bytes: Uint8Array): FormData => {
    const form = new FormData();
    form.append('file', new Blob([Buffer.from(bytes)]), 'me.png');
    return form;
  };
  const drawing = (color: string) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><script>alert(1)</script><rect width="40" height="40" fill="${color}"/></svg>`,
    );
  const send = async (bytes: Uint8Array) => vera.request('POST', '/api/user/picture', { raw: formOf(bytes) });
  const first = (await send(drawing('red'))).body as { profileImageUrl: string };
  expect(first.profileImageUrl).toMatch(/^\/people\/[0-9a-f]{32}\?v=[0-9a-f]{8}$/);
  const shown = await app.browser().request('GET', first.profileImageUrl);
  expect([shown.status, shown.headers.get('content-type'), shown.text.includes('script')]).toEqual([
    200,
    'image/webp',
    false,
  ]);
  expect(
    (await vera.get<{ members: { avatarUrl: string | null }[] }>('/api/team')).members.map(
      ({ avatarUrl }) => avatarUrl,
    ),
  ).toEqual([first.profileImageUrl]);
  expect([
    (await send(Buffer.from('no picture'))).status,
    (await vera.get<{ profileImageUrl: string }>('/api/user')).profileImageUrl,
  ]).toEqual([400, first.profileImageUrl]);
  const second = (await send(drawing('blue'))).body as { profileImageUrl: string };
  // What remembers the old address shows the new picture.
  const [old, now] = [
    await app.browser().request('GET', first.profileImageUrl),
    await app.browser().request('GET', second.profileImageUrl),
  ];
  expect([
    second.profileImageUrl === first.profileImageUrl,
    old.status,
    old.text === now.text,
    old.text === shown.text,
  ]).toEqual([false, 200, true, false]);
  expect((await other.request('DELETE', '/api/user/picture')).status).toBe(200);
  expect((await vera.get<{ profileImageUrl: string }>('/api/user')).profileImageUrl).toBe(
    second.profileImageUrl,
  );
  expect(
    ((await vera.request('DELETE', '/api/user/picture')).body as { profileImageUrl: null }).profileImageUrl,
  ).toBeNull();
  expect((await app.browser().request('GET', second.profileImageUrl)).status).toBe(404);
});

test('two of one name in an account are told apart wherever somebody is named, and others are called by it', async () => {
  const [anna, other] = [await app.register('Anna Novak'), await app.register('anna novak ')];
  const note = async () => {
    const { id } = await anna.post<{ id: string }>('/api/contacts', { name: 'Ben' });
    await anna.post(`/api/contacts/${id}/notes`, { text: 'Hi' });
    const { entries } = await anna.get<{ entries: { author?: string }[] }>(`/api/contacts/${id}/timeline`);
    return entries.find(({ author }) => author)?.author;
  };
  expect(await note()).toBe('Anna Novak');
  await app.database.database.direct.execute(
    sql`UPDATE memberships SET account_id = ${anna.user.accountId}, role = 'editor' WHERE user_id = ${other.user.id}`,
  );
  expect(await note()).toBe(`Anna Novak (${anna.email})`);
});

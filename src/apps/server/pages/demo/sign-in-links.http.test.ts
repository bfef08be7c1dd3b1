import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { createSignInLinks } from './sign-in-links.ts';

const signInLinks = createSignInLinks();
let app: TestApp;
beforeAll(async () => void (app = await startTestApp({ signInLinks })));
afterAll(() => app.close());

test('a link of the demo signs one person in, once', async () => {
  const owner = await app.register();
  const { id: userId, accountId } = await owner.get<{ id: string; accountId: string }>('/api/user');
  const link = signInLinks.add({ userId, accountId, path: '/dashboard' });

  const browser = app.browser();
  const answer = await browser.request('GET', link);
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/dashboard']);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect((await browser.get<{ id: string }>('/api/user')).id).toBe(userId);

  const second = app.browser();
  expect((await second.request('GET', link)).status).toBe(404);
  expect((await second.request('GET', '/api/user')).status).toBe(401);
  expect((await second.request('GET', '/demo/sign-in/guessed')).status).toBe(404);
});

test('a link opens nothing for who comes through a proxy, and is not used up by them', async () => {
  const owner = await app.register();
  const { id: userId, accountId } = await owner.get<{ id: string; accountId: string }>('/api/user');
  const link = signInLinks.add({ userId, accountId, path: '/dashboard' });
  const headers = { 'x-forwarded-for': '198.51.100.7' };
  expect((await app.browser().request('GET', link, { headers })).status).toBe(404);
  expect((await app.browser().request('GET', link)).status).toBe(302);
});

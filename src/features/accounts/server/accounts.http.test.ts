import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('whoever runs the product without plans is never asked to subscribe', async () => {
  const vera = await app.register();
  expect(await vera.get('/api/subscription/status')).toMatchObject({ status: 'active', isActive: true, hasPaid: false });
});

import { sql } from 'drizzle-orm';
import type { TestApp } from '#tests/support/app/test-app.ts';
import type { Person } from './world.ts';

/** An app that a member let into the account. */
export async function letAppIn(app: TestApp, owner: Person, canary: string): Promise<string> {
  const back = 'https://assistant.example/callback';
  const registered = await app.browser().request('POST', '/oauth/register', {
    body: { client_name: canary, redirect_uris: [back] },
  });
  await owner.post('/api/oauth/authorization', {
    client_id: (registered.body as { client_id: string }).client_id,
    redirect_uri: back,
    response_type: 'code',
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
    scopes: ['agents.read'],
    isAllowed: true,
  });
  const { rows } = await app.database.database.direct.execute<{ id: string }>(
    sql`SELECT id FROM oauth_grants WHERE account_id = ${owner.user.accountId}`,
  );
  return rows[0]?.id ?? '';
}

import { sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { newId } from '#shared/ids.ts';
import { hashToken, newToken } from '#platform/crypto/secret-box.ts';
import { addClient } from '#features/accounts/server/accounts-clients.usecases.ts';
import { accounts } from '#features/accounts/server/accounts.table.ts';
import { newAccountRow } from '#features/accounts/server/accounts.usecases.ts';
import { programScopes } from '#features/api-keys/api-keys-account.contract.ts';
import type { TestApp, TestBrowser } from '#tests/support/app/test-app.ts';

/** A delivery that went nowhere, of a webhook that is off: nothing is written for it behind the tests. */
export async function tryWebhook(
  owner: Pick<TestBrowser, 'request' | 'post'>,
  webhookId: string,
): Promise<string> {
  await owner.request('PATCH', `/api/webhook-endpoints/${webhookId}`, { body: { isEnabled: false } });
  const { id } = await owner.post<{ id: string }>(`/api/webhook-endpoints/${webhookId}/test`, {
    type: 'form.submitted',
  });
  return id;
}

/** A landing page becomes one that visitors see. */
export async function publishLandingPage(
  owner: Pick<TestBrowser, 'request' | 'post'>,
  id: string,
  canary: string,
): Promise<void> {
  const content = [{ type: 'hero', props: { id: 'hero-1', title: canary } }];
  const data = { root: { props: {} }, content, zones: {} };
  const { body } = await owner.request('PUT', `/api/landing-pages/${id}/draft`, {
    body: { revision: 1, data },
  });
  const { draftRevision: revision } = body as { draftRevision: number };
  await owner.post(`/api/landing-pages/${id}/publish`, { revision });
}

/** A submission with a file, as somebody might have sent it. */
export async function answerForm(
  app: TestApp,
  formId: string,
  canary: string,
): Promise<{ submissions: string; files: string }> {
  const [submissions, files] = [newId('fsb'), newId('fup')];
  await app.database.database.direct.execute(sql`
    INSERT INTO form_submissions (id, account_id, form_id, version, state, answers, search_text, started_at,
      submitted_at, updated_at)
    SELECT ${submissions}, account_id, id, 1, 'complete', ${JSON.stringify({ name: canary })}::jsonb,
      ${canary}, now(), now(), now() FROM forms WHERE id = ${formId}`);
  await app.database.database.direct.execute(sql`
    INSERT INTO form_files (id, account_id, form_id, submission_id, field, is_sent, kind, name, mime_type,
      byte_count, bytes, created_at)
    SELECT ${files}, account_id, id, ${submissions}, 'file', true, 'document', ${`${canary}.txt`},
      'text/plain; charset=utf-8', 1, ${Buffer.from(canary)}, now() FROM forms WHERE id = ${formId}`);
  return { submissions, files };
}

/** A suite of an agent with a run that was held to its end. */
export async function simulate(
  owner: Pick<TestBrowser, 'get' | 'post'>,
  agentId: string,
  canary: string,
): Promise<{ suite: string; run: string }> {
  const { id: suite } = await owner.post<{ id: string }>('/api/simulator/suites', {
    agentId,
    suite: { name: canary, scenarios: [{ name: canary, turns: [{ text: `Who knows ${canary}?` }] }] },
  });
  const { id: run } = await owner.post<{ id: string }>(`/api/simulator/suites/${suite}/runs`, {});
  await vi.waitFor(
    async () => {
      const held = await owner.get<{ run: { status: string } }>(`/api/simulator/runs/${run}`);
      expect(held.run.status).toBe('passed');
    },
    { timeout: 30_000, interval: 100 },
  );
  return { suite, run };
}

/** Waits until no export is being written: what is written beside a walk would look like a change of it. */
export async function waitForExport(owner: Pick<TestBrowser, 'get'>): Promise<void> {
  await vi.waitFor(
    async () => {
      const { exports } = await owner.get<{ exports: { state: string }[] }>('/api/account/exports');
      if (!exports.every(({ state }) => state === 'ready')) throw new Error('Not written yet');
    },
    { timeout: 60_000, interval: 50 },
  );
}

/** A key of a member's own with every scope, whatever their role lets them make. */
export async function keyOf(app: TestApp, accountId: string, userId: string): Promise<string> {
  const key = `sk_live_${newToken()}`;
  await app.database.database.direct.execute(
    sql`INSERT INTO account_keys (id, account_id, name, is_test, scopes, requests_per_minute, hash, last_four,
        created_by, created_at)
      VALUES (${newId('akk')}, ${accountId}, 'Theirs', false, ${sql.param(`{${programScopes.join(',')}}`)}, 600,
        ${hashToken(key)}, '', ${userId}, now())`,
  );
  return key;
}

/** A store as if it had been connected: no shop answers here. */
export async function connectStore(app: TestApp, accountId: string, canary: string): Promise<string> {
  const store = newId('sto');
  await app.database.database.direct.execute(
    sql`INSERT INTO stores (id, account_id, kind, name, url, created_at, updated_at)
      VALUES (${store}, ${accountId}, 'woocommerce', ${canary}, ${`https://${canary}.shop.example`}, now(), now())`,
  );
  return store;
}

/** A client of an account, made past the plan and the brand that agencies need. */
export async function makeClient(app: TestApp, agencyId: string, canary: string): Promise<string> {
  const [id, now] = [newId('acc'), new Date()];
  await app.database.database.system(async (tx) => {
    await tx.insert(accounts).values(newAccountRow(id, `Client ${canary}`, now));
    await addClient(tx, {
      accountId: id,
      agencyId,
      createdAt: now,
      featuresOff: [],
      pausedAt: null,
      pausedReason: '',
      stoppedAt: null,
    });
  });
  return id;
}

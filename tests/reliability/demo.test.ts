import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { kinds } from '#features/analytics/server/events/kinds.models.ts';
import { createPasswords } from '#platform/crypto/password.ts';
import { languages } from '#shared/languages.ts';
import { buildOnce } from '../support/app/built.ts';
import { createTestDatabase } from '../support/app/test-database.ts';
import { makeDemo } from '../../tools/demo/make.ts';
import { demoEnvironment, demoFolder, prepareDemoFolder } from '../../tools/demo/serve.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'chatelier-demo-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('npm run demo', () => {
  test('makes a company whose screens agree with what happened in it', async () => {
    await buildOnce();
    const database = await createTestDatabase();
    const end = new Date('2026-03-20T15:00:00Z');
    try {
      const { happened, people, password } = await makeDemo({
        databaseUrl: database.url,
        dataDir: folder,
        publicUrl: 'http://localhost:3000',
        end,
        days: 3,
        seed: 7,
        async look(services, { owner, operator, agents, forms }) {
          const { scope } = owner;
          const rows = async (query: ReturnType<typeof sql>) =>
            (await database.database.direct.execute<Record<string, unknown>>(query)).rows;

          const overview = await services.conversations.overview(scope);
          expect(overview).toMatchObject({ agents: 3, liveAgents: 3, knowledgeReady: true });
          const [counted] = await rows(sql`SELECT count(*)::int AS conversations FROM conversations
            WHERE account_id = ${scope.accountId} AND NOT is_preview`);
          expect(overview.conversations).toBe(counted?.['conversations']);

          // What visitors paid is what the bank has, less what went back.
          const [money] = await rows(sql`SELECT
            (SELECT coalesce(sum(gross), 0)::int FROM payment_movements WHERE account_id = ${scope.accountId}) AS moved,
            (SELECT coalesce(sum(amount - refunded), 0)::int FROM test_money_payments
              WHERE account_id = ${scope.accountId} AND status = 'paid') AS held`);
          expect(money?.['moved']).toBe(money?.['held']);
          expect(money?.['held']).toBeGreaterThan(0);

          // Nothing lies outside the invented days, and nothing was left half done.
          const [odd] = await rows(sql`SELECT count(*)::int AS many FROM messages
            WHERE account_id = ${scope.accountId}
              AND (created_at > ${end} OR created_at < ${new Date(end.getTime() - 6 * 86_400_000)} OR status <> 'complete')`);
          expect(odd?.['many']).toBe(0);
          const [written] = await rows(sql`SELECT count(*)::int AS many,
              count(*) FILTER (WHERE created_at > ${end.toISOString()}::timestamptz)::int AS late,
              count(DISTINCT created_at)::int AS moments
            FROM audit_entries WHERE account_id = ${scope.accountId}`);
          expect(written).toMatchObject({ late: 0 });
          expect(Number(written?.['moments'])).toBeGreaterThan(5);
          await expect(
            rows(sql`UPDATE audit_entries SET action = action WHERE account_id = ${scope.accountId}`),
          ).rejects.toThrow('UPDATE audit_entries');

          // Pages that sell are online and were read.
          const sold =
            await rows(sql`SELECT p.status, (SELECT sum(views)::int FROM landing_page_days WHERE page_id = p.id) AS views
            FROM landing_pages p WHERE p.account_id = ${scope.accountId}`);
          expect(sold.map(({ status, views }) => status === 'published' && Number(views) > 0)).toEqual([
            true,
            true,
          ]);
          // People came by links that say which, with what they use, and some looked without writing.
          const came = await rows(sql`SELECT count(DISTINCT d.source)::int > 2 AS sources,
              count(DISTINCT d.campaign)::int > 2 AS campaigns, count(DISTINCT d.device)::int AS devices,
              count(DISTINCT d.landing_page_id)::int > 1 AS pages, bool_or(p.conversations = 0) AS silent,
              bool_or(p.conversations > 0) AS written
            FROM analytics_people p JOIN analytics_dims d ON d.id = p.dims_id
            WHERE p.account_id = ${scope.accountId}`);
          expect(came).toEqual([
            { sources: true, campaigns: true, devices: 3, pages: true, silent: true, written: true },
          ]);
          const shown = await rows(sql`SELECT kind FROM analytics_days
            WHERE account_id = ${scope.accountId} AND agent_id = '' AND kind = ANY('{1,10,14,28}'::smallint[])
            GROUP BY kind ORDER BY kind`);
          expect(shown.map(({ kind }) => kind)).toEqual([1, 10, 14, 28]);
          // Whoever opened a chat saw it, whichever agent and company it was.
          const unseen = await rows(sql`SELECT agent_id, day::text FROM analytics_days
            GROUP BY account_id, agent_id, day
            HAVING coalesce(sum(amount) FILTER (WHERE kind = ${kinds.opened}), 0)
              > coalesce(sum(amount) FILTER (WHERE kind = ${kinds.seen}), 0)`);
          expect(unseen).toEqual([]);
          const spoken = await rows(
            sql`SELECT DISTINCT language FROM conversations WHERE account_id = ${scope.accountId}`,
          );
          expect(spoken.map(({ language }) => language).toSorted()).toEqual(languages.toSorted());

          const waiting = await services.inbox.list(scope, { view: 'all', sort: 'newest' });
          expect(waiting.conversations.some(({ handler }) => handler === 'waiting')).toBe(true);
          expect((await services.answerGaps.list(scope, undefined)).length).toBeGreaterThan(0);
          const sent = await Promise.all(
            [forms.feedback, forms.call, forms.clinic].map(async ({ id }) =>
              services.forms.submissions.figures(scope, id),
            ),
          );
          expect(sent).toHaveLength(3);
          expect((await services.billing.billing(scope)).plan).toBe('pro');
          expect((await services.team.members.team(scope)).members).toHaveLength(5);
          expect(await services.auth.superadminToken()).toBeNull();
          expect(operator.userId).not.toBe(owner.userId);

          // Who runs the server finds work: reports with answers, news, an address that is kept out, people.
          const told = await services.feedback.newest();
          expect(told.map(({ status }) => status).toSorted()).toEqual(['done', 'new', 'planned']);
          expect(new Set(told.map(({ createdAt }) => createdAt)).size).toBe(3);
          expect((await services.announcements.list()).map(({ state }) => state)).toContain('planned');
          expect(await services.ipBlocks.list()).toHaveLength(2);
          const [seen] = await rows(sql`SELECT count(*)::int AS many,
              count(*) FILTER (WHERE email_proven_at IS NOT NULL
                AND EXISTS (SELECT FROM sessions s WHERE s.user_id = users.id))::int AS seen
            FROM users WHERE email LIKE '%@lindenhof.example' AND name <> ''`);
          expect(seen?.['seen']).toBe(seen?.['many']);
          expect(new Set(Object.values(agents).map(({ number }) => number)).size).toBe(3);

          // Nothing that was made is without use, and no section of the superadmin is empty.
          const [called] = await services.functions.list(scope);
          expect(called?.agentCount).toBe(1);
          const copies = (await services.backups.list()).backups;
          expect(copies.map(({ status }) => status)).toEqual(['ready', 'ready', 'ready']);
          expect(await readdir(path.join(folder, 'backups'))).toHaveLength(3);
          const domains = await services.superadminDomains.list();
          expect(domains.map(({ host, state }) => [host, state])).toEqual([
            ['chat.kaapnoord.example', 'pending'],
          ]);
          // Something is tried and something was, figures are watched, and a program was let in.
          const trials = await Promise.all(
            Object.values(agents).map(({ id }) => services.agents.experiments.of(scope, id)),
          );
          expect(
            trials.flatMap(({ experiments }) => experiments.map(({ outcome }) => outcome)).toSorted(),
          ).toEqual([null, 'stopped']);
          const watched = await services.thresholds.list(scope);
          expect(watched).toHaveLength(3);
          expect(watched.every(({ checkedAt }) => checkedAt !== null)).toBe(true);
          expect(await services.accountKeys.list(scope)).toHaveLength(1);
          expect(await services.webhooks.list(scope)).toMatchObject([{ isEnabled: false }]);
          expect(await services.reportLetters.schedule(scope)).toMatchObject({ every: 'week' });

          // An agency's clients are at work: each has an agent that visitors asked, and one has people of its own.
          const clients = await rows(sql`SELECT
              (SELECT count(*)::int FROM agents WHERE account_id = c.account_id) AS agents,
              (SELECT count(*) > 0 FROM conversations WHERE account_id = c.account_id) AS asked,
              (SELECT count(*)::int FROM memberships WHERE account_id = c.account_id) AS people
            FROM agency_clients c ORDER BY people`);
          expect(clients).toEqual([
            { agents: 1, asked: true, people: 0 },
            { agents: 1, asked: true, people: 1 },
          ]);
        },
      });
      expect(happened.conversations).toBeGreaterThan(5);
      expect(happened.talks).toBeGreaterThan(5);
      expect(people.map(({ who }) => who)).toEqual(['owner', 'colleague', 'operator', 'agency']);
      // Some steps ask for one's own password again, which the demo tells.
      const { rows: kept } = await database.database.direct.execute<{ hash: string }>(
        sql`SELECT password_hash AS hash FROM users WHERE ${sql.join(
          people.map(({ userId }) => sql`id = ${userId}`),
          sql` OR `,
        )}`,
      );
      const passwords = createPasswords();
      expect(await Promise.all(kept.map(({ hash }) => passwords.verify(hash, password)))).toEqual(
        people.map(() => true),
      );
    } finally {
      await database.close();
    }
  });

  test('is made in a folder of its own and nowhere else', async () => {
    expect(await demoFolder('here')).toBe(path.resolve('here'));
    expect(await demoFolder()).toMatch(/-demo$/);
    const [own, other] = [path.join(folder, 'own'), path.join(folder, 'other')];
    await Promise.all([mkdir(own), mkdir(other)]);
    await writeFile(path.join(other, 'encryption-key'), 'of a real server');
    await expect(prepareDemoFolder(other, true)).rejects.toThrow('something that is not the demo');
    expect(await readdir(other)).toEqual(['encryption-key']);

    await prepareDemoFolder(own, false);
    await writeFile(path.join(own, 'half'), '');
    // A demo that was not finished is begun anew; one that was is kept until another one is asked for.
    await prepareDemoFolder(own, false);
    expect(await readdir(own)).toEqual(['demo.json']);
    await writeFile(path.join(own, 'demo.json'), JSON.stringify({ state: 'made', people: [] }));
    await writeFile(path.join(own, 'kept'), '');
    await prepareDemoFolder(own, false);
    expect((await readdir(own)).toSorted()).toEqual(['demo.json', 'kept']);
    await prepareDemoFolder(own, true);
    expect(await readdir(own)).toEqual(['demo.json']);
  });

  test('sends nothing out and lets nobody in but this machine, whatever the environment says', () => {
    const environment = demoEnvironment(
      {
        PORT: '4000',
        HOST: '0.0.0.0',
        DATABASE_URL: 'postgres://real',
        DATA_DIR: '/srv/real',
        SMTP_URL: 'smtp://mail.example',
        PLATFORM_STRIPE_KEY: 'sk_live_1',
        TRUST_PROXY: 'loopback',
      },
      '/srv/data-demo',
    );
    expect(environment).toEqual({
      PORT: '4000',
      LOG_LEVEL: 'warn',
      LOG_FORMAT: undefined,
      DATA_DIR: '/srv/data-demo',
      HOST: '127.0.0.1',
      PLANS: 'paid',
    });
  });
});

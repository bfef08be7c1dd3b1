import { appendFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readCopy } from '#platform/database/copy/read-copy.ts';
import { projectFolder } from '#apps/server/project-folder.ts';
import { publishAgent } from '#tests/support/visitors/visitor-of-services.ts';
import { startTestServices, type TestMember, type TestServices } from '#tests/support/app/test-services.ts';
import type { Backup } from '../backups.contract.ts';

let services: TestServices;
let olga: TestMember;
let operator: { userId: string; accountId: string; address: string };
const name = `restored_${process.pid}`;
const base = inject('databaseUrl');
const url = base.replace('{database}', name);
const admin = new pg.Client({ connectionString: base.replace('{database}', 'postgres') });
const migrations = path.join(projectFolder, 'migrations');
beforeAll(async () => {
  services = await startTestServices();
  olga = await services.member('Olga Operator');
  operator = { userId: olga.user.id, accountId: olga.user.accountId, address: '192.0.2.7' };
  await services.auth.claimSuperadmin(operator, (await services.auth.superadminToken()) ?? '');
  await publishAgent(services, olga, (draft) => {
    // What readers of lines split at, and what JSON and SQL write otherwise.
    draft.footer.text = "One\u2028two “three” \\ 'four'\n\ttab";
  });
  await admin.connect();
});
afterAll(async () => {
  await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await admin.end();
  await services.close();
});

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'worked',
    (error: { code?: string }) => error.code,
  );
async function make(): Promise<Backup> {
  await services.backups.start(operator);
  await services.jobs.work();
  const [newest] = (await services.backups.list()).backups;
  if (!newest) throw new Error('Nothing was made');
  services.clock.advance(1_000);
  return newest;
}
async function fileOf({ fileName }: Backup): Promise<string> {
  return path.join((await services.backups.list()).folder, fileName);
}
/** What every table holds, as one number each. */
async function contentsOf(of: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: of });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND relname NOT IN ('schema_migrations', 'backups', 'server_processes') ORDER BY 1`,
  );
  const contents: Record<string, string> = {};
  for (const table of rows) {
    const { rows: found } = await client.query<{ sum: string }>(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, '' ORDER BY t::text)), '') AS sum FROM "${table.name}" t`,
    );
    contents[table.name] = found[0]?.sum ?? '';
  }
  await client.end();
  return contents;
}

test('a backup is the whole database, and is put back whole into an empty one', async () => {
  const before = await contentsOf(services.database.url);
  const made = await make();
  expect(made).toMatchObject({ status: 'ready', failure: null, startedBy: 'Olga Operator' });
  expect([made.tables, made.rows > 5, made.bytes > 1_000]).toEqual([made.allTables, true, true]);
  const file = await fileOf(made);

  await admin.query(`CREATE DATABASE ${name}`);
  // Half a file changes nothing.
  const half = `${file}.half`;
  writeFileSync(half, readFileSync(file));
  truncateSync(half, Math.round(made.bytes / 2));
  await expect(readCopy({ url, file: half, migrations })).rejects.toThrow('no whole backup');
  appendFileSync(half, 'and something else');
  await expect(readCopy({ url, file: half, migrations })).rejects.toThrow('no whole backup');

  expect(await readCopy({ url, file, migrations })).toMatchObject({ rows: made.rows });
  const after = await contentsOf(url);
  expect(after['users']).toMatch(/^1 /);
  for (const [table, sum] of Object.entries(before))
    if (!['audit_entries', 'test_jobs'].includes(table)) expect([table, after[table]]).toEqual([table, sum]);
  // Nobody's work is written over.
  await expect(readCopy({ url, file, migrations })).rejects.toThrow('People use this database already');
});

test('its file is fetched with the password, by the one who asked, for some minutes', async () => {
  const made = await make();
  const { backups } = services;
  expect(await codeOf(backups.link(operator, made.id, 'not the password'))).toBe('auth.password_wrong');
  const { url: link } = await backups.link(operator, made.id, olga.password);
  const token = new URL(link, 'https://chatelier.test').searchParams.get('token') ?? '';
  const found = await backups.file(operator.userId, made.id, token);
  expect([found.fileName, found.bytes]).toEqual([made.fileName, made.bytes]);
  const vera = await services.member('Vera');
  for (const [user, id] of [
    [vera.user.id, made.id],
    [operator.userId, 'bkp_0'],
  ] as const)
    expect(await codeOf(backups.file(user, id, token))).toBe('backups.link_over');
  services.clock.advance(11 * 60_000);
  expect(await codeOf(backups.file(operator.userId, made.id, token))).toBe('backups.link_over');
  const { entries } = await services.audit.ofSuperadmins();
  expect(entries.slice(0, 2).map(({ action }) => action)).toEqual([
    'operator.backup_opened',
    'operator.backup_started',
  ]);
});

test('one is made at a time, so many are kept as was set, and one that failed says why', async () => {
  const { backups, operatorSettings } = services;
  await operatorSettings.change(operator, { backupsKept: 1 });
  const first = await make();
  await backups.start(operator);
  expect(await codeOf(backups.start(operator))).toBe('backups.under_way');
  await services.jobs.work();
  const { backups: kept } = await backups.list();
  expect(kept.map(({ status }) => status)).toEqual(['ready']);
  expect(existsSync(await fileOf(first))).toBe(false);
  services.clock.advance(1_000);

  const aborted = new AbortController();
  aborted.abort(new Error('The disk is full'));
  const { backups: begun } = await backups.start(operator);
  await backups.write(begun[0]?.id ?? '', aborted.signal);
  const [failed, before] = (await backups.list()).backups;
  expect(failed).toMatchObject({ status: 'failed', failure: expect.stringMatching(/./) as unknown });
  expect(failed && existsSync(`${await fileOf(failed)}.part`)).toBe(false);
  expect(before).toMatchObject({ status: 'ready' });
  expect((await backups.remove(operator, before?.id ?? '')).backups.map(({ id }) => id)).toEqual([
    failed?.id,
  ]);
});

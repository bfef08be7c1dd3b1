import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/app/test-database.ts';
import { query } from './checker.ts';
import { ask, openSession, publishAgent, register } from './people.ts';
import {
  cleanUp,
  databaseProcess,
  fillDataFolder,
  startInVain,
  startServer,
  temporaryFolder,
  unbuiltCheckout,
  type Ended,
  type ServerProcess,
} from './server-process.ts';

const isRoot = process.getuid?.() === 0;
/** Root's database runs as nobody. */
const databaseUser = Number(execFileSync('id', isRoot ? ['-u', 'nobody'] : ['-u']).toString());
const key = '0123456789abcdef'.repeat(4);
const otherKey = 'f'.repeat(64);
const dataDir = temporaryFolder();
let database: TestDatabase;
let server: ServerProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startServer({ DATA_DIR: dataDir });
});
afterAll(async () => {
  await cleanUp();
  await database.close();
});

/** One line for a person on stderr, an exit code that says so, and no stack anywhere. */
function expectOneLine(ended: Ended, words: RegExp): void {
  expect(ended.stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(ended.stderr).toMatch(words);
  expect(ended.code).toBe(1);
  expect(ended.stdout).not.toMatch(/^\s+at /m);
  expect(ended.stdout).not.toContain('Chatelier runs at');
}

const outside = (): Record<string, string> => ({
  DATABASE_URL: database.url,
  DATA_DIR: temporaryFolder(),
  ENCRYPTION_KEY: key,
});

test('a taken port is named', async () => {
  const { port } = new URL(server.url);
  const folder = temporaryFolder();
  await fillDataFolder(folder);
  expectOneLine(
    await startInVain({ DATA_DIR: folder, PORT: port }),
    new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is taken by another program\\. Stop it, or set PORT`),
  );
  expect((await ask('GET', `${server.url}/readyz`)).status).toBe(200);
});

test("a taken port is named by any program that takes it, also with a database of one's own", async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as { port: number };
  expectOneLine(await startInVain({ ...outside(), PORT: String(port) }), /is taken by another program/);
  taken.close();
});

test('a data folder in use by another server stays with that server', async () => {
  const agent = await publishAgent(await register(server.url));
  const process = databaseProcess(dataDir);
  const ended = await startInVain({ DATA_DIR: dataDir });
  expectOneLine(
    ended,
    new RegExp(`^The data folder ${dataDir} is in use by another server \\(process ${server.pid}\\)`),
  );
  expect(ended.milliseconds).toBeLessThan(10_000);
  expect(databaseProcess(dataDir)).toBe(process);
  expect((await openSession(server.url, agent.number)).token).not.toBe('');
});

test('of several servers that start at once on one new data folder exactly one runs', async () => {
  const shared = temporaryFolder();
  const results = await Promise.allSettled(
    Array.from({ length: 3 }, () => startServer({ DATA_DIR: shared })),
  );
  const started = results.filter((result) => result.status === 'fulfilled');
  expect(started).toHaveLength(1);
  for (const result of results)
    if (result.status === 'rejected') expect(String(result.reason)).toMatch(/is in use by another server/);
  expect((await ask('GET', `${started[0]?.value.url}/readyz`)).status).toBe(200);
  await started[0]?.value.stop();
});

test('an unreachable database is named without its password', async () => {
  const ended = await startInVain({
    ...outside(),
    DATABASE_URL: 'postgresql://somebody:a-secret-password@127.0.0.1:9/nothing',
  });
  expectOneLine(
    ended,
    /^The database at 127\.0\.0\.1:9\/nothing can't be reached \(.*ECONNREFUSED.*\)\. Check DATABASE_URL\./,
  );
  expect(ended.stderr + ended.stdout).not.toContain('a-secret-password');
});

test.each([
  [
    'that does not exist',
    () => database.url.replace(/\/chatelier_test_\w+/, '/not_there'),
    /^The database at .* can't be reached \(.*"not_there" does not exist\)\. Check DATABASE_URL\./,
  ],
  [
    'on an unknown host',
    () => 'postgresql://nobody@no-such-host.invalid/x',
    /^The database at no-such-host\.invalid\/x can't be reached/,
  ],
  [
    'with an address that is none',
    () => 'postgresql://:::',
    /^The database at .* can't be reached \(.*Check DATABASE_URL\./,
  ],
])('a database %s is named', async (_what, address, words) => {
  expectOneLine(await startInVain({ ...outside(), DATABASE_URL: address() }), words);
});

test('another encryption key than the one before is refused, and nothing is changed', async () => {
  const first = await startServer(outside());
  await register(first.url);
  expect((await first.stop()).code).toBe(0);
  const before = await query(
    database.url,
    'SELECT key, value::text, updated_at FROM instance_facts ORDER BY key',
  );
  expectOneLine(
    await startInVain({ ...outside(), ENCRYPTION_KEY: otherKey }),
    /^The encryption key does not belong to this database/,
  );
  expect(
    await query(database.url, 'SELECT key, value::text, updated_at FROM instance_facts ORDER BY key'),
  ).toEqual(before);
  // The old key still opens it, also as the second of two while it is being replaced.
  const rotated = await startServer({ ...outside(), ENCRYPTION_KEY: `${otherKey},${key}` });
  expect((await rotated.stop()).code).toBe(0);
});

test('a lost or damaged key file is not replaced by a new key over old data', async () => {
  const folder = temporaryFolder();
  await fillDataFolder(folder);
  const first = await startServer({ DATA_DIR: folder });
  await register(first.url);
  expect((await first.stop()).code).toBe(0);
  const file = path.join(folder, 'encryption-key');
  const kept = readFileSync(file, 'utf8');
  writeFileSync(file, 'not a key\n');
  expectOneLine(
    await startInVain({ DATA_DIR: folder }),
    /does not hold an encryption key of 64 hexadecimal digits/,
  );
  writeFileSync(file, `${otherKey}\n`);
  expectOneLine(
    await startInVain({ DATA_DIR: folder }),
    /^The encryption key does not belong to this database/,
  );
  writeFileSync(file, kept);
  const again = await startServer({ DATA_DIR: folder });
  expect((await again.stop()).code).toBe(0);
});

test.each(['encryption-key', 'not-mounted'])(
  "a key file that can't be read (a link to %s) is not replaced",
  async (target) => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'encryption-key');
    symlinkSync(target, file);
    const ended = await startInVain({ DATABASE_URL: database.url, DATA_DIR: folder });
    expectOneLine(ended, new RegExp(`^The encryption key in ${file} can't be read \\(\\w+\\)\\. `));
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
  },
);

test("a data folder that can't be made or written is named", async () => {
  const file = path.join(temporaryFolder(), 'a-file');
  writeFileSync(file, 'somebody needs this');
  expectOneLine(await startInVain({ DATA_DIR: file }), /^The data folder .*a-file can't be written\./);
  expect(readFileSync(file, 'utf8')).toBe('somebody needs this');
  expectOneLine(
    await startInVain({ DATA_DIR: '/proc/chatelier' }),
    /^The data folder \/proc\/chatelier can't be written\./,
  );
  expectOneLine(
    await startInVain({ ...outside(), DATA_DIR: '/proc/chatelier' }),
    /^The data folder \/proc\/chatelier can't be written\./,
  );
});

test.runIf(isRoot)(
  "root's data folder below one that only root may enter is refused with a way out",
  async () => {
    const closed = temporaryFolder();
    chmodSync(closed, 0o700);
    const below = path.join(closed, 'data');
    mkdirSync(below);
    expectOneLine(
      await startInVain({ DATA_DIR: below }),
      new RegExp(
        `^The data folder ${below} lies under ${closed}, which only its owner may enter.*Set DATA_DIR to another folder`,
      ),
    );
  },
);

test("a database that can't be looked at is not taken for none", async () => {
  const folder = temporaryFolder();
  const data = path.join(folder, 'postgres');
  symlinkSync('not-mounted', data);
  expectOneLine(
    await startInVain({ DATA_DIR: folder }),
    new RegExp(`^The database in ${data} can't be read \\(ENOENT\\)\\. `),
  );
  expect(readdirSync(folder)).toEqual(['postgres']);
});

test.runIf(isRoot)('the database of another user is named, and nothing is made beside it', async () => {
  const folder = temporaryFolder();
  const data = path.join(folder, 'postgres');
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(path.join(data, 'PG_VERSION'), '18\n');
  chownSync(data, 12_345, 12_345);
  const words = `^The database in ${data} belongs to user 12345, and here it would run as user ${databaseUser}\\. `;
  expectOneLine(await startInVain({ DATA_DIR: folder }), new RegExp(words));
  expect(readdirSync(folder)).toEqual(['postgres']);
});

test.each([
  ['PORT', 'eighty', /^PORT is "eighty": /],
  ['DATABASE_URL', 'mysql://a:hidden-password@b/c', /^DATABASE_URL is \(hidden\): must start with postgres/],
  ['HOST', '192.0.2.77', /^Can't listen on 192\.0\.2\.77:\d+ \(EADDRNOTAVAIL\)\. Check HOST and PORT\./],
  [
    'HOST',
    'no-such-host.invalid',
    /^Can't listen on no-such-host\.invalid:\d+ \(\w+\)\. Check HOST and PORT\./,
  ],
  ['TRUST_PROXY', 'not-an-address', /^TRUST_PROXY is "not-an-address": must be addresses or ranges/],
])('the setting %s is refused when it is %s', async (variable, value, words) => {
  const ended = await startInVain({ ...outside(), [variable]: value });
  expectOneLine(ended, words);
  expect(ended.stderr).not.toContain('hidden-password');
});

describe('before the screens are built, which takes a minute, a start tells', () => {
  const checkout = unbuiltCheckout();
  const building = 'Building the screens';

  test("that the database in the data folder can't be used", async () => {
    const folder = temporaryFolder();
    mkdirSync(path.join(folder, 'postgres'), { mode: 0o755 });
    if (isRoot) chownSync(path.join(folder, 'postgres'), databaseUser, -1);
    writeFileSync(path.join(folder, 'postgres/PG_VERSION'), '9\n');
    const ended = await checkout.startInVain({ DATA_DIR: folder });
    expectOneLine(ended, /^The database did not start: /);
    expect(ended.stdout).not.toContain(building);
  });

  test("that the data folder can't be written", async () => {
    const file = path.join(temporaryFolder(), 'a-file');
    writeFileSync(file, 'somebody needs this');
    for (const DATA_DIR of [file, '/proc/chatelier']) {
      const ended = await checkout.startInVain({ ...outside(), DATA_DIR });
      expectOneLine(ended, new RegExp(`^The data folder ${DATA_DIR} can't be written\\.`));
      expect(ended.stdout).not.toContain(building);
      expect(ended.milliseconds).toBeLessThan(20_000);
    }
  });

  test('that the encryption key is another one', async () => {
    const settings = outside();
    expect((await (await startServer(settings)).stop()).code).toBe(0);
    const ended = await checkout.startInVain({ ...settings, ENCRYPTION_KEY: otherKey });
    expectOneLine(ended, /^The encryption key does not belong to this database/);
    expect(ended.stdout).not.toContain(building);
  });

  test('that the port is taken', async () => {
    const { port } = new URL(server.url);
    const ended = await checkout.startInVain({ ...outside(), PORT: port });
    expectOneLine(ended, /is taken by another program/);
    expect(ended.stdout).not.toContain(building);
  });
});

test('a database of a newer version is left alone', async () => {
  const newer = await createTestDatabase();
  await query(newer.url, `INSERT INTO schema_migrations (name, checksum) VALUES ('9999_future.sql', 'x')`);
  const tables = 'SELECT table_schema, table_name FROM information_schema.tables ORDER BY 1, 2';
  const before = await query(newer.url, tables);
  expectOneLine(
    await startInVain({ ...outside(), DATABASE_URL: newer.url }),
    /^The database was made by a newer version of Chatelier \(it has 9999_future\.sql\)\. Start that version instead\./,
  );
  expect(await query(newer.url, tables)).toEqual(before);
  await newer.close();
});

test('a server that was stopped is ready again', async () => {
  expect((await server.stop()).code).toBe(0);
  server = await startServer({ DATA_DIR: dataDir });
  expect((await ask('GET', `${server.url}/readyz`)).status).toBe(200);
});

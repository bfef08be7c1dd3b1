/**
 * The product's server as a process of its own whose vendors of speech are at the addresses that are handed in as
 * JSON. Its database and data folder are thrown away when it stops.
 */
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.ts';
import { migrate } from '#platform/database/migrate.ts';
import { readConfig } from '#platform/config/settings.ts';
import { createSilentLogger } from '#platform/log/logger.ts';
import { runServer } from '#apps/server/run-server.ts';
import { temporaryFolder } from './processes.ts';

const vendors = JSON.parse(process.argv[2] ?? '{}') as Record<string, string>;
const folder = temporaryFolder();
const postgres = await startEmbeddedPostgres({ folder: folder.path });
const admin = new pg.Client({ connectionString: postgres.url('postgres') });
await admin.connect();
await admin.query('CREATE DATABASE bench');
await admin.end();
const databaseUrl = postgres.url('bench');
await migrate(databaseUrl, path.join(import.meta.dirname, '../../migrations'));
const server = await runServer({
  config: readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    ENCRYPTION_KEY: '0123456789abcdef'.repeat(4),
    LOCAL_MODEL_URLS: 'none',
    ALLOW_PRIVATE_ADDRESSES: '127.0.0.1',
    TRUST_PROXY: '127.0.0.1',
    STOP_GRACE_SECONDS: '1',
    PLANS: 'free',
  }),
  log: createSilentLogger(),
  databaseUrl,
  dataDir: path.join(folder.path, 'data'),
  speechBaseUrls: vendors,
  // Keys are tried before they are kept.
  llm: { baseUrls: vendors },
});
process.send?.((server.listening ?? server.url).replace('localhost', '127.0.0.1'));
process.once('SIGTERM', () => {
  void (async () => {
    await server.stop();
    await postgres.stop();
    folder.remove();
    if (process.connected) process.disconnect();
  })();
});

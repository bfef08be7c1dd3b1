import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.ts';
import { migrate } from '#platform/database/migrate.ts';
import { createTranslator } from '#platform/i18n/translator.ts';
import { projectFolder, readTree } from '../tests/architecture/source-tree.ts';
import { apiPage, errorsPage, openApi, permissionsPage } from './reference/api-pages.ts';
import {
  embedProtocolPage,
  eventsPage,
  featuresPage,
  jobsPage,
  routesPage,
  settingsPage,
} from './reference/code-pages.ts';
import { clientSource } from './reference/client-source.ts';
import { configurationPage } from './reference/configuration-page.ts';
import { databasePage } from './reference/database-page.ts';
import { readContracts } from './reference/read-contracts.ts';

/**
 * All pages of `docs/reference`, by file name, from the code and a migrated database. The same code gives the
 * same pages. They are committed, also the long `api.md`: they are read where nothing runs, on a forge and in a review, in which an
 * endpoint that changed is a few lines. The OpenAPI document is for programs, so a running server makes it.
 */
export async function referencePages(pool: Pick<pg.Pool, 'query'>): Promise<Map<string, string>> {
  const tree = readTree();
  const contracts = await readContracts();
  const { version } = JSON.parse(tree.get('package.json') ?? '{}') as { version: string };
  const document = openApi(contracts, version);
  const translator = createTranslator(path.join(projectFolder, 'locales'));
  return new Map([
    ['agent-configuration.md', configurationPage((key) => translator.text('en', `agents:fields.${key}`))],
    ['api.md', apiPage(document)],
    ['database.md', await databasePage(pool, tree)],
    ['embed-protocol.md', embedProtocolPage(tree)],
    ['errors.md', errorsPage(contracts, (key) => translator.text('en', key, { wait: '15 minutes' }))],
    ['events.md', eventsPage(tree)],
    ['features.md', featuresPage(tree)],
    ['jobs.md', jobsPage()],
    ['permissions.md', permissionsPage(contracts)],
    ['routes.md', routesPage(contracts)],
    ['settings.md', settingsPage()],
  ]);
}

/** Where the typed operations of the client package stand; they are made with the pages. */
export const clientFile = 'packages/client/src/operations.ts';
/** The text of that file. */
export async function clientOperations(): Promise<string> {
  const { version } = JSON.parse(readTree().get('package.json') ?? '{}') as { version: string };
  return clientSource(await readContracts(), version);
}

async function main(): Promise<void> {
  writeFileSync(path.join(projectFolder, clientFile), await clientOperations());
  const data = mkdtempSync(path.join(tmpdir(), 'chatelier-reference-'));
  const postgres = await startEmbeddedPostgres({ folder: data });
  try {
    const url = postgres.url('postgres');
    await migrate(url, path.join(projectFolder, 'migrations'));
    const pool = new pg.Pool({ connectionString: url, max: 1 });
    // The pool's end does not wait for the last goodbye, and the database may be gone by then.
    pool.on('error', () => undefined);
    const folder = path.join(projectFolder, 'docs/reference');
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const [file, text] of await referencePages(pool)) writeFileSync(path.join(folder, file), text);
    await pool.end();
    process.stdout.write(`Written: ${path.relative(process.cwd(), folder) || '.'}\n`);
  } finally {
    await postgres.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) await main();

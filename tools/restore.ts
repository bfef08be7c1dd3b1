import path from 'node:path';
import { readConfig, SettingError } from '#platform/config/settings.ts';
import { CopyError } from '#platform/database/copy/copy-format.ts';
import { readCopy } from '#platform/database/copy/read-copy.ts';
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.ts';
import { MigrationError } from '#platform/database/migrate.ts';
import { DataFolderError, takeDataFolder } from '#platform/process/data-folder.ts';
import { projectFolder } from '#apps/server/project-folder.ts';

/** `npm run restore -- <file>`: puts a backup of /superadmin/backups into an empty data folder, or database. */

const say = (text: string): void => void process.stdout.write(`${text}\n`);

async function restore(): Promise<void> {
  const [file] = process.argv.slice(2);
  if (!file)
    throw new CopyError(
      'Say which backup, and where to: DATA_DIR=/var/lib/chatelier npm run restore -- file.backup',
    );
  const config = readConfig(process.env);
  const migrations = path.join(projectFolder, 'migrations');
  const into = async (url: string): Promise<void> => {
    const { at, rows } = await readCopy({ url, file: path.resolve(file), migrations });
    say(`Restored: ${rows} rows, as they were on ${at}.`);
    if (config.encryptionKey === null)
      say('Put the file encryption-key of that server into the data folder before you start this one.');
  };
  if (config.databaseUrl) return into(config.databaseUrl);
  if (config.dataDir === null)
    throw new CopyError(
      'Say where to: set DATA_DIR to an empty folder, or DATABASE_URL to an empty database.',
    );
  const folder = await takeDataFolder(path.resolve(config.dataDir));
  try {
    say(`Data folder: ${folder.path}`);
    const postgres = await startEmbeddedPostgres({ folder: folder.path });
    try {
      await into(postgres.url('postgres'));
    } finally {
      await postgres.stop();
    }
  } finally {
    await folder.release();
  }
}

try {
  await restore();
} catch (error) {
  const isTheirs = [CopyError, SettingError, MigrationError, DataFolderError].some(
    (kind) => error instanceof kind,
  );
  process.stderr.write(`${isTheirs && error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

import path from 'node:path';
import { readConfig, SettingError, type Config } from '#platform/config/settings.ts';
import { beginHeartbeat } from '#platform/process/heartbeat.ts';
import {
  DataFolderError,
  defaultDataFolder,
  makeFolder,
  takeDataFolder,
} from '#platform/process/data-folder.ts';
import { checkConnection, DatabaseUnreachableError } from '#platform/database/check-connection.ts';
import { EmbeddedPostgresError } from '#platform/database/postgres-binaries.ts';
import { keepEmbeddedPostgres } from '#platform/database/kept-postgres.ts';
import { migrate, MigrationError } from '#platform/database/migrate.ts';
import { createLogger } from '#platform/log/logger.ts';
import { BuildError, ensureBuilt } from '../../../tools/build.ts';
import { earlierChats, keepChatFiles } from './earlier-chats.ts';
import { tryToListen } from './listening.ts';
import { logSettings } from './log-settings.ts';
import { projectFolder } from './project-folder.ts';
import type { SignInLinks } from './pages/demo/sign-in-links.ts';
import type { RunningServer } from './run-server.ts';
import { diskFault, StartError } from './start-error.ts';

const known = [
  SettingError,
  DataFolderError,
  DatabaseUnreachableError,
  EmbeddedPostgresError,
  MigrationError,
  BuildError,
  StartError,
];
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const tellOfBuilding = (): void => say('Building the screens (once, takes a moment) …');

type Undo = () => Promise<void>;

/** What somebody who starts the server does beside: the demo makes its company and prints its own links. */
export type StartExtras = {
  /** Called when the data folder is this process's own, before anything is read there. */
  prepareFolder?(folder: string): Promise<void>;
  /** Called on the migrated database, before the server listens. */
  prepareDatabase?(given: { config: Config; databaseUrl: string; dataDir: string }): Promise<void>;
  /** Called once the server listens, instead of printing the link of the superadmin. */
  tell?(server: RunningServer): Promise<void>;
  signInLinks?: SignInLinks;
};

/** The product's code, which takes a second to read. What is wrong with it is told by whoever runs it. */
function readCode(): Promise<typeof import('./run-server.ts')> {
  const code = import('./run-server.ts');
  code.catch(() => undefined);
  return code;
}

/** Prepares what the server needs, step by step; everything that was begun is put on `undo`. */
async function start(
  config: Config,
  undo: Undo[],
  onFatal: (reason: string) => void,
  extras: StartExtras,
): Promise<RunningServer> {
  const log = createLogger(logSettings(config));
  const wanted = config.dataDir ?? (await defaultDataFolder(projectFolder));
  let dataDir = path.resolve(wanted);
  let url = config.databaseUrl;
  if (url) {
    // Several processes may share one database on one machine, so nothing here is taken for one alone.
    await makeFolder(dataDir).catch((cause: unknown) => {
      throw new DataFolderError(
        `The data folder ${dataDir} can't be written. Give this user the right to, or set DATA_DIR to another folder.`,
        { cause },
      );
    });
  } else {
    const folder = await takeDataFolder(dataDir);
    undo.push(() => folder.release());
    dataDir = folder.path;
    await extras.prepareFolder?.(dataDir);
  }
  say(`Data folder: ${dataDir}`);
  // Building the screens takes a minute: what is wrong with folder, database, key and port is told before it.
  if (url) {
    say('Connecting to the database …');
    await checkConnection(url);
  } else {
    say('Starting the database …');
    const postgres = await keepEmbeddedPostgres({
      folder: dataDir,
      // Another core makes the database while this one reads.
      meanwhile: () => void readCode(),
      events: {
        ended: (reason, pauseMs) =>
          log.error({ reason, pauseMs }, 'the database ended by itself and is started again'),
        back: () => log.info('the database is back'),
        lost: onFatal,
      },
    });
    undo.push(() => postgres.stop());
    url = postgres.url('postgres');
  }
  const applied = await migrate(url, path.join(projectFolder, 'migrations'));
  if (applied.length > 0)
    say(`Database brought up to date (${applied.length} ${applied.length === 1 ? 'step' : 'steps'}).`);
  // The product's code is read when the set-up was found to be right: a fault is told a second or two sooner.
  const { listenAddress, runServer } = await readCode();
  if (extras.prepareDatabase) {
    // Mails are drawn while the database is filled; what browsers are sent is built beside it.
    const canDraw = Promise.withResolvers<void>();
    const built = ensureBuilt(tellOfBuilding, canDraw.resolve);
    built.catch(canDraw.reject);
    await canDraw.promise;
    await extras.prepareDatabase({ config, databaseUrl: url, dataDir });
    await built;
  }
  const server = await runServer({
    config,
    log,
    databaseUrl: url,
    dataDir,
    ...(extras.signInLinks && { signInLinks: extras.signInLinks }),
    async prepareScreens() {
      if (config.processMode !== 'worker') await tryToListen(listenAddress(config));
      await ensureBuilt(tellOfBuilding);
    },
  });
  // Nobody waits for it: what is kept is needed after the next update.
  if (config.processMode !== 'worker')
    keepChatFiles({
      from: path.join(projectFolder, 'dist/chat/assets'),
      to: earlierChats(dataDir),
      now: new Date(),
    }).catch((error: unknown) =>
      log.warn({ err: error }, 'the files of this build’s chat could not be kept for open pages'),
    );
  return server;
}

/** Starts the server and keeps it until it is asked to stop. */
export async function main(
  environment: Record<string, string | undefined> = process.env,
  extras: StartExtras = {},
): Promise<void> {
  const undo: Undo[] = [];
  let server: RunningServer | null = null;
  let stopping = false;
  // What goes wrong while stopping is told, and the process ends all the same.
  const report = (error: unknown): void =>
    void process.stderr.write(`While stopping: ${error instanceof Error ? error.message : String(error)}\n`);
  async function stop(code: number): Promise<void> {
    if (stopping) return;
    stopping = true;
    if (server) {
      say('Stopping …');
      await server.stop().catch(report);
    }
    for (const step of undo.toReversed()) await step().catch(report);
    process.exitCode = code;
    // Everything is saved; what still holds the event loop (idle keep-alive sockets, pooled workers) may not
    // delay the end.
    process.exit();
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
  // Whoever supervises this process is gone, and with it whoever could stop it.
  if (process.connected) process.on('disconnect', () => void stop(0));
  if (process.env['npm_lifecycle_event']) {
    // npm passes a signal that it gets itself on to nobody; when it is gone, so is whoever started us.
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && void stop(0), 1_000).unref();
  }
  process.on('unhandledRejection', (error) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  });
  try {
    const config = readConfig(environment);
    server = await start(
      config,
      undo,
      (reason) => {
        // Without its database nothing can be finished, so nobody waits for it.
        server = null;
        process.stderr.write(
          `The database ended and can't be started again (${reason}). What was saved is kept; mend this and start the server again.\n`,
        );
        void stop(1);
      },
      extras,
    );
    beginHeartbeat();
    say(`\nChatelier runs at ${server.url}\n`);
    if (extras.tell) await extras.tell(server);
    else if (server.superadminLink)
      say(`Open this link once to become this instance's superadmin:\n${server.superadminLink}\n`);
  } catch (error) {
    if (stopping) return;
    const line = known.some((kind) => error instanceof kind) ? (error as Error).message : diskFault(error);
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`${line ?? `Chatelier could not start: ${detail}`}\n`);
    await stop(1);
  }
}

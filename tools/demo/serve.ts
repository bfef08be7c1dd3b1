import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { defaultDataFolder, DataFolderError } from '#platform/process/data-folder.ts';
import { createSignInLinks } from '../../src/apps/server/pages/demo/sign-in-links.ts';
import { projectFolder } from '../../src/apps/server/project-folder.ts';
import type { StartExtras } from '../../src/apps/server/start.ts';
import type { DemoPerson } from './make.ts';

type Mark = {
  state: 'making' | 'made';
  people: DemoPerson[];
  /** Theirs; demos that were made earlier keep none. */
  password?: string;
};

const markName = 'demo.json';
/** What lies in a data folder before anything was made there. */
const lockName = 'server.lock';
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** The demo's data folder: the one that is named, or one beside that of `npm start` and never the same. */
export const demoFolder = async (named?: string): Promise<string> =>
  named ? path.resolve(named) : `${await defaultDataFolder(projectFolder)}-demo`;

async function readMark(folder: string): Promise<Mark | null> {
  const text = await readFile(path.join(folder, markName), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as Mark);
}

/**
 * Settings of the demo's server: the port and the log are the person's own. Everything else is fixed, so that no
 * mail leaves, no real money moves, nobody else's data is touched and nobody else gets in.
 */
export function demoEnvironment(
  given: Record<string, string | undefined>,
  folder: string,
): Record<string, string | undefined> {
  const { PORT, LOG_LEVEL, LOG_FORMAT } = given;
  return {
    PORT,
    LOG_LEVEL: LOG_LEVEL ?? 'warn',
    LOG_FORMAT,
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PLANS: 'paid',
  };
}

/**
 * Empties a folder that a demo was made in, when it is to be made anew or was left half made. Throws
 * `DataFolderError` for a folder with anything else in it.
 */
export async function prepareDemoFolder(folder: string, isFresh: boolean): Promise<void> {
  const mark = await readMark(folder);
  const things = (await readdir(folder)).filter((name) => name !== lockName);
  if (mark === null && things.length > 0)
    throw new DataFolderError(
      `The folder ${folder} holds something that is not the demo. Move it away: the demo is made in a folder of its own.`,
    );
  if (mark?.state === 'made' && !isFresh) return;
  for (const name of things) await rm(path.join(folder, name), { recursive: true, force: true });
  await writeMark(folder, { state: 'making', people: [] });
}

const writeMark = (folder: string, mark: Mark): Promise<void> =>
  writeFile(path.join(folder, markName), `${JSON.stringify(mark, null, 2)}\n`, { mode: 0o600 });

/** What starting the demo does beside starting a server. */
export function demoExtras(isFresh: boolean, port: string | undefined): StartExtras {
  const signInLinks = createSignInLinks();
  let made: Pick<Mark, 'people' | 'password'> = { people: [] };
  return {
    signInLinks,
    prepareFolder: (folder) => prepareDemoFolder(folder, isFresh),
    async prepareDatabase({ databaseUrl, dataDir }) {
      const mark = await readMark(dataDir);
      if (mark?.state === 'made') {
        made = mark;
        return;
      }
      say('Making a company with its last 90 days …');
      const { makeDemo } = await import('./make.ts');
      const publicUrl = `http://localhost:${port ?? 3000}`;
      const { people, password } = await makeDemo({
        databaseUrl: forgetful(databaseUrl),
        dataDir,
        publicUrl,
      });
      made = { people, password };
      await writeMark(dataDir, { state: 'made', ...made });
    },
    async tell({ url }) {
      say('Sign in as one of them; each link works once, on this machine:\n');
      for (const { who, name, ...person } of made.people)
        say(`  ${who.padEnd(10)} ${name.padEnd(14)} ${url}${signInLinks.add(person)}`);
      if (made.password !== undefined)
        say(`\nWhere something asks for their password again, it is ${made.password}`);
      say('\nThe company is invented, its money is test money, and no mail leaves.');
      say(
        'Start again to get new links, with "npm run demo -- --fresh" for a new company. A way through it: docs/tour.md\n',
      );
    },
  };
}

/** What is lost with a power cut is made anew, so nothing waits for the disk. */
const forgetful = (url: string): string =>
  `${url}${url.includes('?') ? '&' : '?'}options=${encodeURIComponent('-c synchronous_commit=off')}`;

import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';

/** How long files of a chat that no build has any more are served to pages that are still open, in ms. */
const keptFor = 14 * 24 * 60 * 60 * 1_000;

/** Where chats of earlier builds are kept. */
export const earlierChats = (dataDir: string): string => path.join(dataDir, 'earlier-chats');

/**
 * Keeps the files of this build's chat beyond the next update. A chat that is open on somebody's page asks for
 * its later parts (the menu, the wall) by the names of the build that it began with; where an update took them
 * away, a visitor who is about to pay would see nothing. Names carry the hash of what is in them, so that two
 * builds never mean different files by one name. Files that no build had for two weeks are removed.
 */
export async function keepChatFiles(options: {
  /** The build's files. */
  from: string;
  /** Where they are kept, in the data folder. */
  to: string;
  now: Date;
}): Promise<void> {
  const { from, to, now } = options;
  await mkdir(to, { recursive: true });
  const kept = new Set(await readdir(to));
  const current = new Set(await readdir(from));
  for (const name of current) {
    const file = path.join(to, name);
    if (!kept.has(name)) {
      // Another process may serve from this folder: a file is there whole or not at all.
      const begun = `${file}.${randomUUID()}.part`;
      await copyFile(path.join(from, name), begun);
      await rename(begun, file);
    }
    await utimes(file, now, now);
  }
  for (const name of kept) {
    if (current.has(name)) continue;
    const file = path.join(to, name);
    const found = await stat(file).catch(nothingThere);
    if (found && now.getTime() - found.mtimeMs > keptFor) await rm(file, { force: true });
  }
}

/** Another process may have taken the file away, or given it its name, since the folder was read. */
function nothingThere(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

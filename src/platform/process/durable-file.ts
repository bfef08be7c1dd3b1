import { execFile } from 'node:child_process';
import { open, rename } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/**
 * Writes a file so that it is either there whole or not at all, also when the power fails right afterwards:
 * its bytes reach the disk before its name does. `mode` is what the file may be used for, as 0o600.
 */
export async function writeDurably(file: string, text: string, mode: number): Promise<void> {
  const temporary = `${file}.new`;
  const handle = await open(temporary, 'w', mode);
  try {
    await handle.writeFile(text);
    // An earlier attempt may have left the file with other rights.
    await handle.chmod(mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
  await syncFolder(path.dirname(file));
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Brings everything that was written in a folder to the disk, before something says that the folder is
 * complete. One call instead of one for each of a thousand files. Elsewhere than on Linux nothing is done:
 * there it takes a file at a time.
 */
export async function flushFolderToDisk(folder: string): Promise<void> {
  if (process.platform === 'linux') await promisify(execFile)('sync', ['-f', folder]);
}

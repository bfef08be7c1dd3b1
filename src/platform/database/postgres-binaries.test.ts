import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { placeBinaries } from './postgres-binaries.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function openFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'chatelier-binaries-'));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}

/** What is installed, as far as it is looked at: its version, a program, and a file that it reads. */
function installIn(place: string): string {
  const native = path.join(place, 'native');
  for (const name of ['bin', 'share/postgresql']) mkdirSync(path.join(native, name), { recursive: true });
  writeFileSync(path.join(place, 'package.json'), '{"version":"1.2.3"}');
  writeFileSync(path.join(native, 'share/postgresql/postgres.bki'), '# made up');
  writeFileSync(path.join(native, 'bin/postgres'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  return native;
}

const nobody = { uid: 65_534, gid: 65_534 };

test("the server's own user runs what was installed", async () => {
  const native = installIn(openFolder());
  expect(await placeBinaries(native, openFolder(), undefined)).toBe(native);
});

describe.runIf(process.getuid?.() === 0)("the unprivileged user of root's database", () => {
  test('runs what was installed where it can', async () => {
    const native = installIn(openFolder());
    expect(await placeBinaries(native, openFolder(), nobody)).toBe(native);
  });

  test.each([
    ['below a folder that only root may enter', (place: string) => chmodSync(place, 0o700)],
    [
      'with files that only root may read',
      (place: string) => chmodSync(path.join(place, 'native/share/postgresql/postgres.bki'), 0o600),
    ],
    [
      'that does not run',
      (place: string) => writeFileSync(path.join(place, 'native/bin/postgres'), '#!/bin/sh\nexit 3\n'),
    ],
  ])('gets a copy of an installation %s', async (_what, spoil) => {
    const place = openFolder();
    const native = installIn(place);
    spoil(place);
    const data = openFolder();
    const copy = await placeBinaries(native, data, nobody);
    expect(copy).toBe(path.join(data, 'postgres-1.2.3'));
    expect(readFileSync(path.join(copy, 'bin/postgres'), 'utf8')).toBe(
      readFileSync(path.join(native, 'bin/postgres'), 'utf8'),
    );
    // The next start finds it.
    expect(await placeBinaries(native, data, nobody)).toBe(copy);
  });
});

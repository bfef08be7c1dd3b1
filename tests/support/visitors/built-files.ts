import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chatAssets } from '#shared/chat/document.ts';

const root = join(import.meta.dirname, '../../..');

/** What a visitor's browser loads, read from the built files. */
export function builtFiles() {
  const loader = readFileSync(join(root, 'dist/loader/loader.js'), 'utf8');
  const assets = chatAssets(
    JSON.parse(readFileSync(join(root, 'dist/chat/manifest.json'), 'utf8')) as Parameters<
      typeof chatAssets
    >[0],
  );
  /* Read at once: a build that runs meanwhile takes these files away. */
  const files = new Map(
    readdirSync(join(root, 'dist/chat/assets')).map((name) => [
      name,
      gzipSync(readFileSync(join(root, 'dist/chat/assets', name))),
    ]),
  );
  const embed = new Map(
    ['dist/embed', 'dist/wrappers/react', 'dist/wrappers/chatelier'].flatMap((folder) =>
      readdirSync(join(root, folder)).map((name) => [
        `/embed/${name}`,
        gzipSync(readFileSync(join(root, folder, name))),
      ]),
    ),
  );
  return { loader, assets, files, embed };
}

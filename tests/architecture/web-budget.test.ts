import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildOnce } from '../support/app/built.ts';

type Chunk = {
  file: string;
  name?: string;
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
};
type Manifest = Record<string, Chunk>;

const pages = path.join(import.meta.dirname, '../../dist/pages-client');
const folder = path.join(import.meta.dirname, '../../dist/web');
/**
 * Script of the shell and a screen together, gzip, in KiB: the first screen, and the largest of the lists.
 */
const budgets: [screen: string, kib: number][] = [
  ['screens/dashboard.page.tsx', 172],
  ['screens/agents.page.tsx', 184],
];

let manifest: Manifest;
beforeAll(async () => {
  await buildOnce();
  manifest = JSON.parse(readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
});

/** The files that load with these chunks, their static imports included. */
function filesOf(names: string[]): Set<string> {
  const files = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`${name} is not in the manifest`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const name of names) visit(name);
  return new Set([...files].filter((file) => file.endsWith('.js')));
}

const kibOf = (files: Set<string>) =>
  [...files].reduce(
    (sum, file) => sum + gzipSync(readFileSync(path.join(folder, file)), { level: 9 }).length,
    0,
  ) / 1024;

describe('the first load of the dashboard', () => {
  it.each(budgets)('with %s stays within %i KiB of script', (name, budget) => {
    expect(kibOf(filesOf(['index.html', name]))).toBeLessThanOrEqual(budget);
  });
  it('brings no validation and form libraries', () => {
    const text = [...filesOf(['index.html'])]
      .map((file) => readFileSync(path.join(folder, file), 'utf8'))
      .join('');
    expect(text).not.toMatch(/invalid_union|ZodError|shouldUnregister/);
  });
  it('has a compressed copy of every script and style', () => {
    for (const file of [...filesOf(['index.html'])].filter(
      (name) => readFileSync(path.join(folder, name)).length >= 1_000,
    )) {
      expect(existsSync(path.join(folder, `${file}.gz`)), file).toBe(true);
      expect(existsSync(path.join(folder, `${file}.br`)), file).toBe(true);
    }
  });
});

describe('the first load of a form’s page', () => {
  it('is one script and one sheet of styles, within 30 KiB together', () => {
    const parts = Object.values(
      JSON.parse(readFileSync(path.join(pages, 'manifest.json'), 'utf8')) as Manifest,
    );
    const [script, styles] = ['form-script', 'pages'].map((name) => parts.find((part) => part.name === name));
    expect([script?.imports, script?.dynamicImports]).toEqual([undefined, undefined]);
    const size = [script, styles].reduce(
      (sum, part) => sum + gzipSync(readFileSync(path.join(pages, part?.file ?? '')), { level: 9 }).length,
      0,
    );
    expect(size / 1024).toBeLessThanOrEqual(30);
  });
});

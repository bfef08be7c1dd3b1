import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from '../../../tools/build.ts';

let built: Promise<void> | undefined;

/**
 * Builds what browsers get if it is old. Test files run side by side: one builds, the others wait. A process
 * looks once: reading all sources takes its time.
 */
export const buildOnce = (): Promise<void> => (built ??= ensureBuilt(() => undefined));

/** The file of the dashboard that a screen was built to. */
export function builtFileOf(screen: string): string {
  const manifest = path.join(import.meta.dirname, '../../../dist/web/.vite/manifest.json');
  return (
    (JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, { file: string }>)[screen]?.file ?? screen
  );
}

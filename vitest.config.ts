import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/support/longest-first.ts';
import { memoryFolder } from './tests/support/memory-folder.ts';
import { withQuickImports } from './tests/support/quick-imports.ts';
import { makeRunFolder } from './tests/support/run-folder.ts';

// Each file has a process of its own; what one of them compiled is there for the others.
process.env['NODE_COMPILE_CACHE'] ??= path.join(import.meta.dirname, 'node_modules/.cache/compiled-tests');
// What a run makes, it throws away: databases, data folders of servers, profiles of browsers.
process.env['TMPDIR'] = makeRunFolder(process.env['TMPDIR'] ?? memoryFolder() ?? tmpdir());

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'tests/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'dist/**'],
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/patience.ts'],
    // A test reads the colors; style sheets are nothing to others.
    css: { include: [/\/tokens\.css/] },
    expect: { poll: { timeout: 30_000 } },
    pool: 'forks',
    execArgv: [...withQuickImports],
    // Files of one worker share what they import, which spares a third of the work; what a test changes, it
    // restores.
    isolate: false,
    // A worker waits for servers and browsers a third of its time; three of them keep two cores busy.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './tests/support/summary-reporter.ts'],
    // Browsers and servers share two cores; a test that hangs is still ended.
    testTimeout: 240_000,
    hookTimeout: 180_000,
  },
});

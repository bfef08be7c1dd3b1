import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'tests/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'dist/**'],
    globalSetup: ['tests/support/global-setup.ts'],
    pool: 'forks',
    // Half of the waiting is for servers and browsers; one worker a core keeps both busy.
    maxWorkers: 2,
    reporters: ['default', './tests/support/summary-reporter.ts'],
    // Browsers and servers share two cores; a test that hangs is still ended.
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});

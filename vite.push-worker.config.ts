import { defineConfig } from 'vite';

/**
 * The dashboard's service worker: one script without parts, for a browser starts it while no page is open.
 */
export default defineConfig({
  publicDir: false,
  logLevel: 'warn',
  build: {
    outDir: 'dist/push-worker',
    emptyOutDir: true,
    target: 'es2022',
    minify: true,
    lib: {
      entry: 'src/apps/web/push-worker.ts',
      formats: ['iife'],
      name: 'chatelierPushWorker',
      fileName: () => 'push-worker.js',
    },
  },
});

import { defineConfig } from 'vite';

/** The visitor's chat: hashed files and `manifest.json` in `dist/chat/`, addresses relative to the entry. */
export default defineConfig({
  base: './',
  publicDir: false,
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'dist/chat',
    emptyOutDir: true,
    target: 'es2022',
    manifest: 'manifest.json',
    assetsDir: 'assets',
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    modulePreload: false,
    rolldownOptions: { input: 'src/apps/chat/main.tsx' },
  },
});

import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { leanMarked } from './tools/lean-marked.ts';
import { precompressed } from './tools/precompressed.ts';

/**
 * Parts that come later bring no styles of their own, so what Vite wraps around their imports to wait for
 * styles (a kilobyte) has nothing to do. A part that imports CSS would never get it: it takes its styles
 * as text (`?inline`) and adds them itself.
 * The wrapper is taken off where it stands around a plain import, and does nothing where it stays.
 */
function plainImports(): Plugin {
  return {
    name: 'chatelier-plain-imports',
    enforce: 'pre',
    transform: (_code, id) =>
      id.endsWith('vite/preload-helper.js')
        ? { code: 'export const __vitePreload = (load) => load();', map: null }
        : null,
    renderChunk: (code) => ({
      code: code
        .replaceAll('__vitePreload(() => import(', '(import(')
        .replaceAll(', __VITE_PRELOAD__, import.meta.url)', ')'),
      map: null,
    }),
  };
}

/** The visitor's chat: hashed files and `manifest.json` in `dist/chat/`, addresses relative to the entry. */
export default defineConfig({
  base: './',
  publicDir: false,
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [leanMarked(), plainImports(), precompressed('dist/chat')],
  build: {
    outDir: 'dist/chat',
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    manifest: 'manifest.json',
    assetsDir: 'assets',
    modulePreload: false,
    rolldownOptions: { input: 'src/apps/chat/main.tsx' },
  },
});

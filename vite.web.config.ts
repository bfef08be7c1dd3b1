import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { leanIcons } from './tools/lean-icons.ts';
import { precompressed } from './tools/precompressed.ts';

const root = path.join(import.meta.dirname, 'src/apps/web');
const outDir = path.join(import.meta.dirname, 'dist/web');
const base = '/web/';

/** The blocking head script, as a hashed file of its own (the pages' CSP allows no inline script). */
function themeBoot(): Plugin {
  const source = () =>
    readFileSync(path.join(root, 'theme-boot.js'), 'utf8').replaceAll(/^\s*\/\/.*\n/gm, '');
  let building = false;
  return {
    name: 'theme-boot',
    configResolved: (config) => void (building = config.command === 'build'),
    transformIndexHtml: {
      order: 'pre',
      handler(html) {
        if (!building) return html;
        const text = source();
        const name = `assets/theme-boot-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.js`;
        return {
          html: html.replace(/\s*<script src="\.\/theme-boot\.js"><\/script>/, ''),
          tags: [{ tag: 'script', attrs: { src: base + name }, injectTo: 'head-prepend' }],
        };
      },
    },
    generateBundle() {
      const text = source();
      const name = `assets/theme-boot-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.js`;
      this.emitFile({ type: 'asset', fileName: name, source: text });
    },
  };
}

/**
 * What would be a file each, because several screens share it: the first load, which is asked for whole anyway, with its
 * libraries apart (they stay the same when the product changes), and the icons, each smaller than the request for it. Screens
 * were 29 to 100 requests for scripts; each of them is work for browser and server that its few hundred bytes are not worth.
 */
const chunks = [
  { name: 'libraries', tags: ['$initial' as const], test: /[\\/]node_modules[\\/]/, priority: 3 },
  { name: 'initial', tags: ['$initial' as const], priority: 2 },
  { name: 'icons', test: /[\\/]lucide-react[\\/]/, minShareCount: 2, priority: 1 },
];

/** Parts of the first load, by their names in the build, and by their files: one sign longer than others. */
const firstLoad: readonly string[] = ['libraries', 'rolldown-runtime'];
const ofFirstLoad = /\/_[\w-]{7}\.js$/;

/**
 * The dashboard: `dist/web/index.html` for its pages, `dist/web/assets/*` (hashed, immutable) under
 * `/web/assets/`.
 */
export default defineConfig({
  root,
  base,
  plugins: [react(), tailwindcss(), themeBoot(), leanIcons(), precompressed(outDir)],
  build: {
    outDir,
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // What the first load brings is there when a screen is asked for.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => !ofFirstLoad.test(file)),
    },
    assetsInlineLimit: 0,
    // The first script names all others: without words in them, the first load is 3 KiB less. The manifest says
    // which source each is of.
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => `assets/${firstLoad.includes(name) ? '_' : ''}[hash:7].js`,
        codeSplitting: { groups: chunks },
      },
    },
  },
  clearScreen: false,
});

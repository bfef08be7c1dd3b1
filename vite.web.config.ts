import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const root = path.join(import.meta.dirname, 'src/apps/web');
const outDir = path.join(import.meta.dirname, 'dist/web');
const base = '/web/';

/** The blocking head script, as a hashed file of its own (the pages' CSP allows no inline script). */
function themeBoot(): Plugin {
  const source = () => readFileSync(path.join(root, 'theme-boot.js'), 'utf8').replaceAll(/^\s*\/\/.*\n/gm, '');
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
        return { html: html.replace(/\s*<script src="\.\/theme-boot\.js"><\/script>/, ''), tags: [{ tag: 'script', attrs: { src: base + name }, injectTo: 'head-prepend' }] };
      },
    },
    generateBundle() {
      const text = source();
      const name = `assets/theme-boot-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.js`;
      this.emitFile({ type: 'asset', fileName: name, source: text });
    },
  };
}

/** Compressed copies beside every text file, so that the server never compresses at request time. */
function precompressed(): Plugin {
  return {
    name: 'precompressed',
    apply: 'build',
    writeBundle() {
      for (const name of readdirSync(outDir, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|html|svg|json)$/.test(name) || name.includes('.vite')) continue;
        const file = path.join(outDir, name);
        const bytes = readFileSync(file);
        if (bytes.length < 1_000) continue;
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
        writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }));
      }
    },
  };
}

/** The dashboard: `dist/web/index.html` for its pages, `dist/web/assets/*` (hashed, immutable) under `/web/assets/`. */
export default defineConfig({
  root,
  base,
  plugins: [react(), tailwindcss(), themeBoot(), precompressed()],
  build: { outDir, emptyOutDir: true, manifest: true, target: 'es2022', modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  clearScreen: false,
});

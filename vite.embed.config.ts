import { defineConfig } from 'vite';

/** What the loader fetches later, and the wrappers that pages import: plain modules under stable names in `dist/embed/`. */
export default defineConfig({
  publicDir: false,
  logLevel: 'warn',
  build: {
    outDir: 'dist/embed',
    emptyOutDir: true,
    target: 'es2020',
    minify: true,
    modulePreload: false,
    rolldownOptions: {
      input: { panel: 'src/apps/loader/panel.ts' },
      external: ['react'],
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
    },
  },
});

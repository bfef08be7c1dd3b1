import { defineConfig } from 'vite';

/** What the loader fetches later: plain modules under stable names in `dist/embed/`. */
export default defineConfig({
  publicDir: false,
  logLevel: 'warn',
  build: {
    outDir: 'dist/embed',
    emptyOutDir: true,
    target: 'es2020',
    minify: true,
    modulePreload: false,
    lib: { entry: { panel: 'src/apps/loader/panel.ts' }, formats: ['es'] },
    rolldownOptions: { output: { minify: true, entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' } },
  },
});

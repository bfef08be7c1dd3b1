import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vite';

/** What is said where the server can't be asked for texts, by language. */
const failureTexts = Object.fromEntries(
  readdirSync('locales').map((language) => {
    const texts = JSON.parse(readFileSync(`locales/${language}/chat.json`, 'utf8')) as Record<string, string>;
    const names = ['launcher.failed', 'launcher.retry', 'launcher.page'];
    return [language, Object.fromEntries(names.map((name) => [name, texts[name]]))];
  }),
);

/** What the loader fetches later: plain modules under stable names in `dist/embed/`. */
export default defineConfig({
  publicDir: false,
  logLevel: 'warn',
  define: { CHATELIER_FAILURE_TEXTS: JSON.stringify(failureTexts) },
  build: {
    outDir: 'dist/embed',
    emptyOutDir: true,
    target: 'es2020',
    minify: true,
    modulePreload: false,
    lib: {
      entry: { panel: 'src/apps/loader/panel.ts', form: 'src/apps/loader/form-frame.ts' },
      formats: ['es'],
    },
    rolldownOptions: { output: { minify: true, entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' } },
  },
});

import { defineConfig, type Plugin } from 'vite';
import { precompressed } from './tools/precompressed.ts';

/** The script of forms is one file: what it shares with the chat in scripts of labs is there twice. */
const formsAlone: Plugin = {
  name: 'forms-alone',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (source !== '#shared/time-zone.ts' || !importer?.includes('/conversations/')) return null;
    const found = await this.resolve(source, importer, { skipSelf: true });
    return found && `${found.id}?labs`;
  },
};

/**
 * Styles and scripts of the public pages, hashed, in `dist/pages-client/`, served under `/pages/`.
 */
export default defineConfig({
  base: '/pages/',
  publicDir: false,
  logLevel: 'warn',
  plugins: [formsAlone, precompressed('dist/pages-client')],
  build: {
    outDir: 'dist/pages-client',
    emptyOutDir: true,
    manifest: 'manifest.json',
    rolldownOptions: {
      input: [
        'src/apps/pages/pages.css',
        'src/apps/pages/form-script.ts',
        'src/apps/pages/source-script.ts',
        'src/apps/pages/landing/landing-script.ts',
        'src/apps/pages/dev/dev-panel.ts',
        'src/apps/pages/dev/frame-observer.ts',
        'src/apps/pages/labs/labs.css',
        'src/apps/pages/labs/lab-script.ts',
        'src/features/landing-pages/pages/blocks/blocks.css',
        'src/features/landing-pages/pages/page-script.ts',
        'src/features/landing-pages/pages/consent.css',
        'src/features/landing-pages/pages/consent-script.ts',
      ],
    },
  },
});

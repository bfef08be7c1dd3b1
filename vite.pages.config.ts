import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The public pages, rendered on the server: one module, `dist/pages/render.js`. */
export default defineConfig({
  publicDir: false,
  logLevel: 'warn',
  plugins: [react()],
  ssr: { noExternal: true },
  build: {
    ssr: 'src/apps/pages/render.tsx',
    outDir: 'dist/pages',
    emptyOutDir: true,
    target: 'node22',
    rolldownOptions: { output: { entryFileNames: 'render.js' } },
  },
});

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The public pages, rendered on the server: one module, `dist/pages/render.js`. */
export default defineConfig({
  publicDir: false,
  logLevel: 'warn',
  plugins: [react()],
  ssr: { noExternal: true },
  // Left open, the server's environment would decide, and React's slow build for developers would render pages and mails.
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  build: {
    ssr: 'src/apps/pages/render.tsx',
    outDir: 'dist/pages',
    emptyOutDir: true,
    target: 'node22',
    rolldownOptions: { output: { entryFileNames: 'render.js' } },
  },
});

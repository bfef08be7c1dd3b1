import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { launcherConfigPlaceholder } from './src/shared/embed/protocol.ts';

/**
 * Wraps the minified loader in one function whose argument is the placeholder. Done after minifying, because
 * a minifier may copy, fold or drop a text that it can see through.
 */
function configArgument(): Plugin {
  return {
    name: 'chatelier-config-argument',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk')
          file.code = `!function(CHATELIER_CONFIG){${file.code.trim()}\n}(${launcherConfigPlaceholder});\n`;
      }
    },
  };
}

export default defineConfig({
  publicDir: false,
  logLevel: 'warn',
  build: {
    outDir: 'dist/loader',
    emptyOutDir: true,
    target: 'es2020',
    minify: true,
    lib: {
      entry: 'src/apps/loader/loader.ts',
      formats: ['iife'],
      name: 'chatelierLoader',
      fileName: () => 'loader.js',
    },
  },
  plugins: [configArgument()],
});

import { readFileSync } from 'node:fs';
import { defineConfig, type UserConfig } from 'vite';

/**
 * Builds one wrapper as one file without imports, so that it can be fetched from the instance or saved beside
 * other code. `types` is the file of its declarations, for pages in TypeScript: they go along as they are.
 */
export function wrapperBuild(name: string, entry: string, types?: string): UserConfig {
  return defineConfig({
    publicDir: false,
    logLevel: 'warn',
    plugins: types
      ? [
          {
            name: 'declarations',
            generateBundle() {
              const source = readFileSync(types, 'utf8');
              this.emitFile({ type: 'asset', fileName: `${name}.d.mts`, source });
            },
          },
        ]
      : [],
    build: {
      outDir: `dist/wrappers/${name}`,
      emptyOutDir: true,
      target: 'es2020',
      minify: true,
      modulePreload: false,
      lib: { entry, formats: ['es'], fileName: () => `${name}.mjs` },
      rolldownOptions: { external: ['react'], output: { minify: true } },
    },
  });
}

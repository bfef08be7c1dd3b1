import { defineConfig, type UserConfig } from 'vite';

/**
 * Builds one wrapper as one file without imports, so that it can be fetched from the instance or saved beside
 * other code.
 */
export function wrapperBuild(name: string, entry: string): UserConfig {
  return defineConfig({
    publicDir: false,
    logLevel: 'warn',
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

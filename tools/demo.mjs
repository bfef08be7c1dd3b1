import module from 'node:module';

/**
 * `npm run demo`: a server with an invented company in it, in a data folder of its own (`DATA_DIR`, or one beside that
 * of `npm start`). What is there is kept; `npm run demo -- --fresh` makes it anew.
 */
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  process.stderr.write(
    `The demo needs Node 24, and this is Node ${process.versions.node}. On Linux "npm ci" brings its own; start it with "npm run demo". Elsewhere, install Node 24 from nodejs.org.\n`,
  );
  process.exit(1);
}
module.enableCompileCache?.(new URL('../node_modules/.cache/compiled', import.meta.url).pathname);
await import('./quick-imports.mjs');
const { main } = await import('../src/apps/server/start.ts');
const { demoEnvironment, demoExtras, demoFolder } = await import('./demo/serve.ts');
const environment = demoEnvironment(process.env, await demoFolder(process.env.DATA_DIR));
await main(environment, demoExtras(process.argv.includes('--fresh'), environment.PORT));
module.flushCompileCache?.();

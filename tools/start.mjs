import module from 'node:module';

// Plain JavaScript, so that an old Node can still read it and say what is missing.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  process.stderr.write(`Chatelier needs Node 24, and this is Node ${process.versions.node}. On Linux "npm ci" brings its own; start it with "npm start". Elsewhere, install Node 24 from nodejs.org.\n`);
  process.exit(1);
}
// What was compiled at one start is kept for the next one: a third less work until the address is there.
module.enableCompileCache?.(new URL('../node_modules/.cache/compiled', import.meta.url).pathname);
await import('./quick-imports.mjs');
const { main } = await import('../src/apps/server/start.ts');
await main();
module.flushCompileCache?.();

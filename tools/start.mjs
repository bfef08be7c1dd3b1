import module from 'node:module';

// Plain JavaScript, so that an old Node can still read it and say what is missing.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  process.stderr.write(
    `Chatelier needs Node 24, and this is Node ${process.versions.node}. On Linux "npm ci" brings its own; start it with "npm start". Elsewhere, install Node 24 from nodejs.org.\n`,
  );
  process.exit(1);
}
// What was compiled at one start is kept for the next one: a third less work until the address is there.
module.enableCompileCache?.(new URL('../node_modules/.cache/compiled', import.meta.url).pathname);
const { default: inspector } = await import('node:inspector');
// A server that somebody debugs runs in this very process, and nobody watches it.
if (process.argv[2] === 'serve' || inspector.url() !== undefined) {
  await import('./quick-imports.mjs');
  const { main } = await import('../src/apps/server/start.ts');
  await main();
  module.flushCompileCache?.();
} else {
  const { supervise } = await import('../src/platform/process/supervisor.ts');
  await supervise(new URL(import.meta.url), async (line) => {
    const { createLogger } = await import('../src/platform/log/logger.ts');
    const wanted = process.env.LOG_FORMAT;
    const format =
      wanted === 'json' || wanted === 'pretty' ? wanted : process.stdout.isTTY ? 'pretty' : 'json';
    createLogger({ level: 'error', format }).error(line);
  });
}

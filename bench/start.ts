/** How soon the server is ready, and how much it makes a browser load: `npm run bench:start`. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { publishAgent, register } from '#tests/reliability/people.ts';
import {
  machine,
  memoryMb,
  percentile,
  printTable,
  startProduct,
  temporaryFolder,
} from './support/processes.ts';

const dist = path.join(import.meta.dirname, '../dist');
const gzipKb = (text: string | Buffer): number => gzipSync(text, { level: 9 }).length / 1024;

process.stdout.write(`${machine()}\n`);
const folder = temporaryFolder();
const first = await startProduct({ DATA_DIR: folder.path });
const number = (await publishAgent(await register(first.url))).number;
const loader = gzipKb(await (await fetch(`${first.url}/widgets/${number}.js?tag=chatelier`)).text());
await first.stop();
const later: number[] = [];
let memory = 0;
for (let round = 0; round < 7; round++) {
  const again = await startProduct({ DATA_DIR: folder.path });
  later.push(again.readyMs);
  memory = memoryMb(again.pid);
  await again.stop();
}
folder.remove();

process.stdout.write(
  '\nFrom the start of the process to its address, with the database it brings; goal of the second start: ≤ 3 s\n',
);
printTable(
  ['', 's'],
  [
    ['first start (makes the database)', (first.readyMs / 1_000).toFixed(2)],
    ['second start, median of 7', (percentile(later, 0.5) / 1_000).toFixed(2)],
    ['second start, slowest of 7', (Math.max(...later) / 1_000).toFixed(2)],
    ['memory after the start, MB', memory],
  ],
);

type Chunk = {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
};
const manifestOf = (file: string): Record<string, Chunk> =>
  JSON.parse(readFileSync(path.join(dist, file), 'utf8')) as Record<string, Chunk>;

/** Script and style that load with these chunks, their static imports included. */
function sizes(
  manifest: Record<string, Chunk>,
  base: string,
  names: readonly string[],
): { script: number; style: number } {
  const seen = new Set<string>();
  const total = { script: 0, style: 0 };
  const visit = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk || seen.has(name)) return;
    seen.add(name);
    total.script += gzipKb(readFileSync(path.join(dist, base, chunk.file)));
    for (const file of chunk.css ?? []) total.style += gzipKb(readFileSync(path.join(dist, base, file)));
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const name of names) visit(name);
  return total;
}

const chat = manifestOf('chat/manifest.json');
const web = manifestOf('web/.vite/manifest.json');
const composer = sizes(
  chat,
  'chat',
  Object.keys(chat).filter((name) => chat[name]?.isEntry),
);
const whole = sizes(chat, 'chat', Object.keys(chat));
const dashboard = sizes(web, 'web', [
  'index.html',
  ...Object.keys(web).filter((name) => name.endsWith('screens/dashboard.page.tsx')),
]);
process.stdout.write('Script and style in KB, gzip\n');
printTable(
  ['', 'script', 'style', 'goal for script'],
  [
    ["loader, with the agent's settings", loader.toFixed(1), '0', '≤ 3'],
    ['chat until the composer takes text', composer.script.toFixed(1), composer.style.toFixed(1), ''],
    ['chat with the reader of answers', whole.script.toFixed(1), whole.style.toFixed(1), '≤ 30'],
    ['dashboard, shell and first screen', dashboard.script.toFixed(1), dashboard.style.toFixed(1), '≤ 185'],
  ],
);

/**
 * How long visitors wait for a published page: `npm run bench:landing-pages`. The eight templates and two pages that hold
 * every kind of block, each asked for right after something about it changed (read and drawn anew; goal: p95 ≤ 20 ms) and
 * again (goal: p95 ≤ 3 ms). The goals are of the server's time: from the head of a request being read until its answer was
 * handed to the system. What the client sees of it, on the same two cores, and what a request takes that does nothing are
 * printed beside it.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { LandingPage } from '#features/landing-pages/landing-pages.contract.ts';
import { pageTemplates } from '#features/landing-pages/landing-pages-templates.contract.ts';
import { publishAgent, register } from '#tests/reliability/people.ts';
import { everyBlock } from '#tests/support/pages/every-block.ts';
import {
  cpuMs,
  machine,
  percentile,
  printTable,
  startProduct,
  temporaryFolder,
} from './support/processes.ts';

const rounds = 40;
/** Rounds at the beginning, while the server still learns its own code. */
const warming = 3;

const folder = temporaryFolder();
const timesFile = path.join(folder.path, 'server-times.json');
const product = await startProduct({
  DATA_DIR: folder.path,
  NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'support/server-times.mjs')}`,
  SERVER_TIMES: timesFile,
});
process.stdout.write(`${machine()}\n`);

type Kind = 'anew' | 'again' | 'nothing';
/** What was asked for, in turn, and what the client waited for it. */
const asked: { kind: Kind; at: string; ms: number; isWarm: boolean }[] = [];

/** Milliseconds until the answer begins: the document is compressed then, and what a browser does with it comes after. */
async function visit(path: string): Promise<number> {
  const begun = performance.now();
  const answer = await fetch(product.url + path, { headers: { 'user-agent': 'Mozilla/5.0 Firefox/140' } });
  const took = performance.now() - begun;
  await answer.text();
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  return took;
}

/** What the server took for each of the visits, in turn. */
function serverTimes(): number[] {
  const all = JSON.parse(readFileSync(timesFile, 'utf8')) as [string, string, number][];
  const visits = all.filter(([method, at]) => method === 'GET' && /^\/(p\/|healthz)/.test(at));
  if (visits.length !== asked.length || visits.some(([, at], index) => at !== asked[index]?.at))
    throw new Error(`The server wrote down ${visits.length} of ${asked.length} visits`);
  return visits.map(([, , ms]) => ms);
}

try {
  const owner = await register(product.url);
  const agent = await publishAgent(owner, (draft) => {
    draft.basic.name = 'Rye guide';
    Object.assign(draft.payment, { enabled: true, type: 'subscription', amount: 900, currency: 'EUR' });
  });
  const made: LandingPage[] = [];
  for (const template of pageTemplates)
    made.push(
      await owner.post('/api/landing-pages/from-template', { template, language: 'en', agentId: agent.id }),
    );
  const form = JSON.stringify(made).match(/"form":"(\w+)"/)?.[1] ?? '';
  for (const data of everyBlock({ agent: agent.number, form }))
    made.push(await owner.post('/api/landing-pages', { title: 'Every block', data }));
  const pages: LandingPage[] = [];
  for (const page of made)
    pages.push(await owner.post(`/api/landing-pages/${page.id}/publish`, { revision: page.draftRevision }));

  const cpu = { anew: 0, again: 0 };
  for (let round = 0; round < rounds + warming; round += 1)
    for (const { id, slug } of pages) {
      const isWarm = round >= warming;
      const ask = async (kind: Kind, at: string): Promise<void> => {
        asked.push({ kind, at, isWarm, ms: await visit(at) });
      };
      await owner.put(`/api/landing-pages/${id}/schedule`, { publishAt: null, endAt: null });
      const begun = cpuMs(product.pid);
      await ask('anew', `/p/${slug}`);
      const before = cpuMs(product.pid);
      for (let time = 0; time < 3; time += 1) await ask('again', `/p/${slug}`);
      if (isWarm) {
        cpu.anew += before - begun;
        cpu.again += cpuMs(product.pid) - before;
      }
      await ask('nothing', '/healthz');
    }
  await product.stop();
  const inServer = serverTimes();
  const took = (kind: Kind, of: 'server' | 'client', share: number): string =>
    percentile(
      asked.flatMap((each, at) =>
        each.kind === kind && each.isWarm ? [of === 'client' ? each.ms : (inServer[at] ?? Number.NaN)] : [],
      ),
      share,
    ).toFixed(2);
  const row = (name: string, goal: string, kind: Kind): string[] => [
    name,
    goal,
    took(kind, 'server', 0.5),
    took(kind, 'server', 0.95),
    took(kind, 'client', 0.5),
    took(kind, 'client', 0.95),
  ];
  printTable(
    ['a published page', 'goal', 'server, p50 ms', 'p95', 'at the client, p50 ms', 'p95'],
    [
      row('after a change: read and drawn anew', 'p95 ≤ 20', 'anew'),
      row('again', 'p95 ≤ 3', 'again'),
      row('a request that does nothing', '–', 'nothing'),
    ],
  );
  const each = (sum: number, kind: Kind): string =>
    (sum / asked.filter((one) => one.kind === kind && one.isWarm).length).toFixed(1);
  process.stdout.write(
    `Processor time of the server for one: ${each(cpu.anew, 'anew')} ms anew, ${each(cpu.again, 'again')} ms again\n`,
  );
} finally {
  await product.stop();
  folder.remove();
}

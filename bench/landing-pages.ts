/**
 * How long visitors wait for a published page: `npm run bench:landing-pages`. The eight templates and two pages that hold
 * every kind of block, each asked for right after something about it changed (read and drawn anew; goal: p95 ≤ 20 ms) and
 * again (goal: p95 ≤ 3 ms). What a request takes that does nothing is printed beside it: it is part of both.
 */
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

const folder = temporaryFolder();
const product = await startProduct({ DATA_DIR: folder.path });
process.stdout.write(`${machine()}\n`);

/** Milliseconds until the answer begins: the document is compressed then, and what a browser does with it comes after. */
async function visit(path: string): Promise<number> {
  const begun = performance.now();
  const answer = await fetch(product.url + path, { headers: { 'user-agent': 'Mozilla/5.0 Firefox/140' } });
  const took = performance.now() - begun;
  await answer.text();
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  return took;
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

  const anew: number[] = [];
  const again: number[] = [];
  const nothing: number[] = [];
  const cpu = { anew: 0, again: 0 };
  for (let round = 0; round < rounds + 3; round += 1)
    for (const { id, slug } of pages) {
      await owner.put(`/api/landing-pages/${id}/schedule`, { publishAt: null, endAt: null });
      const begun = cpuMs(product.pid);
      const first = await visit(`/p/${slug}`);
      const before = cpuMs(product.pid);
      const second = [await visit(`/p/${slug}`), await visit(`/p/${slug}`), await visit(`/p/${slug}`)];
      if (round < 3) continue;
      cpu.anew += before - begun;
      cpu.again += cpuMs(product.pid) - before;
      anew.push(first);
      again.push(...second);
      nothing.push(await visit('/healthz'));
    }
  const row = (name: string, goal: string, took: number[]): (string | number)[] => [
    name,
    goal,
    percentile(took, 0.5).toFixed(1),
    percentile(took, 0.95).toFixed(1),
  ];
  printTable(
    ['a published page', 'goal', 'p50 ms', 'p95 ms'],
    [
      row('after a change: read and drawn anew', 'p95 ≤ 20', anew),
      row('again', 'p95 ≤ 3', again),
      row('a request that does nothing', '–', nothing),
    ],
  );
  const each = (sum: number, of: number[]): string => (sum / of.length).toFixed(1);
  process.stdout.write(
    `Processor time of the server for one: ${each(cpu.anew, anew)} ms anew, ${each(cpu.again, again)} ms again\n`,
  );
} finally {
  await product.stop();
  folder.remove();
}

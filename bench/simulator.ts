/**
 * How long a suite of 50 scenarios takes with the built-in engine: `npm run bench:simulator`. The agent is that of the
 * template "Website support" with all its knowledge; each scenario holds one conversation of two messages, by the queue
 * and the use cases of a real server (goal: ≤ 30 s).
 */
import { setTimeout as pause } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { ask, register } from '#tests/reliability/people.ts';
import type { Run } from '#features/simulator/simulator.contract.ts';
import { cpuMs, machine, printTable, startProduct, temporaryFolder } from './support/processes.ts';

const scenarios = 50;

const folder = temporaryFolder();
const product = await startProduct({ DATA_DIR: folder.path });
process.stdout.write(`${machine()}\n`);
try {
  const owner = await register(product.url);
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await ask<T>(method, `${product.url}${path}`, {
      ...(body === undefined ? {} : { body }),
      headers: { cookie: owner.cookie, origin: product.url },
    });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const { agentId } = await call<{ agentId: string }>('POST', '/api/templates/website-support/use', {
    key: randomUUID(),
  });
  const { collectionId } = await call<{ collectionId: string }>('GET', `/api/agents/${agentId}`);
  const sources = () =>
    call<{ sources: { status: string }[] }>('GET', `/api/knowledge/${collectionId}/sources`);
  while ((await sources()).sources.some(({ status }) => status !== 'ready')) await pause(200);
  const questions = ['How much does the Team plan cost?', 'Can I pay by invoice?', 'Is there a free trial?'];
  const { id } = await call<{ id: string }>('POST', '/api/simulator/suites', {
    agentId,
    suite: {
      name: 'Fifty',
      scenarios: Array.from({ length: scenarios }, (_, at) => ({
        name: `Scenario ${at + 1}`,
        turns: [
          { text: questions[at % questions.length], checks: [{ kind: 'no-promise' }] },
          { text: 'Thank you. And how do I reach you?', checks: [{ kind: 'language', language: 'en' }] },
        ],
      })),
    },
  });
  const rows: string[][] = [];
  for (const round of ['first run', 'second run']) {
    const [begun, computed] = [performance.now(), cpuMs(product.pid)];
    let run = await call<Run>('POST', `/api/simulator/suites/${id}/runs`, {});
    while (run.status === 'queued' || run.status === 'running') {
      await pause(100);
      ({ run } = await call<{ run: Run }>('GET', `/api/simulator/runs/${run.id}`));
    }
    rows.push([
      round,
      `${run.passed}/${run.total}`,
      ((performance.now() - begun) / 1_000).toFixed(1),
      ((cpuMs(product.pid) - computed) / 1_000).toFixed(1),
    ]);
  }
  printTable(
    [
      'suite of 50 scenarios, 100 messages',
      'passed',
      'seconds until all is known',
      'CPU seconds of the server',
    ],
    rows,
  );
} finally {
  await product.stop();
  folder.remove();
}

/**
 * How soon a program that connects to our servers of the Model Context Protocol knows their tools:
 * `npm run bench:mcp`. Measured are `initialize` and `tools/list`, one after the other, on a connection that is
 * open (goal for both together: ≤ 20 ms in the middle of 50).
 */
import type { Agent } from '#features/agents/agents.contract.ts';
import { programScopes } from '#features/api-keys/api-keys-account.contract.ts';
import { register } from '#tests/reliability/people.ts';
import {
  cpuMs,
  machine,
  percentile,
  printTable,
  startProduct,
  temporaryFolder,
} from './support/processes.ts';

/** More would meet the limit of requests from one address. */
const rounds = 50;
const warmUp = 5;
const goalMs = 20;

const folder = temporaryFolder();
const product = await startProduct({ DATA_DIR: folder.path });
process.stdout.write(`${machine()}\n`);

/** One request of a program; the number of tools that came back, and the session that it goes on in. */
async function call(
  url: string,
  key: string,
  method: string,
  session: string | null,
  params: Record<string, unknown> = {},
): Promise<{ tools: number; session: string | null }> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${key}`,
      ...(session ? { 'mcp-session-id': session } : {}),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status}: ${text.slice(0, 400)}`);
  const { result } = JSON.parse(text) as { result: { tools?: unknown[] } };
  return { tools: result.tools?.length ?? 0, session: answer.headers.get('mcp-session-id') };
}

try {
  const owner = await register(product.url);
  const made = await owner.post<Agent>('/api/agents', { from: 'description', input: 'A guide for "Linden"' });
  const agent = await owner.post<Agent>(`/api/agents/${made.id}/publish`, { revision: made.draftRevision });
  const account = await owner.post<{ key: string }>('/api/account-keys', {
    name: 'Bench',
    scopes: programScopes,
    requestsPerMinute: 600,
  });
  const ofAgent = await owner.post<{ key: string }>(`/api/agents/${agent.id}/keys`, {
    kind: 'secret',
    name: 'Bench',
  });
  const servers = [
    { title: "the owner's data", url: `${product.url}/mcp`, key: account.key },
    { title: 'a published agent', url: `${product.url}/mcp/agents/${agent.number}`, key: ofAgent.key },
  ];
  const rows: (string | number)[][] = [];
  for (const { title, url, key } of servers) {
    const took: number[] = [];
    let tools = 0;
    let cpuBefore = 0;
    for (let round = 0; round < rounds + warmUp; round += 1) {
      if (round === warmUp) cpuBefore = cpuMs(product.pid);
      const begun = performance.now();
      const { session } = await call(url, key, 'initialize', null, {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'bench', version: '1.0.0' },
      });
      ({ tools } = await call(url, key, 'tools/list', session));
      took.push(performance.now() - begun);
    }
    const warm = took.slice(warmUp);
    const shown = (share: number): string => `${percentile(warm, share).toFixed(1)} ms`;
    const cpu = `${((cpuMs(product.pid) - cpuBefore) / rounds).toFixed(1)} ms`;
    rows.push([title, tools, shown(0.5), shown(0.95), cpu, `≤ ${goalMs} ms p50`]);
  }
  printTable(['`initialize` and `tools/list` of', 'tools', 'p50', 'p95', 'CPU of the server', 'goal'], rows);
} finally {
  await product.stop();
  folder.remove();
}

/**
 * What the loop adds to a tool's own time: `npm run bench:tools`. A model asks for a function and reads its
 * result; measured is from the model's call to its next request, less what the function's service itself took
 * (goals: ≤ 10 ms for the loop, ≤ 30 ms for a function of code that ran before, each in the middle of 40).
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectModel, modelAgent, openSession, register, say } from '#tests/reliability/people.ts';
import { startOpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { machine, percentile, printTable, startProduct, temporaryFolder } from './support/processes.ts';

const calls = 40;
const warmUp = 3;
/** Between two calls: the thread for the next run of code is started after each run, and is ready by then. */
const pauseMs = 1_000;

let inService = 0;
const model = await startOpenAiStandIn();
/** A service that takes 20 ms, and says how long it took by its own clock. */
const service = http.createServer((request, response) => {
  const begun = performance.now();
  request.resume();
  setTimeout(() => {
    inService = performance.now() - begun;
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"state":"on its way"}');
  }, 20);
});
await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
const { port } = service.address() as AddressInfo;

const folder = temporaryFolder();
const product = await startProduct({ DATA_DIR: folder.path, ALLOW_PRIVATE_ADDRESSES: '127.0.0.1' });
process.stdout.write(`${machine()}\n`);
try {
  const owner = await register(product.url);
  await connectModel(owner, model.baseUrl);
  const parameters = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
  const shared = { label: 'Look an order up', description: 'Looks an order up by its number.', parameters };
  const kinds = [
    {
      title: 'the loop (an HTTP function, less its service)',
      goal: 10,
      definition: { ...shared, kind: 'http', name: 'bench_http', http: { url: `http://127.0.0.1:${port}/` } },
    },
    {
      title: 'a function of code, with all of the loop',
      goal: 30,
      definition: {
        ...shared,
        kind: 'code',
        name: 'bench_code',
        code: { source: 'return { id: args.id, total: [1, 2, 3].reduce((a, b) => a + b) };' },
      },
    },
  ];
  const rows: (string | number)[][] = [];
  for (const { title, goal, definition } of kinds) {
    const made = await owner.post<{ id: string }>('/api/functions', { definition });
    const agent = await modelAgent(owner, (draft) => {
      draft.functions.enabled = [made.id];
      Object.assign(draft.access, { messagesPerMinute: 60, messagesPerDay: 5_000 });
    });
    const took: number[] = [];
    for (let at = 0; at < calls + warmUp; at += 1) {
      // Visitors of their own: none of them writes more than visitors may.
      const visitor = await openSession(product.url, agent.number);
      model.script(
        { kind: 'tool-calls', calls: [{ name: definition.name, arguments: { id: 'A-7' } }] },
        { kind: 'text', text: 'Done.' },
      );
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      inService = 0;
      const reader = await say(product.url, visitor, { text: `Where is order A-7? ${at}` });
      await model.nextChat();
      const calledAt = performance.now();
      await model.nextChat();
      took.push(performance.now() - calledAt - inService);
      await reader.ended;
    }
    const warm = took.slice(warmUp);
    const shown = (share: number): string => `${percentile(warm, share).toFixed(1)} ms`;
    rows.push([title, warm.length, shown(0.5), shown(0.95), `≤ ${goal} ms p50`]);
  }
  printTable(['what', 'calls', 'p50', 'p95', 'goal'], rows);
} finally {
  await product.stop();
  await model.close();
  service.close();
  folder.remove();
}

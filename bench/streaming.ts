/**
 * Answers through the server: `npm run bench:streaming`. Prints what the server adds to the time to the first
 * token with retrieval, history and persistence on, the processor time of streamed tokens against a raw byte
 * proxy in the same run, and whether 500 streams at once arrive whole.
 */
import { connectModel, modelAgent, register } from '#tests/reliability/people.ts';
import { load, post, questions, teach, visitorsOf, type Target } from './support/asking.ts';
import {
  cpuMs,
  machine,
  memoryMb,
  percentile,
  printTable,
  startHelper,
  startProduct,
  temporaryFolder,
} from './support/processes.ts';

/** The tokens of a raw answer. */
const rawTokens = (text: string): string =>
  [...text.matchAll(/"content":"((?:[^"\\]|\\.)*)"/g)].map(([, token]) => token).join('');
/** Whether a text is so many tokens, one after the other. */
function isWhole(text: string, count: number): boolean {
  const numbers = text
    .trim()
    .split(' ')
    .map((token) => Number(token.slice(1)));
  return numbers.length === count && numbers.every((number, at) => number === (numbers[0] ?? 0) + at);
}

const folder = temporaryFolder();
const upstream = await startHelper('upstream.ts');
const proxy = await startHelper('byte-proxy.ts', upstream.url);
const product = await startProduct({ DATA_DIR: folder.path });
process.stdout.write(`${machine()}\n`);
try {
  const owner = await register(product.url);
  await connectModel(owner, `${upstream.url}/v1`);

  async function ours(model: string): Promise<Target> {
    const { number, collectionId } = await modelAgent(owner, ({ ai }) => {
      ai.model = model;
    });
    await teach(owner, collectionId);
    return visitorsOf(product.url, number);
  }
  const raw = (name: string, url: string, model: string): Target => {
    const body = JSON.stringify({
      model,
      stream: true,
      messages: [
        { role: 'system', content: 'x'.repeat(4_000) },
        { role: 'user', content: questions[0] },
      ],
    });
    return { name, tokens: rawTokens, ask: () => post(`${url}/v1/chat/completions`, {}, body, '"content"') };
  };

  await firstToken('bench-100-60-20', ours, raw);
  await processorTime(ours, raw);
  await many(await ours('bench-100-200-25'));
} finally {
  await product.stop();
  await proxy.stop();
  await upstream.stop();
  folder.remove();
}

type Ours = (model: string) => Promise<Target>;
type Raw = (name: string, url: string, model: string) => Target;

async function firstToken(model: string, make: Ours, raw: Raw): Promise<void> {
  const rows: (string | number)[][] = [];
  const target = await make(model);
  await load(target, 20, 4_000);
  const bare = (await load(raw('bare upstream', upstream.url, model), 50, 8_000)).map(
    ({ firstMs }) => firstMs,
  );
  const through = (await load(target, 50, 15_000)).map(({ firstMs }) => firstMs);
  const single = raw('', upstream.url, model);
  const alone = {
    bare: (await load(single, 1, 4_000)).map(({ firstMs }) => firstMs),
    ours: (await load(target, 1, 6_000)).map(({ firstMs }) => firstMs),
  };
  for (const [what, base, values] of [
    ['50 streams', bare, through],
    ['one at a time', alone.bare, alone.ours],
  ] as const) {
    for (const share of [0.5, 0.9, 0.99])
      rows.push([
        what,
        `p${share * 100}`,
        percentile(base, share).toFixed(1),
        percentile(values, share).toFixed(1),
        (percentile(values, share) - percentile(base, share)).toFixed(1),
        values.length,
      ]);
  }
  process.stdout.write(
    '\nTime to the first token, ms (retrieval, history and persistence on; goal at 50 streams: p50 ≤ 5, p99 ≤ 30 added)\n',
  );
  printTable(['', '', 'bare upstream', 'through Chatelier', 'added', 'answers'], rows);
}

async function processorTime(make: Ours, raw: Raw): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const [what, model, streams, count] of [
    ['200 streams, a token every 20 ms', 'bench-50-200-20', 200, 200],
    ['50 streams, as fast as it goes', 'bench-0-200-0', 50, 200],
  ] as const) {
    const costs: number[] = [];
    for (const target of [raw('raw byte proxy', proxy.url, model), await make(model)]) {
      const { pid } = target.name === 'Chatelier' ? product : proxy;
      await load(target, Math.min(streams, 50), 3_000);
      const [before, started] = [cpuMs(pid), performance.now()];
      const outcomes = await load(target, streams, 10_000);
      const seconds = (performance.now() - started) / 1_000;
      const whole = outcomes.filter(({ text }) => isWhole(target.tokens(text), count)).length;
      const tokens = whole * count;
      costs.push(((cpuMs(pid) - before) / tokens) * 1_000);
      rows.push([
        what,
        target.name,
        Math.round(tokens / seconds),
        (costs.at(-1) ?? 0).toFixed(1),
        ((costs.at(-1) ?? 0) / (costs[0] ?? 1)).toFixed(1),
        `${whole}/${outcomes.length}`,
        memoryMb(pid),
      ]);
    }
  }
  process.stdout.write('Processor time of streamed tokens (goal: ≤ 3 times the raw byte proxy)\n');
  printTable(
    ['', 'server', 'tokens/s', 'CPU ms per 1,000 tokens', 'times the proxy', 'whole answers', 'memory MB'],
    rows,
  );
}

async function many(target: Target): Promise<void> {
  const [before, started] = [cpuMs(product.pid), performance.now()];
  const outcomes = await Promise.all(
    Array.from({ length: 500 }, async (_, at) => {
      await new Promise((resolve) => setTimeout(resolve, at * 3));
      return target.ask();
    }),
  );
  const seconds = (performance.now() - started) / 1_000;
  const texts = outcomes.map(({ text }) => target.tokens(text));
  const lost = texts.reduce((sum, text) => sum + 200 - text.trim().split(' ').length, 0);
  const disordered = texts.filter((text) => !isWhole(text, 200)).length;
  const stored = outcomes.filter(({ text }) =>
    text.split('event: done')[1]?.includes(JSON.stringify(target.tokens(text)).slice(1, -1).trim()),
  ).length;
  process.stdout.write('500 streams at once in one process, 200 tokens each, one every 25 ms\n');
  printTable(
    [
      'streams',
      'tokens',
      'lost',
      'answers out of order',
      'whole in the final message',
      'first token p50 / p99 ms',
      's',
      'CPU s',
      'memory MB',
    ],
    [
      [
        500,
        500 * 200,
        lost,
        disordered,
        stored,
        `${percentile(
          outcomes.map(({ firstMs }) => firstMs),
          0.5,
        ).toFixed(0)} / ${percentile(
          outcomes.map(({ firstMs }) => firstMs),
          0.99,
        ).toFixed(0)}`,
        seconds.toFixed(1),
        ((cpuMs(product.pid) - before) / 1_000).toFixed(1),
        memoryMb(product.pid),
      ],
    ],
  );
}

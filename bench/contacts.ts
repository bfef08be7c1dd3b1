/**
 * How quick 100,000 contacts are: `npm run bench:contacts`. Two files of 50,000 rows are imported (goal: ≤ 60
 * s each) while somebody searches; then searching, filtering, sorting and paging are measured (goal: search
 * p95 ≤ 80 ms).
 */
import { register } from '#tests/reliability/people.ts';
import { machine, percentile, printTable, startProduct, temporaryFolder } from './support/processes.ts';

const rows = 50_000;
const rounds = 40;
const first = ['Anna', 'Jan', 'Élodie', 'Sofia', 'Tom', 'Ingrid', 'Pavel', 'Marta'];
const lifecycles = ['new', 'contacted', 'qualified', 'customer', 'lost'];

type Import = {
  id: string;
  state: string;
  suggestion: object;
  created: number;
};

const folder = temporaryFolder();
const product = await startProduct({ DATA_DIR: folder.path });
process.stdout.write(`${machine()}\n`);
try {
  const { cookie } = await register(product.url);
  async function send<T>(method: string, path: string, body?: object | FormData): Promise<T> {
    const isForm = body instanceof FormData;
    const answer = await fetch(product.url + path, {
      method,
      headers: { cookie, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }
  const search = (query: string) => send<{ nextCursor: string | null }>('GET', `/api/contacts${query}`);
  const count = async (query: string) =>
    (await send<{ total: number }>('GET', `/api/contact-count${query}`)).total;
  const meanwhile: number[] = [];

  async function until(id: string, state: string): Promise<Import> {
    for (;;) {
      const found = await send<Import>('GET', `/api/contact-imports/${id}`);
      if (found.state === state) return found;
      const asked = performance.now();
      await search('?search=nobody');
      meanwhile.push(performance.now() - asked);
    }
  }
  async function bring(from: number): Promise<string[]> {
    const lines = Array.from({ length: rows }, (_, at) => from + at).map(
      (n) =>
        `p${n}@firm${n % 500}.example,${first[n % 8]} ${((n * 7_919) % 1_000_003).toString(36)},+4206${String(n).padStart(8, '0')},Company ${n % 3_000},${lifecycles[n % 5]},${n % 100}`,
    );
    const form = new FormData();
    form.append(
      'file',
      new Blob([`email,name,phone,company,lifecycle,lead score\n${lines.join('\n')}`]),
      'people.csv',
    );
    const started = performance.now();
    const { id, suggestion } = await send<Import>('POST', '/api/contact-imports', form);
    const uploaded = performance.now();
    await send('POST', `/api/contact-imports/${id}/check`, { mapping: suggestion, existing: 'update' });
    await until(id, 'checked');
    const checked = performance.now();
    await send('POST', `/api/contact-imports/${id}/run`);
    const { created } = await until(id, 'done');
    const done = performance.now();
    if (created !== rows) throw new Error(`Only ${created} contacts were made`);
    return [uploaded - started, checked - uploaded, done - checked].map((time) => (time / 1_000).toFixed(1));
  }
  printTable(
    ['50,000 rows', 'upload, s', 'check, s', 'write, s'],
    [
      ['the first', ...(await bring(0))],
      ['the second', ...(await bring(rows))],
    ],
  );

  async function measure(
    what: string,
    query: (round: number) => string,
    ask: (query: string) => Promise<unknown> = search,
  ): Promise<(string | number)[]> {
    const times: number[] = [];
    for (let round = -5; round < rounds; round++) {
      const started = performance.now();
      await ask(query(round + 5));
      if (round >= 0) times.push(performance.now() - started);
    }
    return [what, percentile(times, 0.5).toFixed(1), percentile(times, 0.95).toFixed(1)];
  }
  const total = await count('');
  const { nextCursor } = await search('?sort=name');
  const deep = await search(`?sort=name&cursor=${nextCursor}`);
  printTable(
    [`${total} contacts`, 'p50 ms', 'p95 ms'],
    [
      await measure('the first page', () => ''),
      await measure(
        'search, a word that many have',
        (round) => `?search=${['anna', 'example', 'pavel'][round % 3]}`,
      ),
      await measure('search, one person', (round) => `?search=p${20_000 + round * 997}@`),
      await measure('search, nobody', (round) => `?search=nobody-${round}`),
      await measure('search, two words', (round) => `?search=elodie+${(round % 36).toString(36)}`),
      await measure(
        'search, two letters that many have',
        (round) => `?search=${['an', 'pa', '77'][round % 3]}`,
      ),
      await measure(
        'search, two letters that nobody has',
        (round) => `?search=${['zq', 'qz', '~q'][round % 3]}`,
      ),
      await measure(
        'search with a filter, many',
        (round) => `?lifecycle=qualified&search=${['anna', 'example', 'pavel'][round % 3]}`,
      ),
      await measure(
        'search with a filter, one',
        (round) => `?lifecycle=qualified&search=p${20_000 + round * 995 + 2}@`,
      ),
      await measure(
        'search, many, sorted by name',
        (round) => `?sort=name&search=${['anna', 'example', 'pavel'][round % 3]}`,
      ),
      await measure('filter by stage', () => '?lifecycle=qualified'),
      await measure('sorted by name, third page', () => `?sort=name&cursor=${deep.nextCursor}`),
      await measure('sorted by score', () => '?sort=score'),
      await measure('count of all', () => '', count),
      await measure(
        'count of a word that many have',
        (round) => `?search=${['anna', 'example', 'pavel'][round % 3]}`,
        count,
      ),
      await measure('count of a stage', () => '?lifecycle=qualified', count),
      [
        'searching for nobody while files were imported',
        percentile(meanwhile, 0.5).toFixed(1),
        percentile(meanwhile, 0.95).toFixed(1),
      ],
    ],
  );
} finally {
  await product.stop();
  folder.remove();
}

/**
 * Knowledge at work: `node bench/knowledge.ts [chunks]` with the Node of the dependencies
 * (`node_modules/.bin/node`).
 * Prints retrieval over one collection of 100,000 chunks, crawling and indexing 100 local pages, and reading
 * a 200-page PDF.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import PDFDocument from 'pdfkit';
import { createKnowledgeWorld } from './support/knowledge-world.ts';

const wanted = Number(process.argv[2] ?? 100_000);
const random = createRandom(42);
const vocabulary = Array.from({ length: 60_000 }, () => syllables(2 + Math.floor(random() * 3)));
const grammar =
  'the of and to a in is it for on with that as are this be by at from or an which not can will one all we your our has more about when they its if so also may each any both most other than then only'.split(
    ' ',
  );

const world = await createKnowledgeWorld();
const { knowledge, accountId, scope, database, newCollection, work } = world;
const rows: Record<string, string | number>[] = [];

try {
  await benchCrawl();
  await benchPdf();
  await benchRetrieval();
  console.table(rows);
} finally {
  await world.close();
}

async function benchCrawl(): Promise<void> {
  const pages = Array.from({ length: 100 }, (_, index) => {
    const links = Array.from(
      { length: 10 },
      (_link, place) =>
        `<li><a href="/page-${(index * 10 + place) % 100}">Page ${(index * 10 + place) % 100}</a></li>`,
    ).join('');
    return `<!doctype html><html lang="en"><head><title>Page ${index}</title></head><body><nav><ul>${links}</ul></nav><main><h1>Page ${index}</h1>${Array.from({ length: 8 }, (_part, part) => `<h2>Part ${part}</h2><p>${sentencesOf(700)}</p>`).join('')}</main></body></html>`;
  });
  const server = createServer((request, response) => {
    const index = request.url === '/' ? 0 : Number(/^\/page-(\d+)$/.exec(request.url ?? '')?.[1] ?? -1);
    const page = pages[index];
    response
      .writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
      .end(page ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const collectionId = await newCollection();
  await measure(
    '100 local pages crawled and indexed',
    async () => {
      await knowledge.addWebsite(scope, collectionId, {
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      });
      await work();
      const { sources } = await knowledge.sources(scope, collectionId);
      return `${sources[0]?.progress.done} pages, ${sources[0]?.chunkCount} chunks, ${sources[0]?.status}`;
    },
    '≤ 6 s',
  );
  server.closeAllConnections();
  server.close();
  const { at, cpuMs } = await askMany(collectionId);
  rows.push({
    what: 'retrieval over these 100 pages, p50',
    result: at(0.5),
    target: '',
    note: `p95 ${at(0.95)}; ${cpuMs} ms CPU each in this process`,
  });
}

async function benchPdf(): Promise<void> {
  const pdf = new PDFDocument({ bufferPages: false });
  const parts: Buffer[] = [];
  pdf.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise<void>((resolve) => pdf.on('end', () => resolve()));
  for (let page = 0; page < 200; page++) {
    if (page > 0) pdf.addPage();
    pdf
      .fontSize(16)
      .text(`Chapter ${page + 1}`)
      .fontSize(11)
      .text(sentencesOf(2_400));
  }
  pdf.end();
  await ended;
  const bytes = Buffer.concat(parts);
  const collectionId = await newCollection();
  await measure(
    '200-page PDF read and indexed',
    async () => {
      await knowledge.addFile(scope, collectionId, {
        fileName: 'book.pdf',
        mimeType: 'application/pdf',
        bytes,
      });
      await work();
      const { sources } = await knowledge.sources(scope, collectionId);
      return `${Math.round(bytes.length / 1024)} KB, ${sources[0]?.chunkCount} chunks, ${sources[0]?.status}`;
    },
    '≤ 10 s',
  );
}

async function benchRetrieval(): Promise<void> {
  const collectionId = await newCollection();
  await measure(
    `${wanted} chunks indexed`,
    async () => {
      for (let chunks = 0, source = 0; chunks < wanted; source++) {
        const body = Array.from(
          { length: 60 },
          (_, part) => `# Section ${part} of ${word()}\n\n${sentencesOf(4_000)}\n\n${sentencesOf(4_000)}`,
        ).join('\n\n');
        await database.pool.query('DELETE FROM rate_limits');
        await knowledge.addText(scope, collectionId, {
          title: `Source ${source} ${word()}`,
          body: body.slice(0, 500_000),
        });
        await work();
        if (source % 10 === 9 || wanted < 10_000)
          chunks = (await knowledge.sources(scope, collectionId)).collection.chunkCount;
      }
      return `${(await knowledge.sources(scope, collectionId)).collection.chunkCount} chunks`;
    },
    '',
  );
  await database.pool.query('ANALYZE');
  const { at, cpuMs } = await askMany(collectionId);
  const { rows: segments } = await database.pool.query<{ segments: string; size: string }>(
    `SELECT (SELECT count(*) FROM knowledge_segments WHERE collection_id = $1) AS segments,
      pg_size_pretty(pg_database_size('bench')) AS size`,
    [collectionId],
  );
  rows.push({
    what: 'retrieval p50',
    result: at(0.5),
    target: '',
    note: `${segments[0]?.segments} segments, database ${segments[0]?.size}`,
  });
  rows.push({
    what: 'retrieval p95',
    result: at(0.95),
    target: '≤ 60 ms',
    note: `p99 ${at(0.99)}; ${cpuMs} ms CPU each in this process`,
  });
}

/** Times of 300 questions, after 20 that are not counted. */
async function askMany(collectionId: string): Promise<{ at(share: number): string; cpuMs: string }> {
  const times: number[] = [];
  const ask = (query: string) =>
    knowledge.retrieve({ accountId, collectionId, query, topK: 6, threshold: 0.35 });
  for (let round = 0; round < 20; round++) await ask(question());
  const before = process.cpuUsage();
  for (let round = 0; round < 300; round++) {
    const started = performance.now();
    await ask(question());
    times.push(performance.now() - started);
  }
  const cpu = process.cpuUsage(before);
  times.sort((a, b) => a - b);
  return {
    at: (share) => `${(times[Math.floor(times.length * share)] ?? 0).toFixed(1)} ms`,
    cpuMs: ((cpu.user + cpu.system) / 1000 / times.length).toFixed(1),
  };
}

async function measure(what: string, run: () => Promise<string>, target: string): Promise<void> {
  const cpuBefore = process.cpuUsage();
  const started = performance.now();
  const note = await run();
  const cpu = process.cpuUsage(cpuBefore);
  rows.push({
    what,
    result: `${((performance.now() - started) / 1000).toFixed(2)} s`,
    target,
    note: `${note}; CPU of this process ${((cpu.user + cpu.system) / 1e6).toFixed(2)} s`,
  });
}

/** Words as texts have them: few very often, many seldom. */
function word(): string {
  if (random() < 0.4) return grammar[Math.floor(random() ** 2 * grammar.length)] ?? 'the';
  return vocabulary[Math.floor(random() ** 3 * vocabulary.length)] ?? 'word';
}

function sentencesOf(length: number): string {
  let text = '';
  while (text.length < length) {
    const words = Array.from({ length: 8 + Math.floor(random() * 14) }, word).join(' ');
    text += `${words.charAt(0).toUpperCase()}${words.slice(1)}. `;
  }
  return text.trim();
}

/** Three to eight words, among them ones that every second chunk has. */
function question(): string {
  const words = Array.from(
    { length: 3 + Math.floor(random() * 6) },
    () => vocabulary[Math.floor(random() ** 4 * vocabulary.length)] ?? 'word',
  );
  return `What is the ${words.join(' ')}?`;
}

function syllables(count: number): string {
  return Array.from(
    { length: count },
    () =>
      'bcdfghjklmnprstvwz'.charAt(Math.floor(random() * 18)) +
      'aeiou'.charAt(Math.floor(random() * 5)) +
      (random() < 0.3 ? 'nrslt'.charAt(Math.floor(random() * 5)) : ''),
  ).join('');
}

function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

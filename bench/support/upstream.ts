/**
 * A model server as a process of its own: waits `firstMs`, then sends so many tokens with so many
 * milliseconds between them, in the OpenAI wire format. Which and how many stands in the model's name,
 * `bench-<firstMs>-<tokens>-<betweenMs>`. Token texts are `t0 t1 t2 …` and begin with another number in each
 * answer: a visitor who got the same answer three times would be offered a person.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';

const frame = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'chatcmpl-bench', object: 'chat.completion.chunk', created: 1_767_225_600, model: 'bench', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const frames = Array.from({ length: 9_000 }, (_, at) => Buffer.from(frame({ content: `t${at} ` })));
const last = Buffer.from(`${frame({}, 'stop')}data: [DONE]\n\n`);

const server = http.createServer((request, response) => {
  if (request.method === 'GET') {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ object: 'list', data: [{ id: 'bench', object: 'model' }] }));
    return;
  }
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => (body += chunk));
  request.on('end', () => {
    const [, first = '0', count = '1', between = '0'] = /bench-(\d+)-(\d+)-(\d+)/.exec(body) ?? [];
    setTimeout(() => answer(response, Number(count), Number(between)), Number(first));
  });
});

let answers = 0;

function answer(response: http.ServerResponse, count: number, between: number): void {
  const from = (answers++ * 211) % 4_000;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (between === 0) {
    for (let at = 0; at < count; at++) response.write(frames[from + at]);
    response.end(last);
    return;
  }
  let at = 0;
  response.write(frames[from + at++]);
  const timer = setInterval(() => {
    if (at < count) return void response.write(frames[from + at++]);
    clearInterval(timer);
    response.end(last);
  }, between);
  response.on('close', () => clearInterval(timer));
}

server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () =>
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
process.on('SIGTERM', () => process.exit());

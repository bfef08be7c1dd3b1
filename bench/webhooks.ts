/**
 * How quickly events are handed over: `npm run bench:webhooks`. A file of 1,000 contacts is imported while one
 * webhook answers at once and another never does; printed is when the import was through, and when the last of
 * the 1,000 events had reached the one that answers (goal: ≤ 20 s, and nothing of it waits for the other).
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ContactImport } from '#features/contacts/contacts-import.contract.ts';
import { ask, register } from '#tests/reliability/people.ts';
import { machine, printTable, startProduct, temporaryFolder } from './support/processes.ts';

const events = 1_000;

/** A receiver; `quick` answers, every other path is silence. */
async function listen() {
  let heard = 0;
  let whole: (at: number) => void = () => undefined;
  const last = new Promise<number>((resolve) => (whole = resolve));
  const server = http.createServer((request, response) => {
    request.resume();
    if (request.url !== '/quick') return;
    response.writeHead(204).end();
    heard += 1;
    if (heard === events) whole(performance.now());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port, last };
}

const folder = temporaryFolder();
const receiver = await listen();
const product = await startProduct({
  DATA_DIR: folder.path,
  ALLOW_PRIVATE_ADDRESSES: `127.0.0.1:${receiver.port}`,
});
process.stdout.write(`${machine()}\n`);
try {
  const owner = await register(product.url);
  const call = async <T>(
    method: string,
    path: string,
    options: Parameters<typeof ask>[2] = {},
  ): Promise<T> => {
    const answer = await ask<T>(method, `${product.url}${path}`, {
      ...options,
      headers: { cookie: owner.cookie, origin: product.url, ...options.headers },
    });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  for (const path of ['quick', 'silent'])
    await call('POST', '/api/webhook-endpoints', {
      body: {
        url: `http://127.0.0.1:${receiver.port}/${path}`,
        description: '',
        events: ['contact.created'],
      },
    });
  const rows = Array.from({ length: events }, (_, at) => `Person ${at},person${at}@example.test`);
  const boundary = 'contacts';
  const file = `name,email\n${rows.join('\n')}\n`;
  const made = await call<ContactImport>('POST', '/api/contact-imports', {
    raw: Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="people.csv"\r\n\r\n${file}\r\n--${boundary}--\r\n`,
    ),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  const reach = async (state: ContactImport['state']): Promise<void> => {
    for (;;) {
      const now = await call<ContactImport>('GET', `/api/contact-imports/${made.id}`);
      if (now.state === state) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  await call('POST', `/api/contact-imports/${made.id}/check`, {
    body: { ...made.plan, mapping: made.suggestion, existing: 'update' },
  });
  await reach('checked');
  const started = performance.now();
  await call('POST', `/api/contact-imports/${made.id}/run`);
  await reach('done');
  const imported = performance.now();
  const heard = await receiver.last;
  const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
  printTable(
    ['1,000 events', 's'],
    [
      ['the import is through', seconds(imported - started)],
      ['the last event was heard', seconds(heard - started)],
      ['after the import', seconds(Math.max(0, heard - imported))],
    ],
  );
} finally {
  await product.stop();
  receiver.server.closeAllConnections();
  receiver.server.close();
  folder.remove();
}

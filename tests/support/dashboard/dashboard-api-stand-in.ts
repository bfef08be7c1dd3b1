import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const project = path.join(import.meta.dirname, '../../..');
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

export type StandInRequest = {
  method: string;
  path: string;
  body: unknown;
  headers: IncomingMessage['headers'];
};
type Answer = {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  delay?: number;
};
export type StandInAnswers = Record<string, Answer | ((request: StandInRequest) => Answer)>;

/** The policy that the dashboard must live with. */
const policy =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/** A person as `GET /api/user` answers. */
export const standInUser = {
  id: 'usr_1',
  email: 'mira@example.com',
  username: 'mira@example.com',
  name: 'Mira Linden',
  firstName: 'Mira',
  lastName: 'Linden',
  profileImageUrl: null,
  language: 'en',
  isSuperadmin: false,
  hidePassiveVisitors: false,
  hideLocationData: false,
  accountId: 'acc_1',
  role: 'owner',
  can: {},
  client: null,
};

/** What every signed-in screen asks for, unless a test answers it itself. */
const inEveryShell: StandInAnswers = { 'GET /api/user/accounts': { body: { accounts: [] } } };

function filesUnder(folder: string, prefix: string): [string, Buffer][] {
  const root = path.join(project, folder);
  if (!existsSync(root)) return [];
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) => types[path.extname(name)] && statSync(path.join(root, name)).isFile(),
  );
  return names.map((name) => [prefix + name.replaceAll(path.sep, '/'), readFileSync(path.join(root, name))]);
}

/**
 * Serves the built dashboard with answers by hand (`'GET /api/user': { body }`), for browser tests of screens
 * without a server.
 */
export async function startDashboardStandIn(
  answers: StandInAnswers = {},
): Promise<{ url: string; requests: StandInRequest[]; answers: StandInAnswers; close(): Promise<void> }> {
  const requests: StandInRequest[] = [];
  // Held in memory, so that a build beside a running test changes nothing for it.
  const files = new Map([...filesUnder('dist/web', '/web/'), ...filesUnder('locales', '/locales/')]);
  const server = createServer((request, response) => void handle(request, response));
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    if (url.pathname.startsWith('/api/')) {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const text = Buffer.concat(chunks).toString('utf8');
      const seen: StandInRequest = {
        method: request.method ?? 'GET',
        path: url.pathname + url.search,
        body: text ? (JSON.parse(text) as unknown) : undefined,
        headers: request.headers,
      };
      requests.push(seen);
      const found = answers[`${seen.method} ${url.pathname}`] ??
        inEveryShell[`${seen.method} ${url.pathname}`] ?? {
          status: 404,
          body: { message: 'Not found', code: 'common.not_found' },
        };
      const answer = typeof found === 'function' ? found(seen) : found;
      if (answer.delay) await new Promise((resolve) => setTimeout(resolve, answer.delay));
      response
        .writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers })
        .end(JSON.stringify(answer.body ?? {}));
      return;
    }
    const isFile = url.pathname.startsWith('/web/') || url.pathname.startsWith('/locales/');
    const name = isFile ? url.pathname : '/web/index.html';
    const bytes = files.get(name);
    if (!bytes) return void response.writeHead(404).end();
    response
      .writeHead(200, {
        'content-type': types[path.extname(name)] ?? 'application/octet-stream',
        'content-security-policy': policy,
        'cache-control': isFile ? 'max-age=600' : 'no-cache',
      })
      .end(bytes);
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/**
 * Domains of accounts behind a real Caddy, with certificates of its own authority: what is shown, what gets no
 * certificate, and that signing in works there. Needs Caddy (Debian: `apt install caddy`); `CADDY` names the program.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '#platform/database/database.ts';
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.ts';
import { migrate } from '#platform/database/migrate.ts';
import { createSilentLogger } from '#platform/log/logger.ts';
import { openBrandWorld, ownHost } from '#tests/support/app/brand-world.ts';

const program = process.env['CADDY'] ?? 'caddy';
const folder = mkdtempSync(path.join(tmpdir(), 'chatelier-caddy-'));
const databaseFolder = mkdtempSync(path.join(tmpdir(), 'chatelier-database-'));
const authority = path.join(folder, 'caddy/pki/authorities/local/root.crt');

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

const postgres = await startEmbeddedPostgres({ folder: databaseFolder });
const url = postgres.url('postgres');
await migrate(url, path.join(import.meta.dirname, '../migrations'));
const database = openDatabase({ url, log: createSilentLogger() });
const world = await openBrandWorld({ database, url, close: () => database.close() });
const [httpPort, httpsPort] = [await freePort(), await freePort()];
writeFileSync(
  path.join(folder, 'Caddyfile'),
  `{
	admin off
	skip_install_trust
	http_port ${httpPort}
	https_port ${httpsPort}
	on_demand_tls {
		ask ${world.app.url}/internal/tls-ask
	}
}
https:// {
	tls {
		issuer internal
		on_demand
	}
	reverse_proxy ${world.app.url.replace('http://', '')}
}
`,
);
const caddy = spawn(program, ['run', '--config', path.join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], {
  env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder },
  stdio: ['ignore', 'ignore', 'pipe'],
});
let said = '';
caddy.stderr.on('data', (part: Buffer) => (said += part.toString()));
caddy.on('error', (error) => {
  console.error(`Caddy does not start: ${error.message}`);
  process.exit(1);
});

type Answer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
};

/** A request over TLS, whose certificate must be of Caddy's authority and of the host; a word where it is not. */
function visit(
  host: string,
  address: string,
  options: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer | string> {
  return new Promise((resolve) => {
    const body = options.body === undefined ? undefined : JSON.stringify(options.body);
    const request = https.request(
      {
        hostname: '127.0.0.1',
        port: httpsPort,
        servername: host,
        ca: existsSync(authority) ? readFileSync(authority) : undefined,
        method: options.method ?? 'GET',
        path: address,
        agent: false,
        headers: {
          host,
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
          ...options.headers,
        },
      },
      (response) => {
        let text = '';
        response.on('data', (part: Buffer) => (text += part.toString()));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
      },
    );
    request.setTimeout(15_000, () => request.destroy(new Error('no answer')));
    request.on('error', (error) => resolve(`no TLS: ${error.message.slice(0, 60)}`));
    request.end(body);
  });
}

const results: [string, boolean, string][] = [];
const note = (what: string, isRight: boolean, seen: Answer | string): void =>
  void results.push([
    what,
    isRight,
    typeof seen === 'string' ? seen : `${seen.status} ${seen.text.slice(0, 60).replaceAll('\n', ' ')}`,
  ]);
const isRefused = (seen: Answer | string): boolean => typeof seen === 'string';
const answers = (seen: Answer | string, status: number, part = ''): boolean =>
  typeof seen !== 'string' && seen.status === status && seen.text.includes(part);

try {
  for (let left = 100; left > 0 && !existsSync(authority); left--)
    await new Promise((resolve) => setTimeout(resolve, 100));
  world.dnsState.zone[ownHost] = { addresses: ['127.0.0.1'] };
  const [owner, other] = [await world.branded(), await world.branded('Other Brand')];
  const agent = await world.publish(owner);
  const host = 'chat.linden.example';
  const domain = await world.domainOf(world.name(owner, host));
  let seen = await visit(host, '/auth');
  note('named, not verified: no certificate', isRefused(seen), seen);
  seen = await visit('never-named.example', '/auth');
  note('named by nobody: no certificate', isRefused(seen), seen);

  world.point(domain);
  const { state } = await world.check(owner);
  note('with its records it is verified', state === 'verified', state);
  seen = await visit(host, '/auth');
  note(
    'verified: a certificate at the first visit, and the brand',
    answers(seen, 200, 'Linden Assist'),
    seen,
  );
  const after = (await owner.get<{ domain: { state: string } }>('/api/white-label/domain')).domain.state;
  note('it is active after that visit', after === 'active', after);
  seen = await visit(host, `/widgets/${agent.number}`);
  note('a chat is there, by the brand’s name', answers(seen, 200, '"product":"Linden Assist"'), seen);
  seen = await visit(host, `/widgets/${agent.number}.js`);
  note('its script tag loads from there', answers(seen, 200, `https://${host}`), seen);
  const own = { origin: `https://${host}`, 'sec-fetch-site': 'same-origin' };
  const login = { email: owner.email, password: owner.password };
  seen = await visit(host, '/api/login', { method: 'POST', body: login, headers: own });
  note('its owner signs in', answers(seen, 200, owner.email), seen);
  const cookie = (typeof seen === 'string' ? [] : ([seen.headers['set-cookie']].flat() as string[]))
    .map((line) => line.split(';')[0])
    .join('; ');
  seen = await visit(host, '/api/user', { headers: { cookie } });
  note('the session holds', answers(seen, 200, owner.email), seen);
  seen = await visit(host, '/api/user', {
    method: 'PATCH',
    body: { firstName: 'V', lastName: 'N' },
    headers: { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  });
  note('a write from another site is refused', answers(seen, 403), seen);
  seen = await visit(host, '/api/login', {
    method: 'POST',
    body: { email: other.email, password: other.password },
    headers: own,
  });
  note('somebody of another account does not get in', answers(seen, 401), seen);

  // A second domain is verified, and the server is gone before anybody came.
  const second = await world.domainOf(world.name(other, 'help.other.example'));
  world.point(second);
  await world.check(other);
  await world.app.close();
  seen = await visit('help.other.example', '/auth');
  note('while the server is away nobody gets a new certificate', isRefused(seen), seen);
} finally {
  caddy.kill('SIGTERM');
  await once(caddy, 'exit').catch(() => undefined);
  await postgres.stop();
  for (const one of [folder, databaseFolder]) rmSync(one, { recursive: true, force: true });
}
for (const [what, isRight, seen] of results) console.log(`${isRight ? '✓' : '✗'} ${what}  (${seen})`);
const failed = results.filter(([, isRight]) => !isRight).length;
if (failed > 0) console.log(said.split('\n').slice(-15).join('\n'));
process.exit(failed === 0 ? 0 : 1);

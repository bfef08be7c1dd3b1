import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { brokenLots } from '#tests/support/payments/paywall-setup.ts';
import { openPaymentsWorld, type Owner, type PaymentsWorld } from '#tests/support/payments/payments-setup.ts';
import { withQuickImports } from '#tests/support/quick-imports.ts';

const events = 50;
let world: PaymentsWorld;
let owner: Owner;
let asked: http.Server;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  world = await openPaymentsWorld();
  owner = await world.app.register('Vera');
  asked = http.createServer((request, response) => {
    const session = world.bank.sessions.get(request.url?.slice(1) ?? '');
    response.end(JSON.stringify(session?.facts ?? null));
  });
  asked.listen(0, '127.0.0.1');
  await once(asked, 'listening');
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  asked.close();
  await world.close();
});

/** Starts a second server process on the same database; `crashAt` is where it dies. */
async function start(crashAt: string): Promise<{ url: string; ended: Promise<unknown> }> {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(
    process.execPath,
    [...withQuickImports, path.join(import.meta.dirname, '../support/payments/payments-crash-server.ts')],
    {
      env: {
        PATH,
        HOME,
        NODE_COMPILE_CACHE,
        CRASH_AT: crashAt,
        FACTS_URL: `http://127.0.0.1:${(asked.address() as AddressInfo).port}`,
        DATABASE_URL: world.app.database.url,
        ENCRYPTION_KEY: '0123456789abcdef'.repeat(4),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  children.add(child);
  const ended = once(child, 'close').then(() => children.delete(child));
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = /listening at (\S+)/.exec(output)?.[1];
      if (found) resolve(found);
    });
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    void ended.then(() => reject(new Error(`The server ended: ${output.slice(-1_000)}`)));
  });
  return { url, ended };
}

it.each(['before_insert', 'after_insert', 'after_commit', 'before_200'])(
  `a server killed %s while ${events} events come loses and doubles no credit once they are sent again`,
  async (crashAt) => {
    const agent = await world.sellAgent(owner, { messagesPerPack: 10 });
    const connection = await world.connectionOf(owner.user.accountId, true);
    const bought: { id: string; event: { body: string; headers: Record<string, string> } }[] = [];
    for (let at = 0; at < events; at += 5) {
      await world.forgetLimits();
      await Promise.all(
        Array.from({ length: 5 }, async (_, next) => {
          const visitor = await world.visit(agent);
          const { purchaseId } = await visitor.checkout({ email: `person-${at + next}@example.test` });
          world.bank.pay(purchaseId, world.clock.now());
          const event = world.bank.event(connection, purchaseId, 'checkout.completed', world.clock.now());
          bought.push({ id: purchaseId, event });
        }),
      );
    }
    const send = (
      url: string,
      { body, headers }: { body: string; headers: Record<string, string> },
    ): Promise<number> =>
      fetch(`${url}/api/payments/webhooks/${owner.user.accountId}/test`, {
        method: 'POST',
        body,
        headers,
      }).then(
        ({ status }) => status,
        () => 0,
      );

    const dying = await start(crashAt);
    const first = await Promise.all(bought.map(({ event }) => send(dying.url, event)));
    await dying.ended;
    expect(first).toContain(0);
    // As vendors do: whatever was not answered is sent again, and some of what was answered, too. Another
    // server on the same database takes it.
    expect(
      new Set(
        await Promise.all(
          bought.flatMap(({ event }) => [send(world.app.url, event), send(world.app.url, event)]),
        ),
      ),
    ).toEqual(new Set([200]));

    const ids = sql.param(bought.map(({ id }) => id));
    expect(
      await world.rows(
        sql`SELECT count(*)::int AS lots, sum(remaining)::int AS left, min(granted) AS least,
          max(granted) AS most FROM paywall_lots WHERE purchase_id = ANY(${ids}::text[])`,
      ),
    ).toEqual([{ lots: events, left: events * 10, least: 10, most: 10 }]);
    expect(
      await world.rows(
        sql`SELECT count(*)::int AS grants FROM paywall_entries e JOIN paywall_lots l ON l.id = e.lot_id
          WHERE l.purchase_id = ANY(${ids}::text[])`,
      ),
    ).toEqual([{ grants: events }]);
    expect(
      await world.rows(
        sql`SELECT count(*)::int AS payments, sum(amount)::int AS money FROM payments
          WHERE purchase_id = ANY(${ids}::text[])`,
      ),
    ).toEqual([{ payments: events, money: events * 1_000 }]);
    const moved = sql`SELECT count(*)::int AS movements, sum(gross)::int AS money FROM payment_movements
      WHERE purchase_id = ANY(${ids}::text[])`;
    expect(await world.rows(moved)).toEqual([{ movements: events, money: events * 1_000 }]);
    expect(await brokenLots(world.app.database.database)).toEqual([]);
  },
);

import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/app/test-database.ts';
import { query } from './checker.ts';
import { ask, openSession, publishAgent, register, say } from './people.ts';
import { cleanUp, startServer, temporaryFolder, until } from './server-process.ts';

const conversations = 6;
const recipients = ['team@bakery.test', 'mira@bakery.test'];
let database: TestDatabase;
/** What the mail servers took and acknowledged. */
const taken: { from: string; to: string[]; source: string }[] = [];
const mailServers: SMTPServer[] = [];

const messageId = (source: string): string => /^Message-ID: <(.*)@chatelier>/im.exec(source)?.[1] ?? '';

/**
 * A mail server that acknowledges so many mails, and reads all later ones without ever saying that it did.
 * Resolves with its address.
 */
async function startMailServer(most: number, onUnanswered: (source: string) => void): Promise<string> {
  let left = most;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        left -= 1;
        const source = Buffer.concat(chunks).toString('utf8');
        if (left < 0) return onUnanswered(source);
        const to = rcptTo.map(({ address }) => address);
        // The owner is written to by jobs of the clock, too.
        if (recipients.some((recipient) => to.includes(recipient)))
          taken.push({ from: mailFrom ? mailFrom.address : '', to, source });
        done();
      });
    },
  });
  mailServers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await cleanUp();
  await Promise.all(mailServers.map((server) => new Promise<void>((resolve) => server.close(resolve))));
  await database.close();
});

test('summaries reach the mail server once, although two processes work and one of them is killed while it sends', async () => {
  const unanswered: string[] = [];
  const settings = (smtpUrl: string): Record<string, string> => ({
    DATABASE_URL: database.url,
    DATA_DIR: temporaryFolder(),
    ENCRYPTION_KEY: '0123456789abcdef'.repeat(4),
    SMTP_URL: smtpUrl,
    MAIL_FROM: 'Atelier <hello@atelier.test>',
  });
  const first = await startServer(
    settings(await startMailServer(0, (source) => unanswered.push(messageId(source)))),
  );
  const owner = await register(first.url);
  const agent = await publishAgent(owner, (draft) => {
    draft.basic.name = 'Linden Bakery';
    draft.ending.enabled = true;
    draft.summary = { ...draft.summary, enabled: true, recipients };
  });
  await query(
    database.url,
    `INSERT INTO summary_watches (agent_id, account_id, since) SELECT id, account_id,
      now() - interval '1 hour' FROM agents WHERE id = $1 ON CONFLICT DO NOTHING`,
    [agent.id],
  );
  let second: typeof first | undefined;
  for (let at = 0; at < conversations; at++) {
    // The second process begins once the first has mails in its hands: else it could by chance have taken
    // them all.
    if (at === conversations / 2) {
      await until('the first process waits for its mail server', () => unanswered.length > 0, 60_000);
      second = await startServer(settings(await startMailServer(Infinity, () => undefined)));
    }
    const { url } = second ?? first;
    const visitor = await openSession(url, agent.number);
    const asked = await say(url, visitor, { text: `Question ${at}` });
    await asked.ended;
    const conversationId = asked.accepted()?.conversationId ?? '';
    await (
      await say(url, visitor, { text: `Another question ${at}`, conversationId })
    ).ended;
    expect(
      (
        await ask('POST', `${url}/api/visitor/conversations/${conversationId}/end`, {
          body: {},
          headers: { authorization: `Bearer ${visitor.token}` },
        })
      ).status,
    ).toBe(200);
  }

  await first.kill();
  // As if a minute had gone by since the killed process last said that it was at them. The jobs are its
  // alone: nobody else was given these mails.
  const aged = await query(
    database.url,
    `UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '1 minute'
      WHERE state = 'active' AND data ->> 'id' = ANY($1) RETURNING id`,
    [unanswered],
  );
  expect(aged).toHaveLength(unanswered.length);

  await until('every summary is sent', () => taken.length >= conversations * recipients.length, 150_000);
  await until(
    'every mail is marked',
    async () => (await query(database.url, `SELECT FROM outbox_mails WHERE state <> 'sent'`)).length === 0,
  );
  expect(taken.map(({ to }) => to.join()).toSorted()).toEqual(
    recipients.flatMap((to) => Array.from({ length: conversations }, () => to)).toSorted(),
  );
  expect(new Set(taken.map(({ from }) => from))).toEqual(new Set(['hello@atelier.test']));
  expect(new Set(taken.map(({ source }) => messageId(source))).size).toBe(taken.length);
  for (let at = 0; at < conversations; at++)
    expect(taken.filter(({ source }) => source.includes(`Another question ${at}`))).toHaveLength(
      recipients.length,
    );
  expect(
    await query(database.url, `SELECT state, count(*)::int FROM conversation_summaries GROUP BY state`),
  ).toEqual([{ state: 'sent', count: conversations }]);
});

import { randomUUID } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { startOpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { conversationFaults, query, streamingCount } from './checker.ts';
import { connectModel, modelAgent, openSession, register, say } from './people.ts';
import {
  cleanUp,
  embeddedUrl,
  fillDataFolder,
  startServer,
  temporaryFolder,
  until,
} from './server-process.ts';

const dataDir = temporaryFolder();
const words = Array.from({ length: 400 }, (_, at) => `word${at} `).join('');
const model = await startOpenAiStandIn({ tokenDelayMs: 40, reply: () => words });

afterAll(async () => {
  await cleanUp();
  await model.close();
});

/** A port that nobody listens on, so that the server comes back at the same address. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Makes a server go round in a circle for ever, once it gets this signal. */
const circle = `data:text/javascript,${encodeURIComponent("process.on('SIGUSR2', () => { for (;;); });")}`;

test('a server whose event loop stands still says so in one line and answers again, as after any crash', async () => {
  await fillDataFolder(dataDir);
  const server = await startServer({
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    NODE_OPTIONS: `--import=${circle}`,
  });
  const owner = await register(server.url);
  await connectModel(owner, model.baseUrl);
  const agentNumber = (await modelAgent(owner)).number;
  const visitor = await openSession(server.url, agentNumber);
  const asked = { text: 'Tell me everything', clientMessageId: randomUUID() };
  const reader = await say(server.url, visitor, asked);
  await reader.next('delta');
  const before = server.pid;

  process.kill(before, 'SIGUSR2');
  expect(await reader.ended).toBe('cut');
  await until(
    'the server answers again',
    async () =>
      server.output().split('Chatelier runs at').length === 3 ? (await fetch(server.url)).ok : false,
    60_000,
  );
  expect(server.pid).not.toBe(before);
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.includes('stood still'));
  expect(lines.map((line) => JSON.parse(line) as { msg: string })).toMatchObject([
    {
      msg: expect.stringMatching(
        /^The server's event loop stood still for 10 s \(process \d+\)\. It was ended and is started again in 1 s\.$/,
      ),
    },
  ]);

  const url = embeddedUrl(dataDir);
  await until('no answer hangs', async () => (await streamingCount(url)) === 0);
  const accepted = reader.accepted();
  expect(
    await conversationFaults(
      url,
      accepted
        ? [
            {
              visitorMessageId: accepted.visitorMessage.id,
              conversationId: accepted.conversationId,
              ...asked,
            },
          ]
        : [],
    ),
  ).toEqual([]);
  expect(await query(url, `SELECT status FROM messages WHERE role = 'assistant'`)).toEqual([
    { status: 'interrupted' },
  ]);
  model.script({ kind: 'text', text: 'Here it is.' });
  expect(await (await say(server.url, visitor, asked)).ended).toBe('done');
  expect((await server.stop()).code).toBe(0);
});

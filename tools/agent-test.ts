/**
 * Runs the tests of an exported agent: `npm run agent:test -- shop.chatelier.json`, with `--junit <file>` and
 * `--json <file>` for reports and `--suite <name>` for one suite. A server of its own, with an empty database in a
 * folder of its own, takes the agent in; nothing else is touched. The file holds no keys: `AGENT_TEST_KEY` is that of
 * the agent's model, without which a scripted visitor talks with an agent that has no model.
 * Ends with 0 when everything passed, 1 when something did not, 2 when the file can't be run.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createPasswords } from '#platform/crypto/password.ts';
import { readConfig } from '#platform/config/settings.ts';
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.ts';
import { migrate } from '#platform/database/migrate.ts';
import { createSilentLogger } from '#platform/log/logger.ts';
import { AppError } from '#shared/errors.ts';
import { agentExport, type AgentExport } from '#features/agents/agents-lifecycle.contract.ts';
import type { Run } from '#features/simulator/simulator.contract.ts';
import { scopeOf } from '../src/apps/server/guards.ts';
import { projectFolder } from '../src/apps/server/project-folder.ts';
import { runServer, type RunningServer } from '../src/apps/server/run-server.ts';
import { suiteReport } from './agent-test/report.ts';
import { ensureBuilt } from './build.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const longestReadMs = 300_000;
const lookMs = 100;

class UnusableFile extends Error {}

async function readAgent(file: string): Promise<AgentExport> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UnusableFile(`${file} can't be read.`);
  });
  try {
    return agentExport.parse(JSON.parse(text));
  } catch (cause) {
    throw new UnusableFile(`${file} is no exported agent of this version.`, { cause });
  }
}

/** Takes the agent in and runs its suites; the runs as they ended. */
async function runTests(
  { services }: RunningServer,
  file: AgentExport,
  only: string | undefined,
): Promise<{ run: Run; junit: string; json: string }[]> {
  const { user } = await services.auth.register(
    { name: 'Agent tests', email: 'tests@agent.invalid', password: 'a password of one run' },
    { address: '127.0.0.1', userAgent: 'agent-test', language: 'en', timezone: 'UTC' },
  );
  const member = await services.accounts.member(user.id, user.accountId);
  if (!member) throw new Error('Nobody was registered');
  const scope = scopeOf(services.database, member, null);
  const key = process.env['AGENT_TEST_KEY'];
  const { provider } = file.configuration.ai;
  if (key && provider !== 'built-in') await services.integrations.connect(scope, provider, { apiKey: key });
  const agent = await services.agents.importAgent(scope, file);
  const until = Date.now() + longestReadMs;
  while (await services.knowledge.isBeingRead(scope.accountId, agent.collectionId)) {
    if (Date.now() > until)
      throw new UnusableFile('The knowledge of the agent was not read within five minutes.');
    await pause(lookMs);
  }
  const { runs, suites } = services.simulator;
  const chosen = (await suites.list(scope, agent.id)).filter(({ name }) => !only || name === only);
  if (chosen.length === 0)
    throw new UnusableFile(only ? `The agent has no suite “${only}”.` : 'The agent has no tests.');
  const ended: { run: Run; junit: string; json: string }[] = [];
  for (const suite of chosen) {
    const { id } = await runs.start(scope, suite.id, {
      version: null,
      player: 'script',
      isReading: false,
      isSpoken: false,
    });
    let held = await runs.read(scope, id);
    while (held.run.status === 'queued' || held.run.status === 'running') {
      await pause(lookMs);
      held = await runs.read(scope, id);
    }
    for (const line of suiteReport(suite.name, held.results)) say(line);
    ended.push({
      run: held.run,
      junit: (await runs.export(scope, id, 'junit')).text,
      json: (await runs.export(scope, id, 'json')).text,
    });
  }
  return ended;
}

/** Several reports as one: the suites within one root. */
const joined = (reports: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${reports
    .map((report) => /<testsuite [^]*<\/testsuite>/.exec(report)?.[0] ?? '')
    .join('\n')}\n</testsuites>\n`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { junit: { type: 'string' }, json: { type: 'string' }, suite: { type: 'string' } },
  });
  const [name] = positionals;
  if (!name) throw new UnusableFile('Say which agent: npm run agent:test -- shop.chatelier.json');
  const file = await readAgent(name);
  await ensureBuilt(() => say('Building the screens (once, takes a moment) …'));
  const folder = mkdtempSync(path.join(tmpdir(), 'chatelier-agent-test-'));
  const postgres = await startEmbeddedPostgres({ folder });
  let server: RunningServer | null = null;
  try {
    await migrate(postgres.url('postgres'), path.join(projectFolder, 'migrations'));
    server = await runServer({
      config: readConfig({ HOST: '127.0.0.1', PORT: '0', PLANS: 'free', LOCAL_MODEL_URLS: 'none' }),
      log: createSilentLogger(),
      databaseUrl: postgres.url('postgres'),
      dataDir: folder,
      // The one person who registers is gone in a minute.
      passwords: createPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 }),
    });
    const ended = await runTests(server, file, values.suite);
    if (values.junit) writeFileSync(values.junit, joined(ended.map(({ junit }) => junit)));
    if (values.json)
      writeFileSync(
        values.json,
        `${JSON.stringify(
          ended.map(({ json }) => JSON.parse(json) as unknown),
          null,
          2,
        )}\n`,
      );
    const [passed, total] = [
      ended.reduce((sum, { run }) => sum + run.passed, 0),
      ended.reduce((sum, { run }) => sum + run.total, 0),
    ];
    say(`\n${passed} of ${total} conversations passed.`);
    return ended.every(({ run }) => run.status === 'passed') ? 0 : 1;
  } finally {
    await server?.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exitCode = await main().catch((error: unknown) => {
  const isKnown = error instanceof UnusableFile || error instanceof AppError;
  process.stderr.write(`${isKnown ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
  return 2;
});
// What still holds the event loop may not delay the end.
process.exit();

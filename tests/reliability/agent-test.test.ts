import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentConfiguration } from '#features/agents/agents-configuration.contract.ts';
import { buildOnce } from '#tests/support/app/built.ts';
import { withQuickImports } from '#tests/support/quick-imports.ts';
import { projectFolder } from '../architecture/source-tree.ts';
import { suiteReport } from '../../tools/agent-test/report.ts';

let folder: string;
beforeAll(async () => {
  await buildOnce();
  folder = mkdtempSync(path.join(tmpdir(), 'agent-test-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command as somebody would in their pipeline. */
function agentTest(...args: string[]): Promise<{ code: number; out: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...withQuickImports, path.join(projectFolder, 'tools/agent-test.ts'), ...args],
      { cwd: projectFolder, timeout: 120_000 },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? -1) : 0, out: `${stdout}${stderr}` }),
    );
  });
}

function agentFile(expected: string): string {
  const file = path.join(folder, `${expected.replaceAll(/\W/g, '-')}.chatelier.json`);
  writeFileSync(
    file,
    JSON.stringify({
      kind: 'chatelier.agent',
      schemaVersion: 1,
      configuration: agentConfiguration.parse({ basic: { name: 'Bells' } }),
      images: {},
      knowledge: [{ kind: 'text', title: 'Prices', body: 'A brass bell costs 24 euros.' }],
      leftOut: [],
      tests: [
        {
          name: 'Before we open',
          isRequired: true,
          scenarios: [
            {
              name: 'Price',
              turns: [{ text: 'How much is a brass bell?', checks: [{ kind: 'contains', text: expected }] }],
            },
          ],
        },
      ],
    }),
  );
  return file;
}

test('an exported agent is tested by one command, which ends as its tests do', async () => {
  const report = path.join(folder, 'report.xml');
  const green = await agentTest(agentFile('24 euros'), '--junit', report);
  expect(green).toEqual({ code: 0, out: expect.stringContaining('1 of 1 conversations passed.') as string });
  expect(readFileSync(report, 'utf8')).toContain('<testcase name="Price (curious)"');
  const red = await agentTest(agentFile('25 euros'));
  expect(red.code).toBe(1);
  expect(red.out).toContain('contains {"text":"25 euros","expected":true} failed');
  expect(await agentTest(path.join(folder, 'nothing.json'))).toMatchObject({ code: 2 });
});

test('what a file says is printed on its line, whatever a terminal would make of it', () => {
  const [name, line] = suiteReport('Before\u001b[2J', [
    {
      place: 0,
      scenario: 'Price\r\n  pass  another\u001b[1A',
      persona: 'curious',
      wallet: 'fresh',
      attempt: 1,
      status: 'failed',
      checks: [],
      turnCount: 1,
      speech: null,
      costMicros: 0,
      milliseconds: 5,
    },
  ]);
  expect(name).toBe('\nBefore [2J');
  expect(line).toBe('  FAIL  Price   pass  another [1A (curious) 5 ms');
});

import { spawn } from 'node:child_process';
import path from 'node:path';
import { projectFolder } from './source-tree.ts';

export type CommandResult = {
  code: number | null;
  output: string;
};

/** Where what a type check found out is kept for the next one. */
export const typesFolder = path.join(projectFolder, 'node_modules/.cache/types');

/**
 * Checks the types of one project (`tsconfig.<project>.json`). What is found out goes into `buildInfo`, so that the next run
 * looks only at what changed and at what hangs on it: a sixth of the work.
 * By one thread, because several infer the same types side by side: together they take twice the work, and the other core
 * has tests to run.
 */
export function checkTypes(
  project: string,
  {
    cwd = projectFolder,
    buildInfo = path.join(typesFolder, `${project}.tsbuildinfo`),
  }: { cwd?: string; buildInfo?: string } = {},
): Promise<CommandResult> {
  const found = ['--incremental', '--tsBuildInfoFile', buildInfo];
  return run('tsc', ['-p', `tsconfig.${project}.json`, '--singleThreaded', ...found], { cwd });
}

/**
 * Runs a program of the dependencies (`tsc`, `oxlint`, `knip`) or a file of the project, and gathers what it
 * says.
 */
export function run(
  program: string,
  args: readonly string[],
  options: { cwd?: string; environment?: Record<string, string> } = {},
): Promise<CommandResult> {
  const isFile = program.includes('/');
  return new Promise((resolve, reject) => {
    const child = spawn(
      isFile ? process.execPath : path.join(projectFolder, 'node_modules/.bin', program),
      [...(isFile ? [program] : []), ...args],
      {
        cwd: options.cwd ?? projectFolder,
        stdio: ['ignore', 'pipe', 'pipe'],
        // The checks are written in Go, whose helpers would take the core on which other tests run, and do a
        // third more work in all. What such a short program no longer needs is collected only where memory runs
        // short: a fifth of its work.
        env: {
          ...process.env,
          ...options.environment,
          NO_COLOR: '1',
          GOMAXPROCS: '1',
          GOGC: 'off',
          GOMEMLIMIT: '3GiB',
          PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH'] ?? ''}`,
        },
      },
    );
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

import { spawn } from 'node:child_process';
import path from 'node:path';
import { projectFolder } from './source-tree.ts';

export type CommandResult = {
  code: number | null;
  output: string;
};

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
        // third more work in all.
        env: {
          ...process.env,
          ...options.environment,
          NO_COLOR: '1',
          GOMAXPROCS: '1',
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

import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { supervisedServer } from '#tests/support/app/supervised.ts';

const project = path.join(import.meta.dirname, '../..');

export type RunningProcess = {
  url: string;
  pid: number;
  readyMs: number;
  stop(): Promise<void>;
};

/** Starts the product as `npm start` does, on a data folder of its own (or the given one). */
export async function startProduct(settings: Record<string, string> = {}): Promise<RunningProcess> {
  const started = performance.now();
  const child = spawn(process.execPath, [path.join(project, 'tools/start.mjs')], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      LOCAL_MODEL_URLS: 'none',
      ALLOW_PRIVATE_ADDRESSES: '127.0.0.1',
      NODE_ENV: 'production',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = /Chatelier runs at (\S+)/.exec(output)?.[1];
      if (found) resolve(found.replace('localhost', '127.0.0.1'));
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${output}`)));
  });
  const pid = supervisedServer(child.pid ?? 0) ?? 0;
  return { url, pid, readyMs: performance.now() - started, stop: () => end(child) };
}

/** Runs one of the files in this folder as a process of its own; it sends its address when it is ready. */
export async function startHelper(file: string, ...values: string[]): Promise<RunningProcess> {
  const started = performance.now();
  const child = fork(path.join(import.meta.dirname, file), values, { stdio: 'inherit' });
  const [url] = (await once(child, 'message')) as [string];
  return { url, pid: child.pid ?? 0, readyMs: performance.now() - started, stop: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

/** A folder that is removed by `remove`. */
export function temporaryFolder(): { path: string; remove(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'chatelier-bench-'));
  chmodSync(folder, 0o755);
  return { path: folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Processor time that a process has used, in milliseconds (Linux). */
export function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Resident memory of a process in MB (Linux). */
export const memoryMb = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The machine, in one line for above a table. */
export function machine(): string {
  const [load = 0] = readFileSync('/proc/loadavg', 'utf8').split(' ').map(Number);
  return `Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 1024 ** 3)} GB, load before ${load}`;
}

/** Prints rows as a Markdown table. */
export function printTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |\n`;
  process.stdout.write(`\n${line(head)}${line(head.map(() => '---'))}${rows.map(line).join('')}\n`);
}

import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';

export type EverythingServer = {
  /** Where it listens by streamable HTTP, or by the older server-sent events. */
  url: string;
  close(): Promise<void>;
};

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const ended = (child: ChildProcess): Promise<unknown> =>
  child.exitCode !== null ? Promise.resolve() : new Promise((resolve) => child.once('exit', resolve));

/** The protocol's reference server out of the dependencies, as a process of its own on this machine. */
export async function startEverything(kind: 'streamableHttp' | 'sse'): Promise<EverythingServer> {
  const port = await freePort();
  const script = path.join(
    import.meta.dirname,
    '../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
  );
  const child = spawn(process.execPath, [script, kind], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      if (/listening|running/i.test(String(chunk))) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}`)));
  });
  return {
    url: `http://127.0.0.1:${port}/${kind === 'sse' ? 'sse' : 'mcp'}`,
    async close() {
      child.kill();
      await ended(child);
    },
  };
}

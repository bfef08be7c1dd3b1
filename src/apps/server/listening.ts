import { once } from 'node:events';
import { createServer } from 'node:net';
import { StartError } from './start-error.ts';

export type ListenAddress = {
  host: string;
  port: number;
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/**
 * What a person can do about an address on which this process can't listen; other errors stay as they are.
 */
export function readableListenError(error: unknown, { host, port }: ListenAddress): unknown {
  const code = codeOf(error);
  if (code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} on ${host} is taken by another program. Stop it, or set PORT to another number.`,
    );
  }
  if (['EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND'].includes(code)) {
    return new StartError(`Can't listen on ${host}:${port} (${code}). Check HOST and PORT.`);
  }
  return error;
}

/**
 * Tries an address and lets go of it again, before long work is begun for a server that could not listen.
 * Throws `StartError`.
 */
export async function tryToListen(address: ListenAddress): Promise<void> {
  const probe = createServer();
  try {
    probe.listen({ host: address.host, port: address.port });
    await once(probe, 'listening');
  } catch (error) {
    throw readableListenError(error, address);
  }
  probe.close();
  await once(probe, 'close');
}

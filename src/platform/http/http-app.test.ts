import net from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { createSilentLogger, type Logger } from '#platform/log/logger.ts';
import { createHttpApp } from './http-app.ts';

test('a caller who leaves in the middle of an upload is no fault of the database and not worth a line', async () => {
  const lines: unknown[] = [];
  const note = (_fields: unknown, line?: string): void => void lines.push(line);
  const log: Logger = Object.assign(createSilentLogger(), { warn: note, error: note });
  const app = await createHttpApp({
    challenge: () => null,
    log,
    translator: { text: (_language, key) => key, has: () => true, namespace: () => ({}) },
    language: () => 'en',
    trustProxy: [],
    maxUploadBytes: 1_000_000,
    isOwnOrigin: () => true,
    notFound: async (_request, reply) => reply.code(404).send(),
  });
  let outcome: unknown;
  app.post('/upload', async (request) => {
    try {
      return (await (await request.file())?.toBuffer())?.length;
    } catch (error) {
      outcome = error;
      throw error;
    }
  });
  let parsed: unknown;
  app.addHook('onError', async (_request, _reply, error) => void (parsed = error));
  app.post('/json', async () => ({}));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const leave = async (head: string): Promise<void> => {
    const socket = net.connect(port, '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.on('error', () => undefined);
    socket.write(head, () => setImmediate(() => socket.resetAndDestroy()));
  };
  await leave(
    'POST /upload HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 9000\r\n\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nhalf',
  );
  await vi.waitFor(() => expect(outcome).toBeInstanceOf(Error), { timeout: 30_000 });
  await leave(
    'POST /json HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{"a":',
  );
  await vi.waitFor(() => expect(parsed).not.toBe(outcome), { timeout: 30_000 });
  await app.close();
  expect(lines).toEqual([]);
});

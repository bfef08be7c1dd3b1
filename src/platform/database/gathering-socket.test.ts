import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { GatheringSocket } from './gathering-socket.ts';

test('what is written in one turn leaves a connected socket in one system call, in order', async () => {
  const calls: string[] = [];
  class Watched extends GatheringSocket {
    override _write(...given: Parameters<GatheringSocket['_write']>): void {
      calls.push('single');
      super._write(...given);
    }
    override _writev(...given: Parameters<NonNullable<GatheringSocket['_writev']>>): void {
      calls.push(`${given[0].length} together`);
      super._writev?.(...given);
    }
  }
  let heard = '';
  const server = createServer((reader) => {
    reader.setEncoding('utf8').on('data', (text: string) => {
      heard += text;
      if (heard.endsWith('.')) reader.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = new Watched();
  socket.connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('begin ');
  // As the driver writes a statement.
  socket.cork();
  socket.write('bind ');
  socket.write('execute ');
  socket.uncork();
  socket.write('commit ');
  await new Promise((resolve) => setImmediate(resolve));
  socket.write('again.');
  await once(socket.resume(), 'close');
  server.close();
  expect(heard).toBe('begin bind execute commit again.');
  expect(calls).toEqual(['4 together', 'single']);
});

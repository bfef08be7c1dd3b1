import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** The server's end of a WebSocket, as little of it as a stand-in needs: texts, and its end. */
export type StandInSocket = {
  send(text: string): void;
  close(): void;
  isOpen(): boolean;
};

const frame = (opcode: number, payload: Buffer): Buffer => {
  const length = payload.length;
  const head =
    length < 126
      ? Buffer.from([0x80 | opcode, length])
      : length < 65_536
        ? Buffer.from([0x80 | opcode, 126, length >> 8, length & 255])
        : Buffer.concat([Buffer.from([0x80 | opcode, 127, 0, 0, 0, 0]), Buffer.alloc(4)]);
  if (length >= 65_536) head.writeUInt32BE(length, 6);
  return Buffer.concat([head, payload]);
};

/** Accepts a WebSocket; `onText` hears each whole text. */
export function acceptSocket(
  request: IncomingMessage,
  stream: Duplex,
  onText: (text: string) => void,
  onClose: () => void,
): StandInSocket {
  const key = request.headers['sec-websocket-key'] ?? '';
  const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
  const [protocol] = (request.headers['sec-websocket-protocol'] ?? '').split(',');
  const spoken = protocol ? `Sec-WebSocket-Protocol: ${protocol.trim()}\r\n` : '';
  stream.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n${spoken}\r\n`,
  );
  let isOpen = true;
  let waiting = Buffer.alloc(0);
  let parts: Buffer[] = [];
  const end = (): void => {
    if (!isOpen) return;
    isOpen = false;
    stream.end();
    onClose();
  };
  stream.on('data', (chunk: Buffer) => {
    waiting = Buffer.concat([waiting, chunk]);
    for (;;) {
      if (waiting.length < 2) return;
      const short = waiting[1]! & 127;
      const extra = short === 126 ? 2 : short === 127 ? 8 : 0;
      if (waiting.length < 2 + extra + 4) return;
      const length =
        short === 126 ? waiting.readUInt16BE(2) : short === 127 ? waiting.readUInt32BE(6) : short;
      const start = 2 + extra + 4;
      if (waiting.length < start + length) return;
      const mask = waiting.subarray(start - 4, start);
      const payload = Buffer.from(
        waiting.subarray(start, start + length).map((byte, at) => byte ^ mask[at % 4]!),
      );
      const [first] = waiting;
      waiting = waiting.subarray(start + length);
      const opcode = first! & 15;
      if (opcode === 8) return end();
      if (opcode === 9) stream.write(frame(10, payload));
      else if (opcode < 3) {
        parts.push(payload);
        if (first! & 128) {
          const text = Buffer.concat(parts).toString();
          parts = [];
          onText(text);
        }
      }
    }
  });
  stream.on('close', end);
  stream.on('error', end);
  return {
    send: (text) => void (isOpen && stream.write(frame(1, Buffer.from(text)))),
    close() {
      if (isOpen) stream.write(frame(8, Buffer.alloc(0)));
      end();
    },
    isOpen: () => isOpen,
  };
}

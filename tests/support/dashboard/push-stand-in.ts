import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSafeFetch, type SafeFetch } from '#platform/safe-fetch/safe-fetch.ts';
import type { PushKeys } from '#platform/web-push/encrypt-push.ts';

/** A browser's side of a subscription. */
export type BrowserKeys = PushKeys & { privateKey: string };

export function makeBrowserKeys(): BrowserKeys {
  const pair = createECDH('prime256v1');
  return {
    p256dh: pair.generateKeys('base64url'),
    privateKey: pair.getPrivateKey('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
}

/** Reads a push message as a browser does (RFC 8291); throws when it is not for this one. */
export function decryptPush(body: Buffer, keys: BrowserKeys): string {
  const [salt, size, idLength] = [body.subarray(0, 16), body.readUInt32BE(16), body.readUInt8(20)];
  const [sender, record] = [body.subarray(21, 21 + idLength), body.subarray(21 + idLength)];
  if (size !== 4_096 || record.length > size) throw new Error('No single record');
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(keys.privateKey, 'base64url');
  const derive = (secret: Uint8Array, with_: Uint8Array, info: Uint8Array, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, with_, info, length));
  const secret = derive(
    pair.computeSecret(sender),
    Buffer.from(keys.auth, 'base64url'),
    Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(keys.p256dh, 'base64url'), sender]),
    32,
  );
  const decipher = createDecipheriv(
    'aes-128-gcm',
    derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16),
    derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12),
  ).setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  if (plain.at(-1) !== 2) throw new Error('No last record');
  return plain.subarray(0, -1).toString('utf8');
}

export type ReceivedPush = {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
};

/**
 * A push service on this machine. `https://push.test/…` leads to it, by the `safeFetch` that it brings; every
 * other address is judged as ever.
 */
export async function startPushService(): Promise<{
  received: ReceivedPush[];
  safeFetch: SafeFetch;
  /** What it answers from now on. */
  answer(status: number, headers?: Record<string, string>): void;
  close(): Promise<void>;
}> {
  const received: ReceivedPush[] = [];
  let next: { status: number; headers: Record<string, string> } = { status: 201, headers: {} };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) });
      response.writeHead(next.status, next.headers).end();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const real = createSafeFetch({ allowPrivate: [place] });
  const lead = (url: string | URL): string =>
    String(url).replace(/^https:\/\/push\.test\//, `http://${place}/`);
  const safeFetch: SafeFetch = Object.assign(
    ((url, request) => real(lead(url), request)) as SafeFetch,
    real,
    { stream: ((url, request) => real.stream(lead(url), request)) as SafeFetch['stream'] },
  );
  return {
    received,
    safeFetch,
    answer: (status, headers = {}) => void (next = { status, headers }),
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes } from 'node:crypto';

/** What a browser hands out with its subscription, as base64url. */
export type PushKeys = {
  /** Its public key, 65 bytes. */
  p256dh: string;
  /** A secret between it and us, 16 bytes. */
  auth: string;
};

/** The most bytes of text that every push service passes on (RFC 8030, 7.2, less what encrypting adds). */
export const mostPushBytes = 3_993;
const recordSize = 4_096;
const bytes = (text: string): Buffer => Buffer.from(text, 'utf8');
const derive = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** Whether a browser could have made these keys: the right lengths, and a point of the curve. */
export function arePushKeys({ p256dh, auth }: PushKeys): boolean {
  const key = Buffer.from(p256dh, 'base64url');
  if (key.length !== 65 || key[0] !== 4 || Buffer.from(auth, 'base64url').length !== 16) return false;
  try {
    ECDH.convertKey(key, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}

/**
 * The body of a push message that only the browser can read (RFC 8291, one record of `aes128gcm`).
 * `made` are a private key and a salt that a test names; otherwise both are new for each message.
 */
export function encryptPush(
  text: string,
  keys: PushKeys,
  made: { privateKey: Buffer; salt: Buffer } | null = null,
): Buffer {
  const plain = bytes(text);
  if (plain.length > mostPushBytes) throw new RangeError(`A push message has at most ${mostPushBytes} bytes`);
  const ours = createECDH('prime256v1');
  if (made) ours.setPrivateKey(made.privateKey);
  else ours.generateKeys();
  const salt = made?.salt ?? randomBytes(16);
  const [theirKey, ourKey] = [Buffer.from(keys.p256dh, 'base64url'), ours.getPublicKey()];
  const secret = derive(
    ours.computeSecret(theirKey),
    Buffer.from(keys.auth, 'base64url'),
    Buffer.concat([bytes('WebPush: info\0'), theirKey, ourKey]),
    32,
  );
  const cipher = createCipheriv(
    'aes-128-gcm',
    derive(secret, salt, bytes('Content-Encoding: aes128gcm\0'), 16),
    derive(secret, salt, bytes('Content-Encoding: nonce\0'), 12),
  );
  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordSize);
  // A byte of 2 ends the last record; there is only one.
  return Buffer.concat([
    salt,
    size,
    Buffer.of(ourKey.length),
    ourKey,
    cipher.update(plain),
    cipher.update(Buffer.of(2)),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

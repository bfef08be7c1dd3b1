import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto';

/** The stored text can't be opened: wrong key, wrong owner or changed bytes. */
export class SecretError extends Error {
  override readonly name = 'SecretError';
}

/**
 * Encrypts and signs with keys derived from the instance's key ring (newest first).
 * Format of a sealed text: `v1.<key id>.<base64url of nonce, tag and ciphertext>`, AES-256-GCM.
 */
export type SecretBox = {
  /** Seals `plain` for one owner and field; opening under another owner fails. */
  seal(plain: string, owner: string): string;
  /** Opens a sealed text. Throws `SecretError`. */
  open(sealed: string, owner: string): string;
  /** The same for bytes, which become longer by 36 and no more. */
  sealBytes(plain: Uint8Array, owner: string): Buffer;
  /** Opens sealed bytes. Throws `SecretError`. */
  openBytes(sealed: Uint8Array, owner: string): Buffer;
  /** A signature over `text` for one purpose, base64url, 43 characters. */
  sign(purpose: string, text: string): string;
  /**
   * The beginning of a signature, `bytes` long, under each key of the ring, newest first: for what has no room
   * for a whole one. Compare in constant time.
   */
  signShort(purpose: string, text: string, bytes: number): Buffer[];
  /** Whether `signature` belongs to `text`, under any key of the ring, in constant time. */
  verify(purpose: string, text: string, signature: string): boolean;
};

type RingKey = {
  id: string;
  root: Buffer;
};

/** @param hexKeys 64 hexadecimal digits each, newest first. */
export function createSecretBox(hexKeys: readonly string[]): SecretBox {
  const ring: RingKey[] = hexKeys.map((hex) => {
    const root = Buffer.from(hex, 'hex');
    return {
      id: createHash('sha256').update('chatelier key id').update(root).digest('hex').slice(0, 8),
      root,
    };
  });
  const [newest] = ring;
  if (!newest) throw new SecretError('The key ring is empty');
  // As key objects: a signature by bytes takes five times as long.
  const derived = new Map<string, KeyObject>();
  const derive = (key: RingKey, purpose: string): KeyObject => {
    const name = `${key.id}:${purpose}`;
    const known = derived.get(name);
    if (known) return known;
    const made = createSecretKey(Buffer.from(hkdfSync('sha256', key.root, '', purpose, 32)));
    derived.set(name, made);
    return made;
  };
  const signWith = (key: RingKey, purpose: string, text: string): Buffer =>
    createHmac('sha256', derive(key, `sign:${purpose}`))
      .update(text)
      .digest();

  /** Nonce, tag and what was sealed with the newest key. */
  function close(plain: Uint8Array, owner: string): Buffer {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', derive(newest!, 'seal'), nonce).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }
  function disclose(keyId: string | undefined, bytes: Uint8Array, owner: string): Buffer {
    const key = ring.find((candidate) => candidate.id === keyId);
    if (!key) throw new SecretError('Unknown key or format');
    try {
      const decipher = createDecipheriv('aes-256-gcm', derive(key, 'seal'), bytes.subarray(0, 12))
        .setAAD(Buffer.from(owner))
        .setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
    } catch (cause) {
      throw new SecretError('It was sealed for another owner or was changed', { cause });
    }
  }

  return {
    seal: (plain, owner) => `v1.${newest.id}.${close(Buffer.from(plain), owner).toString('base64url')}`,
    sealBytes: (plain, owner) => Buffer.concat([Buffer.from(newest.id), close(plain, owner)]),
    openBytes: (sealed, owner) =>
      disclose(Buffer.from(sealed.subarray(0, 8)).toString(), sealed.subarray(8), owner),
    open(sealed, owner) {
      const [version, keyId, body] = sealed.split('.');
      if (version !== 'v1' || !body) throw new SecretError('Unknown key or format');
      return disclose(keyId, Buffer.from(body, 'base64url'), owner).toString('utf8');
    },
    sign: (purpose, text) => signWith(newest, purpose, text).toString('base64url'),
    signShort: (purpose, text, bytes) => ring.map((key) => signWith(key, purpose, text).subarray(0, bytes)),
    verify(purpose, text, signature) {
      const given = Buffer.from(signature, 'base64url');
      // Only the spelling that was handed out: what is remembered as used must not come back written another
      // way.
      if (given.toString('base64url') !== signature) return false;
      return ring.some((key) => {
        const expected = signWith(key, purpose, text);
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
    },
  };
}

/** SHA-256 of a random token, as stored instead of the token itself. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** A new random token of 256 bits, base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';

/**
 * The pair by which push services know a server again, each part base64url: the public point (65 bytes) and
 * the private number.
 */
export type VapidKeys = {
  publicKey: string;
  privateKey: string;
};

/** Push services take a signature that is good for at most a day. */
const tokenTtlSeconds = 12 * 3_600;

/** A new pair on P-256. */
export function makeVapidKeys(): VapidKeys {
  const {
    x = '',
    y = '',
    d = '',
  } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey.export({ format: 'jwk' });
  return {
    publicKey: Buffer.concat([
      Buffer.of(4),
      Buffer.from(x, 'base64url'),
      Buffer.from(y, 'base64url'),
    ]).toString('base64url'),
    privateKey: d,
  };
}

/**
 * The `Authorization` header for one push service (RFC 8292). `contact` is where its people reach whoever
 * runs this server: `https:` or `mailto:`.
 */
export function vapidHeader(keys: VapidKeys, endpoint: URL, contact: string, now: Date): string {
  const point = Buffer.from(keys.publicKey, 'base64url');
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
      d: keys.privateKey,
    },
  });
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claim = `${part({ typ: 'JWT', alg: 'ES256' })}.${part({ aud: endpoint.origin, exp: Math.floor(now.getTime() / 1_000) + tokenTtlSeconds, sub: contact })}`;
  const signature = sign('sha256', Buffer.from(claim), { key, dsaEncoding: 'ieee-p1363' }).toString(
    'base64url',
  );
  return `vapid t=${claim}.${signature}, k=${keys.publicKey}`;
}

/** Where push services reach whoever runs this server: its public address, else the sender of its mails. */
export function vapidContact(publicUrl: string, mailFrom: string | null): string {
  if (publicUrl.startsWith('https://')) return new URL(publicUrl).origin;
  return `mailto:${/[^\s<>@]+@[^\s<>]+/.exec(mailFrom ?? '')?.[0] ?? 'webmaster@localhost'}`;
}

import { createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { decryptPush, makeBrowserKeys } from '#tests/support/dashboard/push-stand-in.ts';
import { arePushKeys, encryptPush, mostPushBytes } from './encrypt-push.ts';
import { makeVapidKeys, vapidHeader } from './vapid.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');
/** The example of RFC 8291, appendix A. */
const example = {
  text: 'When I grow up, I want to be a watermelon',
  ourPrivate: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  theirPrivate: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

test('a message is encrypted as in the example of RFC 8291, and the reader of our tests reads that example', () => {
  expect(
    encryptPush(example.text, example.keys, {
      privateKey: bytes(example.ourPrivate),
      salt: bytes(example.salt),
    }).toString('base64url'),
  ).toBe(example.body);
  expect(decryptPush(bytes(example.body), { ...example.keys, privateKey: example.theirPrivate })).toBe(
    example.text,
  );
});

test('two messages of the same words have nothing in common, and too long ones are not made', () => {
  const browser = makeBrowserKeys();
  const [first, second] = [encryptPush('Grüße 👋', browser), encryptPush('Grüße 👋', browser)];
  expect(first.subarray(0, 16).equals(second.subarray(0, 16))).toBe(false);
  expect([first, second].map((body) => decryptPush(body, browser))).toEqual(['Grüße 👋', 'Grüße 👋']);
  expect(encryptPush('x'.repeat(mostPushBytes), browser).length).toBe(4_096);
  expect(() => encryptPush('x'.repeat(mostPushBytes + 1), browser)).toThrow(RangeError);
});

test('keys that no browser made are told apart', () => {
  expect(arePushKeys(example.keys)).toBe(true);
  expect(arePushKeys({ ...example.keys, auth: 'BTBZ' })).toBe(false);
  expect(arePushKeys({ ...example.keys, p256dh: example.keys.p256dh.slice(0, 80) })).toBe(false);
  // The right length, and no point of the curve.
  expect(
    arePushKeys({
      ...example.keys,
      p256dh: Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]).toString('base64url'),
    }),
  ).toBe(false);
});

test('a push service can check who sends, for its own address only and for half a day', () => {
  const keys = makeVapidKeys();
  const header = vapidHeader(
    keys,
    new URL('https://push.example.net/send/abc?x=1'),
    'https://chat.example.com',
    new Date('2026-01-01T00:00:00Z'),
  );
  const [, head = '', claim = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? [];
  expect(key).toBe(keys.publicKey);
  expect([head, claim].map((part) => JSON.parse(bytes(part).toString()) as unknown)).toEqual([
    { typ: 'JWT', alg: 'ES256' },
    { aud: 'https://push.example.net', exp: 1_767_268_800, sub: 'https://chat.example.com' },
  ]);
  const point = bytes(key);
  const reader = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  expect(
    verify(
      'sha256',
      Buffer.from(`${head}.${claim}`),
      { key: reader, dsaEncoding: 'ieee-p1363' },
      bytes(signature),
    ),
  ).toBe(true);
});

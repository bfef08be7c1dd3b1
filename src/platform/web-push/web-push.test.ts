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

/** Whether a push service takes the header's signature for one of its key. */
function isSigned(header: string): boolean {
  const [, claim = '', signature = '', key = ''] =
    /^vapid t=([\w-]+\.[\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? [];
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
  return verify('sha256', Buffer.from(claim), { key: reader, dsaEncoding: 'ieee-p1363' }, bytes(signature));
}

test('a push service can check who sends, for its own address only and for half a day', () => {
  const keys = makeVapidKeys();
  const header = vapidHeader(
    keys,
    new URL('https://push.example.net/send/abc?x=1'),
    'https://chat.example.com',
    new Date('2026-01-01T00:00:00Z'),
  );
  const [, head = '', claim = '', , key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? [];
  expect(key).toBe(keys.publicKey);
  expect([head, claim].map((part) => JSON.parse(bytes(part).toString()) as unknown)).toEqual([
    { typ: 'JWT', alg: 'ES256' },
    { aud: 'https://push.example.net', exp: 1_767_268_800, sub: 'https://chat.example.com' },
  ]);
  expect(isSigned(header)).toBe(true);
});

test('who sends is said as in the example of RFC 8292, whose signature the reader of our tests takes', () => {
  // Section 2.4. A signature is another one each time, what is signed is not.
  const claim =
    'eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0';
  const signature = 'i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA';
  const key = 'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs';
  expect(isSigned(`vapid t=${claim}.${signature}, k=${key}`)).toBe(true);
  const halfDay = 12 * 3_600;
  const ours = vapidHeader(
    makeVapidKeys(),
    new URL('https://push.example.net/p/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV'),
    'mailto:push@example.com',
    new Date((1_453_523_768 - halfDay) * 1_000),
  );
  expect(ours).toContain(`vapid t=${claim}.`);
  expect(isSigned(ours)).toBe(true);
  // Another service's address under the same signature.
  expect(isSigned(ours.replace(/^(vapid t=[\w-]+)\.[\w-]+/, '$1.eyJhdWQiOiJodHRwczovL2V2aWwifQ'))).toBe(
    false,
  );
});

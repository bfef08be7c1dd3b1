import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { findProof, hashStart, isProof } from './proof-of-work.ts';

it('hashes as SHA-256 does, whatever the length', () => {
  for (let length = 0; length < 200; length++) {
    const text = 'é'.repeat(length % 7) + 'x'.repeat(length);
    expect(hashStart(text)).toBe(createHash('sha256').update(text).digest().readUInt32BE(0));
  }
});

it('finds a proof that holds for its challenge and for no other', async () => {
  const proof = await findProof('fsb_1', 12, async () => undefined);
  expect(isProof('fsb_1', proof, 12)).toBe(true);
  expect(createHash('sha256').update(`fsb_1:${proof}`).digest().readUInt32BE(0)).toBeLessThan(2 ** 20);
  expect(isProof('fsb_2', proof, 12)).toBe(false);
  for (const forged of ['', '-1', 'abc', '1'.repeat(16), '1e3'])
    expect(isProof('fsb_1', forged, 0)).toBe(false);
});

import { expect, test } from 'vitest';
import { createPasswords } from './password.ts';

const passwords = createPasswords();

test('a password is kept by Argon2id with what OWASP asks for at least, each time in another way', async () => {
  const [one, other] = await Promise.all([
    passwords.hash('a long password'),
    passwords.hash('a long password'),
  ]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(other).not.toBe(one);
});

test('the right one is known, also written with other code points, and no other; where none is kept, nothing is right', async () => {
  const stored = await passwords.hash('caf\u00e9 au lait');
  expect(await passwords.verify(stored, 'cafe\u0301 au lait')).toBe(true);
  expect(await passwords.verify(stored, 'cafe au lait')).toBe(false);
  expect(await passwords.verify(null, 'a password that nobody has')).toBe(false);
});

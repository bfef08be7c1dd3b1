import { describe, expect, test } from 'vitest';
import { createSecretBox, SecretError } from './secret-box.ts';
import { mintToken, readToken, type TokenKind } from './signed-token.ts';

const key = (digit: string): string => digit.repeat(64);
const box = createSecretBox([key('a')]);

describe('sealed secrets', () => {
  test('open only for the owner they were sealed for', () => {
    const sealed = box.seal('sk-live-1234', 'connection:acc_1:openai');
    expect(sealed).not.toContain('sk-live');
    expect(box.open(sealed, 'connection:acc_1:openai')).toBe('sk-live-1234');
    expect(() => box.open(sealed, 'connection:acc_2:openai')).toThrow(SecretError);
  });

  test('stay readable after a new key was put in front of the old one, and not after the old one is gone', () => {
    const sealed = box.seal('secret', 'owner');
    expect(createSecretBox([key('b'), key('a')]).open(sealed, 'owner')).toBe('secret');
    expect(() => createSecretBox([key('b')]).open(sealed, 'owner')).toThrow(SecretError);
  });

  test('may be bytes', () => {
    const sealed = box.sealBytes(Uint8Array.from([0, 255, 7]), 'owner');
    expect(sealed).toHaveLength(3 + 36);
    expect([...box.openBytes(sealed, 'owner')]).toEqual([0, 255, 7]);
    expect([...createSecretBox([key('b'), key('a')]).openBytes(sealed, 'owner')]).toEqual([0, 255, 7]);
    for (const broken of [sealed.subarray(0, 20), Buffer.concat([sealed, Buffer.from('x')]), Buffer.from('')])
      expect(() => box.openBytes(broken, 'owner')).toThrow(SecretError);
    expect(() => box.openBytes(sealed, 'other')).toThrow(SecretError);
  });

  test('refuse changed bytes', () => {
    const sealed = box.seal('secret', 'owner');
    const middle = sealed.length - 10;
    const other = sealed[middle] === 'A' ? 'B' : 'A';
    expect(() => box.open(sealed.slice(0, middle) + other + sealed.slice(middle + 1), 'owner')).toThrow(
      SecretError,
    );
  });
});

describe('signed tokens', () => {
  const visitor: TokenKind<{ id: string }> = {
    purpose: 'visitor',
    parse: (value) => value as { id: string },
  };
  const preview: TokenKind<{ id: string }> = {
    purpose: 'preview',
    parse: (value) => value as { id: string },
  };

  test('are read until they expire', () => {
    const token = mintToken(box, visitor, { id: 'v1' }, 1_000);
    expect(readToken(box, visitor, token, 999)).toMatchObject({ id: 'v1' });
    expect(readToken(box, visitor, token, 1_000)).toBeNull();
  });

  test('of one kind are worthless to another', () => {
    expect(readToken(box, preview, mintToken(box, visitor, { id: 'v1' }, null), 0)).toBeNull();
  });

  test('are refused when forged, unsigned or of odd shape', () => {
    const token = mintToken(box, visitor, { id: 'v1' }, null);
    const [body = '', signature = ''] = token.split('.');
    const other = Buffer.from(JSON.stringify({ id: 'v2' })).toString('base64url');
    // The last character of 256 bits has two bits to spare: other spellings of the same bytes are no second
    // token.
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const spelled = token.slice(0, -1) + alphabet[alphabet.indexOf(token.at(-1) ?? '') + 1];
    expect(Buffer.from(spelled.split('.')[1] ?? '', 'base64url')).toEqual(
      Buffer.from(signature, 'base64url'),
    );
    for (const forged of [
      spelled,
      `${token}=`,
      `${other}.${signature}`,
      body,
      `${body}.`,
      `.${signature}`,
      `${token}.x`,
      '',
      'a'.repeat(5_000),
    ])
      expect(readToken(box, visitor, forged, 0)).toBeNull();
  });
});

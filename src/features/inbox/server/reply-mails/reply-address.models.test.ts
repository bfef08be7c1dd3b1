import { expect, test } from 'vitest';
import { newId } from '#shared/ids.ts';
import { createSecretBox } from '#platform/crypto/secret-box.ts';
import { createReplyAddresses } from './reply-address.models.ts';

const [key, older] = ['a'.repeat(64), 'b'.repeat(64)];
const addresses = createReplyAddresses('Replies@chat.example.com', createSecretBox([key]));
const place = { conversationId: newId('cnv'), contactId: newId('con'), email: 'Anna@example.test' };

test('an address names its conversation and fits into what mail servers take, in any case', () => {
  const address = addresses.addressFor(place);
  expect(address).toMatch(/^replies\+[0-9a-z]{46}@chat\.example\.com$/);
  expect(address.split('@')[0]?.length).toBeLessThanOrEqual(64);
  const read = addresses.read(address.toUpperCase());
  expect(read?.conversationId).toBe(place.conversationId);
  expect(addresses.isFor(place, read?.signature ?? '')).toBe(true);
  expect(addresses.isFor({ ...place, email: 'anna@EXAMPLE.test' }, read?.signature ?? '')).toBe(true);
});

test('a signature serves no other conversation, contact or mailbox', () => {
  const { signature = '' } = addresses.read(addresses.addressFor(place)) ?? {};
  for (const change of [
    { conversationId: newId('cnv') },
    { contactId: newId('con') },
    { email: 'eve@example.test' },
  ])
    expect(addresses.isFor({ ...place, ...change }, signature)).toBe(false);
  expect(addresses.isFor(place, `${signature.slice(1)}0`)).toBe(false);
  expect(addresses.isFor(place, '')).toBe(false);
});

test('one of an older key still counts', () => {
  const before = createReplyAddresses('replies@chat.example.com', createSecretBox([older]));
  const now = createReplyAddresses('replies@chat.example.com', createSecretBox([key, older]));
  const { signature = '' } = now.read(before.addressFor(place)) ?? {};
  expect(now.isFor(place, signature)).toBe(true);
  expect(addresses.isFor(place, signature)).toBe(false);
});

test.each([
  'replies@chat.example.com',
  'replies+short@chat.example.com',
  'other+x@chat.example.com',
  '@',
  '',
])('%s is none of them', (address) => expect(addresses.read(address)).toBeNull());

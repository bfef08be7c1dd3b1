import { expect, test } from 'vitest';
import { ownAddress, safeLink } from './safe-url.ts';

test('links lead to web pages, mail and telephone only', () => {
  expect(safeLink('https://example.org/a b')).toBe('https://example.org/a%20b');
  expect(safeLink('mailto:a@example.org')).toBe('mailto:a@example.org');
  expect(safeLink(' tel:+3112345 ')).toBe('tel:+3112345');
  for (const address of [
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    '//evil.example',
    '/relative',
    'data:text/html,x',
    'vbscript:x',
    'blob:https://x',
    'file:///etc',
    '',
    '&#106;avascript:x',
    'https://',
  ])
    expect(safeLink(address), address).toBeNull();
});

test('pictures and stored copies come from the instance itself only', () => {
  const origin = 'https://chat.example.org';
  expect(ownAddress('/stored/1', origin)).toBe('https://chat.example.org/stored/1');
  for (const address of [
    'https://chat.example.org.evil.example/x',
    '//evil.example/x',
    'javascript:x',
    'data:image/png,x',
    'http://chat.example.org/x',
    'https://chat.example.org@evil.example/',
  ])
    expect(ownAddress(address, origin), address).toBeNull();
});

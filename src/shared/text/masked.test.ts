import { expect, test } from 'vitest';
import { masked } from './masked.ts';

test.each([
  ['My mail is jo.van-den+shop@mail.example.co.uk.', 'My mail is visitor@example.com.'],
  ['josé@exámple.es, please', 'visitor@example.com, please'],
  ['Call me: +32 (0)470 12 34 56', 'Call me: +00 (0)000 00 00 00'],
  ['0032470123456 is mine', '0000000000000 is mine'],
  ['06-12345678', '00-00000000'],
  ['My card is 4242 4242 4242 4242', 'My card is 0000 0000 0000 0000'],
  ['5555-5555-5555-4444!', '0000-0000-0000-0000!'],
  ['BE71 0961 2345 6769 is my account', 'BE00 0000 0000 0000 is my account'],
])('what names a person is gone: %s', (text, without) => {
  expect(masked(text)).toBe(without);
});

test.each([
  'Where is my order 1043?',
  'From 2026-03-01 until 24.12.2026 at 10:30',
  'It costs 1.249,90 euros, or 24 for two',
  'Between 1995 and 2005, 3 to 5 people',
  'Version 10.1.2 for 12 000 people',
])('what names nobody stays: %s', (text) => {
  expect(masked(text)).toBe(text);
});

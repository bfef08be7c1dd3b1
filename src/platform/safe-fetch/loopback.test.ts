import { expect, it } from 'vitest';
import { isLoopbackHost, leadsToLoopback } from './loopback.ts';

it.each(['localhost', '127.0.0.1', '127.8.9.10', '::1', '[::1]'])('%s is this machine', (host) =>
  expect(isLoopbackHost(host)).toBe(true),
);
it.each(['localhost.example.com', '127.example.com', '128.0.0.1', '0.0.0.0', '::', 'example.com', ''])(
  '%s is another',
  (host) => expect(isLoopbackHost(host)).toBe(false),
);
it.each(['localhost', 'LOCALHOST:3000/shop', '127.0.0.1:8080', '127.1/x', '[::1]:4010', '[0:0::1]'])(
  '%s leads to this machine',
  (typed) => expect(leadsToLoopback(typed)).toBe(true),
);
it.each([
  'localhostel.com',
  'localhost.example.com/x',
  '127.example.com',
  'example.com/localhost',
  '',
  '::1',
])('%s leads elsewhere or nowhere', (typed) => expect(leadsToLoopback(typed)).toBe(false));

import { expect, it } from 'vitest';
import { isReachableByOthers } from './reachable.ts';

const here = { host: '127.0.0.1', trustProxy: [] };

it.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000', 'http://chat.localhost'])(
  'nobody else reaches a server of this machine at %s',
  (url) => expect(isReachableByOthers(here, url)).toBe(false),
);
it.each(['https://chat.example.com', 'http://192.168.1.5:3000', 'http://localhost.example.com'])(
  'others reach it at %s',
  (url) => expect(isReachableByOthers(here, url)).toBe(true),
);
it.each([
  { host: '0.0.0.0', trustProxy: [] },
  { host: '::', trustProxy: [] },
  { host: '192.168.1.5', trustProxy: [] },
  { host: '127.0.0.1', trustProxy: ['loopback'] },
])('others reach it where it listens or is passed on: %j', (config) =>
  expect(isReachableByOthers(config, 'http://localhost:3000')).toBe(true),
);

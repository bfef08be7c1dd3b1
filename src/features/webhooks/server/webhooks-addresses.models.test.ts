import { expect, it } from 'vitest';
import { shownHost } from './webhooks-addresses.models.ts';

it.each([
  ['https://hooks.slack.com/services/T0/B0/secret', 'hooks.slack.com'],
  ['http://127.0.0.1:8080/hook?key=secret', '127.0.0.1:8080'],
  ['nowhere at all', '–'],
])('of %s only the host is shown to others', (url, host) => {
  expect(shownHost(url)).toBe(host);
});

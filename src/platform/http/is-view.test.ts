import { expect, it } from 'vitest';
import { isView } from './is-view.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1';

it.each([firefox, phone])('%s looks at what it gets', (agent) => {
  expect(isView({ 'user-agent': agent })).toBe(true);
});

it.each([
  {},
  { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
  { 'user-agent': 'curl/8.14.1' },
  { 'user-agent': firefox, 'sec-purpose': 'prefetch;prerender' },
])('%o is no look', (headers) => {
  expect(isView(headers)).toBe(false);
});

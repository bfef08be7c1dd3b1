import { describe, expect, test } from 'vitest';
import { isInMailDomains, mailDomainOf } from './sign-up.ts';

describe('a domain of mail addresses', () => {
  test.each([
    ['example.com', 'example.com'],
    [' @Example.COM. ', 'example.com'],
    ['münchen.example', 'xn--mnchen-3ya.example'],
    ['ｅxample．com', 'example.com'],
  ])('%s is %s', (text, domain) => expect(mailDomainOf(text)).toBe(domain));

  test.each([
    '',
    'localhost',
    '127.0.0.1',
    '2130706433',
    'a..b',
    'a@b.com',
    'b.com/x',
    'b.com:25',
    '-a.com',
    'a b.com',
  ])('“%s” is none', (text) => expect(mailDomainOf(text)).toBeNull());
});

describe('an address is let in', () => {
  const domains = ['example.com', 'xn--mnchen-3ya.example'];
  test.each([
    'a@example.com',
    'a+b@EXAMPLE.com',
    'a@example.com.',
    'a@münchen.example',
    'a@xn--mnchen-3ya.example',
  ])('%s', (email) => expect(isInMailDomains(email, domains)).toBe(true));

  test.each([
    'a@evil-example.com',
    'a@example.com.evil.net',
    'a@sub.example.com',
    'a@xn--example-.com',
    'a@exаmple.com',
    'a@example.com@evil.net',
    'example.com',
    'a@',
  ])('not %s', (email) => expect(isInMailDomains(email, domains)).toBe(false));

  test('from anywhere where no domain is named', () => expect(isInMailDomains('a@b.test', [])).toBe(true));
});

import { expect, test } from 'vitest';
import {
  functionDefinition,
  type FunctionAuth,
  type FunctionDefinition,
} from '../custom-functions-definition.contract.ts';
import { isSameCredential } from './custom-functions-checks.models.ts';

const common = { name: 'check_order', label: 'Check', description: 'Use when somebody asks.' };
const http = (auth: Record<string, unknown>, url = 'https://shop.example/orders'): FunctionDefinition =>
  functionDefinition.parse({ kind: 'http', ...common, http: { url, auth } });
const code = (secretHost: string): FunctionDefinition =>
  functionDefinition.parse({ kind: 'code', ...common, code: { source: 'return 1;', secretHost } });

const bearer = { type: 'bearer' } satisfies FunctionAuth;
const signed = { type: 'hmac', header: 'X-Signature' };
const oauth = { type: 'oauth2', tokenUrl: 'https://shop.example/token', clientId: 'shop' };

test.each([
  ['one that went nowhere else', http(bearer), http(bearer, 'https://shop.example/v2'), true],
  ['one for another host', http(bearer), http(bearer, 'https://evil.example/'), false],
  ['a key that signs, for a token', http(signed), http(bearer), false],
  ['a client’s secret, for a token', http(oauth), http(bearer), false],
  ['a client’s secret with another scope', http(oauth), http({ ...oauth, scope: 'orders' }), true],
  ['the secret of another client', http(oauth), http({ ...oauth, clientId: 'bank' }), false],
  [
    'the password of another user',
    http({ type: 'basic', user: 'a' }),
    http({ type: 'basic', user: 'b' }),
    false,
  ],
  [
    'what another header says',
    http({ type: 'header', name: 'X-Key' }),
    http({ type: 'header', name: 'X-Id' }),
    false,
  ],
  [
    'a header in another spelling',
    http({ type: 'header', name: 'X-Key' }),
    http({ type: 'header', name: 'x-key' }),
    true,
  ],
  [
    'what another parameter says',
    http({ type: 'query', name: 'key' }),
    http({ type: 'query', name: 'id' }),
    false,
  ],
  ['a key that signs otherwise', http(signed), http({ ...signed, algorithm: 'sha512' }), true],
  ['the secret of code, for a request', code('shop.example'), http(bearer), false],
  ['the secret of code', code('shop.example'), code('shop.example'), true],
  ['none', http({ type: 'none' }), http({ type: 'none' }), false],
])('what was entered for one definition is of the sort that another takes: %s', (_, now, then, isSame) => {
  expect(isSameCredential(now, then)).toBe(isSame);
});

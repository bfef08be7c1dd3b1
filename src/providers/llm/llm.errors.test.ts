import { describe, expect, test } from 'vitest';
import { errorFromResponse, errorFromStream, withoutSecrets } from './llm.errors.ts';

const now = Date.parse('2026-01-15T10:00:00Z');

function fromResponse(status: number, body: string, headers: Record<string, string> = {}) {
  return errorFromResponse({ status, headers, body, secrets: ['planted-canary-key'], now });
}

describe('errors of the model providers', () => {
  test.each([
    ['7', 7_000],
    ['0.5', 500],
    ['Thu, 15 Jan 2026 10:01:00 GMT', 60_000],
    ['Thu, 15 Jan 2026 09:00:00 GMT', 0],
    ['soon', null],
    ['', null],
  ])('Retry-After %j is understood', (value, expected) => {
    expect(fromResponse(429, '', { 'retry-after': value }).retryAfterMs).toBe(expected);
  });

  test('milliseconds win over seconds', () => {
    expect(fromResponse(429, '', { 'retry-after': '1', 'retry-after-ms': '120' }).retryAfterMs).toBe(120);
  });

  test.each([
    [402, '{"error":{"message":"Insufficient Balance"}}', 'llm.quota_exceeded'],
    [400, '{"error":{"message":"Your credit balance is too low to access the API."}}', 'llm.quota_exceeded'],
    [
      400,
      '[{"error":{"code":400,"message":"API key not valid.","status":"INVALID_ARGUMENT"}}]',
      'llm.unauthorized',
    ],
    [400, '{"error":{"message":"prompt is too long: 210000 tokens > 200000 maximum"}}', 'llm.too_long'],
    [400, '{"error":"model \\"qwen\\" not found, try pulling it first"}', 'llm.model_not_found'],
    [413, '', 'llm.too_long'],
    [422, '{"detail":"Extra inputs are not permitted"}', 'llm.bad_request'],
    [408, '', 'llm.overloaded'],
    [529, '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}', 'llm.overloaded'],
    [302, '', 'llm.bad_request'],
  ])('status %d with %s', (status, body, code) => {
    expect(fromResponse(status, body).code).toBe(code);
  });

  test.each([
    [{ type: 'overloaded_error', message: 'Overloaded' }, 'llm.overloaded'],
    [{ code: 429, message: 'slow down' }, 'llm.rate_limited'],
    [{ code: 'context_length_exceeded', message: '' }, 'llm.too_long'],
    ['something', 'llm.overloaded'],
    [null, 'llm.overloaded'],
  ])('an error event %j in the stream', (value, code) => {
    expect(errorFromStream(value, []).code).toBe(code);
  });

  test('messages hold no keys, no pages and no novels', () => {
    expect(
      fromResponse(401, '{"error":{"message":"Wrong key planted-canary-key and sk-proj-abcdefghijklmnop."}}')
        .message,
    ).toBe('The model provider refused the key (HTTP 401): Wrong key (hidden) and (hidden)');
    expect(fromResponse(502, '<html><h1>Bad gateway</h1></html>').message).toBe(
      'The model provider has a problem of its own (HTTP 502).',
    );
    expect(
      fromResponse(400, JSON.stringify({ error: { message: 'x'.repeat(5_000) } })).message.length,
    ).toBeLessThan(400);
    expect(withoutSecrets('Authorization: Bearer abc.def', [])).toBe('Authorization: Bearer (hidden)');
  });
});

import { describe, expect, it } from 'vitest';
import { toApiError, toRequest } from './client.ts';
import { pathOfKey } from './query-client.ts';

describe('a call', () => {
  it('fills the path and sends only the given query entries', () => {
    expect(toRequest('GET /api/agents/{id}', { params: { id: 'a/b' }, query: { q: 'x y', page: 0, off: null, none: undefined, tag: ['a', 'b'] } })).toEqual({ method: 'GET', path: '/api/agents/a%2Fb?q=x+y&page=0&tag=a&tag=b' });
  });
  it('is read by its cache key: the path, then non-null query entries', () => {
    expect(pathOfKey(['contacts/1/conversations'])).toBe('/api/contacts/1/conversations');
    expect(pathOfKey(['/api/agents', { search: 'x', tag: null }])).toBe('/api/agents?search=x');
  });
});

describe('a refused call', () => {
  it('carries the server\'s message, code, fields, status and body', () => {
    const error = toApiError(400, 'Bad Request', '{"message":"Name is missing","code":"agents.invalid","fields":{"name":"missing"}}');
    expect(error).toMatchObject({ message: 'Name is missing', status: 400, code: 'agents.invalid', fields: { name: 'missing' }, body: { code: 'agents.invalid' } });
  });
  it('falls back to the text, the status text and the status', () => {
    expect(toApiError(502, 'Bad Gateway', 'upstream is down').message).toBe('upstream is down');
    expect(toApiError(502, 'Bad Gateway', '<html>…').message).toBe('Bad Gateway');
    expect(toApiError(418, '', '').message).toBe('Request failed with status 418');
    expect(toApiError(500, 'Internal', '{"message":{}}').message).toBe('Internal');
  });
});

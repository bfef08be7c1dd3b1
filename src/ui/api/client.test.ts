import i18next from 'i18next';
import { describe, expect, it, vi } from 'vitest';
import { send, toApiError, toRequest } from './client.ts';
import { pathOfKey } from './query-client.ts';

describe('a call', () => {
  it('fills the path and sends only the given query entries', () => {
    expect(
      toRequest('GET /api/agents/{id}', {
        params: { id: 'a/b' },
        query: { q: 'x y', page: 0, off: null, none: undefined, tag: ['a', 'b'] },
      }),
    ).toEqual({ method: 'GET', path: '/api/agents/a%2Fb?q=x+y&page=0&tag=a&tag=b' });
  });
  it('is read by its cache key: the path, then non-null query entries', () => {
    expect(pathOfKey(['contacts/1/conversations'])).toBe('/api/contacts/1/conversations');
    expect(pathOfKey(['/api/agents', { search: 'x', tag: null }])).toBe('/api/agents?search=x');
  });
});

describe('a refused call', () => {
  it("carries the server's message, code, fields, status and body", () => {
    const error = toApiError(
      400,
      'Bad Request',
      '{"message":"Name is missing","code":"agents.invalid","fields":{"name":"missing"}}',
    );
    expect(error).toMatchObject({
      message: 'Name is missing',
      status: 400,
      code: 'agents.invalid',
      fields: { name: 'missing' },
      body: { code: 'agents.invalid' },
    });
  });
  it('falls back to the text, the status text and the status', () => {
    expect(toApiError(502, 'Bad Gateway', 'upstream is down').message).toBe('upstream is down');
    expect(toApiError(502, 'Bad Gateway', '<html>…').message).toBe('Bad Gateway');
    expect(toApiError(418, '', '').message).toBe('Request failed with status 418');
    expect(toApiError(500, 'Internal', '{"message":{}}').message).toBe('Internal');
  });
});

describe('a call that gets no answer', () => {
  it("is told in the language of the screen, not in the browser's English", async () => {
    const [fetched, initialized, translated] = [
      vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch')),
      i18next.isInitialized,
      vi.spyOn(i18next, 't').mockReturnValue('Server není dostupný.' as never),
    ];
    vi.stubGlobal('document', { documentElement: { lang: 'cs' } });
    try {
      i18next.isInitialized = true;
      await expect(send('GET', '/api/agents')).rejects.toMatchObject({
        status: 0,
        message: 'Server není dostupný.',
      });
      expect(translated).toHaveBeenCalledWith('common:failed.offline');
    } finally {
      i18next.isInitialized = initialized;
      fetched.mockRestore();
      translated.mockRestore();
      vi.unstubAllGlobals();
    }
  });
});

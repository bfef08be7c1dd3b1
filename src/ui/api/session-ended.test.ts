import { afterEach, describe, expect, it } from 'vitest';
import { commonErrors } from '#shared/errors.ts';
import { refused } from './client.ts';
import { sessionEndedStore } from './session-ended.ts';

const ended = JSON.stringify({ message: 'You are not signed in', code: commonErrors.notSignedIn.code });
afterEach(() => sessionEndedStore.close());

describe('a session that has ended', () => {
  it('is told for whatever is refused for it, until it is closed', () => {
    let told = false;
    const stop = sessionEndedStore.subscribe(() => (told = sessionEndedStore.get()));
    refused('GET', '/api/contacts', 401, '', ended);
    refused('PUT', '/api/agents/agt_1/draft', 401, '', ended);
    expect(told).toBe(true);
    sessionEndedStore.close();
    expect(told).toBe(false);
    refused('GET', '/api/contacts', 401, '', ended);
    expect(sessionEndedStore.get()).toBe(true);
    stop();
  });

  it('is not what a wrong password or the question who is signed in are about', () => {
    refused('POST', '/api/auth/login', 401, '', '{"message":"No","code":"auth.invalid_credentials"}');
    refused('GET', '/api/user', 401, '', ended);
    expect(sessionEndedStore.get()).toBe(false);
  });
});

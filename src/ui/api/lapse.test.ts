import { afterEach, describe, expect, it } from 'vitest';
import { refused } from './client.ts';
import { isLapse, lapseStore } from './lapse.ts';

const lapsed = '{"message":"Your trial is over","code":"billing.lapsed"}';
const refuse = (method: string, path: string, text = lapsed) => refused(method, path, 402, '', text);

afterEach(() => lapseStore.forget());

describe('a plan that is over', () => {
  it('is told for whatever was pressed, each time', () => {
    const error = refuse('POST', '/api/agents');
    expect([lapseStore.get(), isLapse(error)]).toEqual([true, true]);
    lapseStore.close();
    refuse('POST', '/api/agents');
    expect(lapseStore.get()).toBe(true);
  });
  it('does not come back with every word that is typed, until the account had a plan again', () => {
    refuse('PUT', '/api/agents/agt_1/draft');
    expect(lapseStore.get()).toBe(true);
    lapseStore.close();
    refuse('PUT', '/api/agents/agt_1/draft');
    expect(lapseStore.get()).toBe(false);
    refuse('PUT', '/api/agents/agt_2/draft');
    expect(lapseStore.get()).toBe(true);
    lapseStore.forget();
    refuse('PUT', '/api/agents/agt_1/draft');
    expect(lapseStore.get()).toBe(true);
  });
  it('is not what other refusals are about', () => {
    expect(isLapse(refuse('POST', '/api/agents', '{"message":"Pay","code":"paywall.required"}'))).toBe(false);
    expect(lapseStore.get()).toBe(false);
  });
});

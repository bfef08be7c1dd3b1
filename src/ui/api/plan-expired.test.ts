import { afterEach, describe, expect, it } from 'vitest';
import { refused } from './client.ts';
import { isPlanExpiredError, planExpiredStore } from './plan-expired.ts';

const expired = '{"message":"Your trial is over","code":"billing.lapsed"}';
const refuse = (method: string, path: string, text = expired) => refused(method, path, 402, '', text);

afterEach(() => planExpiredStore.forget());

describe('a plan that is over', () => {
  it('is told for whatever was pressed, each time', () => {
    const error = refuse('POST', '/api/agents');
    expect([planExpiredStore.get(), isPlanExpiredError(error)]).toEqual([true, true]);
    planExpiredStore.close();
    refuse('POST', '/api/agents');
    expect(planExpiredStore.get()).toBe(true);
  });
  it('does not come back with every word that is typed, until the account had a plan again', () => {
    refuse('PUT', '/api/agents/agt_1/draft');
    expect(planExpiredStore.get()).toBe(true);
    planExpiredStore.close();
    refuse('PUT', '/api/agents/agt_1/draft');
    expect(planExpiredStore.get()).toBe(false);
    refuse('PUT', '/api/agents/agt_2/draft');
    expect(planExpiredStore.get()).toBe(true);
    planExpiredStore.forget();
    refuse('PUT', '/api/agents/agt_1/draft');
    expect(planExpiredStore.get()).toBe(true);
  });
  it('is not what other refusals are about', () => {
    expect(
      isPlanExpiredError(refuse('POST', '/api/agents', '{"message":"Pay","code":"paywall.required"}')),
    ).toBe(false);
    expect(planExpiredStore.get()).toBe(false);
  });
});

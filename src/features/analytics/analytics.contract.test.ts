import { expect, test } from 'vitest';
import { analyticsEndpoints } from './analytics.contract.ts';

test.each(['overview', 'agents', 'engagement', 'breakdown', 'file', 'events'] as const)(
  'the %s of years before calendars is not asked for: clocks of zones are not known then',
  (name) => {
    const asked = (query: object) =>
      analyticsEndpoints[name].query?.safeParse({ ...(name === 'file' && { figure: 'overview' }), ...query });
    expect(asked({ from: '2026-11-01', to: '2026-11-30' })?.success).toBe(true);
    expect(asked({ from: '0000-01-01', to: '0001-01-01' })?.success).toBe(false);
    expect(asked({ from: '9999-12-31' })?.success).toBe(false);
  },
);

import { expect, test } from 'vitest';
import { zoneHeaders } from './time-zone.ts';

test('requests carry the zone of the browser', () => {
  expect(zoneHeaders()).toEqual({ 'x-timezone': Intl.DateTimeFormat().resolvedOptions().timeZone });
});

import { afterEach, expect, test, vi } from 'vitest';
import { zoneHeaders } from './time-zone.ts';

afterEach(() => void vi.unstubAllGlobals());

test('a request says the time zone of the browser', () => {
  vi.stubGlobal('Temporal', undefined);
  expect(zoneHeaders()).toEqual({ 'x-timezone': Intl.DateTimeFormat().resolvedOptions().timeZone });
});

test('a browser that knows its zone without a format of dates makes none for it', () => {
  vi.stubGlobal('Temporal', { Now: { timeZoneId: () => 'Pacific/Auckland' } });
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  expect(zoneHeaders()).toEqual({ 'x-timezone': 'Pacific/Auckland' });
  expect(made).not.toHaveBeenCalled();
  made.mockRestore();
});

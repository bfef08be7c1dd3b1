import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { deviceName } from './device-name.ts';

const t = ((key: string) => `<${key}>`) as unknown as TFunction;

it('says the devices that the server knows in words, and leaves others as they came', () => {
  expect(deviceName('smartphone', t)).toBe('<common:device.smartphone>');
  expect(deviceName('tablet', t)).toBe('<common:device.tablet>');
  expect(deviceName('desktop', t)).toBe('<common:device.desktop>');
  expect(deviceName('Nokia', t)).toBe('Nokia');
  expect(deviceName('', t)).toBeNull();
  expect(deviceName(null, t)).toBeNull();
});

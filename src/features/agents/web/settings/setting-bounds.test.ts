import { describe, expect, it } from 'vitest';
import { agentConfiguration } from '../../agents-configuration.contract.ts';
import { entryLongestOf, entryRangeOf, longestOf, mostOf, rangeOf } from './setting-bounds.ts';
import { settingAt } from './setting-path.ts';

describe('the bounds of a setting', () => {
  it('are those of its schema', () => {
    expect(longestOf('basic.name')).toBe(80);
    for (const path of ['voice.voice', 'voice.project', 'voice.hearingModel', 'voice.speakingModel'] as const)
      expect(longestOf(path)).toBe(120);
    expect(rangeOf('appearance.overlayDarkness')).toEqual({ min: 0, max: 90 });
    expect(mostOf('summary.recipients')).toBe(10);
    expect(mostOf('payment.coupons')).toBe(20);
    expect(entryRangeOf('payment.coupons', 'percentOff')).toEqual({ min: 1, max: 95 });
    expect(entryLongestOf('payment.coupons', 'code')).toBe(30);
  });

  it('are asked for only where there are some', () => {
    expect(() => longestOf('basic.tag')).toThrow('basic.tag');
  });
});

describe('the value of a setting', () => {
  it('is found by its path, and a section by its name', () => {
    const configuration = agentConfiguration.parse({});
    expect(settingAt(configuration, 'appearance.backgroundX')).toBe(50);
    expect(settingAt(configuration, 'footer')).toEqual({ text: '', showBrand: true });
  });
});

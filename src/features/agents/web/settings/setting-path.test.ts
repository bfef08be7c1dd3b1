import { describe, expect, it } from 'vitest';
import { agentConfiguration } from '../../agents-configuration.contract.ts';
import { settingAt, withSetting } from './setting-path.ts';

describe('a setting', () => {
  const before = agentConfiguration.parse({});

  it('is replaced in a copy that shares the rest', () => {
    const after = withSetting(before, 'basic.name', 'Linden');
    expect(settingAt(after, 'basic.name')).toBe('Linden');
    expect(after).toEqual({ ...before, basic: { ...before.basic, name: 'Linden' } });
    expect(after.appearance).toBe(before.appearance);
    expect(before.basic.name).not.toBe('Linden');
  });
  it('may be a whole section', () => {
    const people = { ...before.people, enabled: !before.people.enabled };
    expect(withSetting(before, 'people', people)).toEqual({ ...before, people });
  });
  it('that stays what it is leaves the configuration what it is', () => {
    expect(withSetting(before, 'basic.name', before.basic.name)).toBe(before);
  });
});

import { describe, expect, it } from 'vitest';
import { shortId } from '#shared/ids.ts';
import { placeOf } from './contact-name.ts';

describe('where a contact is', () => {
  it('is the country in the words of the page', () => {
    expect(placeOf({ country: 'CZ', timezone: 'Europe/Prague' }, 'en')).toBe('Czechia');
    expect(placeOf({ country: 'nl', timezone: null }, 'nl')).toBe('Nederland');
  });
  it('is the city of the time zone while the country is unknown', () => {
    expect(placeOf({ country: null, timezone: 'America/New_York' }, 'en')).toBe('New York');
  });
  it('stays unknown when the zone says nothing', () => {
    for (const timezone of [null, 'UTC', 'Etc/GMT+3'])
      expect(placeOf({ country: null, timezone }, 'en')).toBeNull();
  });
});

it('visitors without a name are told apart by the end of their id', () => {
  expect(shortId('con_0199c2f47f3a')).toBe('7F3A');
});

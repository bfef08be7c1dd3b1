import { describe, expect, test } from 'vitest';
import {
  askedContactFields,
  contactFields,
  type AskedContactField,
} from '#shared/contacts/contact-fields.ts';
import type { FormValue } from '#shared/forms/values.ts';
import { mergeDetails } from './details.usecases.ts';

const unknown = Object.fromEntries(
  askedContactFields.map((field) => [field, contactFields[field].isNeverNull ? '' : null]),
) as Pick<Parameters<typeof mergeDetails>[0], AskedContactField>;
const nobody = { ...unknown, customValues: [], claimedEmail: null };
const answer = (type: FormValue['type'], value: string, key: string = type): FormValue => ({
  key,
  type,
  label: '',
  value,
});

describe('what a form changes on a contact', () => {
  test('fills what is empty; what has no column is kept beside', () => {
    const size = answer('number', '12', 'size');
    expect(
      mergeDetails(
        nobody,
        [answer('name', 'Anna'), answer('email', 'anna@x.cz'), answer('company', 'Linden'), size],
        false,
      ),
    ).toEqual({ ...nobody, name: 'Anna', email: 'anna@x.cz', company: 'Linden', customValues: [size] });
  });
  test('fills the field that its form names, whatever kind of answer it is', () => {
    const said = { ...answer('short_text', 'Linden', 'where'), contactField: 'company' };
    expect(mergeDetails(nobody, [said], false)).toEqual({ ...nobody, company: 'Linden' });
    const { contactField: _, ...beside } = said;
    expect(mergeDetails({ ...nobody, company: 'Oak' }, [said], false)).toEqual({
      ...nobody,
      company: 'Oak',
      customValues: [beside],
    });
  });
  test('replaces nothing: another name is kept beside the first', () => {
    const known = { ...nobody, name: 'Anna', email: 'anna@x.cz' };
    const other = answer('name', 'Eve');
    expect(mergeDetails(known, [other, answer('email', 'anna@x.cz')], false)).toEqual({
      ...known,
      customValues: [other],
    });
  });
  test('an address of another contact stays a claim', () => {
    expect(mergeDetails(nobody, [answer('email', 'anna@x.cz')], true)).toEqual({
      ...nobody,
      claimedEmail: 'anna@x.cz',
    });
  });
  test('of two names the second one is an answer like any other', () => {
    const second = answer('name', 'Linden', 'billing');
    expect(mergeDetails(nobody, [answer('name', 'Anna'), second], false)).toEqual({
      ...nobody,
      name: 'Anna',
      customValues: [second],
    });
  });
});

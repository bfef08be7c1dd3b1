import { describe, expect, it } from 'vitest';
import { refusalOf } from './refusal.ts';

const names = ['email', 'options'];
const offline = 'The server is away';
const refused = (fields?: Record<string, string>, status = 400) => ({ status, message: 'No.', fields });

describe('what a server refuses of a form', () => {
  it('stands under the fields that it names, also those within a value', () => {
    expect(refusalOf(refused({ email: 'Taken', 'options.2.label': 'Too long' }), names, offline)).toEqual({
      fields: { email: 'Taken', 'options.2.label': 'Too long' },
      failure: null,
    });
  });
  it('is said above the fields where the form has no such field', () => {
    expect(
      refusalOf(refused({ email: 'Taken', captcha: 'Missing', token: 'Missing' }), names, offline),
    ).toEqual({
      fields: { email: 'Taken' },
      failure: 'Missing',
    });
  });
  it('is said above the fields where it names none', () => {
    expect(refusalOf(refused(), names, offline)).toEqual({ fields: {}, failure: 'No.' });
    expect(refusalOf(refused({}), names, offline)).toEqual({ fields: {}, failure: 'No.' });
  });
  it('stands under the field that the form names for it', () => {
    expect(refusalOf(refused(), names, offline, 'email')).toEqual({
      fields: { email: 'No.' },
      failure: null,
    });
  });
  it('keeps to the field that the form names where the server names others', () => {
    expect(refusalOf(refused({ 'rights.read': 'Missing' }), names, offline, 'email')).toEqual({
      fields: { email: 'No.' },
      failure: null,
    });
    expect(refusalOf(refused({ options: 'Empty' }), names, offline, 'email')).toEqual({
      fields: { options: 'Empty' },
      failure: null,
    });
  });
  it('is told in words of ours when nothing answered', () => {
    expect(refusalOf(refused(undefined, 0), names, offline)).toEqual({ fields: {}, failure: offline });
  });
});

import { expect, test } from 'vitest';
import { draftProblems, emptyField, keyFor, newOption } from './custom-field-draft.ts';

test('a key is made of the label, and is never one that means something else or is taken', () => {
  expect(keyFor('Členství – úroveň', new Set())).toBe('clenstvi_uroven');
  expect(keyFor('E-mail', new Set())).toBe('e_mail');
  expect(keyFor('Email', new Set(['email_2']))).toBe('email_3');
  expect([keyFor('2nd plan', new Set()), keyFor('計画', new Set()), keyFor(' ', new Set())]).toEqual([
    'nd_plan',
    'field',
    '',
  ]);
  expect(newOption('Gold!', [{ value: 'gold', label: 'Old' }])).toEqual({ value: 'gold_2', label: 'Gold!' });
});

test('a draft says what it lacks before it is sent', () => {
  const draft = { ...emptyField('contact'), label: 'Plan', key: 'plan' };
  expect(draftProblems(draft, new Set())).toEqual({});
  expect(draftProblems({ ...draft, label: ' ', key: 'email' }, new Set())).toEqual({
    label: 'required',
    key: 'reserved',
  });
  expect(draftProblems({ ...draft, key: 'Plan' }, new Set())).toEqual({ key: 'key' });
  expect(draftProblems(draft, new Set(['plan']))).toEqual({ key: 'taken' });
  expect(draftProblems({ ...draft, type: 'select' }, new Set())).toEqual({ options: 'noOptions' });
  expect(draftProblems({ ...draft, pattern: '(' }, new Set())).toEqual({ pattern: 'unreadable' });
  expect(draftProblems({ ...draft, type: 'number', initial: 'many' }, new Set())).toEqual({
    initial: 'initial',
  });
});

import { describe, expect, test } from 'vitest';
import { agentConfiguration, contactFormSection } from '../../agents-configuration.contract.ts';
import { changeContactField, freeKey, keyOfLabel, newContactField } from './contact-fields.ts';

const { fields } = agentConfiguration.parse({}).contactForm;

describe('the fields of the contact form', () => {
  test('are saved under names that no other field has', () => {
    const twice = [...fields, newContactField('email', fields)];
    expect(twice.map(({ key }) => key)).toEqual(['name', 'email', 'email_2']);
    expect(newContactField('email', twice).key).toBe('email_3');
    expect(freeKey('a'.repeat(40), [{ key: 'a'.repeat(36) }])).toBe(`${'a'.repeat(36)}_2`);
  });

  test('are saved under what they ask, as long as nobody chose another name', () => {
    let own = [...fields, newContactField('short_text', fields)];
    own = changeContactField(own, 2, { label: 'Preferred day & time?' });
    expect(own[2]).toMatchObject({ key: 'preferred_day_time', label: 'Preferred day & time?' });
    own = changeContactField(own, 2, { key: 'day' });
    own = changeContactField(own, 2, { label: 'Which day?' });
    expect(own[2]?.key).toBe('day');
  });

  test('keep their name when a usual question only gets other words', () => {
    expect(changeContactField(fields, 0, { label: 'What shall we call you?' })[0]?.key).toBe('name');
  });

  test('lose their options with their type, and the rest of the form stays', () => {
    const choice = changeContactField(
      [...fields, { ...newContactField('select', fields), options: ['A', 'B'] }],
      2,
      { type: 'checkbox' },
    );
    expect(choice[2]).toMatchObject({ type: 'checkbox', key: 'checkbox', options: [] });
    expect(choice.slice(0, 2)).toEqual(fields);
  });

  test('are always what the contract accepts, whatever the label is', () => {
    for (const label of [
      'Číslo objednávky',
      '42 is the answer',
      '名前',
      '___',
      'x'.repeat(200),
      'Été / hiver',
      '',
    ]) {
      const form = contactFormSection.safeParse({
        fields: changeContactField([newContactField('number', [])], 0, { label }),
      });
      expect(form.success, label).toBe(true);
    }
    expect(keyOfLabel('Číslo objednávky')).toBe('cislo_objednavky');
  });
});

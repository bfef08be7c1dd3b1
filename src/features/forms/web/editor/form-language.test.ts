import { expect, test } from 'vitest';
import { emptyBlock, type FormDocument } from '#shared/forms/document.ts';
import { defaultTheme } from '#shared/forms/page.ts';
import { flatTexts, inLanguage, type FormTexts } from './form-language.models.ts';
import { writtenTexts } from './form-texts.ts';

const files = import.meta.glob('/locales/*/{forms,form-templates}.json', { eager: true, import: 'default' });
const file = (language: string, name: string): unknown => files[`/locales/${language}/${name}.json`];
const textsOf = (language: string): FormTexts =>
  writtenTexts(file(language, 'forms'), file(language, 'form-templates'));

const form: FormDocument = {
  blocks: [
    {
      ...emptyBlock('name', 'short_text'),
      label: 'Name',
      help: 'As on your passport',
      options: [1, 12].map((number) => ({ value: `option_${number}`, label: `Option ${number}`, image: '' })),
    },
    { ...emptyBlock('radio', 'radio'), label: 'One choice', rows: [{ value: 'row_2', label: 'Line 2' }] },
    { ...emptyBlock('own', 'radio'), label: 'Option of mine' },
  ],
  rules: [],
  screens: [
    { id: 'thanks', title: textsOf('en')['templates.thanks.title'] ?? '', text: 'See you', redirectUrl: '' },
  ],
  settings: {
    openFrom: '',
    openUntil: '',
    maxSubmissions: 0,
    onePerVisitor: false,
    confirm: false,
    notify: [],
    reply: { enabled: false, subject: '', text: '' },
    spam: 'none',
    language: 'en',
    submitText: '',
    theme: defaultTheme,
  },
};

test('what the product wrote follows the language of the form, and what its owner wrote stays', () => {
  const dutch = inLanguage(form, 'nl', [textsOf('en')], textsOf('nl'));
  expect(dutch.settings.language).toBe('nl');
  expect(dutch.blocks.map(({ label }) => label)).toEqual(['Naam', 'Eén keuze', 'Option of mine']);
  expect(dutch.blocks[0]?.help).toBe('As on your passport');
  expect(dutch.blocks[0]?.options.map(({ label }) => label)).toEqual(['Optie 1', 'Optie 12']);
  expect(dutch.blocks[1]?.rows[0]?.label).toBe('Regel 2');
  expect(dutch.screens[0]).toMatchObject({ title: textsOf('nl')['templates.thanks.title'], text: 'See you' });
  expect(inLanguage(dutch, 'en', [textsOf('nl')], textsOf('en'))).toEqual(form);
});

test('texts of a file are found by the way to them', () => {
  expect(flatTexts({ a: { b: 'B' }, c: 'C' }, 'x')).toEqual({ 'x.a.b': 'B', 'x.c': 'C' });
});

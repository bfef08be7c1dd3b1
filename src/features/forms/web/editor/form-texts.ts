import { useEffect, useState } from 'react';
import type { FormDocument } from '#shared/forms/document.ts';
import { zoneHeaders } from '#shared/time-zone.ts';
import { flatTexts, type FormTexts } from './form-language.models.ts';

type Language = FormDocument['settings']['language'];

/** The texts that the product writes into forms, out of the locale files `forms` and `form-templates`. */
export function writtenTexts(forms: unknown, templates: unknown): FormTexts {
  const all = flatTexts(forms, 'forms');
  const written = Object.entries(all).filter(([key]) => key.startsWith('forms.types.'));
  return {
    ...flatTexts(templates, 'templates'),
    ...Object.fromEntries(written),
    option: all['forms.editor.option'] ?? '',
    row: `${all['forms.editor.row'] ?? ''} {{number}}`,
    screen: all['forms.settings.screen'] ?? '',
  };
}

const loaded = new Map<Language, Promise<FormTexts>>();

/** Those texts in a language; rejects when they can't be read, and is tried again then. */
export function loadFormTexts(language: Language): Promise<FormTexts> {
  const read = async (name: string): Promise<unknown> => {
    const response = await fetch(`/locales/${language}/${name}.json`, { headers: zoneHeaders() });
    if (!response.ok) throw new Error(`Locale file ${language}/${name} answered ${response.status}`);
    return response.json();
  };
  const known =
    loaded.get(language) ??
    Promise.all([read('forms'), read('form-templates')]).then(([forms, templates]) =>
      writtenTexts(forms, templates),
    );
  loaded.set(language, known);
  known.catch(() => loaded.delete(language));
  return known;
}

/** Those texts in the language of the form on screen; null until they are there. */
export function useFormTexts(language: Language): FormTexts | null {
  const [texts, setTexts] = useState<{ language: Language; texts: FormTexts } | null>(null);
  useEffect(() => {
    let isWanted = true;
    loadFormTexts(language).then(
      (found) => isWanted && setTexts({ language, texts: found }),
      // New fields have words of the dashboard's language then.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [language]);
  return texts?.language === language ? texts.texts : null;
}

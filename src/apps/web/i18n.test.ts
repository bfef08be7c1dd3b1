import i18next from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { languages } from '#shared/languages.ts';
import { detection } from './i18n.ts';

/** The language in which the dashboard begins for a browser that wants these, best first. */
async function beginsIn(wanted: string[]): Promise<string> {
  vi.stubGlobal('navigator', { languages: wanted });
  const translations = i18next.createInstance();
  await translations.use(LanguageDetector).init({
    supportedLngs: languages,
    fallbackLng: 'en',
    load: 'languageOnly',
    detection,
    resources: {},
  });
  return translations.language;
}

describe('the language of a browser', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it.each([
    [['de', 'fr'], 'fr'],
    [['de-AT', 'sk', 'cs-CZ', 'en'], 'cs'],
    [['pt-BR'], 'pt'],
    [['nl-BE', 'fr'], 'nl'],
    [['de', 'sv'], 'en'],
    [['"><img src=x>', 'es'], 'es'],
  ])('%j begins in %s', async (wanted, language) => expect(await beginsIn(wanted)).toBe(language));
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import i18next from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { languages } from '#shared/languages.ts';
import { paths } from '#shared/paths.ts';
import { detection, firstNamespaces } from './i18n.ts';

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

/** The files that the head's script asks for early, at this address, in English. */
function askedEarly(pathname: string): string[] {
  const asked: string[] = [];
  const root = { classList: { add() {} }, setAttribute() {}, getAttribute: () => null };
  const head = { appendChild: ({ href }: { href: string }) => asked.push(href) };
  runInNewContext(readFileSync(path.join(import.meta.dirname, 'theme-boot.js'), 'utf8'), {
    document: { documentElement: root, head, createElement: () => ({}) },
    localStorage: { getItem: () => null },
    location: { pathname, search: '' },
    navigator: { languages: ['en'] },
  });
  return asked.map((href) => href.replace('/locales/en/', '').replace('.json', ''));
}

it.each([
  paths.auth,
  paths.forgotPassword,
  paths.resetPassword,
  paths.acceptInvitation,
  paths.apiReference,
  paths.dashboard,
])('what the first screen waits for is asked for before its script is there: %s', (pathname) =>
  expect(askedEarly(pathname)).toEqual(firstNamespaces(pathname)),
);

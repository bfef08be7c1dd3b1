import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { languages } from '#shared/languages.ts';
import { readTemplates } from './templates-catalogue.usecases.ts';
import {
  configurationOf,
  isFound,
  sourcesOf,
  withPlanTerms,
  wordsOf,
  type Template,
} from './templates.models.ts';

let templates: Template[];
beforeAll(async () => {
  templates = await readTemplates(path.join(import.meta.dirname, '../../../../content/templates'));
});

/** What breaks a promise, by template. */
const faults = (find: (template: Template) => (string | false | undefined)[]): string[] =>
  templates.flatMap((template) =>
    find(template)
      .filter(Boolean)
      .map((fault) => `${template.slug}: ${fault}`),
  );

describe('the sixteen templates', () => {
  test('are all there, each in its place', () => {
    const listed = templates.filter(({ isListed }) => isListed);
    expect(listed.map(({ order }) => order)).toEqual(Array.from({ length: 16 }, (_, at) => at + 1));
    expect(new Set(listed.map(({ business }) => business)).size).toBe(16);
  });

  test('give a valid agent in every language, with a colour of its own, instructions and four ice breakers', () => {
    expect(
      faults((template) =>
        languages.map((language) => {
          const { prompt, appearance, basic, contactForm } = configurationOf(template, language);
          if (prompt.systemPrompt.length < 300) return 'has short instructions';
          if (new Set(prompt.iceBreakers).size !== 4) return `has no four ice breakers in ${language}`;
          if (appearance.color === '#36d6b5' || basic.name === '' || appearance.placeholder === '')
            return `is not dressed in ${language}`;
          return (
            contactForm.enabled === (template.form === null) && `has another form than it says in ${language}`
          );
        }),
      ),
    ).toEqual([]);
  });

  test('bring at least five pages of real text', () => {
    expect(
      faults(({ pages }) => [
        pages.filter(({ language, body }) => language === 'en' && body.length > 300).length < 5 &&
          'has too few pages',
        pages.reduce((sum, { body }) => sum + body.length, 0) < 3_000 && 'has too little to read',
        ...pages.map(({ title, body }) => /lorem|ipsum|\bTBD\b/i.test(body) && `has a filler in ${title}`),
      ]),
    ).toEqual([]);
  });

  test('say everything in six languages, and the same things', () => {
    expect(
      faults(({ texts, form }) =>
        languages.flatMap((language) => {
          const own = texts[language];
          const fields = form?.fields ?? [];
          return [
            language !== 'en' && !own.answers && `answers nothing in ${language}`,
            language !== 'en' && own.tagline === texts.en.tagline && `has an English tagline in ${language}`,
            form !== null && !own.form && `has no form in ${language}`,
            ...fields.map(
              ({ key, type }) =>
                type === 'select' &&
                own.form?.options[key]?.length !== texts.en.form?.options[key]?.length &&
                `offers other choices for ${key} in ${language}`,
            ),
            ...fields.map(
              ({ key, type }) =>
                !['name', 'email', 'phone', 'company'].includes(type) &&
                !own.form?.labels[key] &&
                `has no label for ${key} in ${language}`,
            ),
            Object.keys(own.form?.labels ?? {}).some((key) => !fields.some((field) => field.key === key)) &&
              `has a label for no field in ${language}`,
          ];
        }),
      ),
    ).toEqual([]);
  });

  test('have no emoji and nobody’s real address', () => {
    expect(
      faults((template) => {
        const all =
          JSON.stringify(template.texts) +
          template.systemPrompt +
          template.pages.map(({ body }) => body).join('\n');
        const addresses = all.match(/[\w.-]+@[\w.-]+/g) ?? [];
        return [
          /\p{Extended_Pictographic}/u.test(all.replace(/[©®™]/g, '')) && 'has an emoji',
          ...addresses.map(
            (address) => !address.replace(/\.$/, '').endsWith('.example') && `names ${address}`,
          ),
        ];
      }),
    ).toEqual([]);
  });

  test('suggest a price that fits its kind', () => {
    expect(
      faults(({ price, category }) => [
        (price.type === 'none') !== (price.amount === 0) && 'has a price for nothing, or the reverse',
        (price.type === 'message-pack') !== (price.packMessages !== null) &&
          'has a pack without messages, or the reverse',
        category === 'paid' && price.type === 'none' && 'is paid for nothing',
      ]),
    ).toEqual([]);
  });

  test('have a small picture', () => {
    expect(
      faults(({ picture, isListed }) => [
        isListed &&
          (picture === null || picture.length > 25_600 || picture.toString('latin1', 8, 12) !== 'WEBP') &&
          'has no picture of at most 25 KB',
      ]),
    ).toEqual([]);
  });

  test('become a source for each page and for each language with answers', () => {
    expect(
      faults((template) => [
        sourcesOf(template, (language) => language).length !==
          template.pages.length + languages.filter((language) => template.texts[language].answers).length &&
          'loses a source',
      ]),
    ).toEqual([]);
  });
});

test('a search finds beginnings of words, with and without accents, all of them', () => {
  const [first] = templates;
  const words = first ? wordsOf(first, ['Podpora']) : '';
  expect(
    ['support', 'podpora', 'zakaznicky servis', 'klantenserv', 'kestrel mail'].filter(
      (search) => !isFound(words, search),
    ),
  ).toEqual([]);
  expect(isFound(words, 'support zebra')).toBe(false);
});

test('the product’s guide says in every language what the plans of this server cost, and whether they are tried', () => {
  const guide = templates.find(({ slug }) => slug === 'product-guide');
  if (!guide) throw new Error('There is no guide');
  const prices = { proMonth: 4_950, proYear: 49_900, whiteLabelMonth: 30_000 };
  const terms = [7, 0, null].map((trialDays) => withPlanTerms(guide, { prices, trialDays }));
  for (const [at, filled] of terms.entries()) {
    const said = JSON.stringify(filled);
    expect(said).not.toContain('{{');
    expect(said).toContain('49.50 dollars per month, or 499 dollars per year, which saves 95 dollars');
    for (const language of languages.filter((one) => one !== 'en'))
      for (const amount of ['49.50', '499', '300'])
        expect(JSON.stringify(filled.texts[language])).toContain(amount);
    expect(said.includes('begins with a free trial')).toBe(at === 0);
    expect(said.includes('There is no free trial')).toBe(at === 1);
    expect(said.includes('everything is free')).toBe(at === 2);
  }
  // Other terms are another template, so that the guide's agents are made anew.
  const usual = { proMonth: 2_900, proYear: 29_900, whiteLabelMonth: 19_900 };
  const others = [...terms, withPlanTerms(guide, { prices: usual, trialDays: 7 })];
  expect(new Set(others.map(({ fingerprint }) => fingerprint)).size).toBe(4);
});

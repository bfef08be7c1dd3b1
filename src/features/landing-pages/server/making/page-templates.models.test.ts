import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { fieldsOf, isBlockType } from '#shared/landing-pages/blocks.ts';
import type { Field, Fields, PictureValue } from '#shared/landing-pages/fields.ts';
import { blocksOf, parsePage } from '#shared/landing-pages/parse-page.ts';
import { weakContrasts } from '#shared/landing-pages/theme-css.ts';
import { languages } from '#shared/languages.ts';
import { pageTemplates } from '../../landing-pages-templates.contract.ts';
import { pageFromTemplate, samplePage, templateInput, type PageTemplate } from './page-templates.models.ts';
import { readPageTemplates } from './page-templates.usecases.ts';

let templates: PageTemplate[];
beforeAll(async () => {
  templates = await readPageTemplates(path.join(import.meta.dirname, '../../../../../content/landing-pages'));
});

const now = new Date('2026-11-28T12:00:00Z');
const has = { agent: 100_001, form: 'abc123defg', now };

/** Every value of a kind of field, those within lists, too. */
function valuesOf(fields: Fields, values: Record<string, unknown>, kind: Field['kind']): unknown[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.kind === kind) return [values[name]];
    return field.kind === 'list'
      ? (values[name] as Record<string, unknown>[]).flatMap((item) => valuesOf(field.of, item, kind))
      : [];
  });
}

/** What is wrong, by template and language. */
const faults = (find: (template: PageTemplate, language: (typeof languages)[number]) => string[]): string[] =>
  templates.flatMap((template) =>
    languages.flatMap((language) =>
      find(template, language).map((fault) => `${template.name} (${language}): ${fault}`),
    ),
  );

describe('the eight templates', () => {
  it('are all there, each in its place and with a look of its own that can be read', () => {
    expect(templates.map(({ order }) => order)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(templates.map(({ name }) => name)).toEqual(pageTemplates);
    expect(new Set(templates.map(({ theme }) => theme.primary)).size).toBe(8);
    for (const { theme } of templates) expect(weakContrasts(theme)).toEqual([]);
  });

  it('are read in every language without anything to be mended: no text too long, no address unsafe', () => {
    expect(
      faults((template, language) => [
        ...parsePage(templateInput(template, language, has)).faults.map(
          ({ code, path: place }) => `${code} at ${place.join('.')}`,
        ),
        ...(Object.keys(template.texts[language]).join() === Object.keys(template.texts.en).join()
          ? []
          : ['has other texts than English']),
      ]),
    ).toEqual([]);
  });

  it('say what their pictures show, and lead to places that they have', () => {
    expect(
      faults((template, language) => {
        const blocks = blocksOf(pageFromTemplate(template, language, has).data.content);
        const anchors = new Set(blocks.map(({ props }) => `#${String(props['anchor'] ?? '')}`));
        return blocks.flatMap(({ type, props }) => {
          if (!isBlockType(type)) return [`has an unknown block ${type}`];
          const fields = fieldsOf(type);
          const pictures = valuesOf(fields, props, 'picture') as PictureValue[];
          const links = valuesOf(fields, props, 'link') as string[];
          return [
            ...pictures
              .filter(({ src, alt, isDecoration }) => src !== '' && alt === '' && !isDecoration)
              .map(({ src }) => `${src} has no words`),
            ...links
              .filter((link) => link.startsWith('#') && !anchors.has(link))
              .map((link) => `nothing is called ${link}`),
          ];
        });
      }),
    ).toEqual([]);
  });

  it('have a heading, a way to act, the agent at #chat, and words for search engines', () => {
    expect(
      faults((template, language) => {
        const { title, data, settings } = pageFromTemplate(template, language, has);
        const blocks = blocksOf(data.content);
        const agent = blocks.find(({ props }) => props['anchor'] === 'chat');
        return [
          ...(title === '' || title.length > 60 ? ['has no title that fits into a list of results'] : []),
          ...(settings.seoDescription.length < 40 || settings.seoDescription.length > 160
            ? ['has no description that fits']
            : []),
          ...(blocks.some(({ type, props }) => type === 'hero' && props['label'] !== '')
            ? []
            : ['has no opening']),
          ...(agent?.type === 'agent' ? [] : ['has no agent']),
          ...(template.form === null || blocks.some(({ props }) => props['form'] === has.form)
            ? []
            : ['asks for nothing']),
        ];
      }),
    ).toEqual([]);
  });

  it('are looked at with an agent and offers of their own; a countdown ends in the evening of a day to come', () => {
    for (const template of templates) {
      const { facts } = samplePage(template, 'cs', now);
      const [agent] = Object.values(facts.agents);
      expect(agent?.questions.every((question) => question !== '')).toBe(true);
      expect(agent?.offers.every(({ title }) => title !== '' && !title.startsWith('@'))).toBe(true);
    }
    const moments = templates.flatMap((template) =>
      blocksOf(pageFromTemplate(template, 'en', has).data.content).flatMap(({ type, props }) =>
        type === 'countdown' ? [props['until']] : [],
      ),
    );
    expect(moments).toEqual(['2026-12-28T18:00:00.000Z', '2027-01-12T18:00:00.000Z']);
  });
});

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import { languages, type Language } from '#shared/languages.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { findShownAgents } from '#features/agents/server/agents-facts.usecases.ts';
import { findShownForms } from '#features/forms/server/forms-facts.usecases.ts';
import type { FormsUsecases } from '#features/forms/server/forms.usecases.ts';
import { pageTemplates, type PageTemplateName } from '../../landing-pages-templates.contract.ts';
import { landingPagesErrors, type LandingPage } from '../../landing-pages.contract.ts';
import type { LandingPages, LandingPagesServices } from '../landing-pages.usecases.ts';
import {
  pageFromTemplate,
  pageTemplateFile,
  samplePage,
  type PageTemplate,
  type PageTemplateTexts,
} from './page-templates.models.ts';

export type PageTemplatesServices = LandingPagesServices & {
  forms: Pick<FormsUsecases, 'create' | 'publish'>;
  /** Where the templates lie: a folder for each. */
  pageTemplatesFolder: string;
};

const textsSchema = z.record(z.string(), z.string().min(1));

/** Reads every template below the folder. Throws, naming it, when one is not complete. */
export async function readPageTemplates(folder: string): Promise<PageTemplate[]> {
  const read = async <T>(name: PageTemplateName, file: string, schema: z.ZodType<T>): Promise<T> => {
    try {
      return schema.parse(JSON.parse(await readFile(path.join(folder, name, file), 'utf8')));
    } catch (cause) {
      throw new Error(`The landing page template ${name} has no usable ${file}: ${String(cause)}`, { cause });
    }
  };
  const all = await Promise.all(
    pageTemplates.map(async (name) => {
      const texts: Partial<Record<Language, PageTemplateTexts>> = {};
      for (const language of languages)
        texts[language] = await read(name, `texts.${language}.json`, textsSchema);
      return {
        ...(await read(name, 'page.json', pageTemplateFile)),
        name,
        texts: texts as Record<Language, PageTemplateTexts>,
      };
    }),
  );
  return all.toSorted((a, b) => a.order - b.order);
}

/** Pages out of templates, each with the form that it asks for. */
export function createPageTemplates(services: PageTemplatesServices, pages: LandingPages) {
  const { clock, forms } = services;
  let catalogue: Promise<PageTemplate[]> | undefined;
  const all = (): Promise<PageTemplate[]> =>
    (catalogue ??= readPageTemplates(services.pageTemplatesFolder).catch((error: unknown) => {
      catalogue = undefined;
      throw error;
    }));

  async function find(name: PageTemplateName): Promise<PageTemplate> {
    const template = (await all()).find((each) => each.name === name);
    if (!template) throw new Error(`There is no landing page template ${name}`);
    return template;
  }

  async function agentNumber(scope: AccountScope, agentId: string): Promise<number> {
    const agents = await scope.run((tx) => findShownAgents(tx, null));
    const agent = agents.find(({ id }) => id === agentId);
    if (!agent || !scope.reaches(agent.id)) throw new AppError(landingPagesErrors.agentNotFound);
    return agent.number;
  }

  /**
   * The public id of the form that the page asks with: one that was made for such a page before, or a new one. '' where
   * the member may make none or there are too many; the builder says then that one is to be chosen.
   */
  async function formFor(scope: AccountScope, template: PageTemplate, language: Language): Promise<string> {
    const name = template.texts[language]['form.name'];
    if (template.form === null || name === undefined) return '';
    const known = await scope.run((tx) => findShownForms(tx, null, clock.now()));
    const same = known.find((form) => form.name === name && form.isOpen);
    if (same) return same.publicId;
    if (!scope.can('forms.edit')) return '';
    try {
      const color = template.theme.primary;
      const made = await forms.create(scope, { name, template: template.form, language, color });
      return (await forms.publish(scope, made.id, made.draftRevision)).publicId;
    } catch (error) {
      if (error instanceof AppError) return '';
      throw error;
    }
  }

  return {
    async list(language: Language) {
      return (await all()).map(({ name, texts, form }) => ({
        template: name,
        name: texts[language]['name'] ?? '',
        summary: texts[language]['summary'] ?? '',
        hasForm: form !== null,
      }));
    },

    /** A template to be looked at. */
    sample: async (name: PageTemplateName, language: Language) =>
      samplePage(await find(name), language, clock.now()),

    /** @throws `landing-pages.agent_not_found`, `landing-pages.too_many` */
    async make(
      scope: AccountScope,
      input: { template: PageTemplateName; language: Language; agentId: string | null },
    ): Promise<LandingPage> {
      const { language, agentId } = input;
      const template = await find(input.template);
      const agent = agentId === null ? 0 : await agentNumber(scope, agentId);
      const now = clock.now();
      const page = await pages.add(scope, {
        ...pageFromTemplate(template, language, { agent, form: '', now }),
        language,
      });
      // The page comes first: what is refused leaves no form that nobody asked for.
      const form = await formFor(scope, template, language);
      if (form === '') return page;
      const { data } = pageFromTemplate(template, language, { agent, form, now });
      return pages.saveDraft(scope, page.id, { revision: page.draftRevision, data });
    },
  };
}

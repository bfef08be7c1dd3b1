import { z } from 'zod';
import type { PageFacts } from '#shared/landing-pages/page-facts.ts';
import {
  defaultPageSettings,
  pageFonts,
  pageModes,
  type PageDocument,
} from '#shared/landing-pages/page-settings.ts';
import { parsePage } from '#shared/landing-pages/parse-page.ts';
import type { Language } from '#shared/languages.ts';
import { formTemplates } from '#features/forms/forms.contract.ts';
import { pageOfferSchema } from '../../landing-pages.contract.ts';
import type { PageTemplateName } from '../../landing-pages-templates.contract.ts';

/**
 * `page.json` of a template. A text that begins with `@` is a key of the texts in the page's language; `@form` is the
 * page's form, and `@in 30 days` the evening of that day.
 */
export const pageTemplateFile = z.strictObject({
  order: z.number().int(),
  /** The form that is made with the page; null where it asks for nothing. */
  form: z.enum(formTemplates).nullable(),
  theme: z.strictObject({
    primary: z.string(),
    accent: z.string(),
    background: z.string(),
    text: z.string(),
    font: z.enum(pageFonts),
    radius: z.number(),
    mode: z.enum(pageModes),
  }),
  /** What the agent of the preview sells; a page of it shows what its own agent sells. */
  offers: z.array(pageOfferSchema.strict()),
  content: z.array(z.unknown()),
});

/** Texts of a template in one language. */
export type PageTemplateTexts = Readonly<Record<string, string>>;

export type PageTemplate = z.infer<typeof pageTemplateFile> & {
  name: PageTemplateName;
  texts: Readonly<Record<Language, PageTemplateTexts>>;
};

const dayMs = 86_400_000;
const evening = 18;

/** The evening of a day to come, as blocks keep a moment. */
function eveningIn(days: number, now: Date): string {
  const day = new Date(now.getTime() + days * dayMs);
  day.setUTCHours(evening, 0, 0, 0);
  return day.toISOString();
}

type Filling = {
  texts: PageTemplateTexts;
  form: string;
  now: Date;
};

/** The same with every `@` replaced. @throws where a text is missing, which the test of the templates finds */
function filled(value: unknown, filling: Filling): unknown {
  if (Array.isArray(value)) return value.map((each) => filled(each, filling));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, filled(each, filling)]));
  if (typeof value !== 'string' || !value.startsWith('@')) return value;
  if (value === '@form') return filling.form;
  const days = /^@in (\d+) days$/.exec(value)?.[1];
  if (days !== undefined) return eveningIn(Number(days), filling.now);
  const text = filling.texts[value.slice(1)];
  if (text === undefined) throw new Error(`The template has no text ${value.slice(1)}`);
  return text;
}

/** The page as it stands in the template, before it is read. */
export const templateInput = (
  { texts, content }: PageTemplate,
  language: Language,
  { agent, form, now }: { agent: number; form: string; now: Date },
): unknown => ({
  root: { props: { agent } },
  content: filled(content, { texts: texts[language], form, now }),
  zones: {},
});

/** A page out of a template. `agent` by its number, `form` by its public id. */
export function pageFromTemplate(
  template: PageTemplate,
  language: Language,
  has: { agent: number; form: string; now: Date },
): PageDocument & { title: string } {
  const { title = '', seo = '' } = template.texts[language];
  return {
    title,
    data: parsePage(templateInput(template, language, has)).data,
    settings: {
      ...defaultPageSettings(language),
      seoTitle: title.slice(0, 60),
      seoDescription: seo,
      theme: template.theme,
    },
  };
}

/** The form of a preview. */
export const sampleForm = 'sample';
const sampleAgent = 1;

/** A template as it is looked at before there is a page: with an agent and offers that stand for the account's own. */
export function samplePage(
  template: PageTemplate,
  language: Language,
  now: Date,
): PageDocument & { title: string; facts: PageFacts } {
  const texts = template.texts[language];
  const offers = filled(template.offers, { texts, form: '', now }) as PageTemplate['offers'];
  return {
    ...pageFromTemplate(template, language, { agent: sampleAgent, form: sampleForm, now }),
    facts: {
      agents: {
        [sampleAgent]: {
          id: 'agt_sample',
          number: sampleAgent,
          name: texts['agent.name'] ?? '',
          color: template.theme.primary,
          avatarUrl: null,
          welcome: texts['agent.hello'] ?? '',
          questions: [texts['agent.q1'] ?? '', texts['agent.q2'] ?? ''],
          isLive: true,
          offers,
        },
      },
      forms: {
        [sampleForm]: {
          id: 'frm_sample',
          publicId: sampleForm,
          name: texts['form.name'] ?? '',
          isOpen: true,
        },
      },
    },
  };
}

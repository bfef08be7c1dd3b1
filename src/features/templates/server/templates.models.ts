import type { PlanPrices } from '#shared/money/plan-offer.ts';
import { z } from 'zod';
import {
  agentConfiguration,
  contactFieldTypes,
  contactMoments,
  type AgentConfiguration,
} from '#features/agents/agents-configuration.contract.ts';
import { suiteSchema, type Suite } from '#features/agents/agents-tests.contract.ts';
import { paymentSection } from '#features/paywall/paywall.contract.ts';
import { showcaseBrands, type ShowcaseBrand } from '#shared/labs.ts';
import { languageNames, languages, type Language } from '#shared/languages.ts';
import { foldAccents } from '#platform/text-search/tokenize.ts';
import {
  priceSuggestion,
  templateCategories,
  type TemplateDetail,
  type TemplateSummary,
} from '../templates.contract.ts';

const line = (longest: number) => z.string().trim().min(1).max(longest);
const four = (longest: number) => z.array(line(longest)).length(4);

/** `template.json`: all that is the same in every language. */
export const templateFile = z.strictObject({
  order: z.number().int().min(1),
  category: z.enum(templateCategories),
  business: line(80),
  /** Whether owners find it among the templates; the product's own guide is none of them. */
  isListed: z.boolean().default(true),
  /** It also knows the documentation of the product. */
  readsGuides: z.boolean().default(false),
  price: priceSuggestion,
  /** Parts of an agent's configuration; names and texts come from the language files. */
  configuration: z.record(z.string(), z.record(z.string(), z.unknown())),
  form: z
    .strictObject({
      moment: z.enum(contactMoments),
      afterMessages: z.number().int().min(1).max(50).default(3),
      skipAllowed: z.boolean().default(true),
      fields: z
        .array(
          z.strictObject({
            key: line(40),
            type: z.enum(contactFieldTypes),
            required: z.boolean().default(false),
          }),
        )
        .min(1)
        .max(10),
    })
    .nullable(),
  /** Questions and a fact that the built-in engine's answer must hold; the tests ask them. */
  examples: z
    .array(
      z.strictObject({ question: line(200), expected: line(200), language: z.enum(languages).default('en') }),
    )
    .min(5),
});

/** `texts.<language>.json`: what people read. */
export const templateTexts = z.strictObject({
  title: line(60),
  tagline: line(110),
  description: line(500),
  /** More words under which people look for it. */
  keywords: line(300),
  name: line(60),
  welcome: line(400),
  iceBreakers: four(80),
  /** Answers to the ice breakers in the very words; in English the pages answer them. */
  answers: four(700).optional(),
  placeholder: line(60),
  footer: z.string().max(200).default(''),
  form: z
    .strictObject({
      title: line(120),
      text: line(300),
      submit: line(40),
      skip: line(40),
      labels: z.record(z.string(), line(200)).default({}),
      options: z.record(z.string(), z.array(line(100)).min(2)).default({}),
    })
    .optional(),
});
export type TemplateTexts = z.infer<typeof templateTexts>;

export type TemplatePage = {
  title: string;
  language: Language;
  body: string;
};

export type Template = z.infer<typeof templateFile> & {
  slug: string;
  systemPrompt: string;
  pages: TemplatePage[];
  texts: Record<Language, TemplateTexts>;
  /** Changes when any of its files does. */
  fingerprint: string;
  picture: Buffer | null;
};

/** What becomes a source of the agent's knowledge. */
export type TemplateSource =
  | { kind: 'text'; title: string; body: string }
  | { kind: 'qa'; title: string; pairs: { question: string; answer: string }[] };

/** A published agent that anybody may try: which template speaks, and what it asks for. */
export type PublicDemo = {
  template: string;
  payment?: AgentConfiguration['payment'];
  /** When its form is shown, where that is another moment than the template's. */
  formMoment?: AgentConfiguration['contactForm']['moment'];
  /** The brand that it speaks for, in place of the template's. */
  brand?: ShowcaseBrand;
};

/** One agent under each of the brands of the showcase. */
const showcaseDemos = Object.fromEntries(
  showcaseBrands.map((brand) => [`brand-${brand.id}`, { template: 'tutor-packs', brand }]),
) as Record<`brand-${ShowcaseBrand['id']}`, PublicDemo>;

/**
 * The published demo agents, which no owner has to make. Their account has no payment provider, so that their
 * money is test money; few free messages, so that one soon sees the rest.
 */
export const publicDemos = {
  /** Of the page about the wall, and of the first screen of the start page. */
  'paywall-demo': {
    template: 'tutor-packs',
    payment: paymentSection.parse({
      enabled: true,
      freeMessages: 3,
      type: 'pack',
      currency: 'EUR',
      amount: 800,
      messagesPerPack: 100,
      taxPercent: 21,
      taxBehaviour: 'inclusive',
      coupons: [{ code: 'WELCOME', percentOff: 25 }],
    }),
  },
  'rich-media-agent': { template: 'rich-showroom' },
  'paywall-agent': {
    template: 'store-assistant',
    payment: paymentSection.parse({
      enabled: true,
      freeMessages: 5,
      type: 'once',
      currency: 'EUR',
      amount: 500,
      taxPercent: 21,
      taxBehaviour: 'inclusive',
    }),
  },
  'document-agent': { template: 'document-expert' },
  /** Answers questions about the product itself. */
  'product-guide': { template: 'product-guide' },
  'standard-widget': { template: 'faq-documents' },
  /** Asks for an address before the second question. */
  'contact-widget': { template: 'lead-qualifier', formMoment: 'start' },
  /** Can be talked with, by the voices of the visitor's device. */
  'voice-demo': { template: 'voice-receptionist' },
  ...showcaseDemos,
} as const satisfies Record<string, PublicDemo>;
export type PublicDemoName = keyof typeof publicDemos;

/** What an account costs on this server. */
export type PlanTerms = {
  prices: PlanPrices;
  /** Days that are tried for nothing, 0 for none; null where nothing is sold. */
  trialDays: number | null;
};

/**
 * The template with the terms of this server's plans where it names them: prices in dollars (`{{proMonth}}`), and
 * what holds only with a trial, without one or where nothing is sold (`{{#trial}}…{{/trial}}`, `noTrial`, `free`).
 * Other terms are another template, so that its demo agents are made anew.
 */
export function withPlanTerms(template: Template, { prices, trialDays }: PlanTerms): Template {
  const { proMonth, proYear, whiteLabelMonth } = prices;
  const amounts: Record<string, number> = { ...prices, proYearSaves: proMonth * 12 - proYear };
  const dollars = (cents: number): string =>
    cents % 100 === 0 ? `${cents / 100}` : (cents / 100).toFixed(2);
  const kind = trialDays === null ? 'free' : trialDays === 0 ? 'noTrial' : 'trial';
  const filled = JSON.stringify(template)
    .replaceAll(/\{\{#(trial|noTrial|free)\}\}(.*?)\{\{\/\1\}\}/g, (_, when: string, text: string) =>
      when === kind ? text : '',
    )
    .replaceAll(/\{\{(\w+)\}\}/g, (token, name: string) =>
      name in amounts ? dollars(amounts[name] ?? 0) : token,
    );
  const fingerprint = `${template.fingerprint} ${proMonth} ${proYear} ${whiteLabelMonth} ${kind}`;
  return { ...(JSON.parse(filled) as Template), fingerprint };
}

/**
 * The whole configuration of an agent made of the template, in one language. Throws when a value is out of
 * bounds.
 */
export function configurationOf(template: Template, language: Language): AgentConfiguration {
  const texts = template.texts[language];
  const { configuration: given, form } = template;
  return agentConfiguration.parse({
    ...given,
    basic: { ...given['basic'], name: texts.name, seoDescription: texts.tagline },
    appearance: { ...given['appearance'], placeholder: texts.placeholder },
    prompt: {
      ...given['prompt'],
      welcomeMessage: texts.welcome,
      welcomes: languages
        .filter((other) => other !== language)
        .map((other) => ({ language: other, text: template.texts[other].welcome })),
      iceBreakers: texts.iceBreakers,
      systemPrompt: template.systemPrompt,
    },
    footer: { ...given['footer'], text: texts.footer },
    ...(form && texts.form
      ? {
          contactForm: {
            enabled: true,
            moment: form.moment,
            afterMessages: form.afterMessages,
            skipAllowed: form.skipAllowed,
            title: texts.form.title,
            text: texts.form.text,
            submitText: texts.form.submit,
            skipText: texts.form.skip,
            fields: form.fields.map((field) => ({
              ...field,
              label: texts.form?.labels[field.key] ?? '',
              options: texts.form?.options[field.key] ?? [],
            })),
          },
        }
      : {}),
  });
}

/**
 * The knowledge that comes with the template: its pages, and for the other languages the most asked
 * questions.
 */
export function sourcesOf(template: Template, titleOf: (language: Language) => string): TemplateSource[] {
  const pages = template.pages.map(({ title, body }): TemplateSource => ({ kind: 'text', title, body }));
  const answered = languages.flatMap((language): TemplateSource[] => {
    const { iceBreakers, answers } = template.texts[language];
    return answers
      ? [
          {
            kind: 'qa',
            title: `${titleOf(language)} (${languageNames[language]})`,
            pairs: iceBreakers.map((question, at) => ({ question, answer: answers[at] ?? '' })),
          },
        ]
      : [];
  });
  return [...pages, ...answered];
}

/** The configuration of a demo agent: its template's, with what the demo has otherwise. */
export function demoConfigurationOf(
  template: Template,
  { payment, formMoment, brand }: PublicDemo,
  language: Language,
): Partial<AgentConfiguration> {
  const whole = configurationOf(template, language);
  const { appearance, basic, prompt, contactForm, footer } = whole;
  const renamed = (text: string): string =>
    brand ? text.replaceAll(template.texts[language].name, brand.agent) : text;
  return {
    ...(payment ? { payment } : {}),
    ...(formMoment ? { contactForm: { ...contactForm, moment: formMoment } } : {}),
    // The page around it is as dark as the visitor's system.
    appearance: { ...appearance, initialTheme: 'auto' },
    ...(brand
      ? {
          basic: { ...basic, name: brand.agent },
          appearance: { ...appearance, color: brand.color, initialTheme: brand.theme },
          prompt: {
            ...prompt,
            welcomeMessage: renamed(prompt.welcomeMessage),
            welcomes: prompt.welcomes.map((each) => ({ ...each, text: renamed(each.text) })),
            systemPrompt: renamed(prompt.systemPrompt),
          },
          footer: { ...footer, text: brand.name },
        }
      : {}),
  };
}

/** What an agent of the template is tested with: that it answers what the template promises to know. */
export function testsOf({ examples }: Template, name: string): Suite {
  return suiteSchema.parse({
    name,
    scenarios: examples.map(({ question, expected, language }) => ({
      name: question,
      language,
      turns: [{ text: question, checks: [{ kind: 'contains', text: expected }] }],
    })),
  });
}

export function presentSummary(template: Template, language: Language): TemplateSummary {
  const { title, tagline } = template.texts[language];
  const { slug, category, business, price, configuration } = template;
  const color = configuration['appearance']?.['color'];
  return {
    slug,
    category,
    title,
    tagline,
    business,
    price,
    color: typeof color === 'string' ? color : '#36d6b5',
    pictureUrl: template.picture
      ? `/api/templates/${slug}/picture?v=${template.fingerprint.slice(0, 12)}`
      : null,
  };
}

export function presentDetail(template: Template, language: Language): TemplateDetail {
  const texts = template.texts[language];
  const { contactForm, dynamic } = configurationOf(template, language);
  return {
    ...presentSummary(template, language),
    description: texts.description,
    agentName: texts.name,
    welcome: texts.welcome,
    iceBreakers: texts.iceBreakers,
    systemPrompt: template.systemPrompt,
    dynamic: dynamic.enabled ? dynamic.instructions : '',
    pages: template.pages,
    answers: languages.filter((each) => template.texts[each].answers),
    form: contactForm.enabled
      ? {
          moment: contactForm.moment,
          afterMessages: contactForm.afterMessages,
          title: contactForm.title,
          text: contactForm.text,
          fields: contactForm.fields.map(({ type, label, required }) => ({ type, label, required })),
        }
      : null,
  };
}

const plain = (text: string): string => foldAccents(text.toLowerCase());

/** Texts as they are searched. */
export const searchable = (texts: readonly string[]): string => plain(texts.join(' \n '));

/** All words by which a template is found, of all six languages. */
export function wordsOf(template: Template, categoryNames: readonly string[]): string {
  const texts = languages.flatMap((language) => {
    const { title, tagline, description, keywords, name } = template.texts[language];
    return [title, tagline, description, keywords, name];
  });
  return searchable([template.business, template.slug, ...categoryNames, ...texts]);
}

/** Whether each word of a search begins a word of the text. */
export function isFound(words: string, search: string): boolean {
  const wanted = plain(search).match(/[\p{L}\p{N}]+/gu) ?? [];
  const known = words.match(/[\p{L}\p{N}]+/gu) ?? [];
  return wanted.every((word) => known.some((other) => other.startsWith(word)));
}

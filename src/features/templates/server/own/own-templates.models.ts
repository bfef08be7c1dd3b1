import { languages, type Language } from '#shared/languages.ts';
import type { AgentExport } from '#features/agents/agents-lifecycle.contract.ts';
import type { PreparedSource } from '#features/knowledge/server/knowledge.usecases.ts';
import { offersIn, type PaymentSection } from '#features/paywall/paywall.contract.ts';
import { serverPicturePath } from '#features/server-pictures/server-pictures.contract.ts';
import {
  priceSuggestion,
  type PriceSuggestion,
  type TemplateDetail,
  type TemplateSummary,
} from '../../templates.contract.ts';
import { searchable, type Template } from '../templates.models.ts';
import type { OwnTemplateRow, OwnTemplateSummary, PlaceRow } from './own-templates.repository.ts';

/** What the names of templates begin with that were made here; those of the product are names of folders. */
export const ownPrefix = 'tpl';
export const isOwnSlug = (slug: string): boolean => slug.startsWith(`${ownPrefix}_`);

/** A template as it is offered, whoever wrote it. */
export type Offer = { isShown: boolean } & (
  | { slug: string; own: OwnTemplateSummary }
  | { slug: string; own: null; template: Template }
);

/**
 * All templates in the order in which they are offered. One of the product that never was moved stands behind those
 * that were, as its file says.
 */
export function inOrder(
  ofProduct: readonly Template[],
  own: readonly OwnTemplateSummary[],
  places: readonly PlaceRow[],
): Offer[] {
  const known = new Map(places.map((row) => [row.slug, row]));
  const offers: Offer[] = [
    ...own.map((row) => ({ slug: row.slug, own: row, isShown: known.get(row.slug)?.isShown ?? true })),
    ...ofProduct.map((template) => ({
      slug: template.slug,
      own: null,
      template,
      isShown: known.get(template.slug)?.isShown ?? true,
    })),
  ];
  const placeOf = ({ slug }: Offer): number => known.get(slug)?.place ?? Number.MAX_SAFE_INTEGER;
  return offers.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/**
 * The file of a template: an agent's export without what is its owner's alone. Everybody who has an account may read
 * it, and what is made of it runs elsewhere: no name for tracking, no addresses of people or pages, nothing that
 * names other things of the account, and the account's own choice of a model. Prices stay as a suggestion.
 */
export function templateFileOf(file: AgentExport): AgentExport {
  const { configuration } = file;
  const { basic, payment, access, ai, dynamic, contactForm, tools } = configuration;
  return {
    ...file,
    configuration: {
      ...configuration,
      basic: { ...basic, tag: '' },
      payment: { ...payment, enabled: false, coupons: [] },
      access: { ...access, restrictDomains: false, allowedDomains: [], allowedPaths: [] },
      ai: { ...ai, provider: 'built-in', model: '', fallbacks: [] },
      dynamic: { ...dynamic, forms: [] },
      contactForm: { ...contactForm, formId: '' },
      tools: { ...tools, bookingUrl: '' },
      mcp: { connections: [] },
      store: { ...configuration.store, id: configuration.store.id === 'demo' ? 'demo' : '' },
      switching: { ...configuration.switching, enabled: false, agents: [] },
      ending: { ...configuration.ending, redirectUrl: '' },
      summary: { ...configuration.summary, enabled: false, recipients: [] },
      functions: { enabled: [] },
    },
    leftOut: [],
  };
}

const free: PriceSuggestion = {
  type: 'none',
  amount: 0,
  currency: 'EUR',
  freeMessages: 0,
  packMessages: null,
  accessDays: null,
};
const suggestedAs = { subscription: 'subscription', once: 'one-time', pack: 'message-pack' } as const;

/** What visitors of the agent pay, as a suggestion for others; free where it can't be said in one. */
export function suggestedPrice(payment: PaymentSection): PriceSuggestion {
  const offer = offersIn(payment).find(
    ({ type, interval }) => type !== 'subscription' || interval === 'month',
  );
  if (!payment.enabled || !offer) return free;
  const price = priceSuggestion.safeParse({
    type: suggestedAs[offer.type],
    amount: offer.amount,
    currency: payment.currency,
    freeMessages: payment.freeMessages,
    packMessages: offer.type === 'pack' ? offer.messages : null,
    accessDays: offer.type === 'once' && offer.days > 0 ? offer.days : null,
  });
  return price.success ? price.data : free;
}

/** What an agent made of the template knows, in the form in which knowledge takes it. */
export function sourcesIn({ knowledge }: AgentExport): PreparedSource[] {
  return knowledge.map((entry): PreparedSource => {
    if (entry.kind === 'text') return { kind: 'text', title: entry.title, body: entry.body };
    if (entry.kind === 'qa')
      return { kind: 'qa', title: entry.title ?? entry.pairs[0]?.question ?? '', pairs: entry.pairs };
    const { kind, url, mode, resync, ...settings } = entry;
    return { kind, url, mode, resync, settings };
  });
}

export function presentOwnSummary(row: OwnTemplateSummary): TemplateSummary {
  const { slug, category, title, tagline, color, price, picture } = row;
  return {
    slug,
    category,
    title,
    tagline,
    business: '',
    color,
    price,
    pictureUrl: picture === null ? null : serverPicturePath(picture),
  };
}

export function presentOwnDetail(row: OwnTemplateRow): TemplateDetail {
  const { prompt, dynamic, contactForm } = row.file.configuration;
  const language: Language = row.language ?? languages[0];
  return {
    ...presentOwnSummary(row),
    description: row.description,
    agentName: row.agentName,
    welcome: prompt.welcomeMessage,
    iceBreakers: prompt.iceBreakers,
    systemPrompt: prompt.systemPrompt,
    dynamic: dynamic.enabled ? dynamic.instructions : '',
    pages: row.file.knowledge.map((entry) => {
      if (entry.kind === 'text') return { title: entry.title, language, body: entry.body };
      if (entry.kind === 'website') return { title: entry.url, language, body: entry.url };
      const body = entry.pairs.map(({ question, answer }) => `${question}\n${answer}`).join('\n\n');
      return { title: entry.title ?? entry.pairs[0]?.question ?? '', language, body };
    }),
    answers: [],
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

/** All words by which it is found. */
export function ownWordsOf(row: OwnTemplateSummary, categoryNames: readonly string[]): string {
  const { title, tagline, description, agentName } = row;
  return searchable([title, tagline, description, agentName, ...categoryNames]);
}

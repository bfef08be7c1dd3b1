import type { Language } from '#shared/languages.ts';
import { agentConfiguration, type AgentConfiguration } from '../../agents-configuration.contract.ts';

/** What could be read of a website's front page. */
export type SiteProfile = {
  url: string;
  title: string;
  siteName: string | null;
  description: string | null;
  language: Language | null;
  /** `#rrggbb`, most telling first. */
  colors: string[];
  headings: string[];
  links: string[];
  icon: Buffer | null;
};

/** Texts of `locales/<language>/agent-drafts.json`. */
export type DraftTexts = (key: string, variables?: Record<string, string>) => string;

/** Topics that a site may talk about, found by words in headings and links of any of the six languages. */
const topics: [key: string, words: RegExp][] = [
  ['prices', /\b(pric|tarif|prijs|prijz|precio|pre[cç]o|prix|cen[ay]|cen[ií]k|pricing|plans?\b)/i],
  ['hours', /(opening|hours|openingstijden|horario|hor[áa]rio|horaires|otev[ií]rac)/i],
  ['shipping', /(shipping|deliver|levering|bezorg|verzend|env[ií]o|entrega|livraison|doprav|doru[cč]en)/i],
  ['returns', /(return|refund|retour|devoluci|devolu[cç]|rembours|vr[aá]cen|reklamac)/i],
  ['booking', /(book|appointment|reserv|afspraak|cita|agendar|rendez|objedn|rezervac)/i],
  ['contact', /(contact|kontakt|contato|contacto)/i],
  [
    'services',
    /(service|dienst|servicio|servi[cç]o|slu[zž]b|products?\b|productos|produtos|produits|produkt)/i,
  ],
  ['about', /(about|over ons|sobre|qui sommes|à propos|o n[aá]s)/i],
];

const separators = /\s+[|·–—:»-]\s+/;
const mostOfName = 60;

/** A name that fits over a chat: cut between words, and not after one that only joins ("of the"). */
function shortName(name: string): string {
  const whole = name.replaceAll(/\s+/g, ' ').trim();
  if (whole.length <= mostOfName) return whole;
  const cut = whole.slice(0, mostOfName + 1);
  const words = (cut.includes(' ') ? cut.slice(0, cut.lastIndexOf(' ')) : cut.slice(0, mostOfName)).replace(
    /(\s+(\p{Ll}{1,3}|[&|·–—-]))+$/u,
    '',
  );
  return words.replace(/[\s,;:–—-]+$/u, '');
}

/** The name of a business out of what its front page says. */
export function nameOfSite(site: SiteProfile): string {
  const host = new URL(site.url).hostname.replace(/^www\./, '');
  const candidates = [
    site.siteName,
    ...site.title.split(separators).toSorted((a, b) => a.length - b.length),
    shortName(site.siteName ?? ''),
    host,
  ];
  return (
    candidates
      .map((text) => text?.trim() ?? '')
      .find((text) => text.length >= 2 && text.length <= mostOfName) ?? host
  ).slice(0, 80);
}

/** A drafted agent for a website, complete enough to talk at once; every value is a proposal. */
export function draftFromSite(site: SiteProfile, language: Language, text: DraftTexts): AgentConfiguration {
  const name = nameOfSite(site);
  const found = topics
    .filter(([, words]) => [...site.headings, ...site.links].some((line) => words.test(line)))
    .map(([key]) => key);
  const chosen = [...new Set([...found, 'services', 'contact', 'about'])].slice(0, 4);
  return agentConfiguration.parse({
    basic: {
      name,
      language: 'auto',
      seoTitle: name.slice(0, 60),
      seoDescription: (site.description ?? '').slice(0, 160),
    },
    appearance: { color: brandColor(site.colors) },
    prompt: {
      welcomeMessage: text('welcomeSite', { name }),
      iceBreakers: chosen.map((topic) => text(`iceBreakers.${topic}`, { name }).slice(0, 80)),
      systemPrompt: text('systemPromptSite', {
        name,
        about: (site.description ?? site.title).slice(0, 500),
        site: new URL(site.url).hostname,
      }),
    },
  });
}

/** A drafted agent out of a sentence or two about what it should do. */
export function draftFromDescription(description: string, text: DraftTexts): AgentConfiguration {
  const quoted =
    /["“„«]([^"”“»]{2,120})["”»]/.exec(description)?.[1] ??
    /\b(?:called|named|for|genaamd|heet|voor|llamad[ao]|para|chamad[ao]|appel[ée]e?|pour|jm[ée]nem|pro)\s+(\p{Lu}[\p{L}\p{N}'’.-]*(?:\s(?:&\s)?\p{Lu}[\p{L}\p{N}'’.-]*){0,4})/u.exec(
      description,
    )?.[1];
  const name = shortName(quoted ?? '') || text('defaultName');
  return agentConfiguration.parse({
    basic: { name },
    prompt: {
      welcomeMessage: text('welcomeDescription', { name }),
      iceBreakers: ['services', 'prices', 'contact'].map((topic) =>
        text(`iceBreakers.${topic}`, { name }).slice(0, 80),
      ),
      systemPrompt: text('systemPromptDescription', { name, about: description.slice(0, 1_500) }),
    },
  });
}

/** The first colour that can carry a brand: neither near white, near black nor grey. */
export function brandColor(colors: readonly string[]): string {
  const usable = colors.find((color) => {
    const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color);
    if (!match) return false;
    const [red, green, blue] = match.slice(1).map((part) => Number.parseInt(part, 16)) as [
      number,
      number,
      number,
    ];
    const strongest = Math.max(red, green, blue);
    const weakest = Math.min(red, green, blue);
    return strongest > 50 && weakest < 225 && strongest - weakest > 40;
  });
  return usable?.toLowerCase() ?? '#36d6b5';
}

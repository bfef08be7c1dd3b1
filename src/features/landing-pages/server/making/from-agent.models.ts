import type { PageOffer } from '#shared/landing-pages/page-facts.ts';
import type { PageData } from '#shared/landing-pages/page-data.ts';
import {
  defaultPageSettings,
  defaultPageTheme,
  type PageSettings,
} from '#shared/landing-pages/page-settings.ts';
import { parsePage } from '#shared/landing-pages/parse-page.ts';
import type { Language } from '#shared/languages.ts';
import { detectLanguage } from '#platform/language/detect-language.ts';

/** What a page is written out of. */
export type AgentMaterial = {
  number: number;
  name: string;
  color: string;
  /** What the owner says of it for search engines; empty where they said nothing. */
  seoTitle: string;
  seoDescription: string;
  welcome: string;
  /** Questions with what the knowledge answers. */
  answers: readonly { question: string; answer: string }[];
  /** Questions that nothing was found for. */
  questions: readonly string[];
  offers: readonly PageOffer[];
  /** A form of the account by its public id; null where it has none that is open. */
  form: { publicId: string; name: string } | null;
};

export type Written = {
  title: string;
  data: PageData;
  settings: PageSettings;
};

/** Texts of the namespace `landing-drafts` in the page's language. */
export type PageWords = (key: string, variables?: Record<string, string>) => string;

const mostTopics = 6;
const icons = ['chat', 'book', 'target', 'clock', 'globe', 'sparkles'] as const;

/** A block without its id. */
export type Part = {
  type: string;
  props: Record<string, unknown>;
};

/** Blocks out of what is known of them; everything else is as in a new block. */
export function pageOf(agent: number, parts: readonly (Part | false | null)[]): PageData {
  const content = parts
    .filter((part) => part !== false && part !== null)
    .map(({ type, props }, at) => ({ type, props: { id: `${type}-${at + 1}`, ...props } }));
  return parsePage({ root: { props: { agent } }, content, zones: {} }).data;
}

/** A text within its bound, cut between words. */
export function fitted(text: string, most: number): string {
  const line = text.trim();
  if (line.length <= most) return line;
  const cut = line.slice(0, most - 1).toWellFormed();
  const end = Math.max(cut.lastIndexOf(' '), cut.lastIndexOf('\n'));
  return `${(end > most * 0.6 ? cut.slice(0, end) : cut).trimEnd()}…`;
}

/** The first sentence, for a card. */
const firstSentence = (text: string): string => {
  const plain = text
    .replace(/[*_`#>]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const end = /[.!?…](?=\s|$)/.exec(plain);
  return fitted(end ? plain.slice(0, end.index + 1) : plain, 220);
};

/** So that no card stands alone in the last row where it can be helped. */
const columnsFor = (count: number): '2' | '3' => (count % 2 === 0 && count < 6 ? '2' : '3');

/** A whole page out of what an agent is. It says nothing that nobody wrote: no figures, no praise of others. */
export function writeFromAgent(material: AgentMaterial, language: Language, words: PageWords): Written {
  const { number, name, answers, questions, offers, form } = material;
  const isSold = offers.length > 0;
  const known = answers.slice(0, mostTopics);
  const asked = known.length > 0 ? [] : questions.slice(0, mostTopics);
  const links = [
    known.length + asked.length > 0 && { label: words('nav.topics'), href: '#topics' },
    isSold && { label: words('nav.offers'), href: '#offers' },
    answers.length > 0 && { label: words('nav.questions'), href: '#questions' },
    form !== null && { label: words('nav.contact'), href: '#contact' },
  ].filter((link) => link !== false);
  const title = material.seoTitle || words('hero.title', { name });
  const text = material.seoDescription || material.welcome || words('hero.text', { name });
  const data = pageOf(number, [
    { type: 'nav', props: { brand: fitted(name, 60), links, label: words('hero.ask'), href: '#chat' } },
    {
      type: 'hero',
      props: {
        layout: 'agent',
        eyebrow: words('hero.eyebrow'),
        title: fitted(title, 140),
        text: fitted(text, 500),
        label: words('hero.ask'),
        href: '#chat',
        ...(isSold && { secondLabel: words('hero.offers'), secondHref: '#offers' }),
        note: words('hero.note'),
      },
    },
    known.length > 0 && {
      type: 'features',
      props: {
        title: words('topics.title', { name }),
        columns: columnsFor(known.length),
        anchor: 'topics',
        items: known.map(({ question, answer }, at) => ({
          icon: icons[at % icons.length],
          title: fitted(question, 80),
          text: firstSentence(answer),
          href: '',
        })),
      },
    },
    asked.length > 0 && {
      type: 'features',
      props: {
        title: words('topics.title', { name }),
        columns: columnsFor(asked.length),
        anchor: 'topics',
        items: asked.map((question, at) => ({
          icon: icons[at % icons.length],
          title: fitted(question, 80),
          text: '',
          href: '#chat',
        })),
      },
    },
    isSold && {
      type: 'offer',
      props: {
        title: words('offers.title'),
        text: words('offers.text', { name }),
        ground: 'tint',
        anchor: 'offers',
      },
    },
    answers.length > 0 && {
      type: 'faq',
      props: {
        title: words('questions.title'),
        anchor: 'questions',
        items: answers.map(({ question, answer }) => ({
          question: fitted(question, 200),
          answer: fitted(answer, 2_000),
        })),
      },
    },
    form !== null && {
      type: 'form',
      props: {
        form: form.publicId,
        title: fitted(form.name, 140),
        text: words('contact.text'),
        ground: 'tint',
        anchor: 'contact',
      },
    },
    {
      type: 'cta',
      props: {
        title: words('end.title', { name }),
        text: words('end.text'),
        label: words('hero.ask'),
        href: '#chat',
      },
    },
    { type: 'footer', props: { brand: fitted(name, 60), small: words('footer.small', { name }) } },
  ]);
  return {
    title: fitted(name, 80),
    data,
    settings: {
      ...defaultPageSettings(language),
      seoTitle: fitted(title, 60),
      seoDescription: fitted(text.replace(/\s+/g, ' '), 160),
      theme: {
        ...defaultPageTheme,
        ...(/^#[0-9a-f]{6}$/i.test(material.color) && { primary: material.color.toLowerCase() }),
      },
    },
  };
}

/** Of what people ask, what the page's readers understand, each once; what is too short to tell is theirs. */
export const questionsIn = (language: Language, questions: readonly string[]): string[] =>
  [...new Set(questions)].filter((question) => detectLanguage(question, language) === language);

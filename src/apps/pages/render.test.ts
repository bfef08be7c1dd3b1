import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { languages } from '#shared/languages.ts';
import { paletteAround } from '#shared/color-palette.ts';
import { emptyBlock, formBlockTypes } from '#shared/forms/document.ts';
import { defaultTheme, type FormPage, type FormPageState } from '#shared/forms/page.ts';
import type { BlogCard, DocsLink, PageContext, PageProps } from '#shared/page-contract.ts';
import { signUps, type Opening } from '#shared/sign-up.ts';
import type { TestMoneyPageState } from '#shared/money/test-money-page.ts';
import { hostile, oddities } from '#tests/support/pages/hostile-texts.ts';
import { voicePages } from '#tests/support/pages/voice-page.ts';
import { createPageRenderer } from './render.tsx';
import { planOffer } from '#tests/support/pages/plan-offer.ts';

function formPage(text: string, state: FormPageState): FormPage {
  const options = [{ value: text, label: text, image: `https://x.test/${text}` }];
  const blocks = formBlockTypes.map((type, at) => ({
    ...emptyBlock(`k${at}`, type),
    label: text,
    help: text,
    placeholder: text,
    initial: text,
    lowLabel: text,
    highLabel: text,
    options,
    rows: [{ value: text, label: text }],
    source: type === 'image' ? `https://x.test/${text}` : 'ref',
  }));
  const document = {
    blocks,
    rules: [],
    screens: [{ id: 'a', title: text, text, redirectUrl: '' }],
    settings: { spam: 'none' as const, submitText: text, theme: defaultTheme, language: 'en' as const },
  };
  const given = Object.fromEntries(blocks.map(({ key }) => [key, text]));
  return {
    state,
    publicId: text,
    name: text,
    document: state === 'open' ? document : null,
    token: text,
    tag: text,
    language: 'en',
    theme: defaultTheme,
    isEmbedded: false,
    isInChat: false,
    isPreview: false,
    opensAt: '',
    payUrl: `https://x.test/${text}`,
    email: text,
    screen: { title: text, text },
    given,
    problems: given,
    notice: text,
  };
}

function testMoney(text: string): TestMoneyPageState {
  const price = { base: 100, tax: 0, subtotal: 100, total: 100 };
  const ordered = {
    id: text,
    language: 'en' as const,
    title: text,
    description: text,
    email: text,
    currency: 'EUR',
    price,
    taxPercent: 0,
    taxBehaviour: 'inclusive' as const,
    interval: null,
    payments: [],
    cards: [{ name: 'succeeds', number: text }],
  };
  return {
    ...ordered,
    state: 'open',
    trialDays: 0,
    firstChargeAt: null,
    failure: null,
    successUrl: `https://x.test/?${text}`,
    cancelUrl: `https://x.test/?${text}`,
  };
}

const states =
  'open closed not_open full sent_before done paying held unpaid confirm_sent confirm confirm_over'.split(
    ' ',
  ) as FormPageState[];
const blogCard = (text: string): BlogCard => ({
  slug: text,
  title: text,
  description: text,
  category: text,
  tags: [text],
  author: text,
  language: 'nl',
  publishedAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-02T00:00:00Z',
  minutes: 5,
});
const script = '/pages/landing.js';
const docsLink = (of: string): DocsLink => ({ slug: of, group: of, title: of, summary: of, minutes: 4 });
const docsFrame = (of: string) => ({ groups: [{ name: of, pages: [docsLink(of)] }], guide: 7, script });
/**
 * Every public page with texts of somebody's in all places; a new page does not compile until it stands here.
 */
const pages: { [N in keyof PageProps]: (text: string) => PageProps[N][] } = {
  'not-found': () => [true, false].map((isNowhere) => ({ isNowhere })),
  'too-many': (text) => [{ wait: text }],
  'locked-page': (text) => [true, false].map((isWrong) => ({ action: `/p/${text}`, isWrong })),
  legal: () => (['terms', 'privacy'] as const).map((document) => ({ document, nodes: null })),
  source: (text) => [
    { title: text, url: `https://x.test/${text}`, text, start: 2, end: 9, pages: [], pdf: null },
  ],
  demo: (text) =>
    (['bubble', 'inline', 'popup', 'page'] as const).map((mode) => ({
      number: 7,
      name: text,
      color: '#123456',
      mode,
      theme: 'hostile',
      path: `/widget-demo/${text}`,
    })),
  labs: (text) => [
    {
      demos: [{ id: 'shop', href: text }],
      checks: [{ id: 'pdf', href: text }],
      voice: [{ id: 'device', href: text }],
      script,
    },
  ],
  'demo-widget': (text) => [{ kind: 'standard', number: 7, snippet: text, script }],
  'phone-demo': (text) =>
    [true, false].map((isWhole) => ({
      number: 7,
      name: text,
      isWhole,
      choices: [{ id: text, href: `/${text}`, isChosen: true }],
      script,
    })),
  'brand-showcase': () => [{ chosen: 'ember', number: 7, script }],
  'color-analyzer': (text) => [
    {
      asked: { url: text, color: text },
      palette: paletteAround('#36d6b5'),
      source: text,
      problem: text,
      mayApply: true,
      script,
      labScript: script,
    },
  ],
  'voice-clone': () => [{ script, labScript: script }],
  check: (text) => [{ check: 'widget', number: 7, values: { [text]: text }, script, landingScript: script }],
  'voice-check': (text) => voicePages(text, script),
  'widget-dev': (text) => [
    {
      number: 7,
      name: text,
      previewUrl: `/widgets/7/preview?${text}`,
      editUrl: text,
      hasChanges: true,
      script,
    },
  ],
  'pdf-test': (text) => [
    {
      question: text,
      read: {
        name: text,
        pages: 1,
        characters: 2,
        milliseconds: 3,
        cutAt: 2,
        chunks: [{ page: 1, headings: text, text }],
        found: [0],
      },
      problem: text,
      script,
    },
  ],
  landing: (text) =>
    [
      null,
      [],
      [null, '/server-pictures/x'].map((pictureUrl) => ({ quote: text, name: text, role: text, pictureUrl })),
    ].map((testimonials) => ({
      demos: { hero: 7, guide: 7, richMedia: 7, paywall: 7, document: 7 },
      articles: [{ category: text, articles: [{ slug: text, title: text }] }],
      testimonials,
      plans: planOffer(text),
      script,
    })),
  pricing: (text) => [{ guide: 7, plans: planOffer(text), script }],
  docs: (text) =>
    [null, [docsLink(text)], []].map((found) => ({
      ...docsFrame(text),
      search: found ? text : '',
      found,
    })),
  'docs-page': (text) =>
    [true, false].map((said) => ({
      page: docsLink(text),
      nodes: [text, { tag: 'pre', children: [{ tag: 'code', children: [text] }], language: text }],
      headings: [1, 2, 3].map((at) => ({ id: `h${at}`, text, level: 2 })),
      previous: docsLink(text),
      next: said ? null : docsLink(text),
      said,
      ...docsFrame(text),
    })),
  blog: (text) =>
    [[], [blogCard(text)]].map((posts) => ({
      posts,
      categories: [text],
      tags: [text],
      chosen: { category: text, tag: text, q: text },
      page: 2,
      pages: 3,
      count: posts.length,
      script,
    })),
  'blog-post': (text) => [
    {
      post: blogCard(text),
      nodes: [
        text,
        { tag: 'h2', id: text, children: [text] },
        { tag: 'img', src: text, alt: text, children: [] },
      ],
      headings: [
        { id: text, text, level: 2 },
        { id: 'b', text, level: 3 },
      ],
      related: [blogCard(text)],
      previous: blogCard(text),
      next: blogCard(text),
      url: `https://x.test/${text}`,
      script,
    },
  ],
  'paywall-demo': () => [{ number: 7 }],
  'agent-simulator': (text) => {
    const choice = {
      agents: [{ slug: text, title: text }],
      personas: [{ id: text, name: text }],
      chosen: { agent: text, persona: text },
    };
    const turns = [{ said: text, answer: text, checks: [{ isPassed: false, words: text }] }];
    return [
      ...([null, 'busy', 'preparing'] as const).map((refusal) => ({ ...choice, refusal, conversations: [] })),
      { ...choice, refusal: null, conversations: [{ scenario: text, isPassed: true, turns }] },
    ];
  },
  'payment-return': (text) =>
    (['paid', 'open', 'failed'] as const).map((state) => ({
      state,
      isTest: true,
      chatUrl: `https://x.test/${text}`,
      name: text,
    })),
  'no-purchase': () => (['checkout', 'payment'] as const).map((about) => ({ about })),
  'resume-over': (text) => [{ ended: { name: text, chatUrl: `https://x.test/${text}` } }],
  'manage-subscription': (text) =>
    (['trial', 'active', 'paused', 'ending', 'ended'] as const).map((state) => ({
      state,
      name: text,
      until: text,
      portalUrl: `https://x.test/${text}`,
      chatUrl: `https://x.test/${text}`,
    })),
  unsubscribe: (text) =>
    (['contact', 'tips', 'reports'] as const).flatMap((about) =>
      (['asks', 'out', 'in'] as const).map((state) => ({ state, name: text, about })),
    ),
  report: (text) => (['asks', 'empty', 'sent'] as const).map((state) => ({ state, name: text })),
  form: (text) =>
    states.map((state) => ({ page: formPage(text, state), texts: { back: text }, script: '/pages/form.js' })),
  'demo-store': (text) => [
    {
      store: { name: text, currency: 'EUR' },
      shown: {
        kind: 'product',
        product: {
          name: text,
          text,
          picture: null,
          variants: [{ id: '1', name: text, amount: 100, before: 200, stock: 'in' }],
        },
      },
    },
    {
      store: { name: text, currency: 'EUR' },
      shown: {
        kind: 'cart',
        lines: [{ productId: '1', variantId: '1', name: text, variant: text, quantity: 1, total: 100 }],
        total: 100,
      },
    },
  ],
  'test-money': (text) => [{ page: testMoney(text), problem: null }],
  'test-money-portal': (text) => [
    {
      portal: {
        ...testMoney(text),
        returnUrl: `https://x.test/?${text}`,
        subscription: {
          status: 'active',
          periodEnd: '2026-01-01T00:00:00Z',
          isEnding: false,
          lastFour: text,
        },
      },
      problem: null,
    },
  ],
};

describe('public pages', () => {
  const { render } = createPageRenderer({ all: `/pages/a.css?${hostile[1]}`, labs: '/pages/labs.css' });
  const openings = signUps.flatMap((signUp) =>
    [7, null].map((trialDays) => ({ signUp, trialDays, signUpNote: '' })),
  );
  const rendered = <N extends keyof PageProps>(
    name: N,
    text: string,
    opening: Opening = { signUp: 'open', trialDays: 7, signUpNote: '' },
  ): string[] => {
    const context: PageContext = {
      opening,
      language: 'en',
      text: (key, variables = {}) => `${key} ${Object.values(variables).join(' ')}`,
      brandName: text,
      path: `/${text}`,
      meta: {
        description: text,
        origin: `https://x.test/${text}`,
        languages,
        image: `/${text}`,
        jsonLd: { name: text },
        feeds: [{ type: text, href: text, title: text }],
      },
    };
    return pages[name](text).map((props) => render(name, props, context));
  };
  it('offer an account only where one can be opened, and say what it costs to begin', () => {
    for (const opening of openings)
      for (const name of ['landing', 'pricing', 'docs', 'blog'] as const) {
        const place = `${name} ${opening.signUp} ${opening.trialDays}`;
        const isMain = name === 'landing' || name === 'pricing';
        for (const page of rendered(name, 'x', opening)) {
          const { document } = parseHTML(page);
          const ways = document.querySelectorAll('a[href*="tab=register"], input[name=tab]');
          expect(ways.length > 0, place).toBe(opening.signUp === 'open');
          expect(document.querySelectorAll('form[action="/auth"]').length, place).toBe(
            opening.signUp === 'open' ? 2 : 1,
          );
          const said = document.querySelector('main')?.textContent ?? '';
          expect(said.includes(`auth:newcomers.${opening.signUp}`), place).toBe(
            name === 'landing'
              ? opening.signUp !== 'open'
              : isMain && opening.signUp !== 'open' && opening.trialDays !== null,
          );
          expect(said.includes('auth:panel.trial 7'), place).toBe(
            isMain && opening.signUp === 'open' && opening.trialDays !== null,
          );
        }
      }
  });
  it('quote customers in place of the examples, and nobody where none is shown', () => {
    const [examples, none, own] = rendered('landing', 'Ada').map((page) => {
      const { document } = parseHTML(page);
      return [...document.querySelectorAll('blockquote')].map((quote) => quote.textContent);
    });
    expect(examples).toHaveLength(3);
    expect(none).toEqual([]);
    // Initials where no picture is.
    expect(own).toEqual(['AdaAAda, Ada', 'AdaAda, Ada']);
  });
  it.each(Object.keys(pages) as (keyof PageProps)[])(
    'take what people wrote for texts everywhere, title and brand included: %s',
    (name) => {
      for (const text of hostile) {
        for (const page of rendered(name, text)) {
          expect(oddities(page)).toEqual([]);
          expect(parseHTML(page).document.querySelectorAll('title')).toHaveLength(1);
          // What is said in the title is what was written, brand and heading alike.
          expect(parseHTML(page).document.querySelector('title')?.textContent).toContain(text);
        }
      }
    },
  );
  it('would be noticed here if one did not', () => {
    for (const text of hostile)
      expect(oddities(`<title>${text}</title><p title="${text}">${text}</p>`), text).not.toEqual([]);
  });
});

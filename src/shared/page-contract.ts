import type { PlanOffer } from './money/plan-offer.ts';
import type { ArticleHeading, ArticleNode } from './article.ts';
import type { EmbedMode } from './embed/snippets.ts';
import type { HostTheme, LabPageProps } from './labs.ts';
import type { FormPage } from './forms/page.ts';
import type { PageData } from './landing-pages/page-data.ts';
import type { PageFacts } from './landing-pages/page-facts.ts';
import type { PageTheme, PageTrackers } from './landing-pages/page-settings.ts';
import type { Language } from './languages.ts';
import type { Opening } from './sign-up.ts';
import type { Html } from './text/escape-html.ts';
import type { TestMoneyPageState, TestMoneyPortalState, TestMoneyProblem } from './money/test-money-page.ts';

type DemoProduct = {
  name: string;
  text: string;
  picture: string | null;
  variants: readonly {
    id: string;
    name: string;
    amount: number;
    before: number | null;
    stock: 'in' | 'low' | 'out' | 'unknown';
  }[];
};
type DemoCartLine = {
  productId: string;
  variantId: string;
  name: string;
  variant: string;
  quantity: number;
  total: number;
};

/** A post of the blog as lists show it. */
export type BlogCard = {
  slug: string;
  title: string;
  description: string;
  category: string;
  tags: readonly string[];
  author: string;
  language: Language;
  /** When it was published and when it last changed, as ISO. */
  publishedAt: string;
  updatedAt: string;
  minutes: number;
};

/** A page of the documentation as lists show it. */
export type DocsLink = {
  slug: string;
  group: string;
  title: string;
  summary: string;
  minutes: number;
};
type DocsGroupLinks = readonly { name: string; pages: readonly DocsLink[] }[];

/**
 * What each public page is given. The pages themselves are React, rendered on the server without any script
 * of their own, except forms and PDFs.
 */
export type PageProps = LabPageProps & {
  /** `isNowhere`: the host that was asked shows nothing at all. */
  'not-found': { isNowhere: boolean };
  /** `wait`: how long, in the reader's words. */
  'too-many': { wait: string };
  /** A landing page that asks for its password; `isWrong`: the one that was just given. */
  'locked-page': { action: string; isWrong: boolean };
  /** `nodes`: the account's own text, null where the product's stands there. */
  legal: { document: 'terms' | 'privacy'; nodes: readonly ArticleNode[] | null };
  /**
   * The stored copy of a document with the cited passage marked: offsets into `text`, and where the pages of
   * a PDF begin and end.
   */
  source: {
    title: string;
    url: string | null;
    text: string;
    start: number;
    end: number;
    pages: readonly { page: number; start: number; end: number }[];
    /** The PDF itself and the script that draws it, where its bytes are kept. */
    pdf: { file: string; script: string } | null;
  };
  /** A made-up shop with the agent's tag on it; `name` is null when the agent is not published. */
  demo: {
    number: number;
    name: string | null;
    color: string;
    mode: EmbedMode;
    /** How the shop itself looks, and where its links lead. */
    theme: HostTheme;
    path: string;
  };
  /** The start page: its agents by their numbers, and the newest articles of each category. */
  landing: {
    demos: { hero: number; guide: number; richMedia: number; paywall: number; document: number };
    articles: readonly {
      category: string;
      articles: readonly { slug: string; title: string }[];
    }[];
    plans: PlanOffer;
    /** What customers say; null: examples. */
    testimonials: readonly { quote: string; name: string; role: string; pictureUrl: string | null }[] | null;
    script: string;
  };
  pricing: { guide: number; plans: PlanOffer; script: string };
  /** The documentation: all pages by their groups, or what was found (null: nothing was looked for). */
  docs: {
    search: string;
    found: readonly DocsLink[] | null;
    groups: DocsGroupLinks;
    guide: number;
    script: string;
  };
  'docs-page': {
    page: DocsLink;
    nodes: readonly ArticleNode[];
    headings: readonly ArticleHeading[];
    previous: DocsLink | null;
    next: DocsLink | null;
    groups: DocsGroupLinks;
    /** The reader has just said whether it helped. */
    said: boolean;
    guide: number;
    script: string;
  };
  /** The blog: a page of posts, and what was looked for. */
  blog: {
    posts: readonly BlogCard[];
    categories: readonly string[];
    tags: readonly string[];
    chosen: { category: string | null; tag: string | null; q: string };
    page: number;
    pages: number;
    count: number;
    script: string;
  };
  /** A post, with what to read next; `url` is its whole address, to be shared. */
  'blog-post': {
    post: BlogCard;
    nodes: readonly ArticleNode[];
    headings: readonly ArticleHeading[];
    related: readonly BlogCard[];
    previous: BlogCard | null;
    next: BlogCard | null;
    url: string;
    script: string;
  };
  /** An agent with a paywall to try: free messages, then test money. */
  'paywall-demo': { number: number };
  /** The simulator on demo agents. */
  'agent-simulator': {
    agents: readonly { slug: string; title: string }[];
    personas: readonly { id: string; name: string }[];
    chosen: { agent: string; persona: string };
    /** Why it did not run: it was asked too often, or what the demo agent knows is still being read. */
    refusal: 'busy' | 'preparing' | null;
    /** Empty before it ran. */
    conversations: readonly {
      scenario: string;
      isPassed: boolean;
      turns: readonly {
        said: string;
        answer: string;
        checks: readonly { isPassed: boolean; words: string }[];
      }[];
    }[];
  };
  /**
   * Where a payment provider sends people back to. `open` is still being looked at; `managed` came from the
   * page for card and invoices.
   */
  'payment-return': {
    state: 'paid' | 'trial' | 'twice' | 'tried' | 'open' | 'canceled' | 'failed' | 'managed';
    isTest: boolean;
    /** The chat's own page, where there is one. */
    chatUrl: string | null;
    name: string;
  };
  /** An address about buying with nothing to buy, or about a payment that nobody knows. */
  'no-purchase': { about: 'checkout' | 'payment' };
  /**
   * A link to a conversation that opens nothing: `ended` is the agent whose conversation is over, and null
   * for a link that is none or has run out.
   */
  'resume-over': { ended: { name: string; chatUrl: string | null } | null };
  /** A subscription as its buyer finds it by the link of a receipt; `until` is a date in words. */
  'manage-subscription': {
    state: 'trial' | 'active' | 'paused' | 'ending' | 'ended';
    name: string;
    until: string;
    portalUrl: string | null;
    chatUrl: string | null;
  };
  /** Whether somebody wants mails of an account, and what they just said. */
  /** `about`: what is said no to: what an account writes to visitors, the product's tips, a member's letters. */
  unsubscribe: { state: 'asks' | 'out' | 'in'; name: string; about: 'contact' | 'tips' | 'reports' };
  /** Where a visitor reports an agent, by its name. */
  report: { state: 'asks' | 'empty' | 'sent'; name: string };
  /** A form to fill in; `texts` are what its script says, `script` is where that is. */
  form: { page: FormPage; texts: Record<string, string>; script: string };
  /** The built-in store: a product, or a cart before the till. Amounts are in the smallest unit. */
  'demo-store': {
    store: { name: string; currency: string };
    shown:
      | { kind: 'product'; product: DemoProduct }
      | { kind: 'cart'; lines: readonly DemoCartLine[]; total: number };
  };
  /** The simulated bank: where test money is paid, and where a customer looks after a subscription. */
  'test-money': { page: TestMoneyPageState; problem: TestMoneyProblem | null };
  'test-money-portal': { portal: TestMoneyPortalState; problem: TestMoneyProblem | null };
};

/** What search engines and those who share a page are told; a page without it is not to be found by them. */
export type PageMeta = {
  /** In place of the page's heading. */
  title?: string;
  description: string;
  /** The server's own address, without a slash at the end. */
  origin: string;
  /** The languages in which the page is written, each under `?lang=`; none where there is only one. */
  languages: readonly Language[];
  /** Path of the picture that is shown where the page is shared. */
  image?: string;
  /** A description by schema.org, if there is one. */
  jsonLd?: Record<string, unknown>;
  /** Feeds of the page, by their paths. */
  feeds?: readonly { type: string; href: string; title: string }[];
};

/** Whose page it is, beside the name; what is missing is the product's own. */
export type PageBrand = {
  logoUrl: string | null;
  /** Where readers write: for help, about their privacy, about the terms. */
  supportEmail: string | null;
  privacyEmail: string | null;
  termsEmail: string | null;
  /** Rules with its colours. */
  css: string;
};

export type PageContext = {
  language: Language;
  text(key: string, variables?: Record<string, string | number>): string;
  brandName: string;
  /** Null: the product's own. */
  brand?: PageBrand | null;
  /** What the page says to those who have no account yet. */
  opening: Opening;
  path: string;
  /** What else of the address stays with the page when its language changes, like what a list is narrowed to. */
  query?: Readonly<Record<string, string>>;
  meta?: PageMeta;
};

/** Addresses of the built style sheets: of every page, and besides it of demos and diagnostics. */
export type PageStyles = {
  all: string;
  labs: string;
};

/** A landing page as it is drawn for visitors, or for a file. */
export type LandingPageDrawing = {
  data: PageData;
  theme: PageTheme;
  language: Language;
  facts: PageFacts;
  /** Title of the page, and what stands in the tab. */
  title: string;
  seoTitle: string;
  description: string;
  /** Its one address, and origin of pictures. */
  url: string;
  origin: string;
  /** Whether search engines may list it. */
  isListed: boolean;
  /** Whole address of the picture that is shown where it is shared; null: none. */
  imageUrl: string | null;
  icon: { href: string; type: string };
  /** Name of whose page it is; empty: not said. */
  siteName: string;
  /** Tags of the owner's head code. */
  headTags: readonly Html[];
  trackers: PageTrackers;
  /** Where the HTML of a block is shown, up to the block's id; null: without scripts. */
  htmlFrames: string | null;
  now: Date;
  /** A page that shows what it would be like: nothing on it leads anywhere. */
  isSample?: boolean;
  text(key: string, variables?: Record<string, string | number>): string;
};

/** Rules and scripts of landing pages: as addresses, or rules written into the page. */
export type LandingPageFiles = {
  styles: string | { css: string };
  script: string | null;
  consent: { style: string; script: string };
};

export type PageRenderer = {
  /** A landing page as a document, and the rules in it that its policy has to allow. */
  renderLandingPage(page: LandingPageDrawing, files: LandingPageFiles): { document: string; css: string };
  render<N extends keyof PageProps>(name: N, props: PageProps[N], context: PageContext): string;
};

import type { Language } from '../languages.ts';
import type { PageData } from './page-data.ts';

/** Families of letters: of the server, or of every device. */
export const pageFonts = ['sans', 'serif', 'rounded', 'mono'] as const;
export const pageModes = ['light', 'dark', 'auto'] as const;

/** Colours (`#rrggbb`), letters and corners of a page; corners in pixels. */
export type PageTheme = {
  primary: string;
  accent: string;
  background: string;
  text: string;
  font: (typeof pageFonts)[number];
  radius: number;
  mode: (typeof pageModes)[number];
};

/** Whose statistics hear of a page's visitors, once those agreed; empty: nobody's. */
export type PageTrackers = {
  googleAnalytics: string;
  metaPixel: string;
};

/** What a page is besides its blocks. It goes live and back with them. */
export type PageSettings = {
  /** Empty: the page's title. */
  seoTitle: string;
  seoDescription: string;
  /** Paths of pictures of the page; empty: drawn by the server, and the brand's. */
  ogImage: string;
  favicon: string;
  language: Language;
  theme: PageTheme;
  /** `<meta>` and `<link>` tags of the owner, as they wrote them. */
  headCode: string;
  trackers: PageTrackers;
};

/** Everything of a page that visitors see: what is drafted, published and kept as a version. */
export type PageDocument = {
  data: PageData;
  settings: PageSettings;
};

export const defaultPageTheme: PageTheme = {
  primary: '#0d7d6c',
  accent: '#f2b705',
  background: '#ffffff',
  text: '#16211f',
  font: 'sans',
  radius: 12,
  mode: 'light',
};

export const defaultPageSettings = (language: Language): PageSettings => ({
  seoTitle: '',
  seoDescription: '',
  ogImage: '',
  favicon: '',
  language,
  theme: defaultPageTheme,
  headCode: '',
  trackers: { googleAnalytics: '', metaPixel: '' },
});

/** Widths in which a page's pictures are there, pixels; a narrower picture has its own width instead. */
export const pageImageWidths = [480, 960, 1600] as const;

/** The widths of a picture, the largest last. */
export function widthsOf(width: number): number[] {
  const smaller = pageImageWidths.filter((each) => each < width);
  return [...smaller, Math.min(width, pageImageWidths.at(-1) ?? width)].filter(
    (each, at, all) => all.indexOf(each) === at,
  );
}

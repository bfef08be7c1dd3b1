import {
  defaultPageSettings,
  defaultPageTheme,
  type PageSettings,
} from '#shared/landing-pages/page-settings.ts';
import type { PageData } from '#shared/landing-pages/page-data.ts';
import type { Language } from '#shared/languages.ts';
import { fitted, pageOf } from './from-agent.models.ts';

/** A page of the web as far as blocks are made of it. */
export type WebPage = {
  url: string;
  title: string;
  siteName: string | null;
  description: string | null;
  /** `#rrggbb`, the likeliest colour of the brand first. */
  colours: readonly string[];
  /** With light Markdown: headings, lists, tables. */
  text: string;
  footerText: string;
};

/** A picture that was taken over. */
export type TakenPicture = {
  src: string;
  alt: string;
  width: number;
  height: number;
};

const mostSections = 30;
const longestSection = 9_500;

type Section = {
  heading: string;
  text: string;
};

/** The text by its headings; what stands above the first is a section without one. */
export function sectionsOf(text: string): Section[] {
  const sections: Section[] = [{ heading: '', text: '' }];
  for (const line of text.split('\n')) {
    const heading = /^#{1,3} (.{1,300})$/.exec(line)?.[1]?.trim();
    const last = sections.at(-1);
    if (heading !== undefined) sections.push({ heading, text: '' });
    else if (last) last.text += `${line}\n`;
  }
  return sections
    .map(({ heading, text: body }) => ({ heading, text: body.trim() }))
    .filter(({ heading, text: body }) => heading !== '' || body !== '');
}

/** A page out of what stands at an address. `pictures` in the order of that page. */
export function writeFromWeb(
  page: WebPage,
  pictures: readonly TakenPicture[],
  language: Language,
): { title: string; data: PageData; settings: PageSettings } {
  const name = page.siteName ?? page.title;
  const [first, ...rest] = sectionsOf(page.text);
  const opening = first ?? { heading: page.title, text: '' };
  const [paragraph = '', ...more] = opening.text.split(/\n{2,}/);
  const lead = page.description ?? paragraph.replace(/\n/g, ' ');
  // What the opening says beside its lead is kept as a section of its own.
  const leftOver = page.description === null ? more.join('\n\n') : opening.text;
  const sections = [...(leftOver === '' ? [] : [{ heading: '', text: leftOver }]), ...rest];
  const shown = sections.slice(0, mostSections);
  const beyond = sections.slice(mostSections);
  if (beyond.length > 0)
    shown.push({
      heading: '',
      text: beyond.map(({ heading, text }) => `## ${heading}\n\n${text}`).join('\n\n'),
    });
  const [cover, ...others] = pictures;
  const placed = others.map((picture) => ({
    type: 'image',
    props: { picture: { ...picture, isDecoration: picture.alt === '' } },
  }));
  // Pictures stand between the sections, evenly.
  const every = Math.max(1, Math.floor(shown.length / (placed.length + 1)));
  const body = shown.flatMap(({ heading, text }, at) => [
    {
      type: 'text',
      props: { text: fitted(heading === '' ? text : `## ${heading}\n\n${text}`, longestSection) },
    },
    ...((at + 1) % every === 0 ? placed.splice(0, 1) : []),
  ]);
  const data = pageOf(0, [
    { type: 'nav', props: { brand: fitted(name, 60), links: [] } },
    {
      type: 'hero',
      props: {
        layout: cover ? 'split' : 'center',
        title: fitted(opening.heading || page.title, 140),
        text: fitted(lead, 500),
        label: '',
        href: '',
        ...(cover && { picture: { ...cover, isDecoration: cover.alt === '' } }),
      },
    },
    ...body,
    ...placed,
    { type: 'footer', props: { brand: fitted(name, 60), text: fitted(page.footerText, 300) } },
  ]);
  const [primary, accent] = page.colours;
  return {
    title: fitted(page.title || name, 80) || 'Page',
    data,
    settings: {
      ...defaultPageSettings(language),
      seoTitle: fitted(page.title, 60),
      seoDescription: fitted(lead.replace(/\s+/g, ' '), 160),
      theme: { ...defaultPageTheme, ...(primary && { primary }), ...(accent && { accent }) },
    },
  };
}

import {
  defaultPageSettings,
  defaultPageTheme,
  type PageSettings,
} from '#shared/landing-pages/page-settings.ts';
import type { PageData } from '#shared/landing-pages/page-data.ts';
import type { Language } from '#shared/languages.ts';
import { fitted, pageOf, type Part } from './from-agent.models.ts';
import { blocksOfSections, sectionsOf, type Section } from './import-sections.models.ts';

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

const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);
/** Signs and strips that say a name cannot open a page, nor stand beside a text. */
const isPicture = ({ width, height }: TakenPicture): boolean => width < height * 3 && height < width * 3;
const shownPicture = (picture: TakenPicture): object => {
  const alt = hasWords(picture.alt) ? picture.alt : '';
  return { ...picture, alt, isDecoration: alt === '' };
};

/** The lines of a footer; entries of a list in one line, and nothing of what only parts them. */
function footerLines(text: string): string {
  const lines = text.split('\n').filter(hasWords);
  const said: string[] = [];
  let isInList = false;
  for (const line of lines) {
    const entry = /^\s*[-*•] +(.+)$/.exec(line)?.[1];
    const before = said.at(-1);
    if (entry !== undefined && isInList && before !== undefined)
      said[said.length - 1] = `${before} · ${entry.trim()}`;
    else said.push((entry ?? line).trim());
    isInList = entry !== undefined;
  }
  return said.join('\n');
}

/** What the page opens with, and what follows. Only the heading of the whole page is its title. */
function openingOf(page: WebPage): { title: string; text: string; rest: Section[] } {
  const sections = sectionsOf(page.text);
  const at = sections.slice(0, 2).findIndex(({ level }) => level === 1);
  const first = sections[0];
  if (at >= 0) {
    const { heading, text } = sections[at]!;
    return { title: heading, text, rest: sections.filter((_, place) => place !== at) };
  }
  return first?.level === 0
    ? { title: page.title, text: first.text, rest: sections.slice(1) }
    : { title: page.title, text: '', rest: sections };
}

/** Pictures between the blocks, evenly; beside a text where one is next. */
function withPictures(blocks: readonly Part[], pictures: readonly TakenPicture[]): Part[] {
  const left = [...pictures];
  const every = Math.max(1, Math.floor(blocks.length / (left.length + 1)));
  let isRight = true;
  const imageOf = (picture: TakenPicture, id: string): Part => ({
    type: 'image',
    props: { id, picture: shownPicture(picture), width: picture.width < 900 ? 'text' : 'wide' },
  });
  const placed = blocks.flatMap((block, at): Part[] => {
    const picture = (at + 1) % every === 0 ? left.shift() : undefined;
    if (!picture) return [block];
    const image = imageOf(picture, `picture-${at}`);
    if (block.type !== 'text' || String(block.props['text']).length > 1_200) return [block, image];
    const text = { ...block, props: { id: `beside-${at}`, ...block.props } };
    const [one, other] = isRight ? [text, image] : [image, text];
    isRight = !isRight;
    return [{ type: 'columns', props: { layout: '1-1', first: [one], second: [other] } }];
  });
  return [...placed, ...left.map((picture, at) => imageOf(picture, `picture-end-${at}`))];
}

/** A page out of what stands at an address. `pictures` in the order of that page. */
export function writeFromWeb(
  page: WebPage,
  pictures: readonly TakenPicture[],
  language: Language,
): { title: string; data: PageData; settings: PageSettings } {
  const name = page.siteName ?? page.title;
  const opening = openingOf(page);
  const [paragraph = '', ...more] = opening.text.split(/\n{2,}/);
  const isSaid = page.description === null && !/^[-*+>|#]/.test(paragraph);
  const lead = page.description ?? (isSaid ? paragraph.replace(/\n/g, ' ') : '');
  // What the opening says beside its lead is kept as a section of its own.
  const leftOver = isSaid ? more.join('\n\n') : opening.text;
  const rest = opening.rest.map((section) =>
    section.heading === opening.title ? { ...section, level: 0, heading: '' } : section,
  );
  const sections = [...(leftOver === '' ? [] : [{ level: 0, heading: '', text: leftOver }]), ...rest].filter(
    ({ heading, text }) => hasWords(heading + text),
  );
  const shown = sections.slice(0, mostSections);
  const beyond = sections.slice(mostSections);
  if (beyond.length > 0)
    shown.push({
      level: 0,
      heading: '',
      text: beyond.map(({ heading, text }) => `## ${heading}\n\n${text}`).join('\n\n'),
    });
  const [cover, ...others] = pictures.filter(isPicture);
  const data = pageOf(0, [
    { type: 'nav', props: { brand: fitted(name, 60), links: [] } },
    {
      type: 'hero',
      props: {
        layout: cover ? 'split' : 'center',
        title: fitted(opening.title, 140),
        text: fitted(lead, 500),
        label: '',
        href: '',
        picture: cover ? shownPicture(cover) : { src: '', alt: '', isDecoration: true, width: 0, height: 0 },
      },
    },
    ...withPictures(blocksOfSections(shown), others),
    { type: 'footer', props: { brand: fitted(name, 60), text: fitted(footerLines(page.footerText), 300) } },
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

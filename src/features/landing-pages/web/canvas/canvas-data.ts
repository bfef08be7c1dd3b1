import type { Data } from '@puckeditor/core';
import { fieldsOf, type BlockType } from '#shared/landing-pages/blocks.ts';
import { initialValues, type Field, type Fields } from '#shared/landing-pages/fields.ts';
import type { PageDocument, PageTheme } from '#shared/landing-pages/page-settings.ts';
import { parsePage } from '#shared/landing-pages/parse-page.ts';

/** What the canvas keeps of the page as a whole: with the look in it, undoing takes back changes of the look, too. */
export type CanvasRoot = {
  agent: number;
  theme: PageTheme;
};

/** A page as the canvas takes it. */
export function toCanvas({ data, settings }: PageDocument): Data {
  return {
    root: { props: { agent: data.root.props.agent, theme: settings.theme } as object },
    content: data.content,
    zones: {},
  };
}

/** What the canvas holds as the page that is saved; null where it holds more blocks or levels than a page can. */
export function fromCanvas(canvas: Data, before: PageDocument): PageDocument | null {
  const { agent, theme } = rootOf(canvas);
  const { data, faults } = parsePage({ root: { props: { agent } }, content: canvas.content, zones: {} });
  if (faults.some(({ code }) => code === 'too-many' || code === 'too-deep')) return null;
  return { data, settings: theme ? { ...before.settings, theme } : before.settings };
}

/** The page as a whole, out of the canvas. */
export const rootOf = (canvas: Data): CanvasRoot => canvas.root.props as unknown as CanvasRoot;

/** Words that stand in a new block until its owner writes their own. */
export type StarterWords = {
  title: string;
  text: string;
  label: string;
  item: string;
};

const shortOnes = new Set(['title', 'brand', 'name', 'question']);
const fortnightMs = 14 * 86_400_000;
const hourMs = 3_600_000;
const longOnes = new Set(['text', 'quote', 'answer']);

/** What a new block of this kind holds. Moments lie two weeks ahead, at a full hour. */
export function starterValues(type: BlockType, words: StarterWords, now: Date): Record<string, unknown> {
  const fields = fieldsOf(type);
  const moment = new Date(Math.ceil((now.getTime() + fortnightMs) / hourMs) * hourMs).toISOString();
  const moments = Object.entries(fields).flatMap(([name, { kind }]) =>
    kind === 'moment' ? [[name, moment]] : [],
  );
  return { ...initialValues(fields), ...spoken(fields, words), ...Object.fromEntries(moments) };
}

function spoken(fields: Fields, words: StarterWords): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const value = wordFor(name, field, words);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function wordFor(name: string, field: Field, words: StarterWords): unknown {
  if (field.kind === 'text' || field.kind === 'markdown') {
    if (shortOnes.has(name)) return words.title;
    if (longOnes.has(name)) return words.text;
    return name === 'label' ? words.label : undefined;
  }
  if (field.kind !== 'list') return undefined;
  const of: Fields = field.of;
  const inner = { ...words, title: words.item, label: words.item };
  return [1, 2, 3].map(() => ({ ...initialValues(of), ...spoken(of, inner) }));
}

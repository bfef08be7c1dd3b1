import { plainText } from '#shared/text/plain-text.ts';

export type VisitorText = {
  key: string;
  usual: string;
  own: string;
};
export type VisitorTextGroup = {
  area: string;
  texts: VisitorText[];
};

/** The parts of the chat that have a heading of their own; texts of all others stand together at the end. */
const areas = [
  'launcher',
  'header',
  'messages',
  'composer',
  'actions',
  'feedback',
  'citations',
  'content',
  'attach',
  'menu',
  'about',
  'transcript',
  'delete',
  'ownKey',
  'consent',
  'form',
  'switch',
  'paywall',
  'end',
  'notice',
  'failure',
  'footer',
];

/** Parts that are named in the chat's own way and stand with another one here. */
const partsOf: Record<string, readonly string[]> = { content: ['parts'], form: ['gate'] };

/**
 * The chat's texts by the part of the chat where they stand, with the owner's words beside the usual ones.
 * Texts that the chat no longer has are left out.
 */
export function groupTexts(
  usual: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string>>,
  filter: { search?: string; changedOnly?: boolean } = {},
): VisitorTextGroup[] {
  const words = plainText(filter.search ?? '')
    .split(/\s+/)
    .filter(Boolean);
  const texts = Object.entries(usual)
    .map(([key, text]) => ({ key, usual: text, own: own[key] ?? '' }))
    .filter(
      (text) =>
        words.every((word) => plainText(`${text.usual} ${text.own}`).includes(word)) &&
        (!filter.changedOnly || text.own !== ''),
    );
  const byArea = Map.groupBy(
    texts,
    ({ key }) =>
      areas.find((area) => [area, ...(partsOf[area] ?? [])].includes(key.split('.', 1)[0] ?? '')) ?? 'other',
  );
  return [...areas, 'other'].flatMap((area) => {
    const inArea = byArea.get(area);
    return inArea ? [{ area, texts: inArea }] : [];
  });
}

/** The owner's words with one text changed; empty words give the usual ones back. */
export function withText(
  own: Readonly<Record<string, string>>,
  key: string,
  text: string,
): Record<string, string> {
  const next = { ...own };
  if (text === '') delete next[key];
  else next[key] = text;
  return next;
}

/** The parts of a text that the chat fills in: `{{name}}`. */
export function variablesOf(text: string): string[] {
  return [...new Set(text.match(/\{\{\w+\}\}/g))];
}

/**
 * The variables of the usual text that the owner's words leave out, and those that the chat can't fill in.
 */
export function variableProblems(usual: string, own: string): { missing: string[]; unknown: string[] } {
  if (own === '') return { missing: [], unknown: [] };
  const [wanted, given] = [variablesOf(usual), variablesOf(own)];
  return {
    missing: wanted.filter((name) => !given.includes(name)),
    unknown: given.filter((name) => !wanted.includes(name)),
  };
}

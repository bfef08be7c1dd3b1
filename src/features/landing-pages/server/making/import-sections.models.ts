import { fitted, type Part } from './from-agent.models.ts';

/** A part of a page of the web. `level` is that of its heading, 0 where it has none. */
export type Section = {
  level: number;
  heading: string;
  text: string;
};

const longestSection = 9_500;
const longestEntry = 300;
const isProse = (text: string): boolean => text !== '' && !/^[-*+>|#]|^\d+[.)] |\n\n|\n[-*+>|#]/.test(text);
const isEntry = ({ heading, text }: Omit<Section, 'level'>): boolean =>
  heading !== '' && heading.length <= 80 && text.length <= longestEntry && isProse(text);

/**
 * The text by its headings; what stands above the first is a section without one. A heading with nothing below it but
 * smaller ones is one section with the first of these, if it isn't that of the whole page.
 */
export function sectionsOf(text: string): Section[] {
  const sections: Section[] = [{ level: 0, heading: '', text: '' }];
  for (const line of text.split('\n')) {
    const [, marks = '', heading = ''] = /^(#{1,3}) (.{1,300})$/.exec(line) ?? [];
    const last = sections.at(-1)!;
    if (marks === '') last.text += `${line}\n`;
    else if (last.level > 1 && last.text.trim() === '' && marks.length > last.level)
      last.text = `${heading.trim()}\n\n`;
    else sections.push({ level: marks.length, heading: heading.trim(), text: '' });
  }
  return sections
    .map((section) => ({ ...section, text: section.text.trim().replaceAll(/\n{3,}/g, '\n\n') }))
    .filter(({ heading, text: body }) => heading !== '' || body !== '');
}

const columnsFor = (count: number): '2' | '3' => (count === 2 || count === 4 ? '2' : '3');
const featuresOf = (title: string, text: string, entries: readonly Omit<Section, 'level'>[]): Part => ({
  type: 'features',
  props: {
    title: fitted(title, 140),
    text: fitted(text, 500),
    columns: columnsFor(entries.length),
    items: entries.map((entry) => ({ title: entry.heading, text: entry.text })),
  },
});

/** What stands below one heading as entries with headings of their own; null where it is anything else. */
function entriesOf({ heading, text }: Section): Part | null {
  const [lead = '', ...rest] = text.split(/^#{4,6} /m);
  const entries: { heading: string; text: string }[] = [];
  let above = '';
  for (const part of rest) {
    const [title = '', ...body] = part.split('\n');
    const said = body.join('\n').trim();
    if (said === '') above += `${title.trim()} · `;
    else {
      entries.push({ heading: above + title.trim(), text: said.replaceAll('\n\n', '\n') });
      above = '';
    }
  }
  const fits = entries.length >= 2 && entries.length <= 12 && entries.every(isEntry);
  if (!fits || lead.length > 500) return null;
  // What is left over without words is kept all the same.
  const end = above === '' ? '' : `\n\n${above.replace(/ · $/, '')}`;
  return featuresOf(heading, lead.trim() + end, entries);
}

/** Sections as blocks: short ones in a row stand beside each other, and so do entries below one heading. */
export function blocksOfSections(sections: readonly Section[]): Part[] {
  const blocks: Part[] = [];
  let row: Section[] = [];
  const textOf = ({ heading, text }: Section): Part => ({
    type: 'text',
    props: { text: fitted(heading === '' ? text : `## ${heading}\n\n${text}`.trim(), longestSection) },
  });
  const endRow = (): void => {
    blocks.push(...(row.length < 3 ? row.map(textOf) : [featuresOf('', '', row)]));
    row = [];
  };
  for (const section of sections) {
    if (row.length === 12 || row[0]?.level !== section.level) endRow();
    if (isEntry(section)) row.push(section);
    else {
      endRow();
      blocks.push(entriesOf(section) ?? textOf(section));
    }
  }
  endRow();
  return blocks;
}

import mammoth from 'mammoth';
import { parseHTML } from 'linkedom';
import readExcelFile from 'read-excel-file/node';
import { DocumentError } from '../document-error.ts';
import { cleanLine, cleanText } from './clean-text.ts';
import { domToText } from './dom-to-text.ts';
import type { DomNode } from './dom-to-text.ts';
import { attributeOf, decodeEntities, scanMarkup } from './markup-scanner.ts';
import { rowsToText } from './rows-to-text.ts';
import { packArchive, readArchive } from './safe-archive.ts';
import type { ArchiveLimits } from './safe-archive.ts';

export type OfficeResult = {
  title: string | null;
  language: string | null;
  text?: string;
  pageTexts?: string[];
  metadata: Record<string, string | number>;
};

const isMarkupPart = (name: string) =>
  /\.(xml|rels)$/i.test(name) && !/^(customXml|docMetadata)\//.test(name);

function coreProperties(parts: ReadonlyMap<string, Buffer>): {
  title: string | null;
  language: string | null;
  metadata: Record<string, string>;
} {
  const found: Record<string, string> = {};
  let name = '';
  for (const token of scanMarkup(parts.get('docProps/core.xml')?.toString('utf8').slice(0, 100_000) ?? '')) {
    if (token.type === 'open') name = token.name.replace(/^.*:/, '');
    else if (token.type === 'close') name = '';
    else if (name !== '' && found[name] === undefined)
      found[name] = cleanLine(decodeEntities(token.text), 200);
  }
  const metadata: Record<string, string> = {};
  if (found['creator']) metadata['author'] = found['creator'];
  if (found['modified']) metadata['modified'] = found['modified'];
  return { title: found['title'] || null, language: found['language'] || null, metadata };
}

/** @throws DocumentError */
export async function parseDocx(bytes: Buffer, limits: ArchiveLimits): Promise<OfficeResult> {
  const { parts } = await readArchive(bytes, limits, isMarkupPart);
  const properties = coreProperties(parts);
  const { value } = await mammoth.convertToHtml(
    { buffer: packArchive(parts) },
    {
      convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      externalFileAccess: false,
      styleMap: ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => h2:fresh"],
    },
  );
  parts.clear();
  const withoutBackLinks = value.replace(/<a href="#(?:foot|end)note-ref-[\w-]{1,20}">↑<\/a>/g, '');
  const { document } = parseHTML(`<!doctype html><html><body>${withoutBackLinks}</body></html>`);
  const text = domToText(document.body as unknown as DomNode);
  const heading = /^#\s+(.+)$/m.exec(text)?.[1];
  return { ...properties, title: properties.title ?? (heading ? cleanLine(heading, 200) : null), text };
}

function targetsOf(parts: ReadonlyMap<string, Buffer>, relationsPath: string): Map<string, string> {
  const targets = new Map<string, string>();
  for (const token of scanMarkup(parts.get(relationsPath)?.toString('utf8') ?? '')) {
    if (token.type !== 'open' || token.name !== 'Relationship') continue;
    const id = attributeOf(token.attributes, 'Id');
    const target = attributeOf(token.attributes, 'Target');
    if (id && target) targets.set(id, target.replace(/^\//, ''));
  }
  return targets;
}

/** Paragraphs of one slide; a title placeholder becomes a heading, table rows are joined by bars. */
function slideText(xml: string): { title: string; lines: string[] } {
  const lines: string[] = [];
  let title = '';
  let paragraph = '';
  let inTitle = false;
  let inText = false;
  let cells: string[] | null = null;
  let cell = '';
  for (const token of scanMarkup(xml)) {
    if (token.type === 'text') {
      if (inText) paragraph += decodeEntities(token.text);
      continue;
    }
    const isOpen = token.type === 'open';
    if (token.name === 'a:t') inText = isOpen && !token.selfClosing;
    else if (token.name === 'a:br') paragraph += ' ';
    else if (token.name === 'p:sp' && isOpen) inTitle = false;
    else if (token.name === 'p:ph' && token.type === 'open')
      inTitle = /^(title|ctrTitle)$/.test(attributeOf(token.attributes, 'type') ?? '');
    else if (token.name === 'a:tr' && isOpen) cells = [];
    else if (token.name === 'a:tc' && isOpen) cell = '';
    else if (token.name === 'a:tc') cells?.push(cell.trim());
    else if (token.name === 'a:tr') {
      if (cells?.some((value) => value !== '')) lines.push(`| ${cells.join(' | ')} |`);
      cells = null;
    } else if (token.name === 'a:p' && !isOpen) {
      const text = paragraph.replace(/\s+/g, ' ').trim();
      paragraph = '';
      if (text === '') continue;
      if (cells) cell += ` ${text}`;
      else if (inTitle) title = title ? `${title} ${text}` : text;
      else lines.push(text);
    }
  }
  return { title, lines };
}

/** Slide by slide in the order of the presentation, notes after each slide. @throws DocumentError */
export async function parsePptx(
  bytes: Buffer,
  limits: ArchiveLimits,
  maxPages: number,
): Promise<OfficeResult> {
  const { parts } = await readArchive(
    bytes,
    limits,
    (name) =>
      isMarkupPart(name) &&
      /^(docProps\/core\.xml|ppt\/(presentation\.xml|_rels\/|slides\/|notesSlides\/))/.test(name),
  );
  const targets = targetsOf(parts, 'ppt/_rels/presentation.xml.rels');
  const order: string[] = [];
  for (const token of scanMarkup(parts.get('ppt/presentation.xml')?.toString('utf8') ?? '')) {
    const target =
      token.type === 'open' && token.name === 'p:sldId'
        ? targets.get(attributeOf(token.attributes, 'r:id') ?? '')
        : undefined;
    if (target) order.push(target.startsWith('ppt/') ? target : `ppt/${target}`);
  }
  const pageTexts = order.slice(0, maxPages).map((path) => {
    const slide = slideText(parts.get(path)?.toString('utf8') ?? '');
    const relations = targetsOf(parts, path.replace(/([^/]+)$/, '_rels/$1.rels'));
    const notesPath = [...relations.values()]
      .find((target) => target.includes('notesSlide'))
      ?.replace(/^\.\.\//, 'ppt/');
    const notes = notesPath
      ? slideText(parts.get(notesPath)?.toString('utf8') ?? '').lines.filter((line) => !/^\d+$/.test(line))
      : [];
    return cleanText(
      [
        slide.title ? `## ${slide.title}\n` : '',
        ...slide.lines,
        ...(notes.length > 0 ? ['', ...notes] : []),
      ].join('\n'),
    );
  });
  if (order.length === 0) throw new DocumentError('document.damaged', 'no slides');
  const properties = coreProperties(parts);
  const firstTitle = /^## (.+)$/m.exec(pageTexts[0] ?? '')?.[1];
  return {
    ...properties,
    title:
      properties.title && !/^PowerPoint/i.test(properties.title) ? properties.title : (firstTitle ?? null),
    pageTexts,
    metadata: { ...properties.metadata, slides: order.length },
  };
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(Number(value.toPrecision(15)));
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) return '';
    const iso = value.toISOString();
    return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 16).replace('T', ' ');
  }
  return String(value);
}

/** Sheet by sheet (a sheet is a page), rows as `Header: value` lines. @throws DocumentError */
export async function parseXlsx(
  bytes: Buffer,
  limits: ArchiveLimits,
  maxPages: number,
): Promise<OfficeResult> {
  const { parts } = await readArchive(
    bytes,
    limits,
    (name) => isMarkupPart(name) && !/^xl\/(theme|drawings|charts|pivot|externalLinks|media)/.test(name),
  );
  const properties = coreProperties(parts);
  const sheets = await readExcelFile(packArchive(parts));
  parts.clear();
  const pageTexts = sheets.slice(0, maxPages).map(({ sheet, data }) => {
    const text = rowsToText(data.map((row) => row.map(cellText)));
    return text === '' ? '' : cleanText(`## ${cleanLine(sheet, 100)}\n\n${text}`);
  });
  return { ...properties, pageTexts, metadata: { ...properties.metadata, sheets: sheets.length } };
}

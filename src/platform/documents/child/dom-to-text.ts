import { manualPageText } from './manual-page.ts';

/** The few parts of a DOM node that are read here; linkedom brings no types that fit a server project. */
export type DomNode = {
  nodeType: number;
  localName: string | null;
  textContent: string | null;
  parentNode: DomNode | null;
  firstChild: DomNode | null;
  nextSibling: DomNode | null;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  querySelector(selector: string): DomNode | null;
  querySelectorAll(selector: string): Iterable<DomNode>;
  remove(): void;
};

const elementNode = 1;
const textNode = 3;
const left = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'math',
  'iframe',
  'object',
  'embed',
  'canvas',
  'audio',
  'video',
  'head',
  'title',
  'input',
  'select',
  'textarea',
  'datalist',
  'dialog',
  'img',
  'picture',
  'map',
]);
const inline = new Set([
  'a',
  'abbr',
  'acronym',
  'b',
  'bdi',
  'bdo',
  'big',
  'cite',
  'code',
  'data',
  'del',
  'dfn',
  'em',
  'font',
  'i',
  'ins',
  'kbd',
  'label',
  'mark',
  'q',
  's',
  'samp',
  'small',
  'span',
  'strike',
  'strong',
  'sub',
  'sup',
  'time',
  'tt',
  'u',
  'var',
  'wbr',
  'button',
  'nobr',
  'output',
  'ruby',
  'rb',
]);

type Writer = {
  out: string[];
  line: string;
};

function flush(writer: Writer): void {
  const text = writer.line
    .replace(/[ \t\r\f\u00a0]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();
  writer.line = '';
  if (text !== '') writer.out.push(text);
}

function children(node: DomNode): DomNode[] {
  const list: DomNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) list.push(child);
  return list;
}

/** All text below a node on one line. */
function oneLine(node: DomNode): string {
  let text = '';
  const collect = (parent: DomNode): void => {
    for (const child of children(parent)) {
      if (child.nodeType === textNode) text += child.textContent ?? '';
      else if (child.nodeType !== elementNode || !child.localName || left.has(child.localName)) continue;
      else if (inline.has(child.localName)) collect(child);
      else {
        text += ' ';
        collect(child);
        text += ' ';
      }
    }
  };
  collect(node);
  return text.replace(/\s+/g, ' ').trim();
}

function rowsOf(table: DomNode): { cells: string[]; isHeader: boolean }[] {
  const rows: { cells: string[]; isHeader: boolean }[] = [];
  for (const section of children(table)) {
    const candidates =
      section.localName === 'tr'
        ? [section]
        : /^t(head|body|foot)$/.test(section.localName ?? '')
          ? children(section).filter((row) => row.localName === 'tr')
          : [];
    for (const row of candidates) {
      const cells = children(row).filter((cell) => cell.localName === 'td' || cell.localName === 'th');
      if (cells.length > 0)
        rows.push({
          cells: cells.map(oneLine),
          isHeader: section.localName === 'thead' || cells.every((cell) => cell.localName === 'th'),
        });
    }
  }
  return rows;
}

/** A table of data becomes a markdown table; a table that only lays out blocks is read as blocks. */
function writeTable(table: DomNode, writer: Writer): void {
  const rows = rowsOf(table).filter((row) => row.cells.some((cell) => cell !== ''));
  const columns = Math.max(0, ...rows.map((row) => row.cells.length));
  const isLayout =
    columns < 2 ||
    table.querySelector('table, h1, h2, h3, form') !== null ||
    rows.some((row) => row.cells.some((cell) => cell.length > 800));
  if (isLayout) {
    for (const child of children(table)) write(child, writer);
    return;
  }
  const caption = children(table).find((child) => child.localName === 'caption');
  if (caption) writer.out.push(oneLine(caption));
  const lines = rows.map(
    (row) =>
      `| ${[...row.cells, ...Array<string>(columns - row.cells.length).fill('')].map((cell) => cell.replaceAll('|', '/')).join(' | ')} |`,
  );
  if (rows[0]?.isHeader && rows.length > 1) lines.splice(1, 0, `|${' --- |'.repeat(columns)}`);
  writer.out.push(lines.join('\n'));
}

function isAccordionButton(node: DomNode): boolean {
  return (
    node.localName === 'button' && (node.hasAttribute('aria-expanded') || node.hasAttribute('aria-controls'))
  );
}

function write(node: DomNode, writer: Writer): void {
  if (node.nodeType === textNode) {
    writer.line += (node.textContent ?? '').replace(/\s+/g, ' ');
    return;
  }
  const name = node.localName;
  if (node.nodeType !== elementNode || !name || left.has(name)) return;
  if (name === 'br') {
    writer.line += '\n';
    return;
  }
  // Marks of footnotes look like marks of citations.
  if (name === 'sup' && /^\[?\w{1,4}\]$/.test((node.textContent ?? '').trim())) return;
  if (
    name === 'button' &&
    !isAccordionButton(node) &&
    !/^(h[1-6]|dt|summary)$/.test(node.parentNode?.localName ?? '')
  )
    return;
  if (name === 'a') {
    const before = writer.line.length;
    for (const child of children(node)) write(child, writer);
    const contact = /^(?:mailto|tel):([^?]+)/i.exec(node.getAttribute('href') ?? '')?.[1];
    if (
      contact &&
      !writer.line
        .slice(before)
        .replace(/[\s()-]/g, '')
        .includes(contact.replace(/[\s()-]/g, ''))
    )
      writer.line += ` ${contact}`;
    return;
  }
  if (inline.has(name) && !isAccordionButton(node)) {
    for (const child of children(node)) write(child, writer);
    return;
  }
  flush(writer);
  if (/^h[1-6]$/.test(name) || isAccordionButton(node)) {
    const text = oneLine(node);
    if (text !== '') writer.out.push(`${'#'.repeat(name.startsWith('h') ? Number(name[1]) : 3)} ${text}`);
  } else if (name === 'table') writeTable(node, writer);
  else if (name === 'pre') {
    const code = (node.textContent ?? '').trimEnd();
    const page = manualPageText(code);
    if (page !== null) writer.out.push(page);
    else if (code.trim() !== '') writer.out.push(`\`\`\`\n${code}\n\`\`\``);
  } else if (name === 'ul' || name === 'ol') writeList(node, writer);
  else if (name === 'dl' && (writeTerms(node, writer) || writeEntries(node, writer))) return;
  else {
    for (const child of children(node)) write(child, writer);
    flush(writer);
  }
}

/** Longest term and longest description of a list that reads as lines: prices, facts of a product. */
const [longestTerm, longestFact] = [80, 160];

/**
 * A list of terms with one short fact each becomes lines, "- Flat tyre: 15 euros", so that no term is read
 * without its fact. False, and nothing is written, for one that explains at length.
 */
function writeTerms(list: DomNode, writer: Writer): boolean {
  const lines: string[] = [];
  let terms: string[] = [];
  const entries = children(list).flatMap((node) => (node.localName === 'div' ? children(node) : [node]));
  for (const node of entries) {
    if (node.localName === 'dt') terms.push(oneLine(node).replace(/:$/, ''));
    else if (node.localName === 'dd') {
      const fact = oneLine(node);
      const term = terms.join(', ');
      const isShort = term.length <= longestTerm && fact.length <= longestFact;
      if (!isShort || node.querySelector('ul, ol, dl, pre, table, h1, h2, h3, h4')) return false;
      // A second description of one term is a line of its own.
      if (term === '') {
        if (lines.length === 0) return false;
        lines.push(`- ${fact}`);
      } else lines.push(fact === '' ? `- ${term}` : `- ${term}: ${fact}`);
      terms = [];
    } else if (node.nodeType === elementNode) return false;
  }
  if (lines.length === 0 || terms.length > 0) return false;
  writer.out.push(lines.join('\n'));
  return true;
}

/** Longer terms are no headings. */
const longestHeading = 120;
const entryMarks = { outer: '#####', inner: '######' };

/**
 * A list whose terms are explained at length: each term becomes a heading below those of sections, several terms of one
 * explanation a single one. False, and nothing is written, where nothing is explained.
 */
function writeEntries(list: DomNode, writer: Writer): boolean {
  const entries = children(list).flatMap((node) => (node.localName === 'div' ? children(node) : [node]));
  if (!entries.some(({ localName, textContent }) => localName === 'dd' && textContent?.trim())) return false;
  const mark = isWithin(list, 'dd') ? entryMarks.inner : entryMarks.outer;
  let terms: string[] = [];
  for (const node of entries) {
    if (node.localName === 'dt') {
      const term = oneLine(node).replace(/:$/, '');
      if (term !== '') terms.push(term);
      continue;
    }
    if (node.nodeType === elementNode && terms.length > 0) {
      const heading = terms.join(', ');
      writer.out.push(...(heading.length <= longestHeading ? [`${mark} ${heading}`] : terms));
      terms = [];
    }
    write(node, writer);
  }
  writer.out.push(...terms);
  return true;
}

function isWithin({ parentNode }: DomNode, name: string): boolean {
  for (let node = parentNode; node; node = node.parentNode) if (node.localName === name) return true;
  return false;
}

function writeList(list: DomNode, writer: Writer): void {
  const items: string[] = [];
  let number = Number(list.getAttribute('start') ?? 1) || 1;
  for (const item of children(list)) {
    const inner: Writer = { out: [], line: '' };
    if (item.localName === 'li') for (const child of children(item)) write(child, inner);
    else write(item, inner);
    flush(inner);
    if (inner.out.length === 0) continue;
    const marker = list.localName === 'ol' ? `${number}. ` : '- ';
    if (item.localName === 'li') number += 1;
    // A list of whole blocks (cards, answers) keeps its blocks; short items become list lines.
    if (inner.out.some((block) => /^#|^```|^\|/.test(block)) || inner.out.join('').length > 1_000)
      items.push(`\n${inner.out.join('\n\n')}\n`);
    else
      items.push(
        marker +
          inner.out.map((block, index) => (index === 0 ? block : block.replace(/^/gm, '  '))).join('\n'),
      );
  }
  if (items.length > 0) writer.out.push(items.join('\n'));
}

/** The deepest nesting below a node, found without recursion and not beyond `limit`. */
export function depthOf(root: DomNode, limit: number): number {
  let node: DomNode | null = root;
  let depth = 0;
  let deepest = 0;
  while (node) {
    if (node.firstChild) {
      node = node.firstChild;
      depth += 1;
      if (depth > deepest) deepest = depth;
      if (deepest > limit) return deepest;
      continue;
    }
    while (node && node !== root && !node.nextSibling) {
      node = node.parentNode;
      depth -= 1;
    }
    if (!node || node === root) break;
    node = node.nextSibling;
  }
  return deepest;
}

/** Text with light markdown out of a tree that is not nested deeper than a few hundred elements. */
export function domToText(root: DomNode): string {
  const writer: Writer = { out: [], line: '' };
  for (const child of children(root)) write(child, writer);
  flush(writer);
  return writer.out.join('\n\n');
}

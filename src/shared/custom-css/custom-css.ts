import parse from 'css-tree/parser';
import generate from 'css-tree/generator';
import { ident } from 'css-tree/utils';
import type { Atrule, Block, CssLocation, CssNode, Declaration, Rule, Selector } from 'css-tree';
import { bracketBalanceOf, checkTokens, type ValueFault } from './values.ts';

/** Longest custom CSS in bytes of UTF-8. */
export const longestCss = 20_480;
/** Nobody reads more of them at once; further ones are named when these are mended. */
export const mostCssProblems = 100;

/** Why a part of an owner's CSS is not used. Also the keys of the sentences that say so. */
export type CssProblemCode =
  | 'tooLong'
  | 'syntax'
  | 'unclosed'
  | 'atRule'
  | 'selector'
  | 'nested'
  | 'property'
  | ValueFault;
export type CssProblem = {
  line: number;
  code: CssProblemCode;
  start: number;
  end: number;
};

export type CompiledCss = {
  /** What the chat may apply: written anew, every rule held inside the chat's container. */
  css: string;
  problems: CssProblem[];
  /** Hashes of the instance's own images that it shows. */
  images: string[];
};

/**
 * The chat's outermost element. Its id outweighs every rule of ours, so that an owner never needs
 * `!important`.
 */
const container = '#chatelier-chat .cw-container';

/** At-rules that only group or animate; all others load, name or reach something. */
const groups = new Set(['media', 'supports', 'container']);
const keyframes = new Set(['keyframes', '-webkit-keyframes']);
const refusedProperties = /^(behavior|-ms-behavior|-moz-binding|src|-webkit-link|-moz-document)$/;

/**
 * Reads a text whose brackets are in balance. css-tree keeps its tables from one text to the next and looks
 * up one entry behind the last: what an earlier text left there would be taken for a bracket that is still
 * open, and its reading could go in circles. So that entry is overwritten first.
 */
function parseBalanced(code: string): CssNode {
  parse(';'.repeat(code.length + 1), { context: 'declarationList' });
  return parse(code, { positions: true, parseValue: false, parseCustomProperty: false });
}

/**
 * Reads an owner's CSS and writes it anew, within bounds: no imports, no addresses but those of own images
 * and small pictures in the text itself, no selector that leaves the chat. What is not on a list of known
 * harmless things is left out and named with its line. Escapes are decoded before anything is compared. A
 * bracket that does not fit is never read: only the rules before it are.
 */
export function compileCss(code: string): CompiledCss {
  const problems: CssProblem[] = [];
  const images = new Set<string>();
  if (new TextEncoder().encode(code).length > longestCss)
    return { css: '', problems: [{ line: 1, code: 'tooLong', start: 0, end: code.length }], images: [] };
  const lineAt = lineTable(code);
  const note = (problem: CssProblemCode, start: number, end: number): void => {
    if (problems.length >= mostCssProblems) return;
    problems.push({ line: lineAt(start), code: problem, start, end });
  };
  const { faultAt, soundEnd } = bracketBalanceOf(code);
  if (faultAt !== null) note('unclosed', faultAt, code.length);

  const check = (
    text: string,
    at: CssLocation | null | undefined,
    mode: 'value' | 'custom' | 'prelude',
  ): string | null => {
    const result = checkTokens(text, mode);
    if ('fault' in result) {
      const [start, end] = placeOf(at);
      note(result.fault, start, end);
      return null;
    }
    for (const image of result.images) images.add(image);
    return result.text;
  };

  const declaration = (node: Declaration): string => {
    const property = ident.decode(node.property).toLowerCase();
    const [start, end] = placeOf(node.loc);
    const isCustom = property.startsWith('--');
    if (!/^-{0,2}[a-z][a-z0-9-]*$/.test(property) || refusedProperties.test(property)) {
      note('property', start, end);
      return '';
    }
    if (node.important !== true && node.important !== false) {
      note('syntax', start, end);
      return '';
    }
    const raw = node.value.type === 'Raw' ? node.value.value : generate(node.value);
    const value = check(raw, node.loc, isCustom ? 'custom' : 'value');
    return value === null || value === '' ? '' : `${property}:${value}${node.important ? '!important' : ''};`;
  };

  const declarations = (block: Block): string => {
    let text = '';
    for (const node of block.children.toArray()) {
      const [start, end] = placeOf(node.loc);
      if (node.type === 'Declaration') text += declaration(node);
      else if (node.type === 'Rule' || node.type === 'Atrule') note('nested', start, end);
      else if (node.type !== 'Comment' && !(node.type === 'Raw' && /^[\s;]*$/.test(node.value)))
        note(node.type === 'Raw' && node.value.includes('{') ? 'nested' : 'syntax', start, end);
    }
    return text;
  };

  const rule = (node: Rule): string => {
    const body = declarations(node.block);
    if (node.prelude.type !== 'SelectorList') {
      const [start, end] = placeOf(node.loc);
      note('selector', start, end);
      return '';
    }
    const selectors: string[] = [];
    for (const child of node.prelude.children.toArray()) {
      const scoped = child.type === 'Selector' ? scopedSelector(child) : null;
      // One refused selector takes its whole rule along, as in every browser.
      if (scoped === null) {
        const [start, end] = placeOf(node.loc);
        note('selector', start, end);
        return '';
      }
      selectors.push(scoped);
    }
    return body === '' ? '' : `${selectors.join(',')}{${body}}\n`;
  };

  const frames = (node: Atrule, name: string): string => {
    const title = node.prelude ? generate(node.prelude) : '';
    const [start, end] = placeOf(node.loc);
    if (!node.block || !/^[a-z_][\w-]*$/i.test(title)) {
      note('atRule', start, end);
      return '';
    }
    let body = '';
    for (const child of node.block.children.toArray()) {
      const step = child.type === 'Rule' ? generate(child.prelude) : '';
      if (child.type === 'Rule' && /^((from|to|\d{1,3}(\.\d+)?%),?)+$/i.test(step))
        body += `${step}{${declarations(child.block)}}`;
      else if (child.type !== 'Comment') note('syntax', ...placeOf(child.loc));
    }
    return `@${name} ${title}{${body}}\n`;
  };

  const atRule = (node: Atrule, depth: number): string => {
    const name = ident.decode(node.name).toLowerCase();
    const [start, end] = placeOf(node.loc);
    if (keyframes.has(name)) return frames(node, name);
    if (!groups.has(name) || !node.block || !node.prelude || depth > 4) {
      note('atRule', start, end);
      return '';
    }
    const prelude = check(code.slice(...placeOf(node.prelude.loc)), node.loc, 'prelude');
    const body = rules(node.block.children.toArray(), depth + 1);
    return prelude === null || body === '' ? '' : `@${name} ${prelude}{${body}}\n`;
  };

  function rules(nodes: CssNode[], depth: number): string {
    let text = '';
    for (const node of nodes) {
      if (node.type === 'Rule') text += rule(node);
      else if (node.type === 'Atrule') text += atRule(node, depth);
      else if (node.type !== 'Comment') note('syntax', ...placeOf(node.loc));
    }
    return text;
  }

  try {
    const sheet = parseBalanced(code.slice(0, soundEnd));
    const css = sheet.type === 'StyleSheet' ? rules(sheet.children.toArray(), 0) : '';
    return { css, problems: problems.toSorted((one, other) => one.start - other.start), images: [...images] };
  } catch {
    // Brackets within brackets, thousands deep: no stylesheet that a person wrote.
    return { css: '', problems: [{ line: 1, code: 'syntax', start: 0, end: code.length }], images: [] };
  }
}

/** The CSS without what would be refused: for text that a model wrote. */
export function withoutProblems(code: string): string {
  let clean = code;
  for (let round = 0; round < 4; round++) {
    const { problems } = compileCss(clean);
    if (problems.length === 0) return clean.trim();
    // Too much of it would be taken away for the rest to be what was meant.
    if (problems.length >= mostCssProblems) return '';
    let from = clean.length;
    for (const { start, end } of problems.toReversed()) {
      if (end > from) continue;
      clean = `${clean.slice(0, start)}${clean.slice(clean[end] === ';' ? end + 1 : end)}`;
      from = start;
    }
  }
  return compileCss(clean).problems.length === 0 ? clean.trim() : '';
}

function placeOf(at: CssLocation | null | undefined): [start: number, end: number] {
  return at ? [at.start.offset, at.end.offset] : [0, 0];
}

/** Tells the line of an offset, counted from 1 as editors do. */
function lineTable(code: string): (offset: number) => number {
  const starts = [
    0,
    ...Array.from(code.matchAll(/\r\n|[\n\r\f]/g), ({ index, 0: end }) => index + end.length),
  ];
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

/**
 * The selector under the chat's container. `.cw-container` (and `:root`, where people are used to set
 * variables) is the container itself; whatever stands beside the container is out of reach.
 */
function scopedSelector(selector: Selector): string | null {
  const nodes = selector.children.toArray();
  const end = nodes.findIndex((node) => node.type === 'Combinator');
  const first = end === -1 ? nodes : nodes.slice(0, end);
  const rest = end === -1 ? [] : nodes.slice(end);
  if (first.length === 0 || nodes.some((node) => node.type === 'NestingSelector' || node.type === 'Raw'))
    return null;
  const text = (part: CssNode[]): string => part.map((node) => generate(node)).join('');
  const written = text(nodes);
  if (
    /[{}<\\@;]/.test(written) ||
    /:(host|has-slotted|scope)|::(slotted|part|view-transition|-webkit-(file-upload|resizer))/i.test(written)
  )
    return null;
  const isContainer = first.some((node) => node.type === 'ClassSelector' && node.name === 'cw-container');
  const isRoot = first.some(
    (node) =>
      (node.type === 'PseudoClassSelector' && node.name.toLowerCase() === 'root') ||
      (node.type === 'TypeSelector' && node.name.toLowerCase() === 'html'),
  );
  if (isContainer || isRoot) {
    const combinator = rest[0]?.type === 'Combinator' ? rest[0].name : ' ';
    if (combinator !== ' ' && combinator !== '>') return null;
    if (isContainer) return `#chatelier-chat ${text(nodes)}`;
    // Of the page itself only its theme may be asked for.
    const asked = first.filter(
      (node) => node.type === 'AttributeSelector' && node.name.name === 'data-theme',
    );
    if (asked.length !== first.length - 1) return null;
    const under = rest[0]?.type === 'Combinator' ? ` ${text(rest.slice(1))}` : '';
    // `:root .cw-container .x` names the container anyway.
    const named = /^ (body )?\.cw-container(?=$|[ >])/.exec(under);
    return `:root${text(asked)} ${named ? `#chatelier-chat .cw-container${under.slice(named[0].length)}` : `${container}${under}`}`;
  }
  if (/^(body|#chatelier-chat)$/i.test(text(first))) return rest.length === 0 ? container : null;
  return `${container} ${written}`;
}

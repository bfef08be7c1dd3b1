import type { DomNode } from './dom-to-text.ts';

/** What a block consists of: how many letters, and how much of it lies in links, and where those lead. */
type Makeup = {
  letters: number;
  linked: number;
  links: number;
  /** Links to a place within a page, as tables of contents and indexes have them. */
  toPlaces: number;
  /** Links that say themselves that they lead to the neighbours of this page. */
  toNeighbours: number;
};

const elementNode = 1;
const textNode = 3;
const blocks = new Set([
  'table',
  'div',
  'ul',
  'ol',
  'dl',
  'p',
  'section',
  'aside',
  'details',
  'center',
  'font',
  'pre',
]);
const unread = new Set(['script', 'style', 'noscript', 'template', 'svg']);
const neighbourRels = /^(?:prev|previous|next|up|contents|toc|index|home|start|first|last|top)$/i;
/** `accesskey` of DocBook pages. */
const neighbourKeys = /^[npuh]$/i;
const contentsName = /(?:^|[\s_-])(?:toc|tableofcontents|table-of-contents|table_of_contents)(?:$|[\s_-])/i;
const navigationName =
  /(?:^|\s)(?:nav|navbar|navheader|navfooter|navigation|nav-?links|nav-?bar|pager|pagination|prev-?next|page-?nav)(?:$|\s)/i;
const largestNavigation = 400;
const leastLinks = 3;

/** A link that only marks a heading: "¶", "#". */
const headingMark = /^(?:[¶#§∞🔗]|\u{1f517}|\uf0c1)?$/u;

const nameOf = (node: DomNode): string =>
  `${node.getAttribute('class') ?? ''} ${node.getAttribute('id') ?? ''} ${node.getAttribute('role') ?? ''}`;

const lettersOf = (text: string | null): number => (text ?? '').match(/\p{L}/gu)?.length ?? 0;

const isToPlace = (link: DomNode): boolean => /#./.test(link.getAttribute('href') ?? '');

function isToNeighbour(link: DomNode): boolean {
  return (
    (link.getAttribute('rel') ?? '').split(/\s+/).some((rel) => neighbourRels.test(rel)) ||
    neighbourKeys.test(link.getAttribute('accesskey') ?? '')
  );
}

/** Takes the signs off that headings carry for linking to them. */
export function removeHeadingMarks(body: DomNode): void {
  for (const link of body.querySelectorAll('a[href^="#"]')) {
    const text = (link.textContent ?? '').trim();
    if (text !== '' && headingMark.test(text)) link.remove();
  }
}

/**
 * Takes tables of contents, indexes and rows of links to neighbouring pages out of the tree: blocks that
 * hardly hold more than links to places within pages, that are named a table of contents, or whose links say
 * that they lead to the previous or next page. Lists of links to other pages stay: they may be what a page is
 * about.
 */
export function removeFurniture(body: DomNode): void {
  const found: DomNode[] = [];
  const look = (node: DomNode): Makeup => {
    const sum: Makeup = { letters: 0, linked: 0, links: 0, toPlaces: 0, toNeighbours: 0 };
    const before = found.length;
    for (let child = node.firstChild; child; child = child.nextSibling) {
      if (child.nodeType === textNode) sum.letters += lettersOf(child.textContent);
      if (child.nodeType !== elementNode || !child.localName || unread.has(child.localName)) continue;
      if (child.localName === 'a' && child.hasAttribute('href')) {
        const letters = lettersOf(child.textContent);
        sum.letters += letters;
        sum.linked += letters;
        sum.links += 1;
        if (isToPlace(child)) sum.toPlaces += 1;
        if (isToNeighbour(child)) sum.toNeighbours += 1;
        continue;
      }
      const inner = look(child);
      for (const key of Object.keys(sum) as (keyof Makeup)[]) sum[key] += inner[key];
    }
    if (node !== body && blocks.has(node.localName ?? '') && isFurniture(node, sum)) {
      // The whole instead of its parts.
      found.length = before;
      found.push(node);
    }
    return sum;
  };
  look(body);
  for (const node of found) {
    titleOf(node)?.remove();
    node.remove();
  }
}

function isFurniture(node: DomNode, { letters, linked, links, toPlaces, toNeighbours }: Makeup): boolean {
  const name = nameOf(node);
  if (navigationName.test(name) && letters <= largestNavigation) return true;
  if (toNeighbours >= 2 && letters <= largestNavigation && links - toNeighbours <= 4) return true;
  if (links < leastLinks) return false;
  if (contentsName.test(name) && linked >= letters * 0.6) return true;
  const isOfPlaces = toPlaces >= links * 0.7;
  // GNU manuals have menus that say a word about each place.
  if (/(?:^|\s)menu(?:$|\s)/.test(name) && isOfPlaces && linked >= letters * 0.25) return true;
  return linked >= letters * 0.75 && isOfPlaces;
}

/** The heading of a block, when nothing else stands under it. */
function titleOf(node: DomNode): DomNode | null {
  let before: DomNode | null = null;
  for (let one = node.parentNode?.firstChild ?? null; one && one !== node; one = one.nextSibling)
    if (one.nodeType === elementNode && !isEmptyAnchor(one)) before = one;
  if (!before || !/^h[2-6]$/.test(before.localName ?? '')) return null;
  let after = node.nextSibling;
  while (after && (after.nodeType !== elementNode || isEmptyAnchor(after))) after = after.nextSibling;
  return !after || /^(?:h[1-6]|section|div|hr|article|main)$/.test(after.localName ?? '') ? before : null;
}

const isEmptyAnchor = (node: DomNode): boolean =>
  /^(?:a|span)$/.test(node.localName ?? '') && (node.textContent ?? '').trim() === '';

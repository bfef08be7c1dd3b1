import type { ArticleHeading, ArticleNode } from '#shared/article.ts';
import { plainText } from '#shared/text/plain-text.ts';
import { readMarkdown } from '#shared/read-article.ts';
import { docsGroups, type DocsCard, type DocsGroup } from '../docs.contract.ts';

/** A page of the documentation. */
export type DocsPage = DocsCard & {
  nodes: ArticleNode[];
  headings: ArticleHeading[];
  /** Its Markdown, for whoever answers questions out of it. */
  body: string;
  /** Small letters, without accents, for searching. */
  words: { title: string; headings: string; text: string };
};

const longestSummary = 180;
const known: ReadonlySet<string> = new Set(docsGroups.flatMap(({ pages }) => pages));

/** Addresses as they are right among files, made right on this site; what readers of the site don't have is text. */
function withSiteAddresses(markdown: string): string {
  return markdown
    .replaceAll(/\]\(([\w-]+)\.md(#[\w-]+)?\)/g, (whole, name: string, place: string | undefined) =>
      known.has(name) ? `](/docs/${name}${place ?? ''})` : whole,
    )
    .replaceAll(/\]\(\.\.\/reference\/api\.md\)/g, '](/developers)')
    .replaceAll(/\]\(\.\.\/images\/([\w-]+\.(?:png|webp))\)/g, '](/docs/pictures/$1)');
}

/** Reads a guide: its first line is the title, its first paragraph says what it is about. */
export function readDocsPage(slug: string, group: DocsGroup, markdown: string): DocsPage {
  const [first = '', ...rest] = markdown.split('\n');
  const title = /^# (.+)$/.exec(first)?.[1]?.trim();
  if (!title) throw new Error(`The guide ${slug} does not begin with its title`);
  const { nodes, headings, text, minutes } = readMarkdown(withSiteAddresses(rest.join('\n')));
  return {
    slug,
    group,
    title,
    summary: summaryOf(nodes),
    minutes,
    nodes,
    headings,
    body: markdown.trim(),
    words: {
      title: plainText(`${title} ${slug}`),
      headings: plainText(headings.map((heading) => heading.text).join(' \n ')),
      text: plainText(text),
    },
  };
}

function summaryOf(nodes: readonly ArticleNode[]): string {
  const paragraph = nodes.find((node) => typeof node !== 'string' && node.tag === 'p');
  const words = (node: ArticleNode): string =>
    typeof node === 'string' ? node : node.children.map(words).join('');
  const text = paragraph ? words(paragraph).replaceAll(/\s+/g, ' ').trim() : '';
  if (text.length <= longestSummary) return text.replace(/:$/, '.');
  return `${text.slice(0, longestSummary).replace(/\s+\S*$/, '')} …`;
}

/** Pages that hold all words of a search, those first whose title or headings hold them. */
export function findDocs(pages: readonly DocsPage[], search: string): DocsPage[] {
  const wanted = plainText(search).match(/[\p{L}\p{N}_-]+/gu) ?? [];
  if (wanted.length === 0) return [...pages];
  return pages
    .map((page) => ({ page, score: scoreOf(page, wanted) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ page }) => page);
}

function scoreOf({ words }: DocsPage, wanted: readonly string[]): number {
  let score = 0;
  for (const word of wanted) {
    const found =
      (begins(words.title, word) ? 12 : 0) +
      (begins(words.headings, word) ? 5 : 0) +
      (begins(words.text, word) ? 1 : 0);
    if (found === 0) return 0;
    score += found;
  }
  return score;
}

/** Whether a word of the text begins like this. */
function begins(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return true;
  return false;
}

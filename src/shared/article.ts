import { html, type Html } from './text/escape-html.ts';

/** Elements that an article may hold. Whatever else a text asks for is text. */
export type ArticleTag =
  | 'h2'
  | 'h3'
  | 'h4'
  | 'p'
  | 'ul'
  | 'ol'
  | 'li'
  | 'blockquote'
  | 'pre'
  | 'code'
  | 'strong'
  | 'em'
  | 'del'
  | 'a'
  | 'img'
  | 'br'
  | 'hr'
  | 'table'
  | 'thead'
  | 'tbody'
  | 'tr'
  | 'th'
  | 'td';

/** An element of an article. Addresses were looked at: `http(s)`, `mailto`, or a place of this site. */
export type ArticleElement = {
  tag: ArticleTag;
  children: ArticleNode[];
  /** Of headings. */
  id?: string;
  /** Of `a`. */
  href?: string;
  /** Of `img`, on this site. */
  src?: string;
  alt?: string;
  /** Of `ol`. */
  start?: number;
  /** Of `pre`: what stands behind its fence, like `html`. */
  language?: string;
};
/** A piece of an article: a text, or an element. */
export type ArticleNode = string | ArticleElement;

/** A heading with its place in the article. */
export type ArticleHeading = {
  id: string;
  text: string;
  level: 2 | 3;
};

const wrap: Record<ArticleTag, (inner: Html, element: ArticleElement) => Html> = {
  h2: (inner, { id }) => html`<h2 id="${id}">${inner}</h2>`,
  h3: (inner, { id }) => html`<h3 id="${id}">${inner}</h3>`,
  h4: (inner) => html`<h4>${inner}</h4>`,
  p: (inner) => html`<p>${inner}</p>`,
  ul: (inner) => html`<ul>${inner}</ul>`,
  ol: (inner, { start = 1 }) => html`<ol start="${start}">${inner}</ol>`,
  li: (inner) => html`<li>${inner}</li>`,
  blockquote: (inner) => html`<blockquote>${inner}</blockquote>`,
  pre: (inner) => html`<pre>${inner}</pre>`,
  code: (inner) => html`<code>${inner}</code>`,
  strong: (inner) => html`<strong>${inner}</strong>`,
  em: (inner) => html`<em>${inner}</em>`,
  del: (inner) => html`<del>${inner}</del>`,
  a: (inner, { href }) => html`<a href="${href}" rel="noopener noreferrer">${inner}</a>`,
  img: (_inner, { src, alt = '' }) => html`<img src="${src}" alt="${alt}">`,
  br: () => html`<br>`,
  hr: () => html`<hr>`,
  table: (inner) => html`<table>${inner}</table>`,
  thead: (inner) => html`<thead>${inner}</thead>`,
  tbody: (inner) => html`<tbody>${inner}</tbody>`,
  tr: (inner) => html`<tr>${inner}</tr>`,
  th: (inner) => html`<th scope="col">${inner}</th>`,
  td: (inner) => html`<td>${inner}</td>`,
};

/** An article as HTML, for feeds and previews; links and pictures of the site begin with `origin` there. */
export function articleHtml(nodes: readonly ArticleNode[], origin = ''): Html {
  const full = (address: string | undefined): string =>
    address === undefined ? '' : address.startsWith('/') ? `${origin}${address}` : address;
  const each = (node: ArticleNode): Html =>
    typeof node === 'string'
      ? html`${node}`
      : wrap[node.tag](html`${node.children.map(each)}`, {
          ...node,
          href: full(node.href),
          src: full(node.src),
        });
  return html`${nodes.map(each)}`;
}

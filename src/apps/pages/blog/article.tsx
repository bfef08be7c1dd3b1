import { createElement, type ReactNode } from 'react';
import type { ArticleNode } from '#shared/article.ts';

/** The elements of an article. A table lies in a box of its own that is moved sideways on a phone. */
export function Article({ nodes, tableLabel }: { nodes: readonly ArticleNode[]; tableLabel: string }) {
  return nodes.map((node, at): ReactNode => {
    if (typeof node === 'string') return node;
    const { tag, children, ...attributes } = node;
    // A table without headings has none to be read out.
    if (tag === 'thead' && isEmpty(node)) return null;
    const inner = <Article nodes={children} tableLabel={tableLabel} />;
    if (tag === 'img') return <img key={at} src={node.src} alt={node.alt} loading="lazy" />;
    if (tag === 'br' || tag === 'hr') return createElement(tag, { key: at });
    if (tag === 'table')
      return (
        <div key={at} className="blog-table" role="group" aria-label={tableLabel} tabIndex={0}>
          <table>{inner}</table>
        </div>
      );
    if (tag === 'pre')
      return (
        <pre key={at} tabIndex={0}>
          {inner}
        </pre>
      );
    return createElement(
      tag,
      {
        key: at,
        ...attributes,
        ...(tag === 'a' && { rel: 'noopener noreferrer' }),
        ...(tag === 'th' && { scope: 'col' }),
      },
      inner,
    );
  });
}

const isEmpty = (node: ArticleNode): boolean =>
  typeof node === 'string' ? node.trim() === '' : node.tag !== 'img' && node.children.every(isEmpty);

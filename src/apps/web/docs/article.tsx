import { createElement, type ReactNode } from 'react';
import type { ArticleNode, ArticleTag } from '#shared/article.ts';
import { Code } from './parts.tsx';

const looks: Partial<Record<ArticleTag, string>> = {
  h2: 'mt-8 text-md font-semibold first:mt-0',
  h3: 'mt-5 font-semibold',
  h4: 'mt-4 font-medium',
  p: 'max-w-prose text-pretty',
  ul: 'grid max-w-prose list-disc gap-1.5 pl-5',
  ol: 'grid max-w-prose list-decimal gap-1.5 pl-5',
  blockquote: 'grid max-w-prose gap-2 border-l-2 border-line pl-4 text-muted',
  code: 'rounded-[4px] bg-sunken px-1 py-px font-mono text-sm break-words dark:bg-line',
  a: 'text-accent-ink underline underline-offset-4',
  table: 'w-full border-collapse text-left text-sm',
  th: 'border-b border-line px-3 py-2 font-medium text-muted',
  td: 'border-b border-line px-3 py-2 align-top',
};

const textOf = (node: ArticleNode): string =>
  typeof node === 'string' ? node : node.children.map(textOf).join('');

/** The elements of a page of the documentation; `fill` puts the reader's own into its examples. */
export function DocsArticle({
  nodes,
  fill,
}: {
  nodes: readonly ArticleNode[];
  fill: (code: string) => string;
}): ReactNode {
  return nodes.map((node, at): ReactNode => {
    if (typeof node === 'string') return node;
    const { tag, children, id, href, src, alt, start } = node;
    if (tag === 'pre')
      return (
        <Code
          key={at}
          label={(node.language ?? '').toUpperCase()}
          text={fill(node.children.map(textOf).join(''))}
        />
      );
    if (tag === 'br' || tag === 'hr') return createElement(tag, { key: at });
    if (tag === 'img')
      return (
        <img
          key={at}
          src={src}
          alt={alt}
          loading="lazy"
          className="my-3 max-w-full rounded-card border border-line"
        />
      );
    const inner = <DocsArticle nodes={children} fill={fill} />;
    if (tag === 'table')
      return (
        <div
          key={at}
          tabIndex={0}
          role="group"
          className="overflow-x-auto rounded-card border border-line bg-surface"
        >
          <table className={looks.table}>{inner}</table>
        </div>
      );
    if (tag === 'a') {
      // Pages of the documentation open here; what is elsewhere opens beside it.
      const own = /^\/docs\/([\w-]+)(#.*)?$/.exec(href ?? '');
      const address = own ? `/dashboard/docs?tab=guides&page=${own[1]}` : href;
      const isElsewhere = !own && !href?.startsWith('#');
      return (
        <a
          key={at}
          href={address}
          className={looks.a}
          {...(isElsewhere && { target: '_blank', rel: 'noopener' })}
        >
          {inner}
        </a>
      );
    }
    return createElement(
      tag,
      {
        key: at,
        className: looks[tag],
        ...(id && { id }),
        ...(tag === 'ol' && start && { start }),
        ...(tag === 'th' && { scope: 'col' }),
      },
      inner,
    );
  });
}

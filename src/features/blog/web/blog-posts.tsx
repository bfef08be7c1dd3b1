import { factGap } from '#shared/text/fact-gap.ts';
import { ExternalLink, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { languageNames } from '#shared/languages.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Time } from '#ui/browser/time.tsx';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { List, listOf } from '#ui/list/list.tsx';
import { Badge, Skeleton } from '#ui/page/display.tsx';
import type { PostSummary } from '../blog.contract.ts';

/** All posts, drafts first: those of the product, which are files, and those that are written here. */
export function BlogPosts({ onOpen }: { onOpen: (post: string) => void }) {
  const { t } = useTranslation('blog-editor');
  const list = listOf(
    useEndpoint('GET /api/superadmin/blog', undefined, { staleTime: 0 }),
    ({ posts }) => posts,
  );
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose text-muted">{t('intro')}</p>
        <div className="flex flex-wrap gap-2">
          <a
            href="/blog"
            target="_blank"
            rel="noopener"
            className={buttonClass({ variant: 'ghost', className: 'gap-2' })}
          >
            {t('open')}
            <ExternalLink size={16} aria-hidden="true" />
          </a>
          <Button variant="primary" icon={<Plus size={16} />} onClick={() => onOpen('new')}>
            {t('new')}
          </Button>
        </div>
      </div>
      <List of={list} waiting={<Skeleton className="h-64 w-full" />} empty={t('empty')}>
        {(posts) => (
          <ul
            aria-label={t('posts')}
            className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
          >
            {posts.map((post) => (
              <li
                key={post.slug}
                className="relative flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-sunken"
              >
                <div className="min-w-0 flex-1 basis-72">
                  <Title post={post} onOpen={onOpen} />
                  <p className="text-sm break-words text-muted">
                    {t(`category.${post.category}`)}
                    {factGap}
                    {languageNames[post.language]}
                    {factGap}/blog/{post.slug}
                  </p>
                </div>
                <Badge tone={post.isPublished ? 'success' : 'neutral'} dot>
                  {t(post.isPublished ? 'state.published' : 'state.draft')}
                </Badge>
                {post.id === null && <Badge tone="neutral">{t('ofProduct')}</Badge>}
                <Time
                  at={post.publishedAt ?? post.updatedAt}
                  className="text-sm text-muted md:w-32 md:text-right"
                />
              </li>
            ))}
          </ul>
        )}
      </List>
    </div>
  );
}

/** The whole row is pressed. Posts of the product are read where everybody reads them. */
function Title({ post, onOpen }: { post: PostSummary; onOpen: (post: string) => void }) {
  const { id, slug, title } = post;
  const look = 'block w-full text-left font-medium break-words after:absolute after:inset-0';
  if (id === null)
    return (
      <a href={`/blog/${slug}`} target="_blank" rel="noopener" className={look}>
        {title}
      </a>
    );
  return (
    <button type="button" onClick={() => onOpen(id)} className={look}>
      {title}
    </button>
  );
}

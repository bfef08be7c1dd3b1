import type { PageContext, PageProps } from '#shared/page-contract.ts';
import { MarketingFrame } from '../landing/marketing-frame.tsx';
import { PostCards } from './blog-parts.tsx';

type Props = PageProps['blog'] & { context: PageContext };
type Chosen = Props['chosen'];

function addressOf({ category, tag, q }: Chosen, page = 1): string {
  const query = new URLSearchParams({
    ...(category && { category }),
    ...(tag && { tag }),
    ...(q && { q }),
    ...(page > 1 && { page: String(page) }),
  }).toString();
  return query ? `/blog?${query}` : '/blog';
}

/** All posts: by category, by tag, by words, a page at a time. */
export function BlogPage({ posts, categories, tags, chosen, page, pages, count, script, context }: Props) {
  const text = (key: string, values?: Record<string, string | number>): string =>
    context.text(`blog:${key}`, { brand: context.brandName, ...values });
  const isFiltered = chosen.tag !== null || chosen.q !== '';
  const heading =
    chosen.q !== ''
      ? text('found', { count, words: chosen.q })
      : chosen.tag !== null
        ? text('tagged', { tag: chosen.tag })
        : chosen.category !== null
          ? text(`categories.${chosen.category}`)
          : text('title');
  return (
    <MarketingFrame context={context} script={script}>
      <div className="blog">
        <h1>{heading}</h1>
        {!isFiltered && (
          <p className="lead">{text(chosen.category === null ? 'lead' : `leads.${chosen.category}`)}</p>
        )}
        <div className="blog-finders">
          <nav aria-label={text('categoriesLabel')}>
            <a href="/blog" aria-current={chosen.category === null && !isFiltered ? 'page' : undefined}>
              {text('all')}
            </a>
            {categories.map((category) => (
              <a
                key={category}
                href={addressOf({ category, tag: null, q: '' })}
                aria-current={chosen.category === category ? 'page' : undefined}
              >
                {text(`categories.${category}`)}
              </a>
            ))}
          </nav>
          <form action="/blog" role="search">
            {chosen.category !== null && <input type="hidden" name="category" value={chosen.category} />}
            <label className="sr-only" htmlFor="blog-search">
              {text('search')}
            </label>
            <input
              id="blog-search"
              type="search"
              name="q"
              maxLength={100}
              defaultValue={chosen.q}
              placeholder={text('search')}
            />
            <button type="submit" className="button quiet small">
              {text('find')}
            </button>
          </form>
        </div>
        {posts.length === 0 ? (
          <p className="blog-nothing">
            {text('nothing')} <a href="/blog">{text('backToAll')}</a>
          </p>
        ) : (
          <PostCards posts={posts} level="h2" context={context} />
        )}
        {pages > 1 && (
          <nav className="blog-pages" aria-label={text('pagesLabel')}>
            {page > 1 && (
              <a rel="prev" href={addressOf(chosen, page - 1)}>
                ← {text('newer')}
              </a>
            )}
            <span>{text('pageOf', { page, pages })}</span>
            {page < pages && (
              <a rel="next" href={addressOf(chosen, page + 1)}>
                {text('older')} →
              </a>
            )}
          </nav>
        )}
        <aside className="blog-aside">
          <nav aria-label={text('tagsLabel')} className="blog-tags">
            {tags.map((tag) => (
              <a
                key={tag}
                href={addressOf({ category: null, tag, q: '' })}
                aria-current={chosen.tag === tag ? 'page' : undefined}
              >
                {tag}
              </a>
            ))}
          </nav>
          <p className="blog-meta">
            <span>{text('follow')}</span>
            <a href="/blog/feed.xml">RSS</a>
            <a href="/blog/feed.json">JSON Feed</a>
          </p>
        </aside>
      </div>
    </MarketingFrame>
  );
}

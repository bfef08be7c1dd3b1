import type { BlogCard, PageContext, PageProps } from '#shared/page-contract.ts';
import { MarketingFrame } from '../landing/marketing-frame.tsx';
import { Article } from './article.tsx';
import { Day, PostCards } from './blog-parts.tsx';

type Props = PageProps['blog-post'] & { context: PageContext };

/** Where a post can be told of: plain addresses, which know nothing of the reader until they are followed. */
function sharesOf(url: string, title: string, mail: string): { name: string; href: string }[] {
  const [address, words] = [encodeURIComponent(url), encodeURIComponent(title)];
  const both = encodeURIComponent(`${title} ${url}`);
  return [
    { name: mail, href: `mailto:?subject=${words}&body=${address}` },
    { name: 'LinkedIn', href: `https://www.linkedin.com/sharing/share-offsite/?url=${address}` },
    { name: 'Bluesky', href: `https://bsky.app/intent/compose?text=${both}` },
    { name: 'X', href: `https://x.com/intent/post?url=${address}&text=${words}` },
    { name: 'WhatsApp', href: `https://wa.me/?text=${both}` },
  ];
}

/** One post: what it says, how to find one's way in it, and what to read next. */
export function BlogPostPage(props: Props) {
  const { post, nodes, headings, related, previous, next, url, script, context } = props;
  const text = (key: string, values?: Record<string, string | number>): string =>
    context.text(`blog:${key}`, { brand: context.brandName, ...values });
  const isForeign = post.language !== context.language;
  return (
    <MarketingFrame context={context} script={script}>
      <article className="blog-post">
        <header>
          <nav aria-label={text('whereLabel')} className="eyebrow">
            <a href="/blog">{text('title')}</a> /{' '}
            <a href={`/blog?category=${post.category}`}>{text(`categories.${post.category}`)}</a>
          </nav>
          <h1 lang={post.language}>{post.title}</h1>
          <p className="lead" lang={post.language}>
            {post.description}
          </p>
          <p className="blog-meta">
            <span>{post.author}</span>
            <Day at={post.publishedAt} context={context} />
            {post.updatedAt.slice(0, 10) > post.publishedAt.slice(0, 10) && (
              <span>
                {text('updated')} <Day at={post.updatedAt} context={context} />
              </span>
            )}
            <span>{text('minutes', { count: post.minutes })}</span>
          </p>
          {isForeign && <p className="note">{text('otherLanguage', { language: nameOf(post, context) })}</p>}
        </header>
        {headings.length > 1 && (
          <nav className="blog-contents" aria-labelledby="blog-contents">
            <div>
              <h2 id="blog-contents">{text('contents')}</h2>
              <ol>
                {headings.map(({ id, text: words, level }) => (
                  <li key={id} className={level === 3 ? 'deeper' : undefined}>
                    <a href={`#${id}`} lang={post.language}>
                      {words}
                    </a>
                  </li>
                ))}
              </ol>
            </div>
          </nav>
        )}
        <div className="blog-text" lang={post.language}>
          <Article nodes={nodes} tableLabel={text('table')} />
        </div>
        <footer>
          <nav aria-label={text('tagsLabel')} className="blog-tags">
            {post.tags.map((tag) => (
              <a key={tag} href={`/blog?${new URLSearchParams({ tag }).toString()}`} rel="tag">
                {tag}
              </a>
            ))}
          </nav>
          <p className="blog-meta">
            <span>{text('share')}</span>
            {sharesOf(url, post.title, text('mail')).map(({ name, href }) => (
              <a key={name} href={href} rel="noopener noreferrer nofollow">
                {name}
              </a>
            ))}
          </p>
          {(previous ?? next) && (
            <nav className="blog-neighbours" aria-label={text('neighboursLabel')}>
              {previous && <Neighbour post={previous} label={text('previous')} rel="prev" />}
              {next && <Neighbour post={next} label={text('next')} rel="next" />}
            </nav>
          )}
        </footer>
      </article>
      {related.length > 0 && (
        <section className="blog" aria-labelledby="related">
          <h2 id="related">{text('related')}</h2>
          <PostCards posts={related} level="h3" context={context} />
        </section>
      )}
    </MarketingFrame>
  );
}

function nameOf(post: BlogCard, context: PageContext): string {
  return new Intl.DisplayNames(context.language, { type: 'language' }).of(post.language) ?? post.language;
}

function Neighbour({ post, label, rel }: { post: BlogCard; label: string; rel: 'prev' | 'next' }) {
  return (
    <a href={`/blog/${post.slug}`} rel={rel}>
      <span>{label}</span>
      <span lang={post.language}>{post.title}</span>
    </a>
  );
}

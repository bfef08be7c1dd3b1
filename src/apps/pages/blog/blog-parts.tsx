import type { BlogCard, PageContext } from '#shared/page-contract.ts';

/** A day in the words of the page's language. */
export function Day({ at, context }: { at: string; context: PageContext }) {
  const words = new Intl.DateTimeFormat(context.language, { dateStyle: 'long', timeZone: 'UTC' });
  return <time dateTime={at}>{words.format(new Date(at))}</time>;
}

/** Posts as a list of cards; `level` is that of their headings. */
export function PostCards({
  posts,
  level: Heading,
  context,
}: {
  posts: readonly BlogCard[];
  level: 'h2' | 'h3';
  context: PageContext;
}) {
  return (
    <ul className="link-cards blog-cards">
      {posts.map((post) => (
        <li key={post.slug}>
          <p className="eyebrow">{context.text(`blog:categories.${post.category}`)}</p>
          <Heading lang={post.language}>
            <a href={`/blog/${post.slug}`}>{post.title}</a>
          </Heading>
          <p lang={post.language}>{post.description}</p>
          <p className="blog-meta">
            <Day at={post.publishedAt} context={context} />
            <span>{context.text('blog:minutes', { count: post.minutes })}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}

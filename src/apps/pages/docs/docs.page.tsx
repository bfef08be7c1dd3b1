import type { DocsLink, PageContext, PageProps } from '#shared/page-contract.ts';
import { MarketingFrame } from '../landing/marketing-frame.tsx';

type Props = PageProps['docs'] & { context: PageContext };

/** The documentation: all pages by what they are about, or those with the words that were looked for. */
export function DocsPage({ search, found, groups, guide, script, context }: Props) {
  const text = (key: string, values?: Record<string, string | number>): string =>
    context.text(`docs-pages:${key}`, { brand: context.brandName, ...values });
  return (
    <MarketingFrame context={context} script={script} guide={guide}>
      <div className="docs">
        <h1>{found ? text('found', { count: found.length, words: search }) : text('title')}</h1>
        {!found && <p className="lead">{text('lead')}</p>}
        <div className="docs-finders">
          <form action="/docs" role="search">
            <label className="sr-only" htmlFor="docs-search">
              {text('search')}
            </label>
            <input
              id="docs-search"
              type="search"
              name="q"
              maxLength={100}
              defaultValue={search}
              placeholder={text('search')}
            />
            <button type="submit" className="button quiet small">
              {text('find')}
            </button>
          </form>
          <AskTheDocs guide={guide} context={context} />
        </div>
        {found === null ? (
          groups.map(({ name, pages }) => (
            <section key={name} className="docs-group" aria-labelledby={`docs-${name}`}>
              <h2 id={`docs-${name}`}>{text(`groups.${name}`)}</h2>
              <DocsCards pages={pages} context={context} />
              {name === 'api' && (
                <p className="docs-more">
                  <a href="/developers">{text('reference')}</a>
                </p>
              )}
            </section>
          ))
        ) : found.length === 0 ? (
          <p className="docs-nothing">
            {text('nothing')} <a href="/docs">{text('backToAll')}</a>
          </p>
        ) : (
          <DocsCards pages={found} context={context} />
        )}
        {context.language !== 'en' && <p className="note">{text('inEnglish')}</p>}
      </div>
    </MarketingFrame>
  );
}

/** The product's own agent answers out of the documentation, and names the page that it answers from. */
export function AskTheDocs({ guide, context }: { guide: number; context: PageContext }) {
  return (
    <p className="docs-ask">
      <a
        className="button small"
        href={`/widgets/${guide}?lang=${context.language}`}
        target="_blank"
        rel="noopener"
        data-chatelier-open={guide}
      >
        {context.text('docs-pages:ask')}
      </a>
    </p>
  );
}

function DocsCards({ pages, context }: { pages: readonly DocsLink[]; context: PageContext }) {
  return (
    <ul className="link-cards docs-cards" lang="en">
      {pages.map(({ slug, title, summary, minutes }) => (
        <li key={slug}>
          <h3>
            <a href={`/docs/${slug}`}>{title}</a>
          </h3>
          <p>{summary}</p>
          <p className="docs-meta" lang={context.language}>
            {context.text('docs-pages:minutes', { count: minutes })}
          </p>
        </li>
      ))}
    </ul>
  );
}

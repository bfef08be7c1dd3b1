import type { ArticleNode } from '#shared/article.ts';
import type { DocsLink, PageContext, PageProps } from '#shared/page-contract.ts';
import { Article } from '../blog/article.tsx';
import { MarketingFrame } from '../landing/marketing-frame.tsx';
import { AskTheDocs } from './docs.page.tsx';
import { inExamples } from './own-examples.ts';

type Props = PageProps['docs-page'] & { context: PageContext };

/** Whether an example has what a reader can fill in. */
const asksForOwn = (nodes: readonly ArticleNode[], isExample = false): boolean =>
  nodes.some((node) =>
    typeof node === 'string'
      ? isExample && (node.includes(inExamples.number) || node.includes(inExamples.key))
      : asksForOwn(node.children, isExample || node.tag === 'pre'),
  );

/** One page of the documentation, with the others beside it. Its examples can be filled in with the reader's own. */
export function DocsArticlePage(props: Props) {
  const { page, nodes, headings, previous, next, groups, said, guide, script, context } = props;
  const text = (key: string, values?: Record<string, string | number>): string =>
    context.text(`docs-pages:${key}`, { brand: context.brandName, ...values });
  return (
    <MarketingFrame context={context} script={script} guide={guide}>
      <div className="docs-frame">
        <details className="docs-menu" open>
          <summary>{text('title')}</summary>
          <nav aria-label={text('title')}>
            {groups.map(({ name, pages }) => (
              <section key={name}>
                <h2>{text(`groups.${name}`)}</h2>
                <ul lang="en">
                  {pages.map((each) => (
                    <li key={each.slug}>
                      <a
                        href={`/docs/${each.slug}`}
                        aria-current={each.slug === page.slug ? 'page' : undefined}
                      >
                        {each.title}
                      </a>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </nav>
        </details>
        <article className="blog-post docs-article">
          <header>
            <nav aria-label={text('whereLabel')} className="eyebrow">
              <a href="/docs">{text('title')}</a> / {text(`groups.${page.group}`)}
            </nav>
            <h1 lang="en">{page.title}</h1>
            <p className="docs-meta">{text('minutes', { count: page.minutes })}</p>
            {context.language !== 'en' && <p className="note">{text('inEnglish')}</p>}
          </header>
          <form
            className="docs-own"
            data-docs-own
            data-copy={text('copy')}
            data-copied={text('copied')}
            aria-label={text('own.title')}
            // What comes only with the script pushes down what is being read.
            hidden={!asksForOwn(nodes)}
          >
            <p>{text('own.text')}</p>
            <label>
              {text('own.number')}
              <input
                name="number"
                inputMode="numeric"
                autoComplete="off"
                maxLength={12}
                placeholder="123456789"
              />
            </label>
            <label>
              {text('own.key')}
              <input
                name="key"
                autoComplete="off"
                spellCheck={false}
                maxLength={200}
                placeholder="sk_live_…"
              />
            </label>
          </form>
          {headings.length > 2 && (
            <nav className="docs-contents" aria-label={text('contents')}>
              <ol>
                {headings
                  .filter(({ level }) => level === 2)
                  .map(({ id, text: words }) => (
                    // Headings that count steps have their number already.
                    <li key={id} className={/^\d/.test(words) ? 'numbered' : undefined}>
                      <a href={`#${id}`} lang="en">
                        {words}
                      </a>
                    </li>
                  ))}
              </ol>
            </nav>
          )}
          <div className="blog-text" lang="en" data-docs-text>
            <Article nodes={nodes} tableLabel={text('table')} />
          </div>
          <footer>
            <Feedback slug={page.slug} said={said} text={text} />
            <AskTheDocs guide={guide} context={context} />
            {(previous ?? next) && (
              <nav className="blog-neighbours" aria-label={text('neighboursLabel')}>
                {previous && <Neighbour page={previous} label={text('previous')} rel="prev" />}
                {next && <Neighbour page={next} label={text('next')} rel="next" />}
              </nav>
            )}
          </footer>
        </article>
      </div>
    </MarketingFrame>
  );
}

function Feedback({ slug, said, text }: { slug: string; said: boolean; text: (key: string) => string }) {
  if (said)
    return (
      <p id="feedback" className="docs-said" role="status">
        {text('feedback.thanks')}
      </p>
    );
  return (
    <form id="feedback" className="docs-feedback" method="post" action={`/docs/${slug}/feedback`}>
      <p>
        <label htmlFor="docs-note">{text('feedback.question')}</label>
      </p>
      <textarea id="docs-note" name="note" rows={2} maxLength={1_000} placeholder={text('feedback.note')} />
      <p>
        <button type="submit" name="helpful" value="yes" className="button quiet small">
          {text('feedback.yes')}
        </button>
        <button type="submit" name="helpful" value="no" className="button quiet small">
          {text('feedback.no')}
        </button>
      </p>
    </form>
  );
}

function Neighbour({ page, label, rel }: { page: DocsLink; label: string; rel: 'prev' | 'next' }) {
  return (
    <a href={`/docs/${page.slug}`} rel={rel}>
      <span>{label}</span>
      <span lang="en">{page.title}</span>
    </a>
  );
}

import { embedModes } from '#shared/embed/snippets.ts';
import { hostThemes } from '#shared/labs.ts';
import type { PageContext, PageProps } from '#shared/page-contract.ts';

/**
 * A made-up small shop that carries an agent's script tag, so that the tag can be tried without a website.
 */
export function DemoPage({
  number,
  name,
  color,
  mode,
  theme,
  path,
  context,
}: PageProps['demo'] & { context: PageContext }) {
  const text = (key: string): string => context.text(`pages:demo.${key}`, { name: name ?? '' });
  const products = ['one', 'two', 'three'] as const;
  const address = (changed: { mode?: string; theme?: string }): string => {
    const asked = { mode, theme, ...changed };
    const query = new URLSearchParams({
      ...(asked.mode !== 'bubble' && { mode: asked.mode }),
      ...(asked.theme !== 'light' && { theme: asked.theme }),
      lang: context.language,
    });
    return `${path}?${query.toString()}`;
  };
  return (
    <div className={`demo demo-${theme}`}>
      <aside className="demo-note">
        {name ? text('note') : text('notPublished')}
        {name && (
          <nav className="demo-modes" aria-label={context.text('agents-install:mode.label')}>
            {embedModes.map((each) => (
              <a key={each} href={address({ mode: each })} aria-current={each === mode ? 'page' : undefined}>
                {context.text(`agents-install:mode.${each}`)}
              </a>
            ))}
          </nav>
        )}
        {name && (
          <nav className="demo-modes" aria-label={context.text('labs:shop.themes')}>
            {hostThemes.map((each) => (
              <a
                key={each}
                href={address({ theme: each })}
                aria-current={each === theme ? 'page' : undefined}
              >
                {context.text(`labs:shop.${each}`)}
              </a>
            ))}
          </nav>
        )}
      </aside>
      <header className="demo-header">
        <strong>{text('shop')}</strong>
        <nav aria-label={text('shop')}>
          <span>{text('nav.products')}</span>
          <span>{text('nav.workshop')}</span>
          <span>{text('nav.contact')}</span>
        </nav>
      </header>
      <main>
        <section className="demo-hero">
          <h1>{text('title')}</h1>
          <p>{text('lead')}</p>
        </section>
        {name && mode === 'inline' && <div className="demo-inline" data-chatelier-agent={number} />}
        <ul className="demo-products">
          {products.map((product) => (
            <li key={product}>
              <svg viewBox="0 0 160 100" aria-hidden="true">
                <rect width="160" height="100" rx="8" fill={color} opacity="0.18" />
                <circle
                  cx={product === 'one' ? 60 : 80}
                  cy="50"
                  r={product === 'three' ? 18 : 28}
                  fill={color}
                  opacity="0.7"
                />
              </svg>
              <h2>{text(`products.${product}.name`)}</h2>
              <p>{text(`products.${product}.text`)}</p>
            </li>
          ))}
        </ul>
      </main>
      {name && (
        <script
          async
          src={`/widgets/${number}.js?tag=chatelier`}
          data-mode={mode === 'bubble' || mode === 'inline' ? undefined : mode}
          data-delay={mode === 'popup' ? 1 : undefined}
        />
      )}
    </div>
  );
}

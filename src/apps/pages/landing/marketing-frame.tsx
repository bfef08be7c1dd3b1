import type { ReactNode } from 'react';
import { languageNames, languages } from '#shared/languages.ts';
import type { PageContext } from '#shared/page-contract.ts';
import { Brand } from '../frame.tsx';
import { PageScript } from '../page-script.tsx';

/** Where the product is spoken about; the specification leaves them without a destination. */
const socials = ['X', 'LinkedIn', 'YouTube'] as const;

type Props = {
  context: PageContext;
  /** The address of the script that makes the page more than its words. */
  script: string;
  /** The number of the agent that answers questions about the product, where the page has it. */
  guide?: number;
  children: ReactNode;
};

/** Header, footer and the product's own agent around the pages that present it. */
export function MarketingFrame({ context, script, guide, children }: Props) {
  const text = (key: string): string => context.text(`landing:${key}`, { brand: context.brandName });
  const isOpen = context.opening.signUp === 'open';
  const links = [
    { href: '/blog', label: text('nav.blog') },
    { href: '/pricing', label: text('nav.pricing') },
    { href: '/docs', label: context.text('docs-pages:nav') },
  ];
  return (
    <>
      <a className="skip" href="#content">
        {text('nav.skip')}
      </a>
      <header className="site-header">
        <Brand name={context.brandName} />
        <details className="site-menu">
          <summary aria-label={text('nav.menu')}>
            <svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
              <path d="M4 7h16M4 12h16M4 17h16" fill="none" stroke="currentColor" strokeWidth="1.75" />
            </svg>
          </summary>
          <nav aria-label={text('nav.label')}>
            {links.map(({ href, label }) => (
              <a key={href} href={href} aria-current={context.path === href ? 'page' : undefined}>
                {label}
              </a>
            ))}
          </nav>
        </details>
        <button
          type="button"
          className="theme-toggle"
          data-theme-toggle
          aria-label={text('nav.theme')}
          aria-pressed="false"
          hidden
        >
          <svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
            <path
              d="M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9z"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.75"
            />
          </svg>
        </button>
        <form action="/auth" className="to-auth" data-loading={text('nav.loading')}>
          <button type="submit" className={isOpen ? 'button quiet small' : 'button small'}>
            {text('nav.signIn')}
          </button>
        </form>
        {isOpen && (
          <form action="/auth" className="to-auth" data-loading={text('nav.loading')}>
            <input type="hidden" name="tab" value="register" />
            <button type="submit" className="button small">
              {text('nav.start')}
            </button>
          </form>
        )}
      </header>
      <main id="content" className="marketing">
        {children}
      </main>
      <footer className="site-footer">
        <p>© 2025 {context.brandName}</p>
        <nav aria-label={text('footer.label')}>
          <a href="/privacy">{context.text('pages:footer.privacy')}</a>
          <a href="/terms">{context.text('pages:footer.terms')}</a>
          <a href="/developers">{text('footer.developers')}</a>
        </nav>
        <p className="socials" title={text('footer.socials')}>
          {socials.map((name) => (
            <span key={name}>{name}</span>
          ))}
        </p>
        <nav className="page-languages" aria-label={text('footer.languages')}>
          {languages.map((language) => (
            <a
              key={language}
              href={`${context.path}?${new URLSearchParams({ ...context.query, lang: language }).toString()}`}
              hrefLang={language}
              lang={language}
              aria-current={language === context.language ? 'true' : undefined}
            >
              {languageNames[language]}
            </a>
          ))}
        </nav>
      </footer>
      {guide !== undefined && <div data-guide={guide} hidden />}
      <PageScript src={script} />
    </>
  );
}

import type { ReactNode } from 'react';
import { letterOf, markPath } from '#shared/mark.ts';
import type { PageContext } from '#shared/page-contract.ts';

/** Mark and name of whoever the page is of; leads to the start page. */
export function Brand({ name, logoUrl = null }: { name: string; logoUrl?: string | null }) {
  return (
    <a className="brand" href="/">
      {logoUrl ? <img className="logo" src={logoUrl} alt="" height={28} /> : <Mark letter={letterOf(name)} />}
      {name}
    </a>
  );
}

function Mark({ letter }: { letter: string | null }) {
  if (letter !== null)
    return (
      <span className="mark" aria-hidden="true">
        {letter}
      </span>
    );
  return (
    <span className="mark">
      <svg width="18" height="18" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
        <path d={markPath} />
      </svg>
    </span>
  );
}

/** Header and footer around a public page. */
export function Frame({ context, children }: { context: PageContext; children: ReactNode }) {
  return (
    <>
      <header className="frame-header">
        <Brand name={context.brandName} logoUrl={context.brand?.logoUrl} />
      </header>
      <main>{children}</main>
      <footer className="frame-footer">
        <a href="/terms">{context.text('pages:footer.terms')}</a>
        <a href="/privacy">{context.text('pages:footer.privacy')}</a>
        {context.brand?.supportEmail && (
          <a href={`mailto:${context.brand.supportEmail}`}>{context.text('pages:footer.support')}</a>
        )}
      </footer>
    </>
  );
}

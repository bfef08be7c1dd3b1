import type { ReactNode } from 'react';
import { markPath } from '#shared/mark.ts';
import type { PageContext } from '#shared/page-contract.ts';

/** Mark and name of whoever the page is of; leads to the start page. */
export function Brand({ name }: { name: string }) {
  return (
    <a className="brand" href="/">
      <span className="mark">
        <svg width="18" height="18" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
          <path d={markPath} />
        </svg>
      </span>
      {name}
    </a>
  );
}

/** Header and footer around a public page. */
export function Frame({ context, children }: { context: PageContext; children: ReactNode }) {
  return (
    <>
      <header className="frame-header">
        <Brand name={context.brandName} />
      </header>
      <main>{children}</main>
      <footer className="frame-footer">
        <a href="/terms">{context.text('pages:footer.terms')}</a>
        <a href="/privacy">{context.text('pages:footer.privacy')}</a>
      </footer>
    </>
  );
}

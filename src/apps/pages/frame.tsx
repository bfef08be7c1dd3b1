import type { ReactNode } from 'react';
import type { PageContext } from '#shared/page-contract.ts';

/** Header and footer around a public page. */
export function Frame({ context, children }: { context: PageContext; children: ReactNode }) {
  return (
    <>
      <header className="frame-header">
        <a className="brand" href="/">
          <span className="mark">
            <svg width="18" height="18" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
              <path d="M12.2 2.5a9.3 9.3 0 0 1 7.9 4.3 1.9 1.9 0 0 1-.6 2.6 1.9 1.9 0 0 1-2.6-.6 5.5 5.5 0 1 0-.1 6.1 1.9 1.9 0 0 1 2.6-.5 1.9 1.9 0 0 1 .6 2.6 9.3 9.3 0 0 1-11.3 3.4l-4 1.5a1 1 0 0 1-1.3-1.3l1.2-3.8A9.3 9.3 0 0 1 12.2 2.5Z" />
            </svg>
          </span>
          {context.brandName}
        </a>
      </header>
      <main>{children}</main>
      <footer className="frame-footer">
        <a href="/terms">{context.text('pages:footer.terms')}</a>
        <a href="/privacy">{context.text('pages:footer.privacy')}</a>
      </footer>
    </>
  );
}

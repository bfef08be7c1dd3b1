import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { MailRenderer } from '#shared/mail-document.ts';
import type { PageContext, PageProps, PageRenderer } from '#shared/page-contract.ts';
import { TestMoneyPaymentPage } from '#features/test-money/pages/payment.page.tsx';
import { TestMoneyPortalPage } from '#features/test-money/pages/portal.page.tsx';
import { MailDocument } from '#features/mail/pages/mail-document.tsx';
import { UnsubscribePage } from '#features/mail/pages/unsubscribe.page.tsx';
import { PaymentReturnPage } from '#features/payments/pages/payment-return.page.tsx';
import { FormPageView } from '#features/forms/pages/form.page.tsx';
import { ResumeOverPage } from '#features/conversations/pages/resume-over.page.tsx';
import { DemoPage } from './demo.page.tsx';
import { LegalPage } from './legal.page.tsx';
import { NotFoundPage } from './not-found.page.tsx';
import { PaywallDemoPage } from './paywall-demo.page.tsx';
import { SourcePage } from './source.page.tsx';

const pages: { [N in keyof PageProps]: FunctionComponent<PageProps[N] & { context: PageContext }> } = {
  'not-found': NotFoundPage,
  legal: LegalPage,
  source: SourcePage,
  demo: DemoPage,
  'paywall-demo': PaywallDemoPage,
  'payment-return': PaymentReturnPage,
  'resume-over': ResumeOverPage,
  form: FormPageView,
  unsubscribe: UnsubscribePage,
  'test-money': TestMoneyPaymentPage,
  'test-money-portal': TestMoneyPortalPage,
};

/** Renders public pages to whole documents. `styles` are the addresses of the built style sheets. */
export function createPageRenderer(styles: string[]): PageRenderer {
  return {
    render(name, props, context) {
      const component = pages[name] as FunctionComponent<{ context: PageContext }>;
      const body = renderToStaticMarkup(createElement(component, { ...props, context }));
      const titleOf = /<h1[^>]*>(.*?)<\/h1>/s.exec(body)?.[1]?.replace(/<[^>]+>/g, '') ?? context.brandName;
      const links = styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('');
      return `<!doctype html><html lang="${context.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><link rel="icon" type="image/svg+xml" href="/favicon.svg"><title>${titleOf} · ${context.brandName}</title>${links}</head><body class="page-${name}">${body}</body></html>`;
    },
  };
}

/** Renders a mail. Everything that it is given is text and stays text. */
export const renderMail: MailRenderer = (parts, brand, language) => `<!doctype html>${renderToStaticMarkup(createElement(MailDocument, { parts, brand, language }))}`;

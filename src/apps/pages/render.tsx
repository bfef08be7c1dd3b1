import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { LabPageProps } from '#shared/labs.ts';
import { html, madeMarkup, type Html } from '#shared/text/escape-html.ts';
import type { MailRenderer } from '#shared/mail-document.ts';
import type { PageContext, PageProps, PageRenderer, PageStyles } from '#shared/page-contract.ts';
import { TestMoneyPaymentPage } from '#features/test-money/pages/payment.page.tsx';
import { TestMoneyPortalPage } from '#features/test-money/pages/portal.page.tsx';
import { MailDocument } from '#features/mail/pages/mail-document.tsx';
import { ManageSubscriptionPage } from '#features/payments/pages/manage-subscription.page.tsx';
import { ReportPage } from '#features/abuse/pages/report.page.tsx';
import { UnsubscribePage } from '#features/mail/pages/unsubscribe.page.tsx';
import { NoPurchasePage } from '#features/payments/pages/no-purchase.page.tsx';
import { PaymentReturnPage } from '#features/payments/pages/payment-return.page.tsx';
import { FormPageView } from '#features/forms/pages/form.page.tsx';
import { ResumeOverPage } from '#features/conversations/pages/resume-over.page.tsx';
import { AgentSimulatorPage } from './agent-simulator.page.tsx';
import { DemoStorePage } from '#features/stores/pages/demo-store.page.tsx';
import { BlogPage } from './blog/blog.page.tsx';
import { BlogPostPage } from './blog/blog-post.page.tsx';
import { DocsPage } from './docs/docs.page.tsx';
import { DocsArticlePage } from './docs/docs-article.page.tsx';
import { DemoPage } from './demo.page.tsx';
import { BrandShowcasePage } from './labs/brand-showcase.page.tsx';
import { CheckPage } from './labs/check.page.tsx';
import { ColorAnalyzerPage } from './labs/color-analyzer.page.tsx';
import { DemoWidgetPage } from './labs/demo-widget.page.tsx';
import { VoiceCheckPage } from './labs/voice/voice-check.page.tsx';
import { WidgetDevPage } from './dev/widget-dev.page.tsx';
import { LabsPage } from './labs/labs.page.tsx';
import { PdfTestPage } from './labs/pdf-test.page.tsx';
import { VoiceClonePage } from './labs/voice-clone.page.tsx';
import { PhoneDemoPage } from './labs/phone-demo.page.tsx';
import { LandingPage } from './landing/landing.page.tsx';
import { PricingPage } from './landing/pricing.page.tsx';
import { LegalPage } from './legal.page.tsx';
import { metaTags } from './meta-tags.ts';
import { NotFoundPage } from './not-found.page.tsx';
import { renderLandingPage } from './landing-page-document.tsx';
import { LockedPage } from './locked.page.tsx';
import { TooManyPage } from './too-many.page.tsx';
import { PaywallDemoPage } from './paywall-demo.page.tsx';
import { SourcePage } from './source.page.tsx';

type Pages<Name extends keyof PageProps> = {
  [N in Name]: FunctionComponent<PageProps[N] & { context: PageContext }>;
};

const labPages: Pages<keyof LabPageProps> = {
  labs: LabsPage,
  'demo-widget': DemoWidgetPage,
  'phone-demo': PhoneDemoPage,
  'brand-showcase': BrandShowcasePage,
  'color-analyzer': ColorAnalyzerPage,
  'voice-clone': VoiceClonePage,
  check: CheckPage,
  'voice-check': VoiceCheckPage,
  'pdf-test': PdfTestPage,
  'widget-dev': WidgetDevPage,
};

const pages: Pages<keyof PageProps> = {
  ...labPages,
  'not-found': NotFoundPage,
  'too-many': TooManyPage,
  'locked-page': LockedPage,
  legal: LegalPage,
  landing: LandingPage,
  pricing: PricingPage,
  blog: BlogPage,
  'blog-post': BlogPostPage,
  docs: DocsPage,
  'docs-page': DocsArticlePage,
  source: SourcePage,
  demo: DemoPage,
  'paywall-demo': PaywallDemoPage,
  'agent-simulator': AgentSimulatorPage,
  'payment-return': PaymentReturnPage,
  'no-purchase': NoPurchasePage,
  'resume-over': ResumeOverPage,
  form: FormPageView,
  'manage-subscription': ManageSubscriptionPage,
  unsubscribe: UnsubscribePage,
  report: ReportPage,
  'demo-store': DemoStorePage,
  'test-money': TestMoneyPaymentPage,
  'test-money-portal': TestMoneyPortalPage,
};

/**
 * A page's title: its heading, without tags. React escaped the heading, so that it is taken as the markup
 * that it is.
 */
function titleOf(body: string, brandName: string): Html {
  const heading = /<h1[^>]*>(.*?)<\/h1>/s.exec(body)?.[1]?.replace(/<[^<>]+>/g, '');
  const name = html`${brandName}`;
  // A form without a heading of its own is headed by its name.
  if (heading === undefined || heading === name.markup) return name;
  return brandName === '' ? html`${madeMarkup(heading)}` : html`${madeMarkup(heading)} · ${name}`;
}

/** Renders public pages to whole documents. */
export function createPageRenderer(styles: PageStyles): PageRenderer {
  return {
    renderLandingPage,
    render(name, props, context) {
      const component = pages[name] as FunctionComponent<{ context: PageContext }>;
      const body = renderToStaticMarkup(createElement(component, { ...props, context }));
      const { meta } = context;
      const title = meta?.title
        ? html`${meta.title} · ${context.brandName}`
        : titleOf(body, context.brandName);
      const head = [
        html`<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">`,
        html`<meta name="color-scheme" content="light dark">`,
        html`<link rel="icon" type="image/svg+xml" href="/favicon.svg"><title>${title}</title>`,
        ...(meta ? metaTags(meta, context, title) : [html`<meta name="robots" content="noindex">`]),
        ...(name in labPages || name === 'demo' ? [styles.all, styles.labs] : [styles.all]).map(
          (href) => html`<link rel="stylesheet" href="${href}">`,
        ),
        ...(context.brand ? [html`<style>${madeMarkup(context.brand.css)}</style>`] : []),
      ];
      return html`<!doctype html><html lang="${context.language}"><head>${head}</head><body class="page-${name}">${madeMarkup(body)}</body></html>`
        .markup;
    },
  };
}

/** Renders a mail. Everything that it is given is text and stays text. */
export const renderMail: MailRenderer = (parts, brand, language) => {
  const body = renderToStaticMarkup(createElement(MailDocument, { parts, brand, language }));
  return html`<!doctype html>${madeMarkup(body)}`.markup;
};

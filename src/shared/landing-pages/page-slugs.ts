/**
 * First parts of addresses that the server answers itself, or will: under an account's own domain a page stands
 * beside them. A test compares the list with the routes.
 */
const reserved = new Set(
  (
    'accept-invitation agent-simulator agents api app assets attachments auth avatars blog blog-images brand-images ' +
    'brand-showcase chat chatgpt-ios-demo chatgpt-ios-fullscreen chatgpt-ios-widget checkout color-analyzer ' +
    'confirm-email confirm-form dashboard demo demo-pictures demo-store demo-stores demos developers docs embed favicon ' +
    'feature-pictures forgot-password forms images locales people subscription web ' +
    'healthz internal invoices labs landing-page-editor landing-pages mail mcp metrics navigation-test oauth ' +
    'openai-voice-test p page-fonts page-images pages pay payment-return pdf-test pricing privacy push-worker q readyz ' +
    'reset-password resume robots server-pictures share simple-voice sitemap sources subscribe ' +
    'subscription-success superadmin temp-messages terms test-money unsubscribe v1 voice-clone voice-lab voice-launcher voice-launcher-test voice-launcher-test-openai voice-test websocket-test well-known widget-demo ' +
    'widgets'
  ).split(' '),
);

/** Whether a page may have this slug: it hides no address of the server. */
export const isFreeSlug = (slug: string): boolean => !reserved.has(slug) && !slug.startsWith('test-');

/** A slug out of a title, in ASCII; `page` where nothing is left of it. */
export function slugOf(title: string): string {
  const plain = title
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 70)
    .replace(/^-/, '')
    .replace(/-$/, '');
  return plain === '' || !isFreeSlug(plain) ? `page${plain === '' ? '' : `-${plain}`}` : plain;
}

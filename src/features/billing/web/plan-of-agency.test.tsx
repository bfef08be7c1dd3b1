import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { beforeAll, expect, it } from 'vitest';
import texts from '../../../../locales/en/billing-web.json' with { type: 'json' };
import { keyOfEndpoint } from '#ui/api/hooks.ts';
import { PlanOfAgency } from './plan-of-agency.tsx';

const words = i18next.createInstance();
beforeAll(() =>
  words.init({
    lng: 'en',
    defaultNS: 'billing-web',
    resources: { en: { 'billing-web': texts } },
    interpolation: { escapeValue: false },
  }),
);

/** What a client reads whose plan is in a state; undefined while that is on its way. */
function shown(isActive: boolean | undefined, agency = 'Linden & Co'): string {
  const client = new QueryClient({ defaultOptions: { queries: { queryFn: () => new Promise(() => {}) } } });
  if (isActive !== undefined)
    client.setQueryData(keyOfEndpoint('GET /api/subscription/status'), { isActive });
  return renderToStaticMarkup(
    <I18nextProvider i18n={words}>
      <QueryClientProvider client={client}>
        <PlanOfAgency agency={agency} />
      </QueryClientProvider>
    </I18nextProvider>,
  );
}

it('a client reads that its agency pays, and whom to ask', () => {
  const html = shown(true);
  expect(html).toContain(texts.ofAgency.title);
  expect(html).toContain('Questions about it go to Linden &amp; Co.');
});

it('nobody is said to pay while the agency has no plan, nor before that is known', () => {
  expect(shown(false)).toBe('');
  expect(shown(undefined)).toBe('');
});

it('the name of an agency is text and no markup', () => {
  expect(shown(true, '<img src=x onerror=alert(1)>')).not.toContain('<img');
});

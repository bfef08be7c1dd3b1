import { ExternalLink, FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge, type Tone } from '#ui/page/display.tsx';
import { Table } from '#ui/page/table.tsx';
import { Time } from '#ui/browser/time.tsx';
import type { Output } from '#ui/api/client.ts';
import { useBillingWords } from './billing-words.ts';

type Invoice = Output<'GET /api/billing/invoices'>['items'][number];

/** What the account has paid the platform, each with its invoice. */
export function InvoiceList({ invoices }: { invoices: readonly Invoice[] }) {
  const { t } = useTranslation('billing-web');
  const words = useBillingWords();
  return (
    <Table
      label={t('history.title')}
      rows={invoices}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'at',
          header: t('history.date'),
          className: 'whitespace-nowrap',
          cell: ({ at }) => <Time at={at} plain="date" />,
        },
        {
          key: 'what',
          header: t('history.what'),
          className: 'w-full',
          cell: ({ plan, interval }) => t(`history.plan.${interval}`, { plan: t(`name.${plan}`) }),
        },
        {
          key: 'amount',
          header: t('history.amount'),
          align: 'right',
          className: 'whitespace-nowrap',
          cell: ({ amount, refunded, currency, isTest }) => (
            <span className="tabular">
              {isTest && (
                <Badge tone="warning" className="mr-2">
                  {t('test.badge')}
                </Badge>
              )}
              {words.money(amount, currency)}
              {refunded > 0 && (
                <span className="block text-sm text-muted">
                  {t('history.refunded', { amount: words.money(refunded, currency) })}
                </span>
              )}
            </span>
          ),
        },
        {
          key: 'state',
          header: t('history.state.label'),
          className: 'whitespace-nowrap',
          cell: ({ state }) => <Badge tone={tones[state]}>{t(`history.state.${state}`)}</Badge>,
        },
        {
          key: 'invoice',
          header: t('history.invoice'),
          className: 'whitespace-nowrap',
          cell: (invoice) => <Papers invoice={invoice} />,
        },
      ]}
    />
  );
}

const tones = { paid: 'success', partly_refunded: 'warning', refunded: 'neutral' } as const satisfies Record<
  Invoice['state'],
  Tone
>;
const linkClass =
  'inline-flex min-h-11 items-center gap-1.5 text-accent-ink underline-offset-4 hover:underline md:min-h-0';

/** Our papers about a payment; the provider's page where there are none. */
function Papers({ invoice: { papers, url, at } }: { invoice: Invoice }) {
  const { t } = useTranslation('billing-web');
  const words = useBillingWords();
  if (papers.length > 0)
    return (
      <span className="flex flex-col gap-1">
        {papers.map((paper) => (
          <a
            key={paper.number}
            href={paper.url}
            download
            aria-label={t('history.paper', { number: paper.number })}
            className={linkClass}
          >
            <FileText size={16} aria-hidden="true" />
            {paper.number}
          </a>
        ))}
      </span>
    );
  if (!url) return '–';
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t('history.openNamed', { date: words.day(at) })}
      className={linkClass}
    >
      {t('history.open')}
      <ExternalLink size={16} aria-hidden="true" />
    </a>
  );
}

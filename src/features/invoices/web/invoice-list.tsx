import { factGap } from '#shared/text/fact-gap.ts';
import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#shared/money/money.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { Time } from '#ui/browser/time.tsx';
import type { InvoiceSummary } from '../invoices.contract.ts';

/** Invoices and credit notes of a purchase, each to be downloaded; nothing where there are none. */
export function InvoiceList({ purchaseId }: { purchaseId: string }) {
  const { t } = useTranslation('seller');
  const { data } = useEndpoint(
    'GET /api/payments/{id}/invoices',
    { params: { id: purchaseId } },
    { staleTime: 0 },
  );
  if (!data || data.invoices.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 font-semibold">{t('invoices')}</h3>
      <ul>
        {data.invoices.map((invoice) => (
          <Row key={invoice.id} invoice={invoice} />
        ))}
      </ul>
    </section>
  );
}

function Row({ invoice }: { invoice: InvoiceSummary }) {
  const { t, i18n } = useTranslation('seller');
  const { id, kind, number, total, currency, issuedAt } = invoice;
  const sum = formatMoney(kind === 'invoice' ? total : -total, currency, i18n.language);
  return (
    <li className="flex items-center justify-between gap-3 border-t border-line py-2 first:border-0">
      <span className="min-w-0">
        {number}
        <span className="block text-sm text-muted">
          {t(`kind.${kind}`)}
          {factGap}
          <Time at={issuedAt} plain="date" />
        </span>
      </span>
      <span className="tabular flex shrink-0 items-center gap-3">
        {sum}
        <a href={`/api/invoices/${id}/file`} download className={buttonClass({ size: 'sm' })}>
          <FileText size={16} aria-hidden="true" />
          PDF <span className="sr-only">{number}</span>
        </a>
      </span>
    </li>
  );
}

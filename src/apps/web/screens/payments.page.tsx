import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { buttonClass } from '#ui/button.tsx';
import { Badge } from '#ui/display.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page, PageHeader } from '#ui/page.tsx';

/** No payments yet: says what will stand here and what can be done now. */
export function PaymentsPage() {
  const { t, i18n } = useTranslation('shell');
  const money = new Intl.NumberFormat(i18n.language, { style: 'currency', currency: 'EUR' });
  const sample = [
    { what: t('payments.pack'), amount: 19 },
    { what: t('payments.subscription'), amount: 9 },
    { what: t('payments.oneTime'), amount: 49 },
  ];
  return (
    <Page>
      <PageHeader title={t('screens.payments')} description={t('payments.intro')} />
      <EmptyState
        picture={
          <ul className="overflow-hidden rounded-card border border-line bg-page text-sm">
            {sample.map(({ what, amount }) => (
              <li key={what} className="flex items-center gap-3 border-t border-line px-3 py-2.5 first:border-0">
                <span className="min-w-0 grow break-words">{what}</span>
                <Badge tone="success" dot>
                  {t('payments.paid')}
                </Badge>
                <span className="tabular w-16 text-right font-medium">{money.format(amount)}</span>
              </li>
            ))}
          </ul>
        }
        title={t('payments.emptyTitle')}
        action={
          <Link to={paths.agents} className={buttonClass({ variant: 'primary' })}>
            {t('payments.action')}
          </Link>
        }
      >
        {t('payments.emptyText')}
      </EmptyState>
    </Page>
  );
}

import { Link } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { Callout } from '#ui/display.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import { CustomerList } from './customer-list.tsx';
import { MoneyFilterBar } from './money-filter-bar.tsx';
import { useMoneyFilters } from './money-filters.ts';

/** Everybody who paid. */
export function CustomersPage() {
  const { t } = useTranslation('money');
  const filters = useMoneyFilters();
  return (
    <Page>
      <PageHeader
        title={t('shell:screens.customers')}
        description={t('customers.intro')}
        actions={<MoneyFilterBar filters={filters} />}
        back={
          <Link to={paths.payments} className="inline-flex min-h-11 items-center gap-1 text-muted hover:text-ink md:min-h-6">
            <ChevronLeft size={16} strokeWidth={1.75} />
            {t('shell:screens.payments')}
          </Link>
        }
      />
      {filters.mode === 'test' && filters.isKnown && (
        <Callout tone="warning" title={t('testTitle')} className="mb-6">
          {t('testText')}
        </Callout>
      )}
      <CustomerList query={filters.query} isKnown={filters.isKnown} />
    </Page>
  );
}

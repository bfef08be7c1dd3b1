import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { Callout } from '#ui/page/display.tsx';
import { Page, PageHeader } from '#ui/page/page.tsx';
import { CustomerList } from './figures/customer-list.tsx';
import { MoneyFilterBar } from './figures/money-filter-bar.tsx';
import { useMoneyFilters } from './figures/money-filters.ts';

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
        back={{ to: paths.payments, label: t('shell:screens.payments') }}
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

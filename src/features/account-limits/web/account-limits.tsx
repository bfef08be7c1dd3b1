import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Skeleton } from '#ui/page/display.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { LimitList } from './limit-list.tsx';
import { LimitsDialog } from './limits-dialog.tsx';

type Account = {
  id: string;
  name: string;
};

/** What an account may have at most, beside what it has, for superadmins. */
export function AccountLimits({ account }: { account: Account }) {
  const { t } = useTranslation('account-limits');
  const [isOpen, setOpen] = useState(false);
  const { data, error, refetch } = useEndpoint(
    'GET /api/superadmin/accounts/{id}/limits',
    { params: { id: account.id } },
    { staleTime: 0 },
  );
  return (
    <section aria-labelledby="account-limits">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h3 id="account-limits" className="font-semibold">
          {t('title')}
        </h3>
        {data && (
          <Button size="sm" onClick={() => setOpen(true)}>
            {t('open')}
          </Button>
        )}
      </div>
      {data ? (
        <LimitList limits={data.limits} />
      ) : error ? (
        <ReadFailed error={error} retry={refetch} />
      ) : (
        <Skeleton className="h-32 w-full" />
      )}
      {data && isOpen && (
        <LimitsDialog
          title={t('dialog.title', { name: account.name })}
          text={t('dialog.text')}
          set={data.set}
          defaults={data.defaults}
          send={(body) =>
            api('PUT /api/superadmin/accounts/{id}/limits', { params: { id: account.id }, body })
          }
          refreshes={`/api/superadmin/accounts/${account.id}/limits`}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Card, Skeleton } from '#ui/page/display.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { limitKinds } from '../account-limits.contract.ts';
import { readableOf } from './limit-texts.ts';
import { LimitsDialog } from './limits-dialog.tsx';

/** What every account of the server may have at most, where no other limit was set for it. */
export function DefaultLimitsCard() {
  const { t, i18n } = useTranslation('account-limits');
  const [isOpen, setOpen] = useState(false);
  const { data, error, refetch } = useEndpoint('GET /api/superadmin/limits', undefined, { staleTime: 0 });
  return (
    <Card aria-labelledby="default-limits">
      <h2 id="default-limits" className="text-md font-semibold">
        {t('defaults.title')}
      </h2>
      <p className="mt-1 mb-4 text-pretty text-muted">{t('defaults.text')}</p>
      {data ? (
        <div className="grid max-w-xl gap-4">
          <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-2">
            {limitKinds.map((kind) => (
              <div key={kind} className="contents">
                <dt className="text-muted">{t(`kinds.${kind}`)}</dt>
                <dd className="tabular text-right">
                  {data[kind] === null ? t('defaults.none') : readableOf(kind, data[kind], i18n.language)}
                </dd>
              </div>
            ))}
          </dl>
          <div>
            <Button onClick={() => setOpen(true)}>{t('open')}</Button>
          </div>
        </div>
      ) : error ? (
        <ReadFailed error={error} retry={refetch} />
      ) : (
        <Skeleton className="h-32 w-full" />
      )}
      {data && isOpen && (
        <LimitsDialog
          title={t('defaults.title')}
          text={t('dialog.text')}
          set={data}
          send={(body) => api('PUT /api/superadmin/limits', { body })}
          refreshes="/api/superadmin/limits"
          onClose={() => setOpen(false)}
        />
      )}
    </Card>
  );
}

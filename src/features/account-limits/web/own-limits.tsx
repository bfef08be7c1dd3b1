import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { Card, Skeleton } from '#ui/page/display.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { limitKinds } from '../account-limits.contract.ts';
import { LimitList } from './limit-list.tsx';

/** What the own account has of each kind, and what it may have; nothing for whoever may not read the account. */
export function OwnLimits() {
  const { t } = useTranslation('account-limits');
  const mayRead = useUser().can['account.read'] !== false;
  const { data, error, refetch } = useEndpoint('GET /api/account/limits', undefined, {
    staleTime: 0,
    enabled: mayRead,
  });
  if (!mayRead) return null;
  if (error && !data) return <ReadFailed error={error} retry={refetch} />;
  return (
    <section aria-labelledby="own-limits" className="grid grid-cols-1 gap-4">
      <div>
        <h2 id="own-limits" className="text-lg font-semibold">
          {t('own.title')}
        </h2>
        {data && (
          <p className="mt-1 max-w-prose text-pretty text-muted">
            {t(limitKinds.some((kind) => data[kind].most !== null) ? 'own.limited' : 'own.unlimited')}
          </p>
        )}
      </div>
      {data ? (
        <Card className="max-w-xl">
          <LimitList limits={data} />
        </Card>
      ) : (
        <Skeleton className="h-48 w-full rounded-card" />
      )}
    </section>
  );
}

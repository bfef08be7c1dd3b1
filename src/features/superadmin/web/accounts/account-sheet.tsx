import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Sheet } from '#ui/overlay/dialog.tsx';
import { Skeleton } from '#ui/page/display.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { AccountFacts } from './account-facts.tsx';

/** An account beside the list: where it stands, what it uses, who belongs to it, and what can be done. */
export function AccountSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('superadmin-accounts');
  const { data, error, refetch } = useEndpoint(
    'GET /api/superadmin/accounts/{id}',
    { params: { id } },
    { staleTime: 0 },
  );
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={data?.name ?? t('account')}
      className="md:w-[min(34rem,92vw)]"
    >
      {data ? (
        <AccountFacts account={data} />
      ) : error ? (
        <ReadFailed error={error} retry={refetch} />
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
    </Sheet>
  );
}

import { useTranslation } from 'react-i18next';
import { useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';

/**
 * What otherwise only time or an angry customer brings, for a purchase of test money. `onChanged`: the
 * purchase may stand otherwise now.
 */
export function TestMoneyControls({ purchaseId, onChanged }: { purchaseId: string; onChanged: () => void }) {
  const { t } = useTranslation('money');
  const { data } = useEndpoint('GET /api/test-money/{id}', { params: { id: purchaseId } }, { staleTime: 0 });
  const after = { refreshes: ['/api/test-money'], onSuccess: onChanged };
  const renew = useMutate('POST /api/test-money/{id}/renew', after);
  const dispute = useMutate('POST /api/test-money/{id}/dispute', after);
  if (!data || !(data.can.renew || data.can.openDispute || data.can.decideDispute)) return null;
  const params = { id: purchaseId };
  const busy = renew.isPending || dispute.isPending;
  return (
    <section className="rounded-card bg-warning-tint p-4">
      <h3 className="font-semibold text-warning-ink">{t('bank.title')}</h3>
      <p className="mb-3 text-sm text-pretty">{t('bank.text')}</p>
      <div className="flex flex-wrap gap-2">
        {data.can.renew && (
          <>
            <Button
              size="sm"
              disabled={busy}
              pending={renew.isPending && renew.variables.body.outcome === 'paid'}
              onClick={() => renew.mutate({ params, body: { outcome: 'paid' } })}
            >
              {t('bank.renew')}
            </Button>
            <Button
              size="sm"
              disabled={busy}
              pending={renew.isPending && renew.variables.body.outcome === 'failed'}
              onClick={() => renew.mutate({ params, body: { outcome: 'failed' } })}
            >
              {t('bank.failRenewal')}
            </Button>
          </>
        )}
        {data.can.openDispute && (
          <Button
            size="sm"
            disabled={busy}
            pending={dispute.isPending && dispute.variables.body.state === 'open'}
            onClick={() => dispute.mutate({ params, body: { state: 'open' } })}
          >
            {t('bank.dispute')}
          </Button>
        )}
        {data.can.decideDispute && (
          <>
            <Button
              size="sm"
              disabled={busy}
              pending={dispute.isPending && dispute.variables.body.state === 'won'}
              onClick={() => dispute.mutate({ params, body: { state: 'won' } })}
            >
              {t('bank.won')}
            </Button>
            <Button
              size="sm"
              disabled={busy}
              pending={dispute.isPending && dispute.variables.body.state === 'lost'}
              onClick={() => dispute.mutate({ params, body: { state: 'lost' } })}
            >
              {t('bank.lost')}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

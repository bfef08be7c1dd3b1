import { factGap } from '#shared/text/fact-gap.ts';
import { ArrowLeft, Building2, CirclePause } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { api } from '#ui/api/client.ts';
import { useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Callout } from '#ui/page/display.tsx';

/** Says on every page of a client's account whose visit this is, and why the account rests if it does. */
export function ClientBanner() {
  const { client } = useUser();
  if (!client) return null;
  return (
    <>
      {client.isVisit && <Visit />}
      <Resting />
    </>
  );
}

const place = 'mx-auto w-full max-w-6xl px-4 pt-4 md:px-8';

function Visit() {
  const { t } = useTranslation('client-banner');
  const name = useEndpoint('GET /api/account/name').data?.name ?? '';
  const back = useMutate('POST /api/client-visit/end', {
    // Nothing that was read in the client's account stays in the page.
    onSuccess: () => location.assign(`${paths.whiteLabel}?tab=clients`),
  });
  return (
    <div className={`sticky top-0 z-20 ${place}`}>
      <Callout
        tone="warning"
        icon={<Building2 size={20} />}
        title={t('visit.title', { name })}
        action={
          <Button
            size="sm"
            icon={<ArrowLeft size={16} />}
            pending={back.isPending || back.isSuccess}
            onClick={() => back.mutate({})}
          >
            {t('visit.back')}
          </Button>
        }
      >
        {t('visit.text')}
      </Callout>
    </div>
  );
}

function Resting() {
  const { t } = useTranslation('client-banner');
  const { can, client } = useUser();
  const [isAsking, setAsking] = useState(false);
  const { data } = useEndpoint('GET /api/subscription/status', undefined, { staleTime: 30_000 });
  if (!client || !data || data.isActive) return null;
  const agency = client.agencyName;
  if (client.pausedReason !== null)
    return (
      <div className={place}>
        <Callout tone="warning" icon={<CirclePause size={20} />} title={t('paused.title', { agency })}>
          {client.pausedReason && `${t('paused.reason', { reason: client.pausedReason })}${factGap}`}
          {t('paused.text')}
        </Callout>
      </div>
    );
  return (
    <div className={place}>
      <Callout
        tone="warning"
        icon={<CirclePause size={20} />}
        title={t('stopped.title', { agency })}
        action={
          can['account.manage'] && (
            <Button size="sm" onClick={() => setAsking(true)}>
              {t('stopped.action')}
            </Button>
          )
        }
      >
        {t('stopped.text', { agency })}
      </Callout>
      {isAsking && (
        <ConfirmDialog
          title={t('stopped.ask', { agency })}
          description={t('stopped.asked')}
          confirm={t('stopped.action')}
          run={async () => {
            await api('POST /api/client-account/stand-alone', {});
            location.assign(paths.dashboard);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

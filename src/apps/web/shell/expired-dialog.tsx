import { useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { refresh } from '#ui/api/hooks.ts';
import { planExpiredStore } from '#ui/api/plan-expired.ts';
import { useUser } from '#ui/api/session.ts';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { usePlanExpiry } from '#ui/page/plan-expiry.ts';

/**
 * Tells, over whatever screen was refused, that the account's plan is over. The plans open in a tab of their
 * own, so that nothing typed is lost here.
 */
export function ExpiredDialog() {
  const { t } = useTranslation('common');
  const client = useQueryClient();
  const expiry = usePlanExpiry();
  const mayManage = useUser().can['billing.manage'] !== false;
  // The server knew before this screen did.
  useEffect(() => void refresh(client, '/api/subscription/status'), [client]);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && planExpiredStore.close()}
      title={t(`lapsed.title.${expiry ?? 'subscription'}`)}
      description={t(mayManage ? 'lapsed.text' : 'lapsed.textMember')}
      actions={
        <>
          <Button onClick={() => planExpiredStore.close()}>{t(mayManage ? 'lapsed.later' : 'close')}</Button>
          {mayManage && (
            <a
              href={paths.billing}
              target="_blank"
              rel="noreferrer"
              className={buttonClass({ variant: 'primary' })}
            >
              {t('lapsed.plans')}
              <ExternalLink size={16} aria-hidden="true" />
            </a>
          )}
        </>
      }
    >
      <p className="text-pretty">{t('lapsed.kept')}</p>
    </Dialog>
  );
}

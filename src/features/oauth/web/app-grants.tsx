import { factGap } from '#shared/text/fact-gap.ts';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#ui/api/client.ts';
import { refresh, useEndpoint } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { Time } from '#ui/browser/time.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import type { AppGrant } from '../oauth.contract.ts';

/** Apps that members let into the account; nothing where there are none. */
export function AppGrants() {
  const canManage = useUser().can['integrations.manage'] ?? false;
  return canManage ? <Grants /> : null;
}

function Grants() {
  const { t } = useTranslation(['oauth', 'account-keys', 'agent-sharing']);
  const client = useQueryClient();
  const { data } = useEndpoint('GET /api/oauth/grants');
  const [ending, setEnding] = useState<AppGrant | null>(null);
  if (!data || data.grants.length === 0) return null;
  return (
    <section aria-labelledby="apps" className="grid gap-4">
      <h2 id="apps" className="text-lg font-semibold">
        {t('appsTitle')}
      </h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {data.grants.map((grant) => (
          <li key={grant.id} className="flex items-center gap-3 p-4">
            <div className="min-w-0 grow">
              <p className="font-medium break-words">{grant.name}</p>
              <p className="text-sm text-muted">
                {grant.lastUsedAt ? (
                  <>
                    {t('agent-sharing:keys.used')} <Time at={grant.lastUsedAt} />
                  </>
                ) : (
                  t('agent-sharing:keys.neverUsed')
                )}
                {grant.allowedBy && `${factGap}${grant.allowedBy}`}
              </p>
              <p className="text-sm text-pretty text-muted">
                {grant.scopes.map((scope) => t(`account-keys:scopes.${scope}`)).join(factGap)}
              </p>
            </div>
            <IconButton size="sm" label={t('endOne', { name: grant.name })} onClick={() => setEnding(grant)}>
              <Trash2 size={16} />
            </IconButton>
          </li>
        ))}
      </ul>
      {ending && (
        <ConfirmDialog
          title={t('endTitle', { name: ending.name })}
          description={t('endText')}
          confirm={t('end')}
          run={async () => {
            await api('DELETE /api/oauth/grants/{id}', { params: { id: ending.id } });
            await refresh(client, '/api/oauth/grants');
          }}
          onClose={() => setEnding(null)}
        />
      )}
    </section>
  );
}

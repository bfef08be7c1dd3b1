import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { setEndpointData, useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { Switch } from '#ui/controls/switch.tsx';
import { List, listOf } from '#ui/list/list.tsx';
import { Skeleton } from '#ui/page/display.tsx';
import type { FeatureFlags } from '../feature-flags.contract.ts';

const path = 'GET /api/superadmin/feature-flags';

/** Parts of the product, on or off for everybody, with the accounts for which it is otherwise. */
export function FeatureFlagsSection() {
  const { t } = useTranslation('feature-flags');
  const client = useQueryClient();
  const show = (flags: FeatureFlags) => setEndpointData(client, path, undefined, () => flags);
  const change = useMutate('PUT /api/superadmin/feature-flags', { onSuccess: show });
  const list = listOf(useEndpoint(path, undefined, { staleTime: 0 }), ({ flags }) => flags);
  return (
    <List of={list} waiting={<Skeleton className="h-96 w-full max-w-3xl" />} empty={null}>
      {(flags) => (
        <ul
          aria-label={t('list')}
          className="max-w-3xl divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
        >
          {flags.map(({ flag, isOn, exceptions }) => (
            <li key={flag} className="px-4 py-3">
              <Switch
                label={t(`flags.${flag}.name`)}
                help={t(`flags.${flag}.text`)}
                checked={isOn}
                disabled={change.isPending}
                onChange={(on) => change.mutate({ body: { flag, isOn: on } })}
              />
              {exceptions.length > 0 && (
                <p className="mt-1 text-sm break-words text-muted">
                  {t(isOn ? 'offFor' : 'onFor', { accounts: exceptions.map(({ name }) => name).join(', ') })}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </List>
  );
}

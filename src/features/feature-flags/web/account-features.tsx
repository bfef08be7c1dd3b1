import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { setEndpointData, useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { Field } from '#ui/controls/field.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Skeleton } from '#ui/page/display.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import type { FlagState } from '../feature-flags.contract.ts';

const path = 'GET /api/superadmin/accounts/{id}/features';

/** What is on or off for one account, for superadmins. */
export function AccountFeatures({ accountId }: { accountId: string }) {
  const { t } = useTranslation('feature-flags');
  const client = useQueryClient();
  const params = { params: { id: accountId } };
  const { data, error, refetch } = useEndpoint(path, params, { staleTime: 0 });
  const change = useMutate('PUT /api/superadmin/accounts/{id}/features', {
    onSuccess: (flags) => setEndpointData(client, path, params, () => flags),
  });
  const choices = (everybody: boolean): { value: FlagState; label: string }[] => [
    { value: 'default', label: t(everybody ? 'asAllOn' : 'asAllOff') },
    { value: 'on', label: t('on') },
    { value: 'off', label: t('off') },
  ];
  return (
    <section aria-labelledby="account-features">
      <h3 id="account-features" className="mb-2 font-semibold">
        {t('ofAccount')}
      </h3>
      {data ? (
        <div className="grid gap-4 sm:grid-cols-2">
          {data.flags.map(({ flag, everybody, own }) => (
            <Field key={flag} label={t(`flags.${flag}.name`)}>
              <Select
                value={own === null ? 'default' : own ? 'on' : 'off'}
                disabled={change.isPending}
                onChange={(value) => change.mutate({ ...params, body: { flag, state: value } })}
                options={choices(everybody)}
              />
            </Field>
          ))}
        </div>
      ) : error ? (
        <ReadFailed error={error} retry={refetch} />
      ) : (
        <Skeleton className="h-32 w-full" />
      )}
    </section>
  );
}

import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Badge, Card, Skeleton } from '#ui/page/display.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { environmentGroups, type EnvironmentView } from '../operator-settings.contract.ts';

type EnvironmentValue = EnvironmentView['settings'][number];

/** What is said where the server is started, by the name of its variable: read here, changed there. */
export function EnvironmentCard() {
  const { t } = useTranslation('superadmin-setup');
  const { data, error, refetch } = useEndpoint('GET /api/superadmin/settings/environment', undefined, {
    staleTime: 0,
  });
  return (
    <Card aria-labelledby="setup-environment">
      <h2 id="setup-environment" className="text-md font-semibold">
        {t('environment.title')}
      </h2>
      <p className="mt-1 mb-4 text-pretty text-muted">{t('environment.text')}</p>
      {error && !data && <ReadFailed error={error} retry={refetch} />}
      {!data && !error && <Skeleton className="h-64 w-full" />}
      {data && (
        <div className="divide-y divide-line border-y border-line">
          {environmentGroups.map((group) => {
            const settings = data.settings.filter((one) => one.group === group);
            const given = settings.filter(({ isGiven }) => isGiven).length;
            return (
              <details key={group} className="group" open={group === 'address'}>
                <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 font-medium">
                  {t(`environment.groups.${group}`)}
                  {given > 0 && <Badge tone="accent">{t('environment.given', { count: given })}</Badge>}
                </summary>
                <dl className="grid gap-4 pb-4">
                  {settings.map((setting) => (
                    <Variable key={setting.variable} setting={setting} />
                  ))}
                </dl>
              </details>
            );
          })}
        </div>
      )}
    </Card>
  );
}

function Variable({ setting: { variable, doc, value, isGiven, isSecret } }: { setting: EnvironmentValue }) {
  const { t } = useTranslation('superadmin-setup');
  return (
    <div>
      <dt className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <code className="text-sm font-medium break-all">{variable}</code>
        {isGiven && <Badge tone="success">{t('environment.set')}</Badge>}
      </dt>
      <dd className="mt-0.5">
        <span className="break-all">
          {value ?? t(isSecret && isGiven ? 'environment.secret' : 'environment.nothing')}
        </span>
        <span lang="en" className="mt-0.5 block text-sm text-pretty text-muted">
          {doc}
        </span>
      </dd>
    </div>
  );
}

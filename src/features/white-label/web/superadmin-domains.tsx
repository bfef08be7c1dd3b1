import { factGap } from '#shared/text/fact-gap.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { Time } from '#ui/browser/time.tsx';
import { Button } from '#ui/controls/button.tsx';
import { SearchField } from '#ui/controls/search-field.tsx';
import { ReasonDialog } from '#ui/form/reason-dialog.tsx';
import { List, listOf } from '#ui/list/list.tsx';
import { Badge, Callout, Skeleton, type Tone } from '#ui/page/display.tsx';
import type { ListedDomain } from '../white-label-superadmin.contract.ts';

const refreshes = ['/api/superadmin/domains'];
const tones: Record<NonNullable<ListedDomain['state']>, Tone> = {
  pending: 'info',
  verified: 'success',
  issuing: 'info',
  active: 'success',
  failed: 'warning',
};

/** Addresses of all accounts: what is expected, what was found, and what can be done about it. */
export function SuperadminDomains() {
  const { t } = useTranslation('superadmin-domains');
  const [search, setSearch] = useState('');
  const [switching, setSwitching] = useState<ListedDomain | null>(null);
  const list = listOf(
    useEndpoint(
      'GET /api/superadmin/domains',
      { query: search.trim() === '' ? {} : { search } },
      {
        staleTime: 0,
      },
    ),
    (data) => data.domains,
  );
  return (
    <div className="grid gap-4">
      <SearchField label={t('search')} value={search} onChange={setSearch} maxLength={253} />
      <List of={list} waiting={<Skeleton className="h-64 w-full" />} empty={t('empty')}>
        {(domains) => (
          <ul aria-label={t('list')} className="grid gap-3">
            {domains.map((domain) => (
              <Domain
                key={`${domain.host} ${domain.account?.id ?? ''}`}
                domain={domain}
                onSwitchOff={() => setSwitching(domain)}
              />
            ))}
          </ul>
        )}
      </List>
      {switching && <SwitchOffDialog domain={switching} onClose={() => setSwitching(null)} />}
    </div>
  );
}

function Domain({ domain, onSwitchOff }: { domain: ListedDomain; onSwitchOff: () => void }) {
  const { t } = useTranslation(['superadmin-domains', 'white-label']);
  const check = useMutate('POST /api/superadmin/domains/{host}/check', { refreshes });
  const release = useMutate('POST /api/superadmin/domains/{host}/release', { refreshes });
  const { host, shown, account, state, problem, txt, route, checkedAt, switchedOff } = domain;
  const found = (values: readonly string[]): string => values.join(', ') || t('nothing');
  return (
    <li className="rounded-card border border-line bg-surface px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <h2 className="truncate font-medium">
            {shown}
            {shown !== host && <span className="ml-2 font-normal text-muted">{host}</span>}
          </h2>
          <p className="truncate text-sm text-muted">{account?.name ?? t('unnamed')}</p>
        </div>
        <Badge tone={switchedOff ? 'danger' : state ? tones[state] : 'neutral'} dot>
          {switchedOff ? t('off') : t(`state.${state ?? 'pending'}`)}
        </Badge>
        {account && !switchedOff && (
          <>
            <Button size="sm" pending={check.isPending} onClick={() => check.mutate({ params: { host } })}>
              {t('check')}
            </Button>
            <Button size="sm" variant="danger" onClick={onSwitchOff}>
              {t('switchOff.open')}
            </Button>
          </>
        )}
        {switchedOff && (
          <Button size="sm" pending={release.isPending} onClick={() => release.mutate({ params: { host } })}>
            {t('release')}
          </Button>
        )}
      </div>
      {switchedOff && (
        <Callout tone="danger" className="mt-3">
          <span className="break-words">{switchedOff.reason}</span>
          {factGap}
          <Time at={switchedOff.at} />
        </Callout>
      )}
      {problem && !switchedOff && (
        <p className="mt-2 text-sm text-warning-ink">{t(`white-label:domain.problem.${problem}`)}</p>
      )}
      {txt && (
        <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
          <dt className="text-muted">TXT</dt>
          <dd className="wrap-anywhere">
            {t('expected', { value: `${txt.name} = ${txt.expected}` })}
            {factGap}
            {t('found', { value: found(txt.found) })}
          </dd>
          <dt className="text-muted">CNAME</dt>
          <dd className="wrap-anywhere">
            {t('expected', { value: route.expected })}
            {factGap}
            {t('found', { value: found(route.found) })}
          </dd>
          <dt className="text-muted">{t('checked')}</dt>
          <dd>{checkedAt ? <Time at={checkedAt} /> : t('never')}</dd>
        </dl>
      )}
    </li>
  );
}

function SwitchOffDialog({ domain, onClose }: { domain: ListedDomain; onClose: () => void }) {
  const { t } = useTranslation('superadmin-domains');
  return (
    <ReasonDialog
      title={t('switchOff.title', { host: domain.shown })}
      description={t('switchOff.text')}
      label={t('switchOff.reason')}
      missing={t('switchOff.missing')}
      submit={t('switchOff.open')}
      send={(reason) =>
        api('POST /api/superadmin/domains/{host}/off', { params: { host: domain.host }, body: { reason } })
      }
      refreshes={refreshes}
      onClose={onClose}
    />
  );
}

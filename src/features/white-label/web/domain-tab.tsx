import { useQueryClient } from '@tanstack/react-query';
import { Check, CircleDashed, RefreshCw, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { refresh, setEndpointData, useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { Time } from '#ui/browser/time.tsx';
import { Button } from '#ui/controls/button.tsx';
import { CopyButton } from '#ui/controls/copy-button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { Form } from '#ui/form/form.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Badge, Callout, Card, Skeleton, type Tone } from '#ui/page/display.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import type { CustomDomain, DomainState } from '../white-label-domains.contract.ts';

const tones: Record<DomainState, Tone> = {
  pending: 'warning',
  verified: 'info',
  issuing: 'info',
  active: 'success',
  failed: 'danger',
};

/** The address under which the account shows its brand. */
export function DomainTab({ isLocked }: { isLocked: boolean }) {
  const { t } = useTranslation('white-label');
  const { data, error, refetch } = useEndpoint(
    'GET /api/white-label/domain',
    {},
    { staleTime: 0, refetchInterval: 30_000 },
  );
  if (error && !data) return <ReadFailed title={t('domain.failed')} error={error} retry={refetch} />;
  if (!data) return <Skeleton className="h-64 w-full" />;
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6">
      <DomainForm key={data.domain?.host ?? ''} domain={data.domain} isLocked={isLocked} />
      {data.domain && <DomainCard domain={data.domain} />}
    </div>
  );
}

function useKeep() {
  const client = useQueryClient();
  return (next: { domain: CustomDomain | null }) => {
    setEndpointData(client, 'GET /api/white-label/domain', {}, () => next);
    void refresh(client, '/api/user/white-label');
  };
}

function DomainForm({ domain, isLocked }: { domain: CustomDomain | null; isLocked: boolean }) {
  const { t } = useTranslation('white-label');
  const keep = useKeep();
  const form = useServerForm({
    values: { host: domain?.shown ?? '' },
    check: ({ host }) => ({ host: host.trim() === '' ? t('domain.missing') : undefined }),
    send: ({ host }) => api('PUT /api/white-label/domain', { body: { host } }),
    onDone: keep,
  });
  const isSame = form.values.host.trim() === (domain?.shown ?? '');
  return (
    <Form of={form} className="grid-cols-[minmax(0,1fr)] gap-3">
      <Field label={t('domain.host')} help={t('domain.help')} error={form.errorOf('host')}>
        <Input
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={300}
          placeholder="chat.example.com"
          {...form.register('host')}
        />
      </Field>
      <Button
        type="submit"
        variant={domain ? 'outline' : 'primary'}
        className="justify-self-start"
        pending={form.isBusy}
        disabled={isLocked || isSame}
      >
        {t(domain ? 'domain.change' : 'domain.connect')}
      </Button>
    </Form>
  );
}

function DomainCard({ domain }: { domain: CustomDomain }) {
  const { t } = useTranslation('white-label');
  const keep = useKeep();
  const [asksToRemove, setAsksToRemove] = useState(false);
  const check = useMutate('POST /api/white-label/domain/check', {
    onSuccess: keep,
    failure: t('domain.notChecked'),
  });
  const { txt, route, problem, hints, state } = domain;
  const isTxtThere = txt.found.includes(txt.expected);
  const isRouteThere = isTxtThere && problem === null;
  return (
    <Card aria-labelledby="domain-card" className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="domain-card" className="mr-auto min-w-0 text-md font-semibold break-all">
          {domain.shown}
          {domain.shown !== domain.host && <span className="ml-2 font-normal text-muted">{domain.host}</span>}
        </h2>
        <Badge tone={domain.isDisabled ? 'neutral' : tones[state]} dot>
          {t(`domain.state.${domain.isDisabled ? 'disabled' : state}`)}
        </Badge>
      </div>
      <p role="status" className="text-pretty text-muted empty:hidden">
        {problem !== 'switched_off' && t(`domain.about.${domain.isDisabled ? 'disabled' : state}`)}
      </p>
      {problem && (
        <Callout tone={state === 'failed' ? 'danger' : 'warning'} icon={<TriangleAlert size={20} />}>
          {t(`domain.problem.${problem}`, { target: route.expected })}
        </Callout>
      )}
      <DnsRecord
        title={t('domain.txt')}
        isThere={isTxtThere}
        rows={[
          [t('domain.type'), 'TXT'],
          [t('domain.name'), txt.name],
          [t('domain.expected'), txt.expected],
        ]}
        found={txt.found}
      />
      <DnsRecord
        title={t('domain.route')}
        isThere={isRouteThere}
        rows={[
          [t('domain.type'), route.isApex ? 'ALIAS / ANAME / A' : 'CNAME'],
          [t('domain.name'), domain.host],
          [t('domain.expected'), route.expected],
          ...(route.isApex && route.expectedAddresses.length > 0
            ? [[t('domain.orAddresses'), route.expectedAddresses.join(', ')] as const]
            : []),
        ]}
        found={[...route.found, ...route.foundAddresses]}
      />
      {hints.map((hint) => (
        <Callout key={hint} tone="info">
          {t(`domain.hint.${hint}`)}
        </Callout>
      ))}
      <div className="flex flex-wrap items-center gap-3">
        <Button icon={<RefreshCw size={16} />} pending={check.isPending} onClick={() => check.mutate({})}>
          {t('domain.check')}
        </Button>
        <Button variant="ghost" onClick={() => setAsksToRemove(true)}>
          {t('domain.remove')}
        </Button>
        {domain.checkedAt && (
          <p className="text-sm text-muted">
            {t('domain.checked')} <Time at={domain.checkedAt} />
          </p>
        )}
      </div>
      {asksToRemove && (
        <ConfirmDialog
          title={t('domain.removing.title', { host: domain.shown })}
          description={t('domain.removing.text')}
          confirm={t('domain.remove')}
          run={async () => {
            keep(await api('DELETE /api/white-label/domain', {}));
            toast({ description: t('domain.removed') });
          }}
          onClose={() => setAsksToRemove(false)}
        />
      )}
    </Card>
  );
}

/** A record as it should be and as it is. */
function DnsRecord({
  title,
  isThere,
  rows,
  found,
}: {
  title: string;
  isThere: boolean;
  rows: readonly (readonly [string, string])[];
  found: readonly string[];
}) {
  const { t } = useTranslation('white-label');
  return (
    <section
      aria-label={title}
      className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-control bg-sunken p-4"
    >
      <h3 className="flex items-center gap-2 font-medium">
        {isThere ? (
          <Check size={16} className="text-success-ink" aria-hidden="true" />
        ) : (
          <CircleDashed size={16} className="text-muted" aria-hidden="true" />
        )}
        {title}
        <span className="ml-auto text-sm font-normal text-muted">
          {t(isThere ? 'domain.there' : 'domain.notThere')}
        </span>
      </h3>
      <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[9rem_minmax(0,1fr)]">
        {rows.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="flex min-w-0 items-center gap-2 font-mono text-sm">
              <span className="min-w-0 break-all">{value}</span>
              {value.includes('.') || value.length === 32 ? <CopyButton text={value} /> : null}
            </dd>
          </div>
        ))}
        <div className="contents">
          <dt className="text-sm text-muted">{t('domain.found')}</dt>
          <dd className="min-w-0 font-mono text-sm break-all">
            {found.length === 0 ? (
              <span className="font-sans text-muted">{t('domain.nothing')}</span>
            ) : (
              found.join(', ')
            )}
          </dd>
        </div>
      </dl>
    </section>
  );
}

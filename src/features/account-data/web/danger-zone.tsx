import { factGap } from '#shared/text/fact-gap.ts';
import { useNavigate } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeField } from '#features/auth/web/two-factor-dialogs.tsx';
import { AccountSubscribers } from '#features/agents/web/list/agents-lifecycle.parts.ts';
import { paths } from '#shared/paths.ts';
import { api } from '#ui/api/client.ts';
import { useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { useServerEvents } from '#ui/api/server-events.ts';
import { useSetSession, useUser } from '#ui/api/session.ts';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Badge, Callout, Card } from '#ui/page/display.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { PasswordField } from '#ui/controls/password-field.tsx';
import { Time } from '#ui/browser/time.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { ReadFailed } from '#ui/page/read-failed.tsx';

/** What only the owner does with the account as a whole: take it along, empty it, delete it. */
export function DangerZone() {
  const { t } = useTranslation('account-data');
  const user = useUser();
  const [open, setOpen] = useState<'reset' | 'delete' | null>(null);
  if (!user.can['account.manage']) return null;
  return (
    <>
      <ExportCard />
      <section
        aria-labelledby="danger"
        className="overflow-hidden rounded-card border border-danger-ink/40 bg-surface"
      >
        <h2 id="danger" className="px-5 pt-5 text-md font-semibold text-danger-ink">
          {t('danger.title')}
        </h2>
        {(['reset', 'delete'] as const).map((kind) => (
          <div
            key={kind}
            className="flex flex-wrap items-center justify-between gap-4 border-line px-5 py-5 last:border-t"
          >
            <div className="min-w-0 flex-1 basis-72">
              <h3 className="font-medium">{t(`${kind}.heading`)}</h3>
              <p className="mt-1 max-w-[64ch] text-pretty text-muted">{t(`${kind}.text`)}</p>
            </div>
            <Button variant="danger" onClick={() => setOpen(kind)}>
              {t(`${kind}.action`)}
            </Button>
          </div>
        ))}
      </section>
      {open && <EndDialog kind={open} onClose={() => setOpen(null)} />}
    </>
  );
}

/** The account's exports, as they are written, and how another one is begun. */
function useExports() {
  const { data, error, refetch } = useEndpoint('GET /api/account/exports', undefined, { staleTime: 0 });
  useServerEvents({ 'account.exported': () => void refetch() });
  const start = useMutate('POST /api/account/exports', { refreshes: ['/api/account/exports'] });
  return { data, error, refetch, start, exports: data?.exports ?? [] };
}

function MakeExport({
  start,
  exports,
  size,
}: Pick<ReturnType<typeof useExports>, 'start' | 'exports'> & { size?: 'sm' }) {
  const { t } = useTranslation('account-data');
  return (
    <Button
      size={size}
      pending={start.isPending}
      disabled={exports.some(({ state }) => state === 'running')}
      onClick={() => start.mutate({})}
    >
      {t('export.action')}
    </Button>
  );
}

function FetchExport({ id }: { id: string }) {
  const { t } = useTranslation('account-data');
  return (
    <a href={`/api/account/exports/${id}/file`} download className={buttonClass({ size: 'sm' })}>
      <Download size={16} aria-hidden="true" />
      {t('export.download')}
    </a>
  );
}

function ExportState({
  createdAt,
  state,
}: Pick<ReturnType<typeof useExports>['exports'][number], 'createdAt' | 'state'>) {
  const { t } = useTranslation('account-data');
  return (
    <span className="flex flex-wrap items-center gap-2 font-medium">
      <Time at={createdAt} plain />
      {state !== 'ready' && (
        <Badge tone={state === 'failed' ? 'danger' : 'info'} dot>
          {t(`export.states.${state}`)}
        </Badge>
      )}
    </span>
  );
}

/**
 * The way to an export where one is about to lose everything: makes one, tells that it is being written, and
 * gives it.
 */
function ExportFirst() {
  const { t } = useTranslation('account-data');
  const { start, exports } = useExports();
  const newest = exports[0];
  return (
    <Callout
      tone="neutral"
      action={
        newest?.state === 'ready' ? (
          <FetchExport id={newest.id} />
        ) : (
          <MakeExport size="sm" start={start} exports={exports} />
        )
      }
    >
      {t('danger.exportFirst')}
      {newest && <ExportState {...newest} />}
    </Callout>
  );
}

/** Everything that the account owns as one file. */
function ExportCard() {
  const { t, i18n } = useTranslation('account-data');
  const { data, error, refetch, start, exports } = useExports();
  const size = (bytes: number) =>
    new Intl.NumberFormat(i18n.language, {
      style: 'unit',
      unit: bytes < 1_000_000 ? 'kilobyte' : 'megabyte',
      maximumFractionDigits: 1,
    }).format(bytes < 1_000_000 ? Math.max(1, Math.round(bytes / 1_000)) : bytes / 1_000_000);
  return (
    <Card aria-labelledby="export">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0 flex-1 basis-72">
          <h2 id="export" className="text-md font-semibold">
            {t('export.title')}
          </h2>
          <p className="mt-1 max-w-[64ch] text-pretty text-muted">{t('export.text')}</p>
        </div>
        <MakeExport start={start} exports={exports} />
      </div>
      {error && !data && <ReadFailed className="mt-4" error={error} retry={refetch} />}
      {exports.length > 0 && (
        <ul className="mt-4 divide-y divide-line border-t border-line">
          {exports.map((item) => (
            <li key={item.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-3 not-last:pb-3">
              <span className="min-w-0 flex-1 basis-48">
                <ExportState {...item} />
                <span className="text-sm text-muted">
                  {item.state === 'ready' && `${size(item.byteCount)}${factGap}`}
                  {t('export.until')} <Time at={item.expiresAt} plain="date" />
                </span>
              </span>
              {item.state === 'ready' && <FetchExport id={item.id} />}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Asks for the owner's address, their password and their second factor; offers the export first. */
function EndDialog({ kind, onClose }: { kind: 'reset' | 'delete'; onClose: () => void }) {
  const { t } = useTranslation('account-data');
  const user = useUser();
  const client = useQueryClient();
  const setSession = useSetSession();
  const navigate = useNavigate();
  const [confirmation, setConfirmation] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { data: twoFactor } = useEndpoint('GET /api/user/two-factor');
  const asksCode = twoFactor?.isOn === true;
  const run = async () => {
    const body = { confirmation, password, code };
    if (kind === 'reset') {
      await api('POST /api/account/reset', { body });
      await client.invalidateQueries();
      toast({ variant: 'success', title: t('reset.done') });
      return;
    }
    await api('POST /api/account/delete', { body });
    setSession(null);
    toast({ variant: 'success', title: t('delete.done') });
    await navigate({ to: paths.auth });
  };
  return (
    <ConfirmDialog
      isWide
      title={t(`${kind}.title`)}
      description={t(`${kind}.warning`)}
      confirm={t(`${kind}.confirm`)}
      disabled={
        confirmation.trim().toLowerCase() !== user.email.toLowerCase() ||
        password === '' ||
        (asksCode && code.trim() === '')
      }
      run={run}
      onClose={onClose}
    >
      {kind === 'delete' && user.isSuperadmin && <Callout tone="warning">{t('delete.superadmin')}</Callout>}
      <ExportFirst />
      <Suspense fallback={null}>
        <AccountSubscribers />
      </Suspense>
      <Field label={t('danger.typed', { email: user.email })}>
        <Input
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={320}
          value={confirmation}
          onChange={(event) => setConfirmation(event.target.value)}
        />
      </Field>
      <Field label={t('danger.password')}>
        <PasswordField
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      {asksCode && <CodeField label={t('danger.code')} value={code} onChange={setCode} />}
    </ConfirmDialog>
  );
}

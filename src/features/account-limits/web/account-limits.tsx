import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { Skeleton } from '#ui/page/display.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import {
  highestLimits,
  limitKinds,
  type LimitKind,
  type SuperadminLimits,
} from '../account-limits.contract.ts';
import { LimitList } from './limit-list.tsx';
import { readableOf, unitOf } from './limit-texts.ts';

type Account = {
  id: string;
  name: string;
};

/** What an account may have at most, beside what it has, for superadmins. */
export function AccountLimits({ account }: { account: Account }) {
  const { t } = useTranslation('account-limits');
  const [isOpen, setOpen] = useState(false);
  const { data, error, refetch } = useEndpoint(
    'GET /api/superadmin/accounts/{id}/limits',
    { params: { id: account.id } },
    { staleTime: 0 },
  );
  return (
    <section aria-labelledby="account-limits">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h3 id="account-limits" className="font-semibold">
          {t('title')}
        </h3>
        {data && (
          <Button size="sm" onClick={() => setOpen(true)}>
            {t('open')}
          </Button>
        )}
      </div>
      {data ? (
        <LimitList limits={data.limits} />
      ) : error ? (
        <ReadFailed error={error} retry={refetch} />
      ) : (
        <Skeleton className="h-32 w-full" />
      )}
      {data && isOpen && <LimitsDialog account={account} set={data.set} onClose={() => setOpen(false)} />}
    </section>
  );
}

type DialogProps = {
  account: Account;
  set: SuperadminLimits['set'];
  onClose: () => void;
};

const typedOf = (kind: LimitKind, most: number | null): string =>
  most === null ? '' : String(Math.floor(most / unitOf(kind)));

function LimitsDialog({ account, set, onClose }: DialogProps) {
  const { t, i18n } = useTranslation('account-limits');
  const isWrong = (kind: LimitKind, text: string): boolean =>
    text.trim() !== '' &&
    !(/^\d{1,14}$/.test(text.trim()) && Number(text) * unitOf(kind) <= highestLimits[kind]);
  const form = useServerForm({
    values: Object.fromEntries(limitKinds.map((kind) => [kind, typedOf(kind, set[kind])])) as Record<
      LimitKind,
      string
    >,
    check: (values) =>
      Object.fromEntries(
        limitKinds.map((kind) => [
          kind,
          isWrong(kind, values[kind])
            ? t('bounds', { most: readableOf(kind, highestLimits[kind], i18n.language) })
            : undefined,
        ]),
      ),
    send: (values) =>
      api('PUT /api/superadmin/accounts/{id}/limits', {
        params: { id: account.id },
        body: Object.fromEntries(
          limitKinds
            .filter((kind) => values[kind].trim() !== typedOf(kind, set[kind]))
            .map((kind) => [kind, values[kind].trim() === '' ? null : Number(values[kind]) * unitOf(kind)]),
        ),
      }),
    refreshes: [`/api/superadmin/accounts/${account.id}/limits`],
    onDone: onClose,
  });
  return (
    <FormDialog
      of={form}
      title={t('dialog.title', { name: account.name })}
      description={t('dialog.text')}
      submit={t('dialog.action')}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {limitKinds.map((kind) => (
          <Field key={kind} label={t(`kinds.${kind}`)} help={t(`help.${kind}`)} error={form.errorOf(kind)}>
            <Input inputMode="numeric" autoComplete="off" {...form.register(kind)} />
          </Field>
        ))}
      </div>
    </FormDialog>
  );
}

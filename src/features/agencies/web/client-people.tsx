import { factGap } from '#shared/text/fact-gap.ts';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { roles, type Role } from '#features/accounts/accounts.contract.ts';
import { api } from '#ui/api/client.ts';
import { useMutate } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { CopyButton } from '#ui/controls/copy-button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { Input } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Form } from '#ui/form/form.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { Badge, Callout } from '#ui/page/display.tsx';
import type { ClientDetails } from '../agencies.contract.ts';

const refreshes = ['/api/clients'];

/** Who of a client's own works in its account, and who is invited. */
export function ClientPeople({ client, isLocked }: { client: ClientDetails; isLocked: boolean }) {
  const { t } = useTranslation(['agencies', 'team']);
  const revoke = useMutate('DELETE /api/clients/{id}/invitations/{invitation}', { refreshes });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 pt-2">
      {client.members.length === 0 && <p className="text-muted">{t('people.none')}</p>}
      <ul className="grid gap-2">
        {client.members.map(({ id, name, email, role }) => (
          <li key={id} className="flex items-center justify-between gap-3 border-b border-line pb-2">
            <span className="min-w-0">
              <span className="block truncate font-medium">{name}</span>
              <span className="block truncate text-sm text-muted">{email}</span>
            </span>
            <Badge>{t(`team:roles.${role}.name`)}</Badge>
          </li>
        ))}
        {client.invitations.map(({ id, email, role, state }) => (
          <li key={id} className="flex items-center justify-between gap-3 border-b border-line pb-2">
            <span className="min-w-0">
              <span className="block truncate">{email}</span>
              <span className="block truncate text-sm text-muted">
                {t(`people.${state}`)}
                {factGap}
                {t(`team:roles.${role}.name`)}
              </span>
            </span>
            <IconButton
              label={t('people.revoke', { email })}
              disabled={revoke.isPending}
              onClick={() => revoke.mutate({ params: { id: client.id, invitation: id } })}
            >
              <X size={16} />
            </IconButton>
          </li>
        ))}
      </ul>
      {(!isLocked || client.owner === null) && <Invite key={String(client.owner === null)} client={client} />}
    </div>
  );
}

function Invite({ client }: { client: ClientDetails }) {
  const { t } = useTranslation(['agencies', 'team']);
  const [link, setLink] = useState<string | null>(null);
  const offered: readonly Role[] =
    client.owner === null ? ['owner'] : roles.filter((role) => role !== 'owner');
  const form = useServerForm({
    values: { email: '', role: offered[0] ?? 'owner' },
    check: ({ email }) => ({ ...(email.trim() === '' && { email: t('people.emailMissing') }) }),
    send: ({ email, role }) =>
      api('POST /api/clients/{id}/invitations', {
        params: { id: client.id },
        body: { email: email.trim(), role, message: '' },
      }),
    refreshes,
    onDone: ({ link: made, isMailed }) => {
      setLink(isMailed ? null : made);
      if (isMailed)
        toast({ variant: 'success', title: t('people.invited', { email: form.values.email.trim() }) });
      form.set({ email: '' });
    },
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Form of={form} className="gap-4">
        <Field label={t('people.email')} error={form.errorOf('email')} required>
          <Input type="email" autoComplete="off" maxLength={320} {...form.register('email')} />
        </Field>
        <Field label={t('people.role')} help={t(`team:roles.${form.values.role}.text`)}>
          <Select
            value={form.values.role}
            disabled={offered.length === 1}
            onChange={(role) => form.set({ role })}
            options={offered.map((value) => ({ value, label: t(`team:roles.${value}.name`) }))}
          />
        </Field>
        <Button type="submit" variant="primary" className="justify-self-start" pending={form.isBusy}>
          {t('people.invite')}
        </Button>
      </Form>
      {link && (
        <Callout tone="info" title={t('people.link')}>
          <span className="flex items-center gap-2">
            <code className="min-w-0 text-sm break-all">{link}</code>
            <CopyButton text={link} />
          </span>
        </Callout>
      )}
    </div>
  );
}

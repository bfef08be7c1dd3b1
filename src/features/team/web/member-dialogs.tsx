import { useNavigate } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { api, type Output } from '#ui/api/client.ts';
import { refresh } from '#ui/api/hooks.ts';
import { useSetSession } from '#ui/api/session.ts';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Field } from '#ui/controls/field.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { Input } from '#ui/controls/input.tsx';
import { PasswordField } from '#ui/controls/password-field.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import type { AssignableRole } from '../team.contract.ts';
import { RoleChoice, type RoleAndReach } from './role-choice.tsx';

type Member = Output<'GET /api/team'>['members'][number];
type Props = {
  member: Member;
  onClose: () => void;
};

/** Another role, or other agents. */
export function ChangeDialog({ member, onClose }: Props) {
  const { t } = useTranslation('team');
  const form = useServerForm({
    values: { role: member.role as AssignableRole, agentIds: member.agentIds } as RoleAndReach,
    check: ({ agentIds }) => ({ ...(agentIds?.length === 0 && { agentIds: t('reach.missing') }) }),
    send: (body) => api('PATCH /api/team/members/{user}', { params: { user: member.userId }, body }),
    refreshes: ['/api/team'],
    onDone: () => {
      toast({ variant: 'success', title: t('change.saved', { name: member.name }) });
      onClose();
    },
  });
  return (
    <FormDialog
      of={form}
      title={t('change.title', { name: member.name })}
      description={t('change.text')}
      submit={t('change.save')}
      onClose={onClose}
      className="gap-4"
    >
      <RoleChoice
        value={form.values}
        onChange={({ role, agentIds }) => form.set({ role, agentIds })}
        roles={member.can.roles}
        error={form.errorOf('agentIds')}
      />
    </FormDialog>
  );
}

/** Suspending and removing: both end at once what the member has open. */
export function EndDialog({ member, kind, onClose }: Props & { kind: 'suspend' | 'remove' }) {
  const { t } = useTranslation('team');
  const client = useQueryClient();
  const run = async () => {
    const params = { user: member.userId };
    if (kind === 'suspend') await api('POST /api/team/members/{user}/suspend', { params });
    else await api('DELETE /api/team/members/{user}', { params });
    await refresh(client, '/api/team');
    toast({ variant: 'success', title: t(`${kind}.done`, { name: member.name }) });
  };
  return (
    <ConfirmDialog
      title={t(`${kind}.title`, { name: member.name })}
      description={t(`${kind}.text`)}
      confirm={t(`${kind}.confirm`)}
      run={run}
      onClose={onClose}
    />
  );
}

/** Hands the account over: first the password, then the code out of the mail. */
export function TransferDialog({ member, onClose }: Props) {
  const { t } = useTranslation('team');
  const client = useQueryClient();
  const setSession = useSetSession();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isMailed, setMailed] = useState(false);
  const run = async () => {
    if (!isMailed) {
      await api('POST /api/team/transfer', { body: { userId: member.userId, password } });
      setMailed(true);
      return false;
    }
    await api('POST /api/team/transfer/confirm', { body: { code: code.trim() } });
    setSession(await api('GET /api/user'));
    await refresh(client, '/api/team');
    toast({ variant: 'success', title: t('transfer.done', { name: member.name }) });
    return undefined;
  };
  return (
    <ConfirmDialog
      key={isMailed ? 'code' : 'password'}
      title={t('transfer.title', { name: member.name })}
      description={t(isMailed ? 'transfer.codeText' : 'transfer.text', { name: member.name })}
      confirm={t(isMailed ? 'transfer.confirm' : 'transfer.next')}
      tone={isMailed ? 'danger' : 'primary'}
      disabled={isMailed ? !/^\d{6}$/.test(code.trim()) : password === ''}
      run={run}
      onClose={onClose}
    >
      {isMailed ? (
        <Field label={t('transfer.code')}>
          <Input
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </Field>
      ) : (
        <Field label={t('transfer.password')}>
          <PasswordField
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
      )}
    </ConfirmDialog>
  );
}

/** Goes out of the account oneself. */
export function LeaveDialog({ accountName, onClose }: { accountName: string; onClose: () => void }) {
  const { t } = useTranslation('team');
  const setSession = useSetSession();
  const navigate = useNavigate();
  const run = async () => {
    await api('POST /api/team/leave');
    setSession(null);
    await navigate({ to: paths.auth });
  };
  return (
    <ConfirmDialog
      title={t('leave.title', { account: accountName })}
      description={t('leave.text')}
      confirm={t('leave.confirm')}
      run={run}
      onClose={onClose}
    />
  );
}

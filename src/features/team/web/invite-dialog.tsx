import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { Button } from '#ui/controls/button.tsx';
import { CopyButton } from '#ui/controls/copy-button.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { Field } from '#ui/controls/field.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { Input, Textarea } from '#ui/controls/input.tsx';
import type { AssignableRole } from '../team.contract.ts';
import { RoleChoice, type RoleAndReach } from './role-choice.tsx';

const hasMailShape = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

/** Asks whom to invite as what; then shows the link, which nobody sees again. */
export function InviteDialog({ roles, onClose }: { roles: readonly AssignableRole[]; onClose: () => void }) {
  const { t } = useTranslation('team');
  const [made, setMade] = useState<Handover | null>(null);
  const form = useServerForm({
    values: {
      email: '',
      message: '',
      role: roles.includes('editor') ? 'editor' : (roles[0] ?? 'viewer'),
      agentIds: null,
    } as RoleAndReach & { email: string; message: string },
    check: ({ email, agentIds }) => ({
      ...(!hasMailShape(email.trim()) && { email: t('auth:validation.emailInvalid') }),
      ...(agentIds?.length === 0 && { agentIds: t('reach.missing') }),
    }),
    send: (values) => api('POST /api/team/invitations', { body: { ...values, email: values.email.trim() } }),
    refreshes: ['/api/team'],
    onDone: ({ invitation, link, isMailed }) => setMade({ email: invitation.email, link, isMailed }),
  });
  if (made) return <LinkDialog {...made} onClose={onClose} />;
  return (
    <FormDialog
      of={form}
      title={t('invite.title')}
      description={t('invite.text')}
      submit={t('invite.send')}
      onClose={onClose}
    >
      <Field label={t('invite.email')} error={form.errorOf('email')} required>
        <Input
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={320}
          {...form.register('email')}
        />
      </Field>
      <RoleChoice
        value={form.values}
        onChange={({ role, agentIds }) => form.set({ role, agentIds })}
        roles={roles}
        error={form.errorOf('agentIds')}
      />
      <Field label={t('invite.message')} aside={t('common:optional')} help={t('invite.messageHelp')}>
        <Textarea rows={3} maxLength={500} {...form.register('message')} />
      </Field>
    </FormDialog>
  );
}

/** An invitation that was just made, with its link; whether a mail is on its way. */
export type Handover = {
  email: string;
  link: string;
  isMailed: boolean;
};

/** The link of an invitation, to be handed over in person. */
export function LinkDialog({ email, link, isMailed, onClose }: Handover & { onClose: () => void }) {
  const { t } = useTranslation('team');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(isMailed ? 'link.title' : 'link.keptTitle')}
      description={t(isMailed ? 'link.text' : 'link.keptText', { email })}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t('link.done')}
        </Button>
      }
    >
      <div className="flex items-center gap-2 rounded-card bg-sunken p-3 dark:bg-line">
        <code className="min-w-0 grow font-mono text-sm break-all">{link}</code>
        <CopyButton text={link} />
      </div>
      <p className="mt-3 text-sm text-pretty text-muted">{t('link.hint', { email })}</p>
    </Dialog>
  );
}

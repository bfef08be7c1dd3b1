import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { api, ApiError } from '#ui/api/client.ts';
import { refresh } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { CopyButton } from '#ui/controls/copy-button.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { Callout } from '#ui/page/display.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input, Textarea } from '#ui/controls/input.tsx';
import type { AssignableRole } from '../team.contract.ts';
import { RoleChoice, type RoleAndReach } from './role-choice.tsx';

const formId = 'invite-member';
const hasMailShape = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

/** Asks whom to invite as what; then shows the link, which nobody sees again. */
export function InviteDialog({ roles, onClose }: { roles: readonly AssignableRole[]; onClose: () => void }) {
  const { t } = useTranslation('team');
  const client = useQueryClient();
  const [form, setForm] = useState<RoleAndReach & { email: string; message: string }>({
    email: '',
    message: '',
    role: roles.includes('editor') ? 'editor' : (roles[0] ?? 'viewer'),
    agentIds: null,
  });
  const [made, setMade] = useState<{ email: string; link: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const email = form.email.trim();
    const wrong = {
      ...(!hasMailShape(email) && { email: t('auth:validation.emailInvalid') }),
      ...(form.agentIds?.length === 0 && { agentIds: t('reach.missing') }),
    };
    setErrors(wrong);
    setFailure(null);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    try {
      const { invitation, link } = await api('POST /api/team/invitations', { body: { ...form, email } });
      setMade({ email: invitation.email, link });
      await refresh(client, '/api/team');
    } catch (problem) {
      if (problem instanceof ApiError && problem.fields) setErrors(problem.fields);
      else setFailure(problem instanceof Error ? problem.message : t('common:failed.title'));
    }
    setBusy(false);
  };
  if (made) return <LinkDialog {...made} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title={t('invite.title')}
      description={t('invite.text')}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('common:actions.cancel')}
          </Button>
          <Button type="submit" form={formId} variant="primary" pending={busy}>
            {t('invite.send')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
        {failure && (
          <Callout tone="danger" live>
            {failure}
          </Callout>
        )}
        <Field label={t('invite.email')} error={errors['email']} required>
          <Input
            type="email"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={320}
            value={form.email}
            onChange={(event) => setForm({ ...form, email: event.target.value })}
          />
        </Field>
        <RoleChoice
          value={form}
          onChange={(choice) => setForm({ ...form, ...choice })}
          roles={roles}
          error={errors['agentIds']}
        />
        <Field label={t('invite.message')} aside={t('common:optional')} help={t('invite.messageHelp')}>
          <Textarea
            rows={3}
            maxLength={500}
            value={form.message}
            onChange={(event) => setForm({ ...form, message: event.target.value })}
          />
        </Field>
      </form>
    </Dialog>
  );
}

/** The link of an invitation, to be handed over in person. */
export function LinkDialog({ email, link, onClose }: { email: string; link: string; onClose: () => void }) {
  const { t } = useTranslation('team');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('link.title')}
      description={t('link.text', { email })}
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

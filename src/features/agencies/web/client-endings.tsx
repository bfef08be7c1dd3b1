import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { useMutate } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { PasswordField } from '#ui/controls/password-field.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { Callout } from '#ui/page/display.tsx';
import type { ClientDetails } from '../agencies.contract.ts';

type Props = { client: ClientDetails };
type EndingsProps = Props & {
  isLocked: boolean;
  onGone: () => void;
};
const refreshes = ['/api/clients'];

/** Pausing a client, letting it stand alone, deleting it. */
export function ClientEndings({ client, isLocked, onGone }: EndingsProps) {
  const { t } = useTranslation('agencies');
  const { can } = useUser();
  const [dialog, setDialog] = useState<'pause' | 'release' | 'remove' | null>(null);
  const resume = useMutate('POST /api/clients/{id}/resume', { refreshes });
  const close = () => setDialog(null);
  return (
    <div className="grid gap-6 pt-2">
      {client.state === 'paused' ? (
        <Callout
          tone="warning"
          title={t('pause.is')}
          action={
            <Button
              size="sm"
              pending={resume.isPending}
              disabled={isLocked}
              onClick={() => resume.mutate({ params: { id: client.id } })}
            >
              {t('pause.resume')}
            </Button>
          }
        >
          {client.pausedReason}
        </Callout>
      ) : (
        <Section title={t('pause.title')} text={t('pause.text')}>
          <Button onClick={() => setDialog('pause')}>{t('pause.action')}</Button>
        </Section>
      )}
      {can['account.manage'] ? (
        <>
          <Section title={t('release.title')} text={t('release.text')}>
            <Button onClick={() => setDialog('release')}>{t('release.action')}</Button>
          </Section>
          <Section title={t('remove.title')} text={t('remove.text')}>
            <Button variant="danger" onClick={() => setDialog('remove')}>
              {t('remove.action')}
            </Button>
          </Section>
        </>
      ) : (
        <p className="text-muted">{t('ownersOnly')}</p>
      )}
      {dialog === 'pause' && <PauseDialog client={client} onClose={close} />}
      {dialog === 'release' && <ReleaseDialog client={client} onClose={close} onGone={onGone} />}
      {dialog === 'remove' && <RemoveDialog client={client} onClose={close} onGone={onGone} />}
    </div>
  );
}

function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="grid justify-items-start gap-2">
      <h3 className="font-semibold">{title}</h3>
      <p className="text-pretty text-muted">{text}</p>
      {children}
    </section>
  );
}

function PauseDialog({ client, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation('agencies');
  const form = useServerForm({
    values: { reason: '' },
    send: ({ reason }) =>
      api('POST /api/clients/{id}/pause', { params: { id: client.id }, body: { reason: reason.trim() } }),
    refreshes,
    onDone: onClose,
  });
  return (
    <FormDialog
      of={form}
      title={t('pause.title')}
      description={t('pause.text')}
      submit={t('pause.action')}
      onClose={onClose}
    >
      <Field label={t('pause.reason')} error={form.errorOf('reason')}>
        <Input maxLength={300} autoComplete="off" {...form.register('reason')} />
      </Field>
    </FormDialog>
  );
}

type EndProps = Props & {
  onClose: () => void;
  onGone: () => void;
};

function ReleaseDialog({ client, onClose, onGone }: EndProps) {
  const { t } = useTranslation('agencies');
  const form = useServerForm({
    values: { confirmation: '' },
    send: ({ confirmation }) =>
      api('POST /api/clients/{id}/release', { params: { id: client.id }, body: { confirmation } }),
    onDone: () => {
      toast({ variant: 'success', title: t('release.done', { name: client.name }) });
      onGone();
    },
    refreshes,
  });
  return (
    <FormDialog
      of={form}
      title={t('release.title')}
      description={t('release.text')}
      submit={t('release.action')}
      onClose={onClose}
    >
      <Field label={t('typeName', { name: client.name })} error={form.errorOf('confirmation')} required>
        <Input maxLength={200} autoComplete="off" {...form.register('confirmation')} />
      </Field>
    </FormDialog>
  );
}

function RemoveDialog({ client, onClose, onGone }: EndProps) {
  const { t } = useTranslation('agencies');
  const form = useServerForm({
    values: { confirmation: '', password: '' },
    send: (body) => api('POST /api/clients/{id}/delete', { params: { id: client.id }, body }),
    placeOf: ({ code }) => (code === 'auth.password_wrong' ? 'password' : undefined),
    onDone: () => {
      toast({ variant: 'success', title: t('remove.done', { name: client.name }) });
      onGone();
    },
    refreshes,
  });
  return (
    <FormDialog
      of={form}
      title={t('remove.title')}
      description={t('remove.text')}
      submit={t('remove.action')}
      onClose={onClose}
    >
      <Field label={t('typeName', { name: client.name })} error={form.errorOf('confirmation')} required>
        <Input maxLength={200} autoComplete="off" {...form.register('confirmation')} />
      </Field>
      <Field label={t('password')} error={form.errorOf('password')} required>
        <PasswordField autoComplete="current-password" {...form.register('password')} />
      </Field>
    </FormDialog>
  );
}

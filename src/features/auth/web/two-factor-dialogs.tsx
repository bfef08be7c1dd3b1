import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, type Output } from '#ui/api/client.ts';
import { refresh } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { CopyButton } from '#ui/controls/copy-button.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { PasswordField } from '#ui/controls/password-field.tsx';
import { toast } from '#ui/overlay/toast-store.ts';

type Enrolment = Output<'POST /api/user/two-factor/begin'>;
const address = '/api/user/two-factor';

/** Six digits, or a recovery code. */
export function CodeField({
  value,
  onChange,
  help,
  label,
}: {
  value: string;
  onChange: (value: string) => void;
  help?: string;
  label?: string;
}) {
  const { t } = useTranslation('two-factor');
  return (
    <Field label={label ?? t('code')} help={help}>
      <Input
        inputMode="text"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={20}
        className="tabular"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

/** Password, then the code to scan and its first six digits, then the recovery codes. */
export function TwoFactorOn({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('two-factor');
  const client = useQueryClient();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  if (!enrolment)
    return (
      <ConfirmDialog
        key="password"
        title={t('begin.title')}
        description={t('begin.text')}
        confirm={t('begin.next')}
        tone="primary"
        disabled={password === ''}
        run={async () => {
          setEnrolment(await api('POST /api/user/two-factor/begin', { body: { password } }));
          return false;
        }}
        onClose={onClose}
      >
        <Field label={t('password')}>
          <PasswordField
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
      </ConfirmDialog>
    );
  return (
    <ConfirmDialog
      key="scan"
      title={t('scan.title')}
      description={t('scan.text')}
      confirm={t('scan.confirm')}
      tone="primary"
      disabled={!/^\d{6}$/.test(code.trim())}
      run={async () => {
        const { recoveryCodes } = await api('POST /api/user/two-factor/confirm', {
          body: { code: code.trim() },
        });
        setCodes(recoveryCodes);
        await refresh(client, address);
        return false;
      }}
      onClose={onClose}
    >
      <div className="grid justify-items-center gap-4">
        {/* Always dark on white, or a camera can't read it. */}
        <svg
          viewBox={`-3 -3 ${enrolment.qr.size + 6} ${enrolment.qr.size + 6}`}
          role="img"
          aria-label={t('scan.picture')}
          shapeRendering="crispEdges"
          className="size-48 rounded-card border border-line"
          style={{ background: '#fff' }}
        >
          <path d={enrolment.qr.path} fill="#0f1f1b" />
        </svg>
        <div className="flex w-full items-center gap-2 rounded-card bg-sunken py-1 pr-1 pl-3 dark:bg-line">
          <code className="min-w-0 grow font-mono text-sm break-all">{enrolment.secret}</code>
          <CopyButton text={enrolment.secret} />
        </div>
      </div>
      <CodeField value={code} onChange={setCode} help={t('scan.codeHelp')} label={t('scan.code')} />
    </ConfirmDialog>
  );
}

/** New recovery codes, with the password and a code. */
export function TwoFactorRenew({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [codes, setCodes] = useState<string[] | null>(null);
  const run = async (body: { password: string; code: string }) => {
    const { recoveryCodes } = await api('POST /api/user/two-factor/recovery-codes', { body });
    setCodes(recoveryCodes);
    await refresh(client, address);
    return false as const;
  };
  return codes ? (
    <RecoveryCodes codes={codes} onClose={onClose} />
  ) : (
    <AskBoth kind="renew" tone="primary" run={run} onClose={onClose} />
  );
}

export function TwoFactorOff({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('two-factor');
  const client = useQueryClient();
  const run = async (body: { password: string; code: string }) => {
    await api('POST /api/user/two-factor/off', { body });
    await refresh(client, address);
    toast({ variant: 'success', title: t('off.done') });
  };
  return <AskBoth kind="off" tone="danger" run={run} onClose={onClose} />;
}

function AskBoth({
  kind,
  tone,
  run,
  onClose,
}: {
  kind: 'renew' | 'off';
  tone: 'primary' | 'danger';
  run: (given: { password: string; code: string }) => Promise<void | false>;
  onClose: () => void;
}) {
  const { t } = useTranslation('two-factor');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  return (
    <ConfirmDialog
      title={t(`${kind}.title`)}
      description={t(`${kind}.text`)}
      confirm={t(`${kind}.action`)}
      tone={tone}
      disabled={password === '' || code.trim().length < 6}
      run={() => run({ password, code: code.trim() })}
      onClose={onClose}
    >
      <Field label={t('password')}>
        <PasswordField
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <CodeField value={code} onChange={setCode} help={t('codeHelp')} />
    </ConfirmDialog>
  );
}

/** The recovery codes, shown this once. */
function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('two-factor');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('codes.title')}
      description={t('codes.text')}
      actions={
        <>
          <CopyButton text={codes.join('\n')} label={t('codes.copy')} />
          <Button variant="primary" onClick={onClose}>
            {t('codes.done')}
          </Button>
        </>
      }
    >
      <ul className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-card bg-sunken p-4 font-mono dark:bg-line">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  );
}

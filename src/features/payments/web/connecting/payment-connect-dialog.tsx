import { ExternalLink } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '#ui/api/client.ts';
import { useMutate } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { Callout } from '#ui/page/display.tsx';
import { Field } from '#ui/controls/field.tsx';
import { PasswordField } from '#ui/controls/password-field.tsx';
import { toast } from '#ui/overlay/toast-store.ts';

const formId = 'connect-stripe';
const keyUrls = {
  test: 'https://dashboard.stripe.com/test/apikeys',
  live: 'https://dashboard.stripe.com/apikeys',
};
/** Rights of a restricted key by the names that they have in Stripe's dashboard. */
const rights = {
  write: [
    'Checkout Sessions',
    'Products',
    'Prices',
    'Tax Rates',
    'Charges and Refunds',
    'Subscriptions',
    'Customer portal',
    'Webhook Endpoints',
  ],
  read: ['PaymentIntents', 'Customers', 'Invoices', 'Disputes', 'Balance', 'Payouts'],
};

type Failure = {
  message: string;
  missing: string[];
};

/** Leads to a restricted key in Stripe and takes it. The server tries it before it is kept. */
export function PaymentConnectDialog({
  mode,
  isChange,
  onClose,
}: {
  mode: 'test' | 'live';
  isChange: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation('payment-setup');
  const [secretKey, setSecretKey] = useState('');
  const [failure, setFailure] = useState<Failure | null>(null);
  const connect = useMutate('PUT /api/payments/setup/{mode}', {
    refreshes: ['/api/payments'],
    failure: false,
    onSuccess: (setup) => {
      const isReady = setup[mode]?.isReady ?? false;
      toast({
        variant: isReady ? 'success' : 'info',
        title: t(`connected.${mode}`),
        description: t(isReady ? 'connected.ready' : 'connected.attention'),
      });
      onClose();
    },
    onError: (error: ApiError) => setFailure(failureOf(error, t('common:failed.offline'))),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!secretKey.trim()) return setFailure({ message: t('keyMissing'), missing: [] });
    setFailure(null);
    connect.mutate({ params: { mode }, body: { secretKey: secretKey.trim() } });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !connect.isPending && onClose()}
      title={t(`dialog.title.${mode}`)}
      description={t(`dialog.text.${mode}`)}
      actions={
        <>
          <Button onClick={onClose} disabled={connect.isPending}>
            {t('common:actions.cancel')}
          </Button>
          <Button type="submit" form={formId} variant="primary" pending={connect.isPending}>
            {t(connect.isPending ? 'dialog.checking' : 'dialog.submit')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="grid gap-4">
        <ol className="grid list-decimal gap-3 pl-5 marker:text-muted">
          <li>
            <a
              href={keyUrls[mode]}
              target="_blank"
              rel="noopener noreferrer"
              className="inline-flex min-h-11 items-center gap-1.5 text-accent-ink underline underline-offset-4 md:min-h-0"
            >
              {t(`dialog.open.${mode}`)}
              <ExternalLink size={16} aria-label={t('dialog.newTab')} />
            </a>
          </li>
          <li className="text-pretty">
            {t('dialog.rights')}
            <dl className="mt-2 grid gap-2 rounded-control bg-sunken px-3 py-2.5 text-sm">
              {(['write', 'read'] as const).map((level) => (
                <div key={level} className="grid gap-x-3 sm:grid-cols-[5rem_1fr]">
                  <dt className="font-medium">{t(`dialog.level.${level}`)}</dt>
                  <dd className="text-pretty">{rights[level].join(', ')}</dd>
                </div>
              ))}
            </dl>
          </li>
          <li>
            <Field
              label={t('dialog.key')}
              help={t('dialog.keyHelp', { prefix: `rk_${mode}_` })}
              error={failure?.message}
              required
            >
              <PasswordField
                autoFocus
                autoComplete="off"
                maxLength={300}
                value={secretKey}
                onChange={(event) => setSecretKey(event.target.value)}
              />
            </Field>
          </li>
        </ol>
        {failure && failure.missing.length > 0 && (
          <Callout tone="warning" title={t('dialog.missing')} live>
            <ul className="list-disc pl-5">
              {failure.missing.map((right) => (
                <li key={right}>{right}</li>
              ))}
            </ul>
          </Callout>
        )}
        <p className="text-sm text-pretty text-muted">{t(isChange ? 'dialog.changeNote' : 'dialog.kept')}</p>
      </form>
    </Dialog>
  );
}

function failureOf(error: ApiError, offline: string): Failure {
  if (error.status === 0) return { message: offline, missing: [] };
  const fields = error.fields ?? {};
  return {
    message: fields['secretKey'] ?? error.message,
    missing: Object.entries(fields)
      .filter(([name]) => name.startsWith('rights.'))
      .map(([, text]) => text),
  };
}

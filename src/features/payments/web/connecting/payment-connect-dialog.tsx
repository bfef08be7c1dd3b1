import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { Callout } from '#ui/page/display.tsx';
import { Field } from '#ui/controls/field.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { PasswordField } from '#ui/controls/password-field.tsx';
import { toast } from '#ui/overlay/toast-store.ts';

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
  /** Rights that the key that was tried lacks. */
  const [missing, setMissing] = useState<string[]>([]);
  const form = useServerForm({
    values: { secretKey: '' },
    check: ({ secretKey }) => ({ ...(!secretKey.trim() && { secretKey: t('keyMissing') }) }),
    send: ({ secretKey }) => {
      setMissing([]);
      return api('PUT /api/payments/setup/{mode}', {
        params: { mode },
        body: { secretKey: secretKey.trim() },
      });
    },
    refreshes: ['/api/payments'],
    onDone: (setup) => {
      const isReady = setup[mode]?.isReady ?? false;
      toast({
        variant: isReady ? 'success' : 'info',
        title: t(`connected.${mode}`),
        description: t(isReady ? 'connected.ready' : 'connected.attention'),
      });
      onClose();
    },
    onRefused: ({ fields = {} }) => setMissing(rightsIn(fields)),
    placeOf: () => 'secretKey',
  });
  return (
    <FormDialog
      of={form}
      title={t(`dialog.title.${mode}`)}
      description={t(`dialog.text.${mode}`)}
      submit={t('dialog.submit')}
      submitting={t('dialog.checking')}
      onClose={onClose}
      className="gap-4"
    >
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
            error={form.errorOf('secretKey')}
            required
          >
            <PasswordField autoFocus autoComplete="off" maxLength={300} {...form.register('secretKey')} />
          </Field>
        </li>
      </ol>
      {missing.length > 0 && (
        <Callout tone="warning" title={t('dialog.missing')} live>
          <ul className="list-disc pl-5">
            {missing.map((right) => (
              <li key={right}>{right}</li>
            ))}
          </ul>
        </Callout>
      )}
      <p className="text-sm text-pretty text-muted">{t(isChange ? 'dialog.changeNote' : 'dialog.kept')}</p>
    </FormDialog>
  );
}

function rightsIn(fields: Record<string, string>): string[] {
  return Object.entries(fields)
    .filter(([name]) => name.startsWith('rights.'))
    .map(([, text]) => text);
}

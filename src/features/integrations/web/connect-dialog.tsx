import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { Field } from '#ui/controls/field.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { Input } from '#ui/controls/input.tsx';
import { PasswordField } from '#ui/controls/password-field.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import type { Connection } from '../integrations.contract.ts';

/** Asks for a provider's key or address; the server tries it before it is kept. */
export function ConnectDialog({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const { t } = useTranslation('integrations');
  const { label, needsKey, acceptsBaseUrl, keyPrefix, keyUrl } = connection;
  const form = useServerForm({
    values: { apiKey: '', baseUrl: connection.baseUrl ?? '' },
    check: ({ apiKey, baseUrl }) => ({
      ...(needsKey && !apiKey.trim() && { apiKey: t('keyMissing') }),
      ...(acceptsBaseUrl && !baseUrl.trim() && { baseUrl: t('addressMissing') }),
    }),
    send: ({ apiKey, baseUrl }) =>
      api('PUT /api/integrations/{provider}', {
        params: { provider: connection.provider },
        body: {
          ...(apiKey.trim() && { apiKey: apiKey.trim() }),
          ...(acceptsBaseUrl && { baseUrl: baseUrl.trim() }),
        },
      }),
    refreshes: ['/api/integrations'],
    onDone: () => {
      toast({
        variant: 'success',
        title: t('connectedTitle', { provider: label }),
        description: t('connectedText'),
      });
      onClose();
    },
    placeOf: ({ code }) => (acceptsBaseUrl && isAboutAddress(code) ? 'baseUrl' : 'apiKey'),
  });
  return (
    <FormDialog
      of={form}
      title={t('dialogTitle', { provider: label })}
      description={t(acceptsBaseUrl ? 'dialogTextAddress' : 'dialogText', { provider: label })}
      submit={t('testAndConnect')}
      submitting={t('testing')}
      onClose={onClose}
      className="gap-4"
    >
      {acceptsBaseUrl && (
        <Field label={t('address')} help={t('addressHelp')} error={form.errorOf('baseUrl')} required>
          <Input
            type="url"
            inputMode="url"
            autoFocus
            autoCapitalize="none"
            spellCheck={false}
            placeholder="https://models.example.com/v1"
            maxLength={2_048}
            {...form.register('baseUrl')}
          />
        </Field>
      )}
      <Field
        label={t('key')}
        help={keyPrefix ? t('keyPrefix', { prefix: keyPrefix }) : undefined}
        error={form.errorOf('apiKey')}
        aside={needsKey ? undefined : t('common:optional')}
        required={needsKey}
      >
        <PasswordField
          autoFocus={!acceptsBaseUrl}
          autoComplete="off"
          maxLength={500}
          {...form.register('apiKey')}
        />
      </Field>
      {keyUrl && (
        <a
          href={keyUrl}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-11 w-fit items-center gap-1.5 text-accent-ink underline underline-offset-4 md:min-h-0"
        >
          {t('getKey', { provider: label })}
          <ExternalLink size={16} />
        </a>
      )}
      <p className="text-sm text-pretty text-muted">{t('keyKept')}</p>
    </FormDialog>
  );
}

const isAboutAddress = (code: string | undefined): boolean =>
  code === 'integrations.address_refused' || code === 'integrations.unreachable';

import { ExternalLink } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '#ui/api/client.ts';
import { useMutate } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { PasswordField } from '#ui/controls/password-field.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import type { Connection } from '../integrations.contract.ts';

const formId = 'connect-provider';

/** Asks for a provider's key or address; the server tries it before it is kept. */
export function ConnectDialog({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const { t } = useTranslation('integrations');
  const { label, needsKey, acceptsBaseUrl, keyPrefix, keyUrl } = connection;
  const [apiKey, setApiKey] = useState('');
  const [baseUrl, setBaseUrl] = useState(connection.baseUrl ?? '');
  const [errors, setErrors] = useState<{ apiKey?: string; baseUrl?: string }>({});
  const connect = useMutate('PUT /api/integrations/{provider}', {
    refreshes: ['/api/integrations'],
    failure: false,
    onSuccess: () => {
      toast({
        variant: 'success',
        title: t('connectedTitle', { provider: label }),
        description: t('connectedText'),
      });
      onClose();
    },
    onError: (error: ApiError) => setErrors(place(error, acceptsBaseUrl, t('common:failed.offline'))),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing = {
      ...(needsKey && !apiKey.trim() && { apiKey: t('keyMissing') }),
      ...(acceptsBaseUrl && !baseUrl.trim() && { baseUrl: t('addressMissing') }),
    };
    setErrors(missing);
    if (Object.keys(missing).length > 0) return;
    connect.mutate({
      params: { provider: connection.provider },
      body: {
        ...(apiKey.trim() && { apiKey: apiKey.trim() }),
        ...(acceptsBaseUrl && { baseUrl: baseUrl.trim() }),
      },
    });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('dialogTitle', { provider: label })}
      description={t(acceptsBaseUrl ? 'dialogTextAddress' : 'dialogText', { provider: label })}
      actions={
        <>
          <Button onClick={onClose}>{t('common:actions.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" pending={connect.isPending}>
            {t(connect.isPending ? 'testing' : 'testAndConnect')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="grid gap-4">
        {acceptsBaseUrl && (
          <Field label={t('address')} help={t('addressHelp')} error={errors.baseUrl} required>
            <Input
              type="url"
              inputMode="url"
              autoFocus
              autoCapitalize="none"
              spellCheck={false}
              placeholder="https://models.example.com/v1"
              maxLength={2_048}
              value={baseUrl}
              onChange={(event) => setBaseUrl(event.target.value)}
            />
          </Field>
        )}
        <Field
          label={t('key')}
          help={keyPrefix ? t('keyPrefix', { prefix: keyPrefix }) : undefined}
          error={errors.apiKey}
          aside={needsKey ? undefined : t('common:optional')}
          required={needsKey}
        >
          <PasswordField
            autoFocus={!acceptsBaseUrl}
            autoComplete="off"
            maxLength={500}
            value={apiKey}
            onChange={(event) => setApiKey(event.target.value)}
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
      </form>
    </Dialog>
  );
}

/** Puts a refusal under the field it is about. */
function place(
  error: ApiError,
  acceptsBaseUrl: boolean,
  offline: string,
): { apiKey?: string; baseUrl?: string } {
  const message = error.status === 0 ? offline : error.message;
  if (error.fields) return { ...error.fields };
  const aboutAddress =
    acceptsBaseUrl &&
    (error.code === 'integrations.address_refused' || error.code === 'integrations.unreachable');
  return aboutAddress ? { baseUrl: message } : { apiKey: message };
}

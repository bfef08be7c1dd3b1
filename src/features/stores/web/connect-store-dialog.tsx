import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { PasswordField } from '#ui/controls/password-field.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import type { Store } from '../stores.contract.ts';

/** Connects a shop by its address; what it is, the server finds out. */
export function ConnectStoreDialog({
  onDone,
  onClose,
}: {
  onDone: (store: Store) => void;
  onClose: () => void;
}) {
  const { t, i18n } = useTranslation('stores');
  const [hasToken, setHasToken] = useState(false);
  const form = useServerForm({
    values: { url: '', token: '' },
    check: ({ url }) => ({
      ...(!/^\S+\.\S+$|^https?:\/\/\S+$/i.test(url.trim()) && { url: t('urlMissing') }),
    }),
    send: ({ url, token }) =>
      api('POST /api/stores', { body: { url, ...(token.trim() && { token: token.trim() }) } }),
    refreshes: ['/api/stores'],
    onDone: (store) => {
      const list = new Intl.ListFormat(i18n.language, { type: 'unit' }).format(store.sample);
      toast({
        variant: store.failure ? 'warning' : 'success',
        title: t('connected', { kind: t(`kinds.${store.kind}`) }),
        description: store.failure ? t(`failures.${store.failure}`) : t('found', { list }),
      });
      onDone(store);
      onClose();
    },
    placeOf: () => 'url',
  });
  return (
    <FormDialog
      of={form}
      title={t('connect')}
      description={t('connectText')}
      submit={t('connectAndTest')}
      submitting={t('testing')}
      onClose={onClose}
      className="gap-4"
    >
      <Field label={t('url')} help={t('urlHelp')} error={form.errorOf('url')} required>
        <Input
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="shop.example.com"
          maxLength={2_048}
          autoFocus
          {...form.register('url')}
        />
      </Field>
      {hasToken ? (
        <Field label={t('token')} help={t('tokenHelp')}>
          <PasswordField autoComplete="off" maxLength={400} {...form.register('token')} />
        </Field>
      ) : (
        <div>
          <Button size="sm" onClick={() => setHasToken(true)}>
            {t('addToken')}
          </Button>
        </div>
      )}
    </FormDialog>
  );
}

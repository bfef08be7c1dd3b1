import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { PasswordField } from '#ui/controls/password-field.tsx';
import { Select } from '#ui/controls/select.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { mcpAuths, type McpAuth } from '../mcp.contract.ts';

/** Connects an MCP server of the account; it is asked for its tools at once. */
export function ConnectServerDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('mcp');
  const form = useServerForm({
    values: { name: '', url: '', auth: 'none' as McpAuth, headerName: 'X-API-Key', secret: '' },
    check: ({ name, url, auth, secret }) => ({
      ...(name.trim() === '' && { name: t('nameMissing') }),
      ...(!/^https?:\/\//i.test(url.trim()) && { url: t('urlMissing') }),
      ...((auth === 'bearer' || auth === 'header') && secret.trim() === '' && { secret: t('secretMissing') }),
    }),
    send: ({ secret, ...body }) =>
      api('POST /api/mcp-connections', { body: { ...body, ...(secret.trim() && { secret }) } }),
    refreshes: ['/api/mcp-connections'],
    onDone: ({ tools, failure, auth }) => {
      if (failure === null)
        toast({ variant: 'success', title: t('connectedTitle', { count: tools.length }) });
      else if (auth !== 'oauth')
        toast({ variant: 'warning', title: t('failed'), description: t(`failures.${failure}`) });
      onClose();
    },
    placeOf: () => 'url',
  });
  const { auth } = form.values;
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
      <Field label={t('name')} help={t('nameHelp')} error={form.errorOf('name')} required>
        <Input maxLength={60} autoFocus {...form.register('name')} />
      </Field>
      <Field label={t('url')} error={form.errorOf('url')} required>
        <Input
          type="url"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://mcp.example.com/mcp"
          maxLength={2_048}
          {...form.register('url')}
        />
      </Field>
      <Field label={t('auth')} help={t(`authHelp.${auth}`)}>
        <Select
          value={auth}
          onChange={(value) => form.set({ auth: value })}
          options={mcpAuths.map((value) => ({ value, label: t(`auths.${value}`) }))}
        />
      </Field>
      {auth === 'header' && (
        <Field label={t('headerName')} error={form.errorOf('headerName')}>
          <Input maxLength={60} spellCheck={false} {...form.register('headerName')} />
        </Field>
      )}
      {(auth === 'bearer' || auth === 'header') && (
        <Field label={t('secret')} help={t('secretHelp')} error={form.errorOf('secret')} required>
          <PasswordField autoComplete="off" maxLength={4_000} {...form.register('secret')} />
        </Field>
      )}
    </FormDialog>
  );
}

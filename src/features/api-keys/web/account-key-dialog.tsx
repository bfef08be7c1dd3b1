import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { AgentChoice, ScopeChoice } from './scope-choice.tsx';
import { SecretDialog } from '#ui/overlay/secret-dialog.tsx';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import {
  programScopes,
  requestsPerMinuteBounds,
  type AccountKeyInput,
  type ProgramScope,
} from '../api-keys-account.contract.ts';
import { requestsPerMinute } from '../api-keys.contract.ts';

const bounds = requestsPerMinuteBounds;
const { least, most } = bounds;

const harmless: readonly ProgramScope[] = programScopes.filter((scope) => scope.endsWith('.read'));

/** Makes a key of the account, and shows it this once. */
export function AccountKeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['account-keys', 'agent-sharing']);
  const [made, setMade] = useState<string | null>(null);
  const values: AccountKeyInput = {
    name: '',
    isTest: false,
    scopes: [...harmless],
    agentIds: null,
    requestsPerMinute,
  };
  const form = useServerForm({
    values,
    check: ({ name, scopes, agentIds, requestsPerMinute: perMinute }) => ({
      ...(name.trim() === '' && { name: t('agent-sharing:keys.nameMissing') }),
      ...(scopes.length === 0 && { scopes: t('scopesMissing') }),
      ...(agentIds?.length === 0 && { agentIds: t('agentsMissing') }),
      ...((!Number.isInteger(perMinute) || perMinute < least || perMinute > most) && {
        requestsPerMinute: t('requestsWrong', bounds),
      }),
    }),
    send: (body) => api('POST /api/account-keys', { body }),
    refreshes: ['/api/account-keys'],
    onDone: ({ key }) => setMade(key),
  });
  if (made)
    return (
      <SecretDialog
        title={t('agent-sharing:keys.madeTitle')}
        description={t('agent-sharing:keys.madeText')}
        done={t('agent-sharing:keys.madeDone')}
        secret={made}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      of={form}
      title={t('create')}
      description={t('createText')}
      submit={t('create')}
      onClose={onClose}
      isSheet
    >
      <Field
        label={t('agent-sharing:keys.name')}
        help={t('agent-sharing:keys.nameHelp')}
        error={form.errorOf('name')}
      >
        <Input maxLength={80} {...form.register('name')} />
      </Field>
      <ScopeChoice
        scopes={form.values.scopes}
        error={form.errorOf('scopes')}
        onChange={(scopes) => form.set({ scopes })}
      />
      <AgentChoice
        agentIds={form.values.agentIds}
        error={form.errorOf('agentIds')}
        onChange={(agentIds) => form.set({ agentIds })}
      />
      <Field label={t('requests')} help={t('requestsHelp', bounds)} error={form.errorOf('requestsPerMinute')}>
        <Input
          type="number"
          inputMode="numeric"
          min={least}
          max={most}
          {...form.register('requestsPerMinute', { valueAsNumber: true })}
        />
      </Field>
      <Checkbox
        checked={form.values.isTest}
        onChange={(isTest) => form.set({ isTest })}
        label={t('test')}
        help={t('testHelp')}
      />
    </FormDialog>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { setEndpointData, useEndpoint } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { Form } from '#ui/form/form.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { Card } from '#ui/page/display.tsx';
import { longestAccountName, type AccountName } from '../accounts.contract.ts';

/** What the account is called in mails to visitors, and where their replies go; for whoever may change it. */
export function AccountNameCard() {
  const user = useUser();
  const { data } = useEndpoint('GET /api/account/name', {}, { enabled: user.can['account.manage'] });
  return data ? <AccountNameForm account={data} /> : null;
}

function AccountNameForm({ account }: { account: AccountName }) {
  const user = useUser();
  const { t } = useTranslation('settings');
  const client = useQueryClient();
  const saved = { name: account.isChosen ? account.name : '', replyEmail: account.replyEmail ?? '' };
  const form = useServerForm({
    values: saved,
    check: ({ name }) => ({ ...(!name.trim() && { name: t('account.nameMissing') }) }),
    send: ({ name, replyEmail }) =>
      api('PUT /api/account/name', { body: { name: name.trim(), replyEmail: replyEmail.trim() || null } }),
    onDone: (changed) => {
      setEndpointData(client, 'GET /api/account/name', {}, () => changed);
      toast({ variant: 'success', description: t('account.saved') });
    },
    failureToast: t('common:failed.title'),
  });
  const isChanged =
    form.values.name.trim() !== saved.name || form.values.replyEmail.trim() !== saved.replyEmail;
  return (
    <Card aria-labelledby="account-name">
      <h2 id="account-name" className="text-md font-semibold">
        {t('account.title')}
      </h2>
      <p className="mt-1 mb-5 text-muted">{t('account.text')}</p>
      <Form of={form} className="max-w-md gap-5">
        <Field
          label={t('account.name')}
          help={t('account.nameHelp', {
            sender: [user.firstName, form.values.name.trim()].filter(Boolean).join(', '),
          })}
          error={form.errorOf('name')}
          required
        >
          <Input autoComplete="organization" maxLength={longestAccountName} {...form.register('name')} />
        </Field>
        {!account.repliesComeBack && (
          <Field
            label={t('account.replyEmail')}
            help={t('account.replyEmailHelp')}
            error={form.errorOf('replyEmail')}
            aside={t('common:optional')}
          >
            <Input type="email" autoComplete="email" maxLength={254} {...form.register('replyEmail')} />
          </Field>
        )}
        <Button
          type="submit"
          variant="primary"
          pending={form.isBusy}
          disabled={!isChanged}
          className="justify-self-start"
        >
          {t('account.save')}
        </Button>
      </Form>
    </Card>
  );
}

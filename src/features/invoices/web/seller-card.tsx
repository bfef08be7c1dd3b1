import { useTranslation } from 'react-i18next';
import { countryCodes } from '#shared/contacts/country-codes.ts';
import { api } from '#ui/api/client.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Card, Skeleton } from '#ui/page/display.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Form } from '#ui/form/form.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { Input, Textarea } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { SellerHint } from './seller-hint.tsx';
import type { SellerDetails } from '../invoices.contract.ts';

/** Who the account is on paper to its buyers. */
export function SellerCard({ mayManage }: { mayManage: boolean }) {
  const { t } = useTranslation('seller');
  const { data, error, refetch } = useEndpoint('GET /api/seller');
  return (
    <Card aria-labelledby="seller">
      <h2 id="seller" className="text-md font-semibold">
        {t('title')}
      </h2>
      <p className="mt-1 mb-5 max-w-prose text-pretty text-muted">{t('text')}</p>
      <div className="mb-5 empty:hidden">
        <SellerHint />
      </div>
      {data && <SellerForm seller={data.seller} accountName={data.accountName} mayManage={mayManage} />}
      {!data && error && <ReadFailed title={t('unreadable')} error={error} retry={refetch} />}
      {!data && !error && <Skeleton className="h-64 w-full" />}
    </Card>
  );
}

/** A choice has to be called something. */
const noCountry = 'none';

type FormProps = {
  seller: SellerDetails;
  accountName: string;
  mayManage: boolean;
};

function SellerForm({ seller, accountName, mayManage }: FormProps) {
  const { t, i18n } = useTranslation('seller');
  const form = useServerForm({
    values: seller,
    send: (body) => api('PUT /api/seller', { body }),
    refreshes: ['/api/seller'],
    onDone: () => toast({ variant: 'success', description: t('saved') }),
    failureToast: t('common:failed.title'),
  });
  const names = new Intl.DisplayNames([i18n.language], { type: 'region' });
  const countries = countryCodes
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .toSorted((one, other) => one.label.localeCompare(other.label, i18n.language));
  const isSame = JSON.stringify(form.values) === JSON.stringify(seller);
  return (
    <Form of={form} className="gap-5">
      <fieldset disabled={!mayManage} className="grid max-w-md gap-5">
        <Field label={t('name')} help={t('nameHelp', { name: accountName })} error={form.errorOf('name')}>
          <Input autoComplete="organization" maxLength={120} {...form.register('name')} />
        </Field>
        <Field label={t('address')} help={t('addressHelp')} error={form.errorOf('address')}>
          <Textarea rows={3} autoComplete="street-address" maxLength={400} {...form.register('address')} />
        </Field>
        <Field label={t('country')} error={form.errorOf('country')}>
          <Select
            value={form.values.country || noCountry}
            onChange={(code) => form.set({ country: code === noCountry ? '' : code })}
            options={[{ value: noCountry, label: t('noCountry') }, ...countries]}
            disabled={!mayManage}
          />
        </Field>
        <Field label={t('taxNumber')} aside={t('common:optional')} error={form.errorOf('taxNumber')}>
          <Input maxLength={60} {...form.register('taxNumber')} />
        </Field>
        {mayManage && (
          <Button
            type="submit"
            variant="primary"
            pending={form.isBusy}
            disabled={isSame}
            className="justify-self-start"
          >
            {t('save')}
          </Button>
        )}
      </fieldset>
    </Form>
  );
}

import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { countryCodes } from '#shared/contacts/country-codes.ts';
import type { ApiError } from '#ui/api/client.ts';
import { useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Callout, Card, Skeleton } from '#ui/page/display.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input, Textarea } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
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
      {!data && error && (
        <Callout
          tone="danger"
          action={<Button onClick={() => void refetch()}>{t('common:tryAgain')}</Button>}
        >
          {error.status === 0 ? t('common:failed.offline') : t('unreadable')}
        </Callout>
      )}
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
  const [form, setForm] = useState(seller);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const save = useMutate('PUT /api/seller', {
    refreshes: ['/api/seller'],
    onSuccess: () => toast({ variant: 'success', title: t('saved') }),
    failure: false,
    onError: (error: ApiError) => {
      setErrors(error.fields ?? {});
      if (error.fields) return;
      const description = error.status === 0 ? t('common:failed.offline') : error.message;
      toast({ variant: 'destructive', title: t('common:failed.title'), description });
    },
  });
  const names = new Intl.DisplayNames([i18n.language], { type: 'region' });
  const countries = countryCodes
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .toSorted((one, other) => one.label.localeCompare(other.label, i18n.language));
  const set = (change: Partial<SellerDetails>): void => setForm({ ...form, ...change });
  const isSame = JSON.stringify(form) === JSON.stringify(seller);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setErrors({});
    save.mutate({ body: form });
  };
  return (
    <form onSubmit={submit} noValidate>
      <fieldset disabled={!mayManage} className="grid max-w-md gap-5">
        <Field label={t('name')} help={t('nameHelp', { name: accountName })} error={errors['name']}>
          <Input
            autoComplete="organization"
            maxLength={120}
            value={form.name}
            onChange={(event) => set({ name: event.target.value })}
          />
        </Field>
        <Field label={t('address')} help={t('addressHelp')} error={errors['address']}>
          <Textarea
            rows={3}
            autoComplete="street-address"
            maxLength={400}
            value={form.address}
            onChange={(event) => set({ address: event.target.value })}
          />
        </Field>
        <Field label={t('country')} error={errors['country']}>
          <Select
            value={form.country || noCountry}
            onChange={(code) => set({ country: code === noCountry ? '' : code })}
            options={[{ value: noCountry, label: t('noCountry') }, ...countries]}
            disabled={!mayManage}
          />
        </Field>
        <Field label={t('taxNumber')} aside={t('common:optional')} error={errors['taxNumber']}>
          <Input
            maxLength={60}
            value={form.taxNumber}
            onChange={(event) => set({ taxNumber: event.target.value })}
          />
        </Field>
        {mayManage && (
          <Button
            type="submit"
            variant="primary"
            pending={save.isPending}
            disabled={isSame}
            className="justify-self-start"
          >
            {t('save')}
          </Button>
        )}
      </fieldset>
    </form>
  );
}

import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames, languages, type Language } from '#shared/languages.ts';
import type { ApiError } from '#ui/api/client.ts';
import { useMutate } from '#ui/api/hooks.ts';
import { useSetSession, useUser } from '#ui/api/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { Card } from '#ui/page/display.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import { PictureSetting, type CropPicture } from './picture-setting.tsx';
import { toast } from '#ui/overlay/toast-store.ts';

const longestName = 100;

/** The person's own picture, names and language. */
export function GeneralTab({ crop }: { crop: CropPicture }) {
  const { t, i18n } = useTranslation('settings');
  const user = useUser();
  const setSession = useSetSession();
  const [form, setForm] = useState<{ firstName: string; lastName: string; language: Language }>({
    firstName: user.firstName,
    lastName: user.lastName,
    language: user.language,
  });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const save = useMutate('PATCH /api/user', {
    onSuccess: (saved) => {
      setSession(saved);
      toast({ variant: 'success', title: t('general.saved') });
      if (saved.language !== i18n.language) void i18n.changeLanguage(saved.language);
    },
    failure: false,
    onError: (error: ApiError) => {
      setErrors(error.fields ?? {});
      if (!error.fields)
        toast({
          variant: 'destructive',
          title: t('common:failed.title'),
          description: error.status === 0 ? t('common:failed.offline') : error.message,
        });
    },
  });
  const changed =
    form.firstName.trim() !== user.firstName ||
    form.lastName.trim() !== user.lastName ||
    form.language !== user.language;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!form.firstName.trim()) return setErrors({ firstName: t('general.firstNameMissing') });
    setErrors({});
    save.mutate({
      body: { firstName: form.firstName.trim(), lastName: form.lastName.trim(), language: form.language },
    });
  };
  return (
    <Card aria-labelledby="profile">
      <h2 id="profile" className="text-md font-semibold">
        {t('general.profile')}
      </h2>
      <p className="mt-1 mb-5 text-muted">{t('general.profileText')}</p>
      <PictureSetting crop={crop} />
      <form onSubmit={submit} noValidate className="grid max-w-md gap-5">
        <Field label={t('general.firstName')} error={errors['firstName']} required>
          <Input
            autoComplete="given-name"
            maxLength={longestName}
            value={form.firstName}
            onChange={(event) => setForm({ ...form, firstName: event.target.value })}
          />
        </Field>
        <Field label={t('general.lastName')} error={errors['lastName']} aside={t('common:optional')}>
          <Input
            autoComplete="family-name"
            maxLength={longestName}
            value={form.lastName}
            onChange={(event) => setForm({ ...form, lastName: event.target.value })}
          />
        </Field>
        <Field label={t('general.email')} help={t('general.emailHelp')}>
          <Input type="email" readOnly value={user.email} />
        </Field>
        <Field label={t('general.language')} help={t('general.languageHelp')}>
          <Select
            value={form.language}
            onChange={(language) => setForm({ ...form, language })}
            options={languages.map((language) => ({ value: language, label: languageNames[language] }))}
          />
        </Field>
        <Button
          type="submit"
          variant="primary"
          pending={save.isPending}
          disabled={!changed}
          className="justify-self-start"
        >
          {t('general.save')}
        </Button>
      </form>
    </Card>
  );
}

import { useTranslation } from 'react-i18next';
import { languageNames, languages } from '#shared/languages.ts';
import { api } from '#ui/api/client.ts';
import { useSetSession, useUser } from '#ui/api/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { Card } from '#ui/page/display.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Form } from '#ui/form/form.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
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
  const form = useServerForm({
    values: { firstName: user.firstName, lastName: user.lastName, language: user.language },
    check: ({ firstName }) => ({ ...(!firstName.trim() && { firstName: t('general.firstNameMissing') }) }),
    send: ({ firstName, lastName, language }) =>
      api('PATCH /api/user', {
        body: { firstName: firstName.trim(), lastName: lastName.trim(), language },
      }),
    onDone: (saved) => {
      setSession(saved);
      toast({ variant: 'success', description: t('general.saved') });
      if (saved.language !== i18n.language) void i18n.changeLanguage(saved.language);
    },
    failureToast: t('common:failed.title'),
  });
  const changed =
    form.values.firstName.trim() !== user.firstName ||
    form.values.lastName.trim() !== user.lastName ||
    form.values.language !== user.language;
  return (
    <Card aria-labelledby="profile">
      <h2 id="profile" className="text-md font-semibold">
        {t('general.profile')}
      </h2>
      <p className="mt-1 mb-5 text-muted">{t('general.profileText')}</p>
      <PictureSetting crop={crop} />
      <Form of={form} className="max-w-md gap-5">
        <Field label={t('general.firstName')} error={form.errorOf('firstName')} required>
          <Input autoComplete="given-name" maxLength={longestName} {...form.register('firstName')} />
        </Field>
        <Field label={t('general.lastName')} error={form.errorOf('lastName')} aside={t('common:optional')}>
          <Input autoComplete="family-name" maxLength={longestName} {...form.register('lastName')} />
        </Field>
        <Field label={t('general.email')} help={t('general.emailHelp')}>
          <Input type="email" readOnly value={user.email} />
        </Field>
        <Field label={t('general.language')} help={t('general.languageHelp')}>
          <Select
            value={form.values.language}
            onChange={(language) => form.set({ language })}
            options={languages.map((language) => ({ value: language, label: languageNames[language] }))}
          />
        </Field>
        <Button
          type="submit"
          variant="primary"
          pending={form.isBusy}
          disabled={!changed}
          className="justify-self-start"
        >
          {t('general.save')}
        </Button>
      </Form>
    </Card>
  );
}

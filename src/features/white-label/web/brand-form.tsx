import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { refresh, setEndpointData } from '#ui/api/hooks.ts';
import { upload } from '#ui/api/upload.ts';
import { brandPreviewStore } from '#ui/brand.ts';
import { Button } from '#ui/controls/button.tsx';
import { ColorField } from '#ui/controls/color-field.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { LeaveUnsaved } from '#ui/form/leave-unsaved.tsx';
import { Form } from '#ui/form/form.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { brandImageKinds, longestBrandName, type WhiteLabel } from '../white-label.contract.ts';
import { BrandImageField } from './brand-image-field.tsx';
import { BrandPicture } from './brand-picture.tsx';
import { useChosenImage } from './chosen-image.ts';

const emails = ['supportEmail', 'privacyEmail', 'termsEmail'] as const;

const valuesOf = (saved: WhiteLabel) => ({
  brandName: saved.brandName,
  primaryColor: saved.primaryColor,
  secondaryColor: saved.secondaryColor,
  supportEmail: saved.supportEmail ?? '',
  privacyEmail: saved.privacyEmail ?? '',
  termsEmail: saved.termsEmail ?? '',
});

/**
 * Name, colours, pictures and addresses. What is written shows at once in the picture beside it and in the app
 * around it, for its writer alone, until it is saved.
 */
export function BrandForm({ saved }: { saved: WhiteLabel }) {
  const { t } = useTranslation('white-label');
  const client = useQueryClient();
  const logo = useChosenImage(saved.logoUrl);
  const icon = useChosenImage(saved.iconUrl);
  const images = { logo, icon };
  const isLocked = saved.state === 'locked';
  const form = useServerForm({
    values: valuesOf(saved),
    check: ({ brandName }) => ({
      brandName: brandName.trim() === '' ? t('field.brandNameMissing') : undefined,
    }),
    async send(values) {
      for (const kind of brandImageKinds) await sendImage(kind, images[kind].change);
      return api('PUT /api/white-label', {
        body: {
          ...values,
          supportEmail: values.supportEmail.trim() || null,
          privacyEmail: values.privacyEmail.trim() || null,
          termsEmail: values.termsEmail.trim() || null,
        },
      });
    },
    onDone(next) {
      setEndpointData(client, 'GET /api/white-label', {}, () => next);
      logo.reset();
      icon.reset();
      form.reset(valuesOf(next));
      void refresh(client, '/api/user/white-label');
      toast({ variant: 'success', description: t('saved') });
    },
    failureToast: t('common:failed.title'),
  });
  const { values } = form;
  const before = valuesOf(saved);
  const isChanged =
    logo.change !== null ||
    icon.change !== null ||
    Object.entries(before).some(([name, value]) => values[name as keyof typeof values].trim() !== value);
  const { brandName, primaryColor, secondaryColor } = values;
  const shownName = brandName.trim() || saved.brandName;
  useEffect(() => {
    brandPreviewStore.set(
      isChanged ? { brandName: shownName, primaryColor, secondaryColor, logoUrl: logo.url } : null,
    );
  }, [isChanged, shownName, primaryColor, secondaryColor, logo.url]);
  useEffect(() => () => brandPreviewStore.set(null), []);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-2">
      <Form of={form} className="grid-cols-[minmax(0,1fr)] gap-5">
        <Field
          label={t('field.brandName')}
          help={t('help.brandName')}
          error={form.errorOf('brandName')}
          required
        >
          <Input maxLength={longestBrandName} autoComplete="organization" {...form.register('brandName')} />
        </Field>
        <div className="grid items-start gap-5 sm:grid-cols-2">
          {(['primaryColor', 'secondaryColor'] as const).map((name) => (
            <Field key={name} label={t(`field.${name}`)} error={form.errorOf(name)}>
              <ColorField value={values[name]} onChange={(color) => form.set({ [name]: color })} />
            </Field>
          ))}
        </div>
        {brandImageKinds.map((kind) => (
          <BrandImageField key={kind} kind={kind} image={images[kind]} />
        ))}
        {emails.map((name) => (
          <Field
            key={name}
            label={t(`field.${name}`)}
            help={t(`help.${name}`)}
            error={form.errorOf(name)}
            aside={t('common:optional')}
          >
            <Input type="email" maxLength={254} autoComplete="off" {...form.register(name)} />
          </Field>
        ))}
        <div className="flex flex-wrap items-center gap-3">
          <Button
            type="submit"
            variant="primary"
            pending={form.isBusy}
            disabled={isLocked || (!isChanged && saved.state === 'active')}
          >
            {t('save')}
          </Button>
          {isChanged && (
            <Button
              variant="ghost"
              disabled={form.isBusy}
              onClick={() => {
                logo.reset();
                icon.reset();
                form.reset(before);
              }}
            >
              {t('discard')}
            </Button>
          )}
          {isChanged && (
            <p role="status" className="text-sm text-muted">
              {t('previewing')}
            </p>
          )}
        </div>
      </Form>
      <BrandPicture
        brand={{ name: shownName, primaryColor, secondaryColor, logoUrl: logo.url, iconUrl: icon.url }}
      />
      <LeaveUnsaved keepsInSearch isUnsaved={() => isChanged && !isLocked} />
    </div>
  );
}

async function sendImage(
  kind: (typeof brandImageKinds)[number],
  change: { file: File | null } | null,
): Promise<void> {
  if (!change) return;
  if (!change.file) {
    await api('DELETE /api/white-label/image', { query: { kind } });
    return;
  }
  const body = new FormData();
  body.append('file', change.file);
  await upload(`/api/white-label/image?kind=${kind}`, body);
}

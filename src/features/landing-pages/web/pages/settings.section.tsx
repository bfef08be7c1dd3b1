import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { languageNames, languages, type Language } from '#shared/languages.ts';
import { api } from '#ui/api/client.ts';
import { setEndpointData } from '#ui/api/hooks.ts';
import { upload } from '#ui/api/upload.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { FileButton } from '#ui/controls/file-button.tsx';
import { Input, Textarea } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Form } from '#ui/form/form.tsx';
import { LeaveUnsaved } from '#ui/form/leave-unsaved.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import type { PageImage } from '../../landing-pages-images.contract.ts';
import type { LandingPage } from '../../landing-pages.contract.ts';

const valuesOf = ({ title, slug, draft }: LandingPage) => {
  const { trackers, theme: _theme, ...settings } = draft.settings;
  return { title, slug, ...settings, ...trackers };
};
type Values = ReturnType<typeof valuesOf>;

/** Names, what search engines and other sites read, and whose statistics hear of it. */
export function SettingsSection({ page }: { page: LandingPage }) {
  const { t } = useTranslation('landing-pages');
  const client = useQueryClient();
  const before = valuesOf(page);
  const form = useServerForm<Values, LandingPage>({
    values: before,
    send({ title, slug, googleAnalytics, metaPixel, ...settings }) {
      return api('PUT /api/landing-pages/{id}/settings', {
        params: { id: page.id },
        body: {
          revision: page.draftRevision,
          title,
          slug,
          settings: {
            ...settings,
            theme: page.draft.settings.theme,
            trackers: { googleAnalytics, metaPixel },
          },
        },
      });
    },
    onDone(saved) {
      setEndpointData(client, 'GET /api/landing-pages/{id}', { params: { id: page.id } }, () => saved);
      form.reset(valuesOf(saved));
      toast({ variant: 'success', description: t('settings.saved') });
    },
  });
  const { values } = form;
  const isChanged = (Object.keys(before) as (keyof Values)[]).some((name) => values[name] !== before[name]);
  const within = (name: string) => form.errorOf(name) ?? form.errorOf(`settings.${name}`);
  return (
    <Form of={form} className="max-w-2xl gap-5">
      <fieldset disabled={!page.can.edit} className="grid gap-5">
        <Field label={t('settings.title')} error={within('title')} required>
          <Input maxLength={80} autoComplete="off" {...form.register('title')} />
        </Field>
        <Field label={t('settings.slug')} help={t('settings.slugHelp')} error={within('slug')} required>
          <Input maxLength={80} autoComplete="off" spellCheck={false} {...form.register('slug')} />
        </Field>
        <Field label={t('settings.language')} error={within('language')}>
          <Select<Language>
            value={values.language}
            onChange={(language) => form.set({ language })}
            options={languages.map((language) => ({ value: language, label: languageNames[language] }))}
          />
        </Field>
        <Field label={t('settings.seoTitle')} help={t('settings.seoTitleHelp')} error={within('seoTitle')}>
          <Input maxLength={60} autoComplete="off" {...form.register('seoTitle')} />
        </Field>
        <Field label={t('settings.seoDescription')} error={within('seoDescription')}>
          <Textarea maxLength={160} rows={3} {...form.register('seoDescription')} />
        </Field>
        <Picture
          pageId={page.id}
          label={t('settings.ogImage')}
          help={t('settings.ogImageHelp')}
          value={values.ogImage}
          onChange={(ogImage) => form.set({ ogImage })}
        />
        <Picture
          pageId={page.id}
          label={t('settings.favicon')}
          help={t('settings.faviconHelp')}
          value={values.favicon}
          onChange={(favicon) => form.set({ favicon })}
        />
        <Field
          label={t('settings.googleAnalytics')}
          help={t('settings.trackersHelp')}
          error={within('trackers.googleAnalytics')}
        >
          <Input
            maxLength={20}
            placeholder="G-XXXXXXX"
            autoComplete="off"
            {...form.register('googleAnalytics')}
          />
        </Field>
        <Field label={t('settings.metaPixel')} error={within('trackers.metaPixel')}>
          <Input maxLength={20} inputMode="numeric" autoComplete="off" {...form.register('metaPixel')} />
        </Field>
        <Field
          label={t('settings.headCode')}
          help={t(page.can.headCode ? 'settings.headCodeHelp' : 'settings.headCodeOwner')}
          error={within('headCode')}
        >
          <Textarea
            rows={4}
            maxLength={5_000}
            spellCheck={false}
            className="font-mono text-sm"
            readOnly={!page.can.headCode}
            {...form.register('headCode')}
          />
        </Field>
      </fieldset>
      {page.can.edit && (
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" pending={form.isBusy} disabled={!isChanged}>
            {t('settings.save')}
          </Button>
          {isChanged && (
            <Button variant="ghost" onClick={() => form.reset(before)}>
              {t('settings.discard')}
            </Button>
          )}
        </div>
      )}
      <LeaveUnsaved keepsInSearch isUnsaved={() => isChanged && page.can.edit} />
    </Form>
  );
}

function Picture({
  pageId,
  label,
  help,
  value,
  onChange,
}: {
  pageId: string;
  label: string;
  help: string;
  value: string;
  onChange: (src: string) => void;
}) {
  const { t } = useTranslation('landing-pages');
  async function send(file: File): Promise<void> {
    const body = new FormData();
    body.append('file', file);
    try {
      const image = (await upload(
        `/api/landing-pages/${encodeURIComponent(pageId)}/images`,
        body,
      )) as PageImage;
      onChange(image.src);
    } catch (error) {
      toast({
        variant: 'destructive',
        title: t('common:failed.title'),
        description: error instanceof Error ? error.message : t('common:failed.offline'),
      });
    }
  }
  return (
    <div role="group" aria-label={label} className="grid gap-2">
      <p className="font-medium">{label}</p>
      <p className="text-sm text-muted">{help}</p>
      <div className="flex flex-wrap items-center gap-3">
        {value !== '' && (
          <img
            src={`${value}/480.webp`}
            alt=""
            className="h-16 rounded-control border border-line object-contain"
          />
        )}
        <FileButton accept="image/*" onFile={(file) => void send(file)}>
          {t('settings.choosePicture')}
        </FileButton>
        {value !== '' && (
          <Button variant="ghost" onClick={() => onChange('')}>
            <Trash2 size={16} aria-hidden="true" />
            {t('settings.removePicture')}
          </Button>
        )}
      </div>
    </div>
  );
}

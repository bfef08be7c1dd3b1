import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { languageNames, languages } from '#shared/languages.ts';
import { api } from '#ui/api/client.ts';
import { refresh } from '#ui/api/hooks.ts';
import { Field } from '#ui/controls/field.tsx';
import { Input, Textarea } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { EntrySheet } from '#ui/form/entry-sheet.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { ServerPictureField } from '#features/server-pictures/web/server-picture-field.tsx';
import { longestQuote, longestTestimonialName, type Testimonial } from '../testimonials.contract.ts';

type Props = {
  /** Null: a new one. */
  testimonial: Testimonial | null;
  onClose: () => void;
};
const refreshes = ['/api/superadmin/testimonials'];

/** Writes what a customer says, for whom, and whether it is shown. */
export function TestimonialSheet({ testimonial, onClose }: Props) {
  const { t } = useTranslation('testimonials');
  const client = useQueryClient();
  const form = useServerForm({
    values: {
      quote: testimonial?.quote ?? '',
      name: testimonial?.name ?? '',
      role: testimonial?.role ?? '',
      language: testimonial?.language ?? null,
      picture: testimonial?.picture ?? null,
      isShown: testimonial?.isShown ?? true,
    },
    check: ({ quote, name }) => ({
      quote: quote.trim() === '' ? t('validation.quote') : undefined,
      name: name.trim() === '' ? t('validation.name') : undefined,
    }),
    send: (body) =>
      testimonial
        ? api('PUT /api/superadmin/testimonials/{id}', { params: { id: testimonial.id }, body })
        : api('POST /api/superadmin/testimonials', { body }),
    refreshes,
    onDone: onClose,
  });
  const { values, errorOf } = form;
  return (
    <EntrySheet
      of={form}
      title={t(testimonial ? 'edit' : 'new')}
      submit={t('save')}
      onClose={onClose}
      removal={
        testimonial && {
          title: t('delete.title'),
          text: t('delete.text', { name: testimonial.name }),
          action: t('delete.action'),
          run: async () => {
            await api('DELETE /api/superadmin/testimonials/{id}', { params: { id: testimonial.id } });
            await refresh(client, ...refreshes);
          },
        }
      }
    >
      <Field label={t('quote')} error={errorOf('quote')} required>
        <Textarea rows={4} maxLength={longestQuote} {...form.register('quote')} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t('name')} error={errorOf('name')} required>
          <Input autoComplete="off" maxLength={longestTestimonialName} {...form.register('name')} />
        </Field>
        <Field label={t('role')} error={errorOf('role')}>
          <Input autoComplete="off" maxLength={longestTestimonialName} {...form.register('role')} />
        </Field>
      </div>
      <ServerPictureField
        kind="person"
        label={t('picture')}
        help={t('pictureHelp')}
        value={values.picture}
        onChange={(picture) => form.set({ picture })}
        error={errorOf('picture')}
      />
      <Field label={t('language')}>
        <Select
          value={values.language ?? 'all'}
          onChange={(value) => form.set({ language: languages.find((one) => one === value) ?? null })}
          options={[
            { value: 'all', label: t('all') },
            ...languages.map((value) => ({ value, label: languageNames[value] })),
          ]}
        />
      </Field>
      <Switch
        checked={values.isShown}
        onChange={(isShown) => form.set({ isShown })}
        label={t('shown')}
        help={t('shownHelp')}
      />
    </EntrySheet>
  );
}

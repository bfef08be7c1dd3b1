import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames, languages, type Language } from '#shared/languages.ts';
import { api } from '#ui/api/client.ts';
import { refresh } from '#ui/api/hooks.ts';
import { instantOf, localOf } from '#ui/browser/local-time.ts';
import { Field } from '#ui/controls/field.tsx';
import { Input, Textarea } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { EntrySheet } from '#ui/form/entry-sheet.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { Callout } from '#ui/page/display.tsx';
import {
  announcementAudiences,
  announcementLevels,
  longestAnnouncement,
  type Announcement,
} from '../announcements.contract.ts';

type Props = {
  /** Null: a new one. */
  announcement: Announcement | null;
  onClose: () => void;
};
const refreshes = ['/api/superadmin/announcements', '/api/announcements'];

/** Writes an announcement in six languages, for whom and from when until when. */
export function AnnouncementSheet({ announcement, onClose }: Props) {
  const { t, i18n } = useTranslation('announcements');
  const client = useQueryClient();
  const [language, setLanguage] = useState<Language>(languages.find((one) => one === i18n.language) ?? 'en');
  const form = useServerForm({
    values: {
      audience: announcement?.audience ?? announcementAudiences[0],
      level: announcement?.level ?? announcementLevels[0],
      texts: Object.fromEntries(languages.map((one) => [one, announcement?.texts[one] ?? ''])) as Record<
        Language,
        string
      >,
      linkUrl: announcement?.linkUrl ?? '',
      isDismissible: announcement?.isDismissible ?? true,
      startsAt: localOf(announcement?.startsAt ?? new Date().toISOString()),
      endsAt: localOf(announcement?.endsAt ?? ''),
    },
    check: ({ texts, startsAt, endsAt, linkUrl }) => ({
      texts: Object.values(texts).every((text) => text.trim() === '') ? t('validation.text') : undefined,
      startsAt: instantOf(startsAt) === '' ? t('validation.start') : undefined,
      endsAt: endsAt !== '' && instantOf(endsAt) <= instantOf(startsAt) ? t('validation.end') : undefined,
      linkUrl:
        linkUrl.trim() !== '' && !/^(?:\/(?![/\\])|https:\/\/)[^\s<>"']*$/.test(linkUrl.trim())
          ? t('validation.link')
          : undefined,
    }),
    send: (values) => {
      const body = {
        ...values,
        linkUrl: values.linkUrl.trim() || null,
        startsAt: instantOf(values.startsAt),
        endsAt: values.endsAt === '' ? null : instantOf(values.endsAt),
      };
      return announcement
        ? api('PUT /api/superadmin/announcements/{id}', { params: { id: announcement.id }, body })
        : api('POST /api/superadmin/announcements', { body });
    },
    placeOf: ({ code }) => (code === 'announcements.overlaps' ? 'startsAt' : undefined),
    refreshes,
    onDone: onClose,
  });
  const { values, errorOf } = form;
  return (
    <EntrySheet
      of={form}
      title={t(announcement ? 'edit' : 'new')}
      submit={t('save')}
      onClose={onClose}
      removal={
        announcement && {
          title: t('delete.title'),
          text: t('delete.text'),
          action: t('delete.action'),
          run: async () => {
            await api('DELETE /api/superadmin/announcements/{id}', { params: { id: announcement.id } });
            await refresh(client, ...refreshes);
          },
        }
      }
    >
      <Field label={t('language')} help={t('languageHelp')}>
        <Select
          value={language}
          onChange={setLanguage}
          options={languages.map((value) => ({
            value,
            label: values.texts[value].trim() === '' ? languageNames[value] : `${languageNames[value]} ✓`,
          }))}
        />
      </Field>
      <Field label={t('text')} error={errorOf('texts')} required>
        <Textarea
          rows={3}
          maxLength={longestAnnouncement}
          value={values.texts[language]}
          onChange={({ target }) => form.set({ texts: { ...values.texts, [language]: target.value } })}
        />
      </Field>
      <Callout tone={values.level}>
        <span className="break-words whitespace-pre-line">{values.texts[language] || t('preview')}</span>
      </Callout>
      <div className="grid items-end gap-5 sm:grid-cols-2">
        <Field label={t('audience.title')}>
          <Select
            value={values.audience}
            onChange={(audience) => form.set({ audience })}
            options={announcementAudiences.map((value) => ({ value, label: t(`audience.${value}`) }))}
          />
        </Field>
        <Field label={t('level.title')}>
          <Select
            value={values.level}
            onChange={(level) => form.set({ level })}
            options={announcementLevels.map((value) => ({ value, label: t(`level.${value}`) }))}
          />
        </Field>
        <Field label={t('starts')} error={errorOf('startsAt')} required>
          <Input type="datetime-local" {...form.register('startsAt')} />
        </Field>
        <Field label={t('ends')} help={t('endsHelp')} error={errorOf('endsAt')}>
          <Input type="datetime-local" {...form.register('endsAt')} />
        </Field>
      </div>
      <Field label={t('link')} help={t('linkHelp')} error={errorOf('linkUrl')}>
        <Input autoComplete="off" placeholder="/dashboard/docs" {...form.register('linkUrl')} />
      </Field>
      <Switch
        checked={values.isDismissible}
        onChange={(isDismissible) => form.set({ isDismissible })}
        label={t('dismissible')}
        help={t('dismissibleHelp')}
      />
    </EntrySheet>
  );
}

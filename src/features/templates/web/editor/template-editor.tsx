import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { languageNames, languages } from '#shared/languages.ts';
import { api } from '#ui/api/client.ts';
import { refresh, useEndpoint } from '#ui/api/hooks.ts';
import { Field } from '#ui/controls/field.tsx';
import { Input, Textarea } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { EntrySheet } from '#ui/form/entry-sheet.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { ServerPictureField } from '#features/server-pictures/web/server-picture-field.tsx';
import { templateCategories, type TemplateCategory } from '../../templates.contract.ts';
import { templateLimits, type ListedTemplate } from '../../templates-superadmin.contract.ts';

type Props = {
  /** Null: a new one. */
  template: ListedTemplate | null;
  onClose: () => void;
};
/** Instead of an agent: what it was made of stays. */
const same = 'same';
const refreshes = ['/api/superadmin/templates', '/api/templates'];

/** Makes a template of an agent of one's own, says what it is, for whom, and how it goes. */
export function TemplateEditor({ template, onClose }: Props) {
  const { t } = useTranslation(['templates-editor', 'templates']);
  const client = useQueryClient();
  const agents = useEndpoint('GET /api/agents', { query: {} }).data?.agents;
  const form = useServerForm({
    values: {
      agentId: template ? same : '',
      title: template?.title ?? '',
      tagline: template?.tagline ?? '',
      description: template?.description ?? '',
      category: (template?.category ?? 'support') as TemplateCategory,
      language: template?.language ?? null,
      picture: template?.picture ?? null,
      isShown: template?.isShown ?? true,
    },
    check: ({ agentId, title, tagline, description }) => ({
      agentId: agentId === '' ? t('needed.agent') : undefined,
      title: title.trim() === '' ? t('needed.title') : undefined,
      tagline: tagline.trim() === '' ? t('needed.tagline') : undefined,
      description: description.trim() === '' ? t('needed.description') : undefined,
    }),
    send: ({ agentId, ...texts }) =>
      template
        ? api('PUT /api/superadmin/templates/{slug}', {
            params: { slug: template.slug },
            body: { ...texts, agentId: agentId === same ? null : agentId },
          })
        : api('POST /api/superadmin/templates', { body: { ...texts, agentId } }),
    refreshes,
    onDone: onClose,
  });
  const { values, errorOf } = form;
  return (
    <EntrySheet
      of={form}
      title={t(template ? 'edit' : 'new')}
      submit={t('save')}
      onClose={onClose}
      removal={
        template && {
          title: t('delete.title'),
          text: t('delete.text', { title: template.title }),
          action: t('delete.action'),
          run: async () => {
            await api('DELETE /api/superadmin/templates/{slug}', { params: { slug: template.slug } });
            await refresh(client, ...refreshes);
          },
        }
      }
    >
      <Field
        label={t('agent')}
        help={agents?.length === 0 ? t('noAgents') : t('agentHelp')}
        error={errorOf('agentId')}
        required={!template}
      >
        <Select
          placeholder={t('choose')}
          value={values.agentId}
          onChange={(agentId) => form.set({ agentId })}
          options={[
            ...(template ? [{ value: same, label: t('asItIs', { name: template.agentName }) }] : []),
            ...(agents ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </Field>
      <Field label={t('title')} error={errorOf('title')} required>
        <Input autoComplete="off" maxLength={templateLimits.title} {...form.register('title')} />
      </Field>
      <Field label={t('tagline')} help={t('taglineHelp')} error={errorOf('tagline')} required>
        <Input autoComplete="off" maxLength={templateLimits.tagline} {...form.register('tagline')} />
      </Field>
      <Field label={t('description')} error={errorOf('description')} required>
        <Textarea rows={4} maxLength={templateLimits.description} {...form.register('description')} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t('templates:category')}>
          <Select
            value={values.category}
            onChange={(category) => form.set({ category })}
            options={templateCategories.map((value) => ({
              value,
              label: t(`templates:categories.${value}`),
            }))}
          />
        </Field>
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
      </div>
      <ServerPictureField
        kind="template"
        label={t('picture')}
        help={t('pictureHelp')}
        value={values.picture}
        onChange={(picture) => form.set({ picture })}
        error={errorOf('picture')}
      />
      <Switch
        checked={values.isShown}
        onChange={(isShown) => form.set({ isShown })}
        label={t('shown')}
        help={t('shownHelp')}
      />
    </EntrySheet>
  );
}

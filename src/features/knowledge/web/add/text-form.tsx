import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Skeleton } from '#ui/page/display.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Form } from '#ui/form/form.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { Input, Textarea } from '#ui/controls/input.tsx';
import { readableNumber } from '#ui/browser/numbers.ts';
import { knowledgeLimits, type KnowledgeSource } from '../../knowledge.contract.ts';
import { sourcesPath } from '../knowledge-data.ts';

type Props = {
  collectionId: string;
  source?: KnowledgeSource | undefined;
  onDone: () => void;
};

/** Pasted text, new or changed. */
export function TextForm({ collectionId, source, onDone }: Props) {
  const stored = useEndpoint(
    'GET /api/knowledge/{collectionId}/sources/{id}',
    { params: { collectionId, id: source?.id ?? '' } },
    { enabled: source !== undefined, gcTime: 0 },
  );
  if (source && !stored.data) return <Skeleton className="h-64 w-full" />;
  return (
    <TextFields
      collectionId={collectionId}
      source={source}
      title={source?.title ?? ''}
      body={stored.data?.body ?? ''}
      onDone={onDone}
    />
  );
}

function TextFields({ collectionId, source, onDone, title, body }: Props & { title: string; body: string }) {
  const { t, i18n } = useTranslation('knowledge-web');
  const form = useServerForm({
    values: { title, body },
    check: (values) => ({
      ...(!values.title.trim() && { title: t('text.titleMissing') }),
      ...(!values.body.trim() && { body: t('text.bodyMissing') }),
    }),
    send: async (values) => {
      const sent = { title: values.title.trim(), body: values.body };
      if (source)
        await api('PATCH /api/knowledge/{collectionId}/sources/{id}', {
          params: { collectionId, id: source.id },
          body: sent,
        });
      else
        await api('POST /api/knowledge/{collectionId}/sources/text', {
          params: { collectionId },
          body: sent,
        });
    },
    refreshes: [sourcesPath(collectionId)],
    onDone,
    placeOf: () => 'body',
  });
  return (
    <Form of={form}>
      <Field label={t('text.title')} help={t('text.titleHelp')} error={form.errorOf('title')} required>
        <Input autoFocus maxLength={knowledgeLimits.titleLength} {...form.register('title')} />
      </Field>
      <Field
        label={t('text.body')}
        error={form.errorOf('body')}
        aside={`${readableNumber(form.values.body.length, i18n.language)} / ${readableNumber(knowledgeLimits.textLength, i18n.language)}`}
        required
      >
        <Textarea rows={12} maxLength={knowledgeLimits.textLength} {...form.register('body')} />
      </Field>
      <Button type="submit" variant="primary" pending={form.isBusy} className="justify-self-end">
        {t(source ? 'common:actions.save' : 'text.submit')}
      </Button>
    </Form>
  );
}

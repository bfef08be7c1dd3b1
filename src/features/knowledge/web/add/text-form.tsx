import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '#ui/api/client.ts';
import { useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Skeleton } from '#ui/page/display.tsx';
import { Field } from '#ui/controls/field.tsx';
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
    <Form
      collectionId={collectionId}
      source={source}
      title={source?.title ?? ''}
      body={stored.data?.body ?? ''}
      onDone={onDone}
    />
  );
}

function Form({ collectionId, source, onDone, ...initial }: Props & { title: string; body: string }) {
  const { t, i18n } = useTranslation('knowledge-web');
  const [title, setTitle] = useState(initial.title);
  const [body, setBody] = useState(initial.body);
  const [errors, setErrors] = useState<{ title?: string; body?: string }>({});
  const options = {
    refreshes: [sourcesPath(collectionId)],
    failure: false as const,
    onSuccess: onDone,
    onError: (error: ApiError) =>
      setErrors({
        ...error.fields,
        ...(!error.fields && { body: error.status === 0 ? t('common:failed.offline') : error.message }),
      }),
  };
  const add = useMutate('POST /api/knowledge/{collectionId}/sources/text', options);
  const change = useMutate('PATCH /api/knowledge/{collectionId}/sources/{id}', options);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing = {
      ...(!title.trim() && { title: t('text.titleMissing') }),
      ...(!body.trim() && { body: t('text.bodyMissing') }),
    };
    setErrors(missing);
    if (Object.keys(missing).length > 0) return;
    if (source)
      change.mutate({ params: { collectionId, id: source.id }, body: { title: title.trim(), body } });
    else add.mutate({ params: { collectionId }, body: { title: title.trim(), body } });
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <Field label={t('text.title')} help={t('text.titleHelp')} error={errors.title} required>
        <Input
          autoFocus
          maxLength={knowledgeLimits.titleLength}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
      </Field>
      <Field
        label={t('text.body')}
        error={errors.body}
        aside={`${readableNumber(body.length, i18n.language)} / ${readableNumber(knowledgeLimits.textLength, i18n.language)}`}
        required
      >
        <Textarea
          rows={12}
          maxLength={knowledgeLimits.textLength}
          value={body}
          onChange={(event) => setBody(event.target.value)}
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        pending={add.isPending || change.isPending}
        className="justify-self-end"
      >
        {t(source ? 'common:actions.save' : 'text.submit')}
      </Button>
    </form>
  );
}

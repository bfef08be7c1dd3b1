import { factGap } from '#shared/text/fact-gap.ts';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Output } from '#ui/api/client.ts';
import { useMutate } from '#ui/api/hooks.ts';
import { readableCost, readableMilliseconds } from '#ui/browser/numbers.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { ModelFailure } from '#ui/page/model-failure.tsx';

type Compared = Output<'POST /api/agents/{id}/compare-answers'>['builtIn'];

/** Asks the built-in engine and a model the same, and shows the two answers beside each other. */
export function CompareAnswers({
  agentId,
  provider,
  model,
  label,
}: {
  agentId: string;
  provider: string;
  model: string;
  /** The model as people know it. */
  label: string;
}) {
  const { t } = useTranslation('agents');
  const [question, setQuestion] = useState('');
  const compare = useMutate('POST /api/agents/{id}/compare-answers');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (question.trim() && !compare.isPending)
      compare.mutate({ params: { id: agentId }, body: { question: question.trim(), provider, model } });
  };
  return (
    <div className="@container grid gap-4">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
        <Field label={t('compare.question')} className="min-w-0 flex-1 basis-56">
          <Input
            value={question}
            maxLength={1_000}
            placeholder={t('compare.example')}
            onChange={(event) => setQuestion(event.target.value)}
          />
        </Field>
        <Button type="submit" pending={compare.isPending} disabled={!question.trim()}>
          {t('compare.submit')}
        </Button>
      </form>
      {compare.data && (
        <div role="status" className="grid gap-3 @lg:grid-cols-2">
          <Answer title={t('builtIn.name')} answer={compare.data.builtIn} failed={null} />
          <Answer title={label} answer={compare.data.model} failed={{ provider, model }} />
        </div>
      )}
    </div>
  );
}

function Answer({
  title,
  answer,
  failed,
}: {
  title: string;
  answer: Compared;
  failed: { provider: string; model: string } | null;
}) {
  const { i18n } = useTranslation('agents');
  const facts = [
    readableMilliseconds(answer.milliseconds, i18n.language),
    failed && answer.costMicros !== null ? readableCost(answer.costMicros, i18n.language) : '',
  ];
  return (
    <section className="min-w-0 rounded-card border border-line bg-surface p-4">
      <h3 className="font-semibold">{title}</h3>
      <p className="tabular text-xs text-muted">{facts.filter(Boolean).join(factGap)}</p>
      {answer.errorCode && failed ? (
        <p className="mt-2 text-danger-ink">
          <ModelFailure {...failed} code={answer.errorCode} />
        </p>
      ) : (
        <p className="mt-2 leading-6 wrap-anywhere whitespace-pre-wrap">{answer.text}</p>
      )}
    </section>
  );
}

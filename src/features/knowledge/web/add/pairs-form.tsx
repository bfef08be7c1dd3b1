import { Plus, Trash2 } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '#ui/api/client.ts';
import { useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Callout, Skeleton } from '#ui/page/display.tsx';
import { Field } from '#ui/controls/field.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { Input, Textarea } from '#ui/controls/input.tsx';
import { knowledgeLimits, type KnowledgeSource, type QuestionAnswer } from '../../knowledge.contract.ts';
import { sourcesPath } from '../knowledge-data.ts';
import { PairsImport } from './pairs-import.tsx';

type Props = {
  collectionId: string;
  source?: KnowledgeSource | undefined;
  onDone: () => void;
};
type Row = QuestionAnswer & { key: number };

/** Questions with their answers, new or changed; typed one by one or brought in from a spreadsheet. */
export function PairsForm({ collectionId, source, onDone }: Props) {
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
      initial={stored.data?.pairs ?? [{ question: '', answer: '' }]}
      onDone={onDone}
    />
  );
}

function Form({ collectionId, source, initial, onDone }: Props & { initial: readonly QuestionAnswer[] }) {
  const { t } = useTranslation('knowledge-web');
  const lastKey = useRef(0);
  const toRow = (pair: QuestionAnswer): Row => ({ ...pair, key: ++lastKey.current });
  const [rows, setRows] = useState<readonly Row[]>(() => initial.map(toRow));
  const [title, setTitle] = useState(source?.title ?? '');
  const [error, setError] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const options = {
    refreshes: [sourcesPath(collectionId)],
    failure: false as const,
    onSuccess: onDone,
    onError: (failure: ApiError) =>
      setError(failure.status === 0 ? t('common:failed.offline') : failure.message),
  };
  const add = useMutate('POST /api/knowledge/{collectionId}/sources/qa', options);
  const change = useMutate('PATCH /api/knowledge/{collectionId}/sources/{id}', options);
  const set = (key: number, part: Partial<QuestionAnswer>) =>
    setRows((list) => list.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const full = rows.length >= knowledgeLimits.pairs;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    setError(null);
    const filled = rows.filter((row) => row.question.trim() || row.answer.trim());
    if (filled.length === 0) return setError(t('pairs.none'));
    if (filled.some((row) => !row.question.trim() || !row.answer.trim())) return;
    const pairs = filled.map(({ question, answer }) => ({
      question: question.trim(),
      answer: answer.trim(),
    }));
    const body = { pairs, ...(title.trim() && { title: title.trim() }) };
    if (source) change.mutate({ params: { collectionId, id: source.id }, body });
    else add.mutate({ params: { collectionId }, body });
  };
  const missing = (row: Row, field: keyof QuestionAnswer) =>
    tried && !row[field].trim() && Boolean(row.question.trim() || row.answer.trim()) && t('pairs.missing');
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <Field label={t('pairs.title')} aside={t('common:optional')}>
        <Input
          maxLength={knowledgeLimits.titleLength}
          value={title}
          placeholder={t('pairs.titleExample')}
          onChange={(event) => setTitle(event.target.value)}
        />
      </Field>
      <PairsImport
        room={knowledgeLimits.pairs - rows.length}
        onPairs={(pairs) =>
          setRows((list) =>
            [...list.filter((row) => row.question.trim() || row.answer.trim()), ...pairs.map(toRow)].slice(
              0,
              knowledgeLimits.pairs,
            ),
          )
        }
      />
      <ol className="grid gap-3">
        {rows.map((row, index) => (
          <li key={row.key} className="grid gap-3 rounded-card border border-line p-3">
            <div className="flex items-center justify-between">
              <span className="tabular text-sm font-medium text-muted">
                {t('pairs.number', { number: index + 1 })}
              </span>
              <IconButton
                label={t('pairs.remove', { number: index + 1 })}
                size="sm"
                disabled={rows.length === 1}
                onClick={() => setRows((list) => list.filter((other) => other.key !== row.key))}
              >
                <Trash2 size={16} />
              </IconButton>
            </div>
            <Field label={t('pairs.question')} error={missing(row, 'question')}>
              <Input
                autoFocus={index > 0 && index === rows.length - 1 && !row.question && !row.answer}
                maxLength={knowledgeLimits.questionLength}
                value={row.question}
                onChange={(event) => set(row.key, { question: event.target.value })}
              />
            </Field>
            <Field label={t('pairs.answer')} error={missing(row, 'answer')}>
              <Textarea
                rows={2}
                maxLength={knowledgeLimits.answerLength}
                value={row.answer}
                onChange={(event) => set(row.key, { answer: event.target.value })}
              />
            </Field>
          </li>
        ))}
      </ol>
      <Button
        icon={<Plus size={16} />}
        disabled={full}
        onClick={() => setRows((list) => [...list, toRow({ question: '', answer: '' })])}
      >
        {t('pairs.add')}
      </Button>
      {error && (
        <Callout tone="danger" live>
          {error}
        </Callout>
      )}
      <Button
        type="submit"
        variant="primary"
        pending={add.isPending || change.isPending}
        className="justify-self-end"
      >
        {t(source ? 'common:actions.save' : 'pairs.submit')}
      </Button>
    </form>
  );
}

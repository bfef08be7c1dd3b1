import { Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Callout, Skeleton } from '#ui/page/display.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Form as FormFrame } from '#ui/form/form.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
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

const isBegun = ({ question, answer }: QuestionAnswer): boolean =>
  question.trim() !== '' || answer.trim() !== '';

/** Questions with their answers, new or changed; typed one by one or brought in from a spreadsheet. */
export function PairsForm({ collectionId, source, onDone }: Props) {
  const stored = useEndpoint(
    'GET /api/knowledge/{collectionId}/sources/{id}',
    { params: { collectionId, id: source?.id ?? '' } },
    { enabled: source !== undefined, gcTime: 0 },
  );
  if (source && !stored.data) return <Skeleton className="h-64 w-full" />;
  return (
    <PairsFields
      collectionId={collectionId}
      source={source}
      initial={stored.data?.pairs ?? [{ question: '', answer: '' }]}
      onDone={onDone}
    />
  );
}

function PairsFields({
  collectionId,
  source,
  initial,
  onDone,
}: Props & { initial: readonly QuestionAnswer[] }) {
  const { t } = useTranslation('knowledge-web');
  const lastKey = useRef(0);
  const toRow = (pair: QuestionAnswer): Row => ({ ...pair, key: ++lastKey.current });
  const [start] = useState(() => initial.map(toRow));
  const form = useServerForm({
    values: { title: source?.title ?? '', pairs: start },
    check: ({ pairs }) => wrongIn(pairs),
    send: async ({ title, pairs }) => {
      const body = {
        pairs: pairs
          .filter(isBegun)
          .map(({ question, answer }) => ({ question: question.trim(), answer: answer.trim() })),
        ...(title.trim() && { title: title.trim() }),
      };
      if (source)
        await api('PATCH /api/knowledge/{collectionId}/sources/{id}', {
          params: { collectionId, id: source.id },
          body,
        });
      else await api('POST /api/knowledge/{collectionId}/sources/qa', { params: { collectionId }, body });
    },
    refreshes: [sourcesPath(collectionId)],
    onDone,
  });
  const rows = form.values.pairs;
  const setRows = (change: (list: readonly Row[]) => readonly Row[]) =>
    form.set({ pairs: [...change(rows)] });
  const set = (key: number, part: Partial<QuestionAnswer>) =>
    setRows((list) => list.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const full = rows.length >= knowledgeLimits.pairs;
  function wrongIn(pairs: readonly Row[]): Record<string, string> {
    if (!pairs.some(isBegun)) return { pairs: t('pairs.none') };
    return Object.fromEntries(
      pairs.flatMap((row) =>
        isBegun(row)
          ? (['question', 'answer'] as const)
              .filter((field) => !row[field].trim())
              .map((field) => [`${row.key} ${field}`, t('pairs.missing')])
          : [],
      ),
    );
  }
  return (
    <FormFrame of={form}>
      <Field label={t('pairs.title')} aside={t('common:optional')} error={form.errorOf('title')}>
        <Input
          maxLength={knowledgeLimits.titleLength}
          placeholder={t('pairs.titleExample')}
          {...form.register('title')}
        />
      </Field>
      <PairsImport
        room={knowledgeLimits.pairs - rows.length}
        onPairs={(pairs) =>
          setRows((list) => [...list.filter(isBegun), ...pairs.map(toRow)].slice(0, knowledgeLimits.pairs))
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
            <Field label={t('pairs.question')} error={form.errorOf(`${row.key} question`)}>
              <Input
                autoFocus={index > 0 && index === rows.length - 1 && !row.question && !row.answer}
                maxLength={knowledgeLimits.questionLength}
                value={row.question}
                onChange={(event) => set(row.key, { question: event.target.value })}
              />
            </Field>
            <Field label={t('pairs.answer')} error={form.errorOf(`${row.key} answer`)}>
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
      {form.errorOf('pairs') && (
        <Callout tone="danger" live>
          {form.errorOf('pairs')}
        </Callout>
      )}
      <Button type="submit" variant="primary" pending={form.isBusy} className="justify-self-end">
        {t(source ? 'common:actions.save' : 'pairs.submit')}
      </Button>
    </FormFrame>
  );
}

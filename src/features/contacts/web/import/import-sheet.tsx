import { factGap } from '#shared/text/fact-gap.ts';
import { eachContactField } from '#shared/contacts/contact-fields.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { refresh } from '#ui/api/hooks.ts';
import { upload } from '#ui/api/upload.ts';
import { Button } from '#ui/controls/button.tsx';
import { Sheet } from '#ui/overlay/dialog.tsx';
import { Callout, Progress } from '#ui/page/display.tsx';
import { Field } from '#ui/controls/field.tsx';
import { FileDrop } from '#ui/controls/file-drop.tsx';
import { readableNumber } from '#ui/browser/numbers.ts';
import { Select } from '#ui/controls/select.tsx';
import { ownTarget } from '#shared/forms/mapping.ts';
import type { CustomField } from '#features/custom-fields/custom-fields.contract.ts';
import { useCustomFields } from '#features/custom-fields/web/use-custom-fields.ts';
import {
  importTargets,
  type ContactImport,
  type ImportPlan,
  type ImportTarget,
} from '../../contacts-import.contract.ts';
import { ColumnFormatChoice, hasFormat } from './column-format.tsx';
import { ImportResult } from './import-result.tsx';
import { useTags } from '../tags/tag-picker.tsx';

const nothing = 'nothing';
const lookEvery = 500;

/** A file of contacts, in three steps: choose it, say what its columns are, look at what would happen. */
export function ImportSheet({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation(['contact-import', 'contact-record']);
  const client = useQueryClient();
  const [record, setRecord] = useState<ContactImport | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const isBusy = record?.state === 'checking' || record?.state === 'importing';
  const id = record?.id;
  const state = record?.state;
  useEffect(() => {
    if (!id || !isBusy) return;
    let isOver = false;
    const look = () =>
      void api('GET /api/contact-imports/{id}', { params: { id } }).then(
        (found) => !isOver && setRecord(found),
        () => undefined,
      );
    const timer = setInterval(look, lookEvery);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [id, isBusy, state]);
  useEffect(() => {
    if (state === 'done') void refresh(client, '/api/contacts', '/api/contact-tags');
  }, [state, client]);
  const act = async (work: () => Promise<ContactImport>) => {
    setFailure(null);
    try {
      setRecord(await work());
    } catch (error) {
      setFailure(error instanceof Error ? error.message : t('common:failed.title'));
    } finally {
      setShare(null);
    }
  };
  const send = (file: File) => {
    const form = new FormData();
    form.append('file', file);
    setShare(0);
    void act(
      async () => (await upload('/api/contact-imports', form, { onProgress: setShare })) as ContactImport,
    );
  };
  const count = (number: number) => readableNumber(number, i18n.language);
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('title')}
      description={
        record
          ? t('file', { name: record.fileName, count: record.total, number: count(record.total) })
          : t('text')
      }
      className="md:w-[min(44rem,95vw)]"
    >
      {failure && (
        <Callout tone="danger" live className="mb-4">
          {failure}
        </Callout>
      )}
      {!record && share === null && (
        <FileDrop
          onFiles={([file]) => file && send(file)}
          multiple={false}
          accept=".csv,.tsv,.txt,text/csv"
          label={t('drop')}
          help={t('dropHelp')}
        />
      )}
      {!record && share !== null && <Progress label={t('uploading')} value={share * 100} />}
      {record && (state === 'uploaded' || state === 'failed') && (
        <Mapping
          record={record}
          onCheck={(plan) =>
            act(() => api('POST /api/contact-imports/{id}/check', { params: { id: record.id }, body: plan }))
          }
        />
      )}
      {record && isBusy && (
        <div className="grid gap-3 py-6">
          <p role="status" className="tabular">
            {t(state === 'checking' ? 'checking' : 'importing', {
              done: count(record.done),
              total: count(record.total),
            })}
          </p>
          <Progress label={t('title')} value={(record.done / Math.max(1, record.total)) * 100} />
          {state === 'importing' && <p className="text-sm text-muted">{t('goesOn')}</p>}
        </div>
      )}
      {record && (state === 'checked' || state === 'done') && (
        <ImportResult
          record={record}
          onBack={() => setRecord({ ...record, state: 'uploaded' })}
          onRun={() => act(() => api('POST /api/contact-imports/{id}/run', { params: { id: record.id } }))}
          onClose={onClose}
        />
      )}
    </Sheet>
  );
}

/**
 * The columns whose heading is the key or the name of one of the account's own fields, where they are nothing
 * else yet.
 */
function ownColumns(
  fields: readonly CustomField[],
  { columns, suggestion }: ContactImport,
): ImportPlan['own'] {
  const taken = new Set(Object.values(suggestion));
  const fold = (text: string): string => text.trim().toLowerCase();
  return Object.fromEntries(
    fields.flatMap(({ key, label }) =>
      columns
        .flatMap((column, at) =>
          !taken.has(at) && [key, fold(label)].includes(fold(column)) ? [[key, at]] : [],
        )
        .slice(0, 1),
    ),
  );
}

/** What each column of the file becomes. */
function Mapping({
  record,
  onCheck,
}: {
  record: ContactImport;
  onCheck: (plan: ImportPlan) => Promise<void>;
}) {
  const { t } = useTranslation(['contact-import', 'contact-record']);
  const { tags } = useTags();
  const own = useCustomFields('contact');
  const [plan, setPlan] = useState<ImportPlan>(
    record.plan ?? {
      mapping: record.suggestion,
      own: ownColumns(own, record),
      existing: 'update',
      tagId: null,
      dates: {},
      numbers: {},
    },
  );
  const [busy, setBusy] = useState(false);
  const ownOf = (column: number): `${typeof ownTarget}${string}` | undefined =>
    own
      .map(({ key }) => `${ownTarget}${key}` as const)
      .find((target) => plan.own[target.slice(ownTarget.length)] === column);
  const fieldOf = (column: number): CustomField | undefined =>
    own.find(({ key, type }) => plan.own[key] === column && hasFormat(type));
  const targetOf = (column: number) =>
    importTargets.find((target) => plan.mapping[target] === column) ?? ownOf(column);
  const names: Record<ImportTarget, string> = {
    ...eachContactField((name) => t(`contact-record:field.${name}`)),
    lifecycle: t('contact-record:stage'),
    leadScore: t('contact-record:field.leadScore'),
    marketingConsent: t('contact-record:field.consent'),
    tags: t('tags'),
  };
  const choose = (column: number, target: ImportTarget | typeof nothing | `${typeof ownTarget}${string}`) => {
    const others = Object.fromEntries(
      Object.entries(plan.own).filter(([key, at]) => at !== column && `${ownTarget}${key}` !== target),
    );
    const isOwn = target.startsWith(ownTarget);
    const mapping = Object.fromEntries(
      Object.entries(plan.mapping).filter(([name, at]) => at !== column && name !== target),
    ) as ImportPlan['mapping'];
    setPlan({
      ...plan,
      mapping: target === nothing || isOwn ? mapping : { ...mapping, [target]: column },
      own: isOwn ? { ...others, [target.slice(ownTarget.length)]: column } : others,
    });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setBusy(true);
        void onCheck(plan).finally(() => setBusy(false));
      }}
      className="grid gap-5"
    >
      <section aria-labelledby="import-columns">
        <h3 id="import-columns" className="font-semibold">
          {t('columns')}
        </h3>
        <p className="mb-3 text-sm text-muted">{t('columnsText')}</p>
        <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line rounded-card border border-line">
          {record.columns.map((column, at) => {
            const field = fieldOf(at);
            const heading = column || t('unnamed', { number: at + 1 });
            return (
              <li
                key={at}
                className="grid items-center gap-x-4 gap-y-2 px-4 py-2.5 sm:grid-cols-[minmax(0,1fr)_13rem]"
              >
                <div className="min-w-0">
                  <p className="truncate font-medium">{heading}</p>
                  <p className="truncate text-sm text-muted">
                    {record.samples
                      .map((row) => row[at])
                      .filter(Boolean)
                      .slice(0, 3)
                      .join(factGap) || '–'}
                  </p>
                </div>
                <Select
                  aria-label={t('becomes', { column: heading })}
                  value={targetOf(at) ?? nothing}
                  onChange={(target) => choose(at, target)}
                  options={[
                    { value: nothing, label: t('leaveOut') },
                    ...importTargets.map((target) => ({ value: target, label: names[target] })),
                    ...own.map(({ key, label }) => ({ value: `${ownTarget}${key}` as const, label })),
                  ]}
                />
                {field && (
                  <ColumnFormatChoice
                    column={at}
                    heading={heading}
                    type={field.type}
                    found={record.formats.find((format) => format.column === at)}
                    samples={record.samples.map((row) => row[at] ?? '')}
                    plan={plan}
                    onChange={setPlan}
                  />
                )}
              </li>
            );
          })}
        </ul>
      </section>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('existing')}>
          <Select
            value={plan.existing}
            onChange={(existing) => setPlan({ ...plan, existing })}
            options={[
              { value: 'update', label: t('existingUpdate') },
              { value: 'skip', label: t('existingSkip') },
            ]}
          />
        </Field>
        {tags.length > 0 && (
          <Field label={t('tag')}>
            <Select
              value={plan.tagId ?? nothing}
              onChange={(tagId) => setPlan({ ...plan, tagId: tagId === nothing ? null : tagId })}
              options={[
                { value: nothing, label: t('noTag') },
                ...tags.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          </Field>
        )}
      </div>
      <Button type="submit" variant="primary" pending={busy} className="justify-self-end">
        {t('check')}
      </Button>
    </form>
  );
}

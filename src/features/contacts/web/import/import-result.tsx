import { useTranslation } from 'react-i18next';
import { Download } from 'lucide-react';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { Badge, Callout } from '#ui/page/display.tsx';
import { readableNumber } from '#ui/browser/numbers.ts';
import { importProblemKey, type ContactImport } from '../../contacts-import.contract.ts';

type Props = {
  record: ContactImport;
  onBack: () => void;
  onRun: () => Promise<void>;
  onClose: () => void;
};

/** What a file would do, or did: how many, and which rows are refused and why. */
export function ImportResult({ record, onBack, onRun, onClose }: Props) {
  const { t, i18n } = useTranslation(['contact-import', 'contact-record', 'custom-fields']);
  const isDone = record.state === 'done';
  const count = (number: number) => readableNumber(number, i18n.language);
  const figures = [
    ['created', record.created],
    ['updated', record.updated],
    ['unchanged', record.unchanged],
    ['refused', record.refused],
    ['refusedCells', record.refusedCells],
  ] as const;
  const lost = record.refused + record.refusedCells;
  const writes = record.created + record.updated;
  return (
    <div className="grid gap-5">
      <Callout tone={isDone ? 'success' : lost > 0 ? 'warning' : 'info'} live>
        {t(isDone ? 'doneText' : 'checkedText')}
      </Callout>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-5">
        {figures.map(([name, number]) => (
          <div key={name} className="flex flex-col-reverse rounded-card border border-line p-3">
            <dt className="text-sm text-muted">{t(isDone ? `was.${name}` : `would.${name}`)}</dt>
            <dd className="tabular text-xl font-semibold">{count(number)}</dd>
          </div>
        ))}
      </dl>
      {record.newTags.length > 0 && (
        <p className="text-sm">
          {t('newTags', {
            count: record.newTags.length,
            number: count(record.newTags.length),
            names: record.newTags.join(', '),
          })}
        </p>
      )}
      {record.problems.length > 0 && (
        <section aria-labelledby="import-problems" className="min-w-0">
          <h3 id="import-problems" className="font-semibold">
            {t('problems')}
          </h3>
          <p className="mb-2 text-sm text-muted">{t('problemsText')}</p>
          <ul
            className="grid max-h-80 grid-cols-[minmax(0,1fr)] divide-y divide-line overflow-y-auto rounded-card border border-line"
            tabIndex={0}
            aria-labelledby="import-problems"
          >
            {record.problems.map(({ row, isRow, column, problem, value }, at) => (
              <li key={at} className="px-4 py-2.5">
                <p className="flex flex-wrap items-baseline gap-x-2">
                  <span className="tabular font-medium">{t('row', { number: count(row + 1) })}</span>
                  {column && <span className="text-muted">{column}</span>}
                  {value && <code className="min-w-0 truncate text-sm">{value}</code>}
                  {isRow && <Badge tone="warning">{t('wholeRow')}</Badge>}
                </p>
                <p className="text-sm text-muted">{t(importProblemKey(problem))}</p>
              </li>
            ))}
          </ul>
          {lost > record.problems.length && (
            <p className="mt-2 text-sm text-muted">
              {t('moreProblems', {
                count: lost - record.problems.length,
                number: count(lost - record.problems.length),
              })}
            </p>
          )}
          <p className="mt-4 mb-2 text-sm text-muted">{t('downloadText')}</p>
          <a
            href={`/api/contact-imports/${record.id}/refused.csv`}
            download="refused.csv"
            className={buttonClass()}
          >
            <Download size={16} aria-hidden="true" />
            {t('download')}
          </a>
        </section>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {isDone ? (
          <Button variant="primary" onClick={onClose}>
            {t('common:close')}
          </Button>
        ) : (
          <>
            <Button onClick={onBack}>{t('back')}</Button>
            <Button variant="primary" disabled={writes === 0} onClick={() => void onRun()}>
              {t('run', { count: writes, number: count(writes) })}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#ui/api/hooks.ts';
import { readableNumber } from '#ui/browser/numbers.ts';
import { ReadFailed } from '#ui/page/read-failed.tsx';

/** How many began and finished, how long it takes, and on which page people stop. */
export function DropOff({ formId }: { formId: string }) {
  const { t, i18n } = useTranslation('forms');
  const { data, error, refetch } = useEndpoint('GET /api/forms/{id}/drop-off', { params: { id: formId } });
  if (error && !data)
    return (
      <ReadFailed className="mb-6" title={t('submissions.figuresUnreadable')} error={error} retry={refetch} />
    );
  if (!data || data.started === 0) return null;
  const number = (value: number): string => readableNumber(value, i18n.language);
  const share = new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(
    data.completed / data.started,
  );
  const figures = [
    [t('submissions.started'), number(data.started)],
    [t('submissions.completed'), number(data.completed)],
    [t('submissions.rate'), share],
    [
      t('submissions.median'),
      data.medianSeconds === null
        ? '–'
        : new Intl.NumberFormat(i18n.language, {
            style: 'unit',
            unit: data.medianSeconds < 120 ? 'second' : 'minute',
          }).format(Math.round(data.medianSeconds < 120 ? data.medianSeconds : data.medianSeconds / 60)),
    ],
  ];
  return (
    <section
      aria-label={t('submissions.dropOff')}
      className="mb-6 rounded-card border border-line bg-surface p-4"
    >
      <dl className="grid grid-cols-2 gap-4 md:grid-cols-4">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="tabular text-lg font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {data.pages.length > 1 && (
        <>
          <h2 className="mt-4 mb-2 text-sm font-medium">{t('submissions.dropOff')}</h2>
          <ol className="grid gap-1.5 text-sm">
            {data.pages.map(({ page, reached, left }) => (
              <li key={page} className="grid items-center gap-x-3 gap-y-1 md:grid-cols-[minmax(0,1fr)_20rem]">
                <span
                  aria-hidden="true"
                  className="h-2 w-full overflow-hidden rounded-full bg-sunken dark:bg-line"
                >
                  <span
                    className="block h-full rounded-full bg-accent-strong"
                    style={{ width: `${(reached / data.started) * 100}%` }}
                  />
                </span>
                <span className="tabular text-muted">
                  {t('submissions.reached', { page: page + 1, reached: number(reached), left: number(left) })}
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

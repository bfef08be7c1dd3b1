import { factGap } from '#shared/text/fact-gap.ts';
import { useTranslation } from 'react-i18next';
import { formatPrice } from '#shared/chat/message-parts.ts';
import { takesAnswer, type FormBlock } from '#shared/forms/document.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { readableNumber } from '#ui/browser/numbers.ts';
import { Skeleton } from '#ui/page/display.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import type { Form } from '../../forms.contract.ts';
import { answerGroups, recommendation, type FieldFigures } from './answer-figures.models.ts';

/** What was answered, question by question: bars where there are choices, counts and averages elsewhere. */
export function AnswerFigures({ form }: { form: Form }) {
  const { t } = useTranslation('forms');
  const { data, error, refetch } = useEndpoint('GET /api/forms/{id}/figures', { params: { id: form.id } });
  if (error && !data)
    return <ReadFailed title={t('submissions.figuresUnreadable')} error={error} retry={refetch} />;
  if (!data) return <Skeleton className="h-64 rounded-card" />;
  const blocks = form.draft.blocks.filter(
    (block) => takesAnswer(block) && block.type !== 'payment' && block.type !== 'hidden',
  );
  const questions = blocks.flatMap((block) => {
    const figures = data.fields.find(({ key }) => key === block.key);
    return figures ? [{ block, figures }] : [];
  });
  if (data.total === 0 || questions.length === 0)
    return (
      <p className="rounded-card border border-line bg-surface px-6 py-12 text-center text-muted">
        {t('submissions.noneText')}
      </p>
    );
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      {questions.map(({ block, figures }) => (
        <Question key={block.key} block={block} figures={figures} total={data.total} />
      ))}
    </div>
  );
}

function Question({ block, figures, total }: { block: FormBlock; figures: FieldFigures; total: number }) {
  const { t, i18n } = useTranslation('forms');
  const number = (value: number): string => readableNumber(value, i18n.language);
  const share = new Intl.NumberFormat(i18n.language, { style: 'percent' });
  const decimal = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 });
  const isCounted = figures.values.length > 0;
  const score = block.type === 'nps' ? recommendation(figures) : null;
  const average =
    figures.average === null
      ? null
      : block.type === 'currency'
        ? formatPrice(Math.round(figures.average), block.currency, i18n.language)
        : decimal.format(figures.average);
  return (
    <section
      aria-label={block.label || block.key}
      className="min-w-0 rounded-card border border-line bg-surface p-4"
    >
      <h2 className="font-medium wrap-anywhere">{block.label || block.key}</h2>
      <p className="tabular mt-0.5 flex flex-wrap gap-x-3 text-sm text-muted">
        <span>
          {t('submissions.answeredBy', { answered: number(figures.answered), total: number(total) })}
        </span>
        {score !== null && <span>{t('submissions.score', { score: decimal.format(score) })}</span>}
        {average !== null && <span>{t('submissions.average', { average })}</span>}
      </p>
      {isCounted &&
        answerGroups(block, figures, { yes: t('submissions.agreed') }).map((group) => (
          <div key={group.label} className="mt-3">
            {group.label !== '' && <h3 className="mb-1 text-sm font-medium">{group.label}</h3>}
            <ul className="grid gap-2 text-sm">
              {group.bars.map((bar) => (
                <li key={bar.value}>
                  <span className="flex justify-between gap-3">
                    <span className="min-w-0 wrap-anywhere">{bar.label}</span>
                    <span className="tabular shrink-0 text-muted">
                      {bar.place === null
                        ? `${number(bar.count)}${factGap}${share.format(bar.share)}`
                        : t('submissions.place', { place: decimal.format(bar.place) })}
                    </span>
                  </span>
                  <span
                    aria-hidden="true"
                    className="mt-1 block h-2 overflow-hidden rounded-full bg-sunken dark:bg-line"
                  >
                    <span
                      className="block h-full rounded-full bg-accent-strong"
                      style={{
                        width: `${
                          (bar.place === null
                            ? bar.share
                            : (block.options.length + 1 - bar.place) / block.options.length) * 100
                        }%`,
                      }}
                    />
                  </span>
                </li>
              ))}
            </ul>
          </div>
        ))}
    </section>
  );
}

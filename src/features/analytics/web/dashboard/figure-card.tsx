import { TrendingDown, TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { changeOf } from '#ui/charts/scale.ts';
import { InfoNote } from '#ui/charts/info-note.tsx';
import { Sparkline } from '#ui/charts/sparkline.tsx';
import { Skeleton } from '#ui/page/display.tsx';
import type { Figure } from '../../analytics-figures.contract.ts';

type Props = {
  figure: Figure;
  /** Undefined while it is on its way. */
  value: ReactNode | undefined;
  numbers?: { value: number; before: number | null };
  curve?: readonly number[];
  /** Draws the name as the link to what is counted; the whole card is its target. */
  link?: (name: string, className: string) => ReactNode;
};

/** A figure with its name, its formula, and how it moved. */
export function FigureCard({ figure, value, numbers, curve, link }: Props) {
  const { t } = useTranslation('analytics');
  const name = t(`figures.${figure}.name`);
  return (
    <div className="relative flex min-w-0 flex-col bg-surface px-4 pt-3.5 pb-3 transition-colors duration-150 has-[a:hover]:bg-sunken md:px-5">
      <dt className="flex min-h-6 items-center gap-1.5 text-sm text-muted md:text-base">
        {link ? (
          link(name, 'min-w-0 hyphens-auto after:absolute after:inset-0')
        ) : (
          <span className="min-w-0 hyphens-auto">{name}</span>
        )}
        <InfoNote name={name} text={t(`figures.${figure}.formula`)} />
      </dt>
      <dd className="mt-1 flex grow flex-col">
        <div className="flex min-h-8 flex-wrap items-baseline gap-x-2.5">
          {value === undefined ? (
            <Skeleton className="h-7 w-20 self-center rounded-control" />
          ) : (
            <span className="tabular text-xl font-semibold tracking-tight">{value}</span>
          )}
          {numbers && <Change {...numbers} />}
        </div>
        {curve && (
          <div className="mt-auto h-9 pt-2">
            <Sparkline values={curve} />
          </div>
        )}
      </dd>
    </div>
  );
}

/** How a figure moved against the period before: direction, part and colour, never the colour alone. */
function Change({ value, before }: { value: number; before: number | null }) {
  const { t, i18n } = useTranslation('analytics');
  const change = changeOf(value, before);
  if (change === null) return null;
  const text = new Intl.NumberFormat(i18n.language, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  }).format(change);
  const number = new Intl.NumberFormat(i18n.language).format(before ?? 0);
  const tone = change > 0 ? 'text-success-ink' : change < 0 ? 'text-danger-ink' : 'text-muted';
  const Icon = change < 0 ? TrendingDown : TrendingUp;
  return (
    <span
      className={`tabular inline-flex items-center gap-1 text-sm ${tone}`}
      title={t('compare.before', { number })}
    >
      {change !== 0 && <Icon size={14} aria-hidden="true" />}
      {text}
      <span className="sr-only">{t('compare.before', { number })}</span>
    </span>
  );
}

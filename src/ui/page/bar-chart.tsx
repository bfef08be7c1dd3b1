import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../controls/button.tsx';

export type Bar = {
  key: string;
  label: string;
  value: number;
};
type Props = {
  title: string;
  bars: readonly Bar[];
  format: (value: number) => string;
  /** What the first column of the table is about. */
  labelHeader: string;
  valueHeader: string;
  /** Beside the title: what chooses the figures. */
  controls?: ReactNode;
};

const [width, height] = [720, 180];

/** Up to the next figure that is easy to read: 1, 2, 5, 10, 20, … */
export function niceTop(most: number): number {
  if (most <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= most) ?? 10;
  return step * power;
}

/** Figures side by side over time, as bars or as a table. Amounts below zero hang under the line. */
export function BarChart({ title, bars, format, labelHeader, valueHeader, controls }: Props) {
  const { t } = useTranslation('common');
  const id = useId();
  const [isTable, setTable] = useState(false);
  const [at, setAt] = useState<number | null>(null);
  const top = niceTop(Math.max(0, ...bars.map(({ value }) => value)));
  const low = Math.min(0, ...bars.map(({ value }) => value));
  const bottom = low < 0 ? -niceTop(-low) : 0;
  const y = (value: number) => ((top - value) / (top - bottom)) * height;
  const step = width / Math.max(1, bars.length);
  const gap = Math.min(6, step * 0.25);
  const shown = at === null ? null : bars[at];
  const labelled = [...new Set([0, Math.floor((bars.length - 1) / 2), bars.length - 1])];
  return (
    <figure aria-labelledby={id} className="min-w-0">
      <figcaption className="mb-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span id={id} className="font-medium">
          {title}
        </span>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span aria-live="polite" className="tabular text-sm text-muted">
            {shown && `${shown.label}: ${format(shown.value)}`}
          </span>
          {controls}
          <Button size="sm" variant="ghost" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {t('chart.table')}
          </Button>
        </span>
      </figcaption>
      {isTable ? (
        <div
          className="max-h-64 overflow-y-auto rounded-control border border-line"
          tabIndex={0}
          role="region"
          aria-label={title}
        >
          <table className="w-full text-left text-sm">
            <thead className="sticky top-0 bg-surface">
              <tr className="border-b border-line text-muted">
                <th scope="col" className="px-3 py-1.5 font-medium">
                  {labelHeader}
                </th>
                <th scope="col" className="px-3 py-1.5 text-right font-medium">
                  {valueHeader}
                </th>
              </tr>
            </thead>
            <tbody>
              {bars.map((bar) => (
                <tr key={bar.key} className="border-b border-line last:border-0">
                  <th scope="row" className="px-3 py-1.5 font-normal">
                    {bar.label}
                  </th>
                  <td className="tabular px-3 py-1.5 text-right">{format(bar.value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <div className="flex gap-2">
          <div
            aria-hidden="true"
            className="tabular relative h-40 shrink-0 text-right text-xs text-muted md:h-48"
          >
            {/* The widest of them gives the column its width. */}
            <span className="invisible block">
              {[top, bottom].map(format).toSorted((one, other) => other.length - one.length)[0]}
            </span>
            {[...new Set([top, 0, bottom])].map((value) => (
              <span
                key={value}
                className="absolute right-0 -translate-y-1/2 whitespace-nowrap"
                style={{ top: `${(y(value) / height) * 100}%` }}
              >
                {format(value)}
              </span>
            ))}
          </div>
          <div className="min-w-0 grow">
            <svg
              viewBox={`0 0 ${width} ${height}`}
              preserveAspectRatio="none"
              role="img"
              aria-labelledby={id}
              className="block h-40 w-full overflow-visible md:h-48"
              onPointerLeave={() => setAt(null)}
            >
              <line
                x1={0}
                x2={width}
                y1={0.5}
                y2={0.5}
                className="stroke-line"
                vectorEffect="non-scaling-stroke"
              />
              <line
                x1={0}
                x2={width}
                y1={y(0)}
                y2={y(0)}
                className="stroke-edge"
                vectorEffect="non-scaling-stroke"
              />
              {bars.map((bar, index) => (
                <g key={bar.key} onPointerEnter={() => setAt(index)}>
                  <rect x={index * step} y={0} width={step} height={height} fill="transparent" />
                  {bar.value !== 0 && (
                    <rect
                      x={index * step + gap / 2}
                      y={Math.min(y(0), y(bar.value))}
                      width={Math.max(1, step - gap)}
                      height={Math.max(1.5, Math.abs(y(bar.value) - y(0)))}
                      className={
                        bar.value < 0 ? 'fill-danger' : index === at ? 'fill-accent-strong' : 'fill-accent'
                      }
                    />
                  )}
                </g>
              ))}
            </svg>
            <div aria-hidden="true" className="relative mt-1 h-4 text-xs text-muted">
              {labelled.map((index) => (
                <span
                  key={index}
                  className="absolute whitespace-nowrap"
                  style={
                    index === 0
                      ? { left: 0 }
                      : index === bars.length - 1
                        ? { right: 0 }
                        : { left: `${((index + 0.5) / bars.length) * 100}%`, transform: 'translateX(-50%)' }
                  }
                >
                  {bars[index]?.label}
                </span>
              ))}
            </div>
          </div>
        </div>
      )}
    </figure>
  );
}

import type { ReactNode } from 'react';
import { ChartFrame } from './chart-frame.tsx';
import { labelledOf, niceTop } from './scale.ts';
import { usePoints } from './use-points.ts';

export type Bar = {
  key: string;
  label: string;
  value: number;
};
type Props = {
  title: string;
  /** What it counts, behind an "i". */
  note?: string;
  bars: readonly Bar[];
  format: (value: number) => string;
  /** What the first column of the table is about. */
  labelHeader: string;
  valueHeader: string;
  /** Beside the title: what chooses the figures. */
  controls?: ReactNode;
  /** Amounts of money: written out in the file as well. */
  isMoney?: boolean;
  /** How many bars have their name under them; the first, the middle and the last by default. */
  names?: number;
};

const [width, height] = [720, 180];

/** Figures side by side, as bars or as a table. Amounts below zero hang under the line; arrow keys walk. */
export function BarChart(props: Props) {
  const { title, note, bars, format, labelHeader, valueHeader, controls, isMoney = false, names = 3 } = props;
  const walk = usePoints(bars.length);
  const { at, setAt } = walk;
  const top = niceTop(Math.max(0, ...bars.map(({ value }) => value)));
  const low = Math.min(0, ...bars.map(({ value }) => value));
  const bottom = low < 0 ? -niceTop(-low) : 0;
  const y = (value: number) => ((top - value) / (top - bottom)) * height;
  const step = width / Math.max(1, bars.length);
  const gap = Math.min(6, step * 0.25);
  const shown = at === null ? null : bars[at];
  const labelled = labelledOf(bars.length, names);
  return (
    <ChartFrame
      title={title}
      {...(note !== undefined && { note })}
      format={format}
      rows={[[labelHeader, valueHeader], ...bars.map(({ label, value }) => [label, value])]}
      shown={shown ? `${shown.label}: ${format(shown.value)}` : null}
      controls={controls}
      isWritten={isMoney}
    >
      {(id, drawing) => (
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
              ref={drawing}
              {...walk.keys}
              viewBox={`0 0 ${width} ${height}`}
              preserveAspectRatio="none"
              role="img"
              aria-labelledby={id}
              className="block h-40 w-full overflow-visible rounded-control md:h-48"
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
                    index === 0 && names <= 3
                      ? { left: 0 }
                      : index === bars.length - 1 && names <= 3
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
    </ChartFrame>
  );
}

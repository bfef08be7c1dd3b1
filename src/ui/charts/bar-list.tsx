import { factGap } from '#shared/text/fact-gap.ts';
import type { ReactNode } from 'react';
import { ChartFrame } from './chart-frame.tsx';
import { usePoints } from './use-points.ts';

export type BarRow = {
  key: string;
  label: string;
  value: number;
  /** Behind the figure: a part, an amount. */
  detail?: string;
};
type Props = {
  title: string;
  note?: string;
  rows: readonly BarRow[];
  /** So many are drawn; all of them are in the table and the file. */
  most?: number;
  format: (value: number) => string;
  labelHeader: string;
  valueHeader: string;
  detailHeader?: string;
  /** Instead of the rows, where there are none. */
  empty: string;
  controls?: ReactNode;
  /** How a label is shown, where it leads somewhere. */
  show?: (row: BarRow) => ReactNode;
};

/** Figures side by side, one to a line, each over a bar of its length. Arrow keys walk. */
export function BarList(props: Props) {
  const { title, note, rows, format, labelHeader, valueHeader, detailHeader, empty, controls, show } = props;
  const longest = Math.max(1, ...rows.map(({ value }) => value));
  const drawn = rows.slice(0, props.most);
  const walk = usePoints(drawn.length);
  const at = walk.at === null ? undefined : drawn[walk.at];
  const writtenOf = ({ value, detail }: BarRow): string =>
    [detail, format(value)].filter((text) => text !== undefined && text !== '').join(factGap);
  return (
    <ChartFrame
      title={title}
      {...(note !== undefined && { note })}
      format={format}
      bars={drawn.map((row) => ({
        label: row.label,
        written: writtenOf(row),
        part: row.value / longest,
      }))}
      shown={at ? `${at.label}: ${writtenOf(at)}` : null}
      controls={controls}
      rows={[
        [labelHeader, valueHeader, ...(detailHeader === undefined ? [] : [detailHeader])],
        ...rows.map(({ label, value, detail }) => [
          label,
          value,
          ...(detailHeader === undefined ? [] : [detail ?? '']),
        ]),
      ]}
    >
      {(named) =>
        rows.length === 0 ? (
          <p className="py-6 text-muted">{empty}</p>
        ) : (
          <div className="rounded-control" {...walk.keys} role="group" aria-labelledby={named}>
            <ul className="grid gap-1" onPointerLeave={() => walk.setAt(null)}>
              {drawn.map((row, index) => (
                <li
                  key={row.key}
                  onPointerEnter={() => walk.setAt(index)}
                  className={`relative flex min-h-9 items-center gap-3 rounded-control px-2.5 py-1.5 ${index === walk.at ? 'outline outline-1 outline-edge' : ''}`}
                >
                  <span
                    aria-hidden="true"
                    className="absolute inset-y-0 left-0 rounded-control bg-accent-tint forced-colors:border forced-colors:border-line"
                    style={{ width: `max(${(row.value / longest) * 100}%, 4px)` }}
                  />
                  <span className="relative line-clamp-2 min-w-0 grow break-words" title={row.label}>
                    {show ? show(row) : row.label}
                  </span>
                  {row.detail !== undefined && (
                    <span className="tabular relative shrink-0 text-sm text-muted">{row.detail}</span>
                  )}
                  <span className="tabular relative min-w-10 shrink-0 text-right font-medium">
                    {format(row.value)}
                  </span>
                </li>
              ))}
            </ul>
          </div>
        )
      }
    </ChartFrame>
  );
}

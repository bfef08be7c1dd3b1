import type { RefObject } from 'react';
import { ChartFrame } from './chart-frame.tsx';
import { usePoints } from './use-points.ts';
import { useWidth } from './use-width.ts';

type Props = {
  title: string;
  note?: string;
  /** Names of the rows and columns. */
  rows: readonly { short: string; label: string }[];
  columns: readonly string[];
  /** One row of figures for each of `rows`. */
  values: readonly (readonly number[])[];
  format: (value: number) => string;
};

/** In px: what stands between cells, what names take at the left and above, and a row. */
const [gap, left, top, cellHeight] = [3, 44, 20, 24];
/** What a name above takes. */
const nameWidth = 44;

/** How much happened when: the darker, the more. Arrow keys walk in both directions. */
export function HeatMap(props: Props) {
  const { title, note, rows, columns, values, format } = props;
  const count = columns.length;
  const walk = usePoints(rows.length * count, count);
  const row = walk.at === null ? 0 : Math.floor(walk.at / count);
  const column = walk.at === null ? 0 : walk.at % count;
  return (
    <ChartFrame
      title={title}
      {...(note !== undefined && { note })}
      format={format}
      rows={[
        ['', ...columns],
        ...rows.map(({ label }, index) => [label, ...(values[index] ?? []).slice(0, count)]),
      ]}
      shown={
        walk.at === null
          ? null
          : `${rows[row]?.label ?? ''}, ${columns[column] ?? ''}: ${format(values[row]?.[column] ?? 0)}`
      }
    >
      {(named, drawing) => <Drawing {...props} named={named} drawing={drawing} walk={walk} />}
    </ChartFrame>
  );
}

type DrawingProps = Props & {
  named: string;
  drawing: RefObject<SVGSVGElement | null>;
  walk: ReturnType<typeof usePoints>;
};

/** All columns always fit: they are as narrow as it takes, and only so many are named as there is room for. */
function Drawing({ rows, columns, values, named, drawing, walk }: DrawingProps) {
  const { box, width } = useWidth();
  const count = columns.length;
  const step = (width - left) / count;
  const cell = step - Math.min(gap, step / 5);
  const nameEvery = Math.ceil(nameWidth / step / 3) * 3;
  const most = Math.max(1, ...values.flat());
  const height = top + rows.length * (cellHeight + gap);
  return (
    <div ref={box} className="min-w-0 rounded-control" {...walk.keys} role="group" aria-labelledby={named}>
      <svg
        ref={drawing}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-labelledby={named}
        className="block w-full"
        style={{ height }}
        onPointerLeave={() => walk.setAt(null)}
      >
        {columns.map((name, index) =>
          index % nameEvery === 0 ? (
            <text key={name} x={left + index * step} y={12} className="tabular fill-muted text-xs">
              {name}
            </text>
          ) : null,
        )}
        {rows.map(({ short, label }, place) => (
          <g key={label}>
            <text
              x={left - 10}
              y={top + place * (cellHeight + gap) + cellHeight / 2 + 4}
              textAnchor="end"
              className="fill-muted text-xs"
            >
              {short}
            </text>
            {columns.map((name, index) => {
              const value = values[place]?.[index] ?? 0;
              const number = place * count + index;
              return (
                <rect
                  key={name}
                  x={left + index * step}
                  y={top + place * (cellHeight + gap)}
                  width={cell}
                  height={cellHeight}
                  rx={Math.min(5, cell / 4)}
                  className={value === 0 ? 'fill-line' : 'fill-accent-strong'}
                  fillOpacity={value === 0 ? 0.55 : 0.18 + 0.82 * (value / most)}
                  stroke={number === walk.at ? 'var(--ink)' : 'none'}
                  strokeWidth={2}
                  onPointerEnter={() => walk.setAt(number)}
                  onPointerDown={() => walk.setAt(number)}
                />
              );
            })}
          </g>
        ))}
      </svg>
    </div>
  );
}

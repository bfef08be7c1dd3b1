import { ChartFrame } from './chart-frame.tsx';
import { usePoints } from './use-points.ts';

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

const [cell, gap, left, top] = [24, 3, 44, 20];

/** How much happened when: the darker, the more. Arrow keys walk in both directions. */
export function HeatMap({ title, note, rows, columns, values, format }: Props) {
  const count = columns.length;
  const walk = usePoints(rows.length * count, count);
  const most = Math.max(1, ...values.flat());
  const row = walk.at === null ? 0 : Math.floor(walk.at / count);
  const column = walk.at === null ? 0 : walk.at % count;
  const [width, height] = [left + count * (cell + gap), top + rows.length * (cell + gap)];
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
      {(named, drawing) => (
        <div className="scroll-row rounded-control" {...walk.keys} role="group" aria-labelledby={named}>
          <svg
            ref={drawing}
            viewBox={`0 0 ${width} ${height}`}
            role="img"
            aria-labelledby={named}
            className="block w-full min-w-140"
            onPointerLeave={() => walk.setAt(null)}
          >
            {columns.map((name, index) =>
              index % 3 === 0 ? (
                <text
                  key={name}
                  x={left + index * (cell + gap) + cell / 2}
                  y={12}
                  textAnchor="middle"
                  className="tabular fill-muted text-xs"
                >
                  {name}
                </text>
              ) : null,
            )}
            {rows.map(({ short, label }, place) => (
              <g key={label}>
                <text
                  x={left - 10}
                  y={top + place * (cell + gap) + cell / 2 + 4}
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
                      x={left + index * (cell + gap)}
                      y={top + place * (cell + gap)}
                      width={cell}
                      height={cell}
                      rx={5}
                      className={value === 0 ? 'fill-line' : 'fill-accent-strong'}
                      fillOpacity={value === 0 ? 0.55 : 0.18 + 0.82 * (value / most)}
                      stroke={number === walk.at ? 'var(--ink)' : 'none'}
                      strokeWidth={2}
                      onPointerEnter={() => walk.setAt(number)}
                    />
                  );
                })}
              </g>
            ))}
          </svg>
        </div>
      )}
    </ChartFrame>
  );
}

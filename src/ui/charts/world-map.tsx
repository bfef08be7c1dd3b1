import { clsx } from 'clsx';
import { ChartFrame } from './chart-frame.tsx';
import { usePoints } from './use-points.ts';
import world from './world.json' with { type: 'json' };

type Props = {
  title: string;
  note?: string;
  /** By two-letter codes of countries, the largest first. */
  rows: readonly { code: string; label: string; value: number }[];
  format: (value: number) => string;
  labelHeader: string;
  valueHeader: string;
};

const shapes: Readonly<Record<string, string>> = world.shapes;
const dots: Readonly<Record<string, number[]>> = world.dots;

/** Countries by a figure, drawn offline (Natural Earth). Arrow keys walk from the largest to the smallest. */
export function WorldMap({ title, note, rows, format, labelHeader, valueHeader }: Props) {
  const walk = usePoints(rows.length);
  const most = Math.max(1, ...rows.map(({ value }) => value));
  const at = walk.at === null ? undefined : rows[walk.at];
  const places = new Map(rows.map((row, index) => [row.code, { ...row, index }]));
  const lookOf = (code: string) => {
    const place = places.get(code);
    const isFilled = place !== undefined && place.value > 0;
    return {
      className: clsx(
        isFilled ? 'fill-accent-strong' : 'fill-line',
        place && place.code === at?.code ? 'stroke-ink stroke-[1.5px]' : 'stroke-surface stroke-[0.6px]',
      ),
      fillOpacity: isFilled ? 0.25 + 0.75 * Math.sqrt(place.value / most) : 1,
      onPointerEnter: () => walk.setAt(place ? place.index : null),
    };
  };
  return (
    <ChartFrame
      title={title}
      {...(note !== undefined && { note })}
      format={format}
      rows={[[labelHeader, valueHeader], ...rows.map(({ label, value }) => [label, value])]}
      shown={at ? `${at.label}: ${format(at.value)}` : null}
    >
      {(named, drawing) => (
        <svg
          ref={drawing}
          viewBox="0 0 960 460"
          role="img"
          aria-labelledby={named}
          className="block w-full rounded-control"
          {...walk.keys}
          onPointerLeave={() => walk.setAt(null)}
        >
          <path d={world.rest} className="fill-line" />
          {Object.entries(shapes).map(([code, path]) => (
            <path key={code} d={path} {...lookOf(code)} />
          ))}
          {/* Too small to be drawn, and shown where somebody comes from there. */}
          {Object.entries(dots)
            .filter(([code]) => places.has(code))
            .map(([code, [x, y]]) => (
              <circle key={code} cx={x} cy={y} r={5} {...lookOf(code)} />
            ))}
          {at && shapes[at.code] && (
            <path
              d={shapes[at.code]}
              fill="none"
              stroke="var(--ink)"
              strokeWidth={1.5}
              className="pointer-events-none"
            />
          )}
        </svg>
      )}
    </ChartFrame>
  );
}

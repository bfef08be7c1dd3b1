import { factGap } from '#shared/text/fact-gap.ts';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartFrame } from './chart-frame.tsx';
import { areaPath, labelledOf, linePath, ticksOf } from './scale.ts';
import { usePoints } from './use-points.ts';
import { useWidth } from './use-width.ts';

export type LinePoint = {
  key: string;
  /** Under the chart, where there is room. */
  short: string;
  /** Where it is pointed at, and in the table. */
  label: string;
  /** Null where it has not come yet: nothing is drawn there, least of all a fall to nothing. */
  value: number | null;
  /** The point at the same place in the period before. */
  before?: { label: string; value: number };
};
/** Something that happened at a moment: a line from top to bottom with its name. */
export type LineMark = {
  key: string;
  label: string;
  at: number;
};
type Props = {
  title: string;
  note?: string;
  points: readonly LinePoint[];
  marks?: readonly LineMark[];
  format: (value: number) => string;
  labelHeader: string;
  valueHeader: string;
  beforeHeader: string;
  controls?: ReactNode;
};

const height = 240;
const [top, bottom, right] = [10, 26, 8];

/** A figure over time: a line with its area, and dashed the one before. Arrow keys walk from point to point. */
export function LineChart(props: Props) {
  const { title, note, points, format, labelHeader, valueHeader, beforeHeader, controls } = props;
  const { t } = useTranslation('common');
  // Behind the last one that has something to say, nothing is to be walked to.
  const walk = usePoints(points.findLastIndex(({ value, before }) => value !== null || before) + 1);
  const point = walk.at === null ? undefined : points[walk.at];
  const hasBefore = points.some(({ before }) => before);
  const shown =
    point &&
    `${point.label}: ${point.value === null ? t('chart.notYet') : format(point.value)}${point.before ? `${factGap}${point.before.label}: ${format(point.before.value)}` : ''}`;
  return (
    <ChartFrame
      title={title}
      {...(note !== undefined && { note })}
      format={format}
      rows={[
        [labelHeader, valueHeader, ...(hasBefore ? [beforeHeader] : [])],
        ...points
          .filter(({ value, before }) => value !== null || before)
          .map(({ label, value, before }) => [
            label,
            value ?? '',
            ...(hasBefore ? [before?.value ?? 0] : []),
          ]),
      ]}
      shown={shown ?? null}
      controls={controls}
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

function Drawing({ points, marks = [], format, named, drawing, walk }: DrawingProps) {
  const { box, width } = useWidth();
  const ticks = ticksOf(
    Math.max(0, ...points.flatMap(({ value, before }) => [value ?? 0, before?.value ?? 0])),
  );
  const most = ticks.at(-1) ?? 1;
  const left = 12 + 7 * Math.max(...ticks.map((tick) => format(tick).length));
  const floor = height - bottom;
  const x = (index: number) =>
    points.length < 2
      ? (left + width - right) / 2
      : left + (index * (width - left - right)) / (points.length - 1);
  const y = (value: number) => floor - (value / most) * (floor - top);
  const placeOf = ({ value }: LinePoint, index: number) =>
    value === null ? [] : [{ x: x(index), y: y(value) }];
  const line = points.flatMap(placeOf);
  const earlier = points.flatMap(({ before }, index) =>
    before ? [{ x: x(index), y: y(before.value) }] : [],
  );
  const chosen = walk.at === null ? undefined : points[walk.at];
  const chosenX = x(walk.at ?? 0);
  const point = (clientX: number, from: number) => {
    const place = Math.round(((clientX - from - left) / (width - left - right)) * (points.length - 1));
    walk.setAt(Math.max(0, Math.min(points.length - 1, place)));
  };
  return (
    <div ref={box} className="min-w-0">
      <svg
        ref={drawing}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-labelledby={named}
        className="block w-full touch-pan-y overflow-visible rounded-control"
        style={{ height }}
        {...walk.keys}
        onPointerMove={({ clientX, currentTarget }) =>
          point(clientX, currentTarget.getBoundingClientRect().left)
        }
        onPointerDown={({ clientX, currentTarget }) =>
          point(clientX, currentTarget.getBoundingClientRect().left)
        }
        onPointerLeave={() => walk.setAt(null)}
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={left} x2={width - right} y1={y(tick)} y2={y(tick)} className="stroke-line" />
            <text x={left - 8} y={y(tick) + 4} textAnchor="end" className="tabular fill-muted text-xs">
              {format(tick)}
            </text>
          </g>
        ))}
        {labelledOf(points.length, Math.floor((width - left) / 90)).map((index, place, all) => (
          <text
            key={index}
            x={x(index)}
            y={height - 6}
            textAnchor={
              all.length === 1
                ? 'middle'
                : place === 0
                  ? 'start'
                  : index === points.length - 1
                    ? 'end'
                    : 'middle'
            }
            className="fill-muted text-xs"
          >
            {points[index]?.short}
          </text>
        ))}
        <path d={areaPath(line, floor)} className="fill-accent-strong" fillOpacity={0.12} />
        {earlier.length > 0 && (
          <path
            d={linePath(earlier)}
            fill="none"
            className="stroke-muted"
            strokeWidth={1.5}
            strokeDasharray="4 4"
          />
        )}
        <path
          d={linePath(line)}
          fill="none"
          className="stroke-accent-strong"
          strokeWidth={2}
          strokeLinejoin="round"
          strokeLinecap="round"
        />
        {line.length === 1 && line[0] && (
          <circle cx={line[0].x} cy={line[0].y} r={4} className="fill-accent-strong" />
        )}
        {marks.map((mark) => (
          <g key={mark.key}>
            <title>{mark.label}</title>
            <line
              x1={x(mark.at)}
              x2={x(mark.at)}
              y1={top}
              y2={floor}
              className="stroke-info-ink"
              strokeDasharray="2 3"
            />
            <circle cx={x(mark.at)} cy={top} r={4} className="fill-info-ink" />
          </g>
        ))}
        {chosen && (
          <g className="pointer-events-none">
            <line x1={chosenX} x2={chosenX} y1={top} y2={floor} className="stroke-edge" />
            {chosen.before && (
              <circle cx={chosenX} cy={y(chosen.before.value)} r={3.5} className="fill-muted" />
            )}
            {chosen.value !== null && (
              <circle
                cx={chosenX}
                cy={y(chosen.value)}
                r={5}
                className="fill-accent-strong stroke-surface"
                strokeWidth={2}
              />
            )}
          </g>
        )}
      </svg>
    </div>
  );
}

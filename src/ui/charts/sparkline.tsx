import { areaPath, linePath } from './scale.ts';

const [width, height, edge] = [96, 28, 2];

/** The course of a figure in the size of a word; an ornament beside the figure itself. */
export function Sparkline({ values }: { values: readonly number[] }) {
  if (values.length < 2 || values.every((value) => value === 0)) return null;
  const most = Math.max(1, ...values);
  const points = values.map((value, index) => ({
    x: (index * width) / (values.length - 1),
    y: height - edge - (value / most) * (height - 2 * edge),
  }));
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="block h-7 w-full overflow-visible"
    >
      <path d={areaPath(points, height)} className="fill-accent-strong" fillOpacity={0.1} />
      <path
        d={linePath(points)}
        fill="none"
        className="stroke-accent-strong"
        strokeWidth={1.5}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/** Up to the next figure that is easy to read: 1, 2, 5, 10, 20, … */
export function niceTop(most: number): number {
  if (most <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= most) ?? 10;
  return step * power;
}

/** Figures beside the lines of a chart of counts, from 0 upwards: whole numbers, four steps at most. */
export function ticksOf(most: number): number[] {
  const top = Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(top / 4));
  const step = Math.max(1, ([1, 2, 5, 10].find((factor) => factor * power * 4 >= top) ?? 10) * power);
  return Array.from({ length: Math.ceil(top / step) + 1 }, (_, index) => index * step);
}

/** Up to so many names show nobody that they are not equally far apart. */
const fewNames = 4;

/**
 * Which of so many points have their name under the chart: the first and the last with few between them, or many that
 * are always as far apart, like the hours of a clock.
 */
export function labelledOf(count: number, most: number): number[] {
  if (count <= 1) return count === 1 ? [0] : [];
  const names = Math.min(count, Math.max(2, most));
  if (names > fewNames) {
    const apart = Math.ceil((count - 1) / (names - 1));
    return Array.from({ length: Math.floor((count - 1) / apart) + 1 }, (_, index) => index * apart);
  }
  return [
    ...new Set(Array.from({ length: names }, (_, index) => Math.round((index * (count - 1)) / (names - 1)))),
  ];
}

type Point = {
  x: number;
  y: number;
};

const round = (value: number): number => Math.round(value * 100) / 100;

/**
 * A calm line through the points, in their order: it bends, but never goes beyond a figure that was counted
 * (monotone in x, after Fritsch and Carlson).
 */
export function linePath(points: readonly Point[]): string {
  const [first] = points;
  if (!first) return '';
  const slopes = points.slice(1).map((point, index) => {
    const before = points[index] ?? point;
    return point.x === before.x ? 0 : (point.y - before.y) / (point.x - before.x);
  });
  const tangent = (index: number): number => {
    const [before, after] = [slopes[index - 1], slopes[index]];
    if (before === undefined) return after ?? 0;
    if (after === undefined) return before;
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after);
  };
  const curves = points.slice(1).map((point, index) => {
    const before = points[index] ?? point;
    const third = (point.x - before.x) / 3;
    return `C${round(before.x + third)},${round(before.y + third * tangent(index))} ${round(point.x - third)},${round(point.y - third * tangent(index + 1))} ${round(point.x)},${round(point.y)}`;
  });
  return `M${round(first.x)},${round(first.y)}${curves.join('')}`;
}

/** The same, filled down to `floor`. */
export function areaPath(points: readonly Point[], floor: number): string {
  const [first, last] = [points[0], points.at(-1)];
  return first && last
    ? `${linePath(points)}L${round(last.x)},${round(floor)}L${round(first.x)},${round(floor)}Z`
    : '';
}

/**
 * How a figure moved against the one before, as a part of it (0.25 is a quarter more); null where there is
 * nothing to compare with.
 */
export function changeOf(value: number, before: number | null): number | null {
  if (before === null || before === 0) return null;
  return (value - before) / Math.abs(before);
}

/** Where an arrow key leads among so many points; null for other keys. Up and down go a row of `columns`. */
export function stepOf(key: string, at: number | null, count: number, columns = 1): number | null {
  const steps: Record<string, number> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
  };
  if (count === 0) return null;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = steps[key];
  if (step === undefined) return null;
  if (at === null) return step > 0 ? 0 : count - 1;
  const next = at + step;
  return next < 0 || next >= count ? at : next;
}

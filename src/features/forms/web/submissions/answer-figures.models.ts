import { scaleOf, type FormBlock } from '#shared/forms/document.ts';
import type { Output } from '#ui/api/client.ts';

export type FieldFigures = Output<'GET /api/forms/{id}/figures'>['fields'][number];

/** One bar of a question; `share` is of those who answered it, from 0 to 1. */
export type AnswerBar = {
  value: string;
  label: string;
  count: number;
  share: number;
  /** Of a ranking the average place. */
  place: number | null;
};
/** The bars of a question; those of a matrix in a group for each line. */
export type AnswerGroup = {
  label: string;
  bars: AnswerBar[];
};

/** Possible values in the order of the form, then those that an older version of it had. */
export function answerGroups(
  block: FormBlock,
  { answered, values }: FieldFigures,
  words: { yes: string },
): AnswerGroup[] {
  const { low, high } = scaleOf(block);
  const isPoints = block.type === 'rating' || block.type === 'nps' || block.type === 'scale';
  const possible = isPoints
    ? Array.from({ length: high - low + 1 }, (_, at) => ({ value: `${low + at}`, label: `${low + at}` }))
    : block.type === 'consent'
      ? [{ value: 'true', label: words.yes }]
      : block.options;
  const lines = block.type === 'matrix' ? block.rows : [{ value: '', label: '' }];
  return lines.map(({ value: line, label }) => {
    const given = values.filter((entry) => entry.line === line);
    const older = given.filter(({ value }) => !possible.some((entry) => entry.value === value));
    const bars = [...possible, ...older.map(({ value }) => ({ value, label: value }))].map((entry) => {
      const found = given.find(({ value }) => value === entry.value);
      const count = found?.count ?? 0;
      return {
        value: entry.value,
        label: entry.label,
        count,
        share: answered === 0 ? 0 : count / answered,
        place: found?.place ?? null,
      };
    });
    return {
      label,
      bars:
        block.type === 'ranking'
          ? bars.toSorted((a, b) => (a.place ?? Infinity) - (b.place ?? Infinity))
          : bars,
    };
  });
}

/** The share of those who recommend (9 and 10) less that of those who don't (up to 6), in hundredths. */
export function recommendation({ values }: Pick<FieldFigures, 'values'>): number | null {
  const sum = (test: (point: number) => boolean): number =>
    values.reduce((total, { value, count }) => total + (test(Number(value)) ? count : 0), 0);
  const all = sum(() => true);
  return all === 0
    ? null
    : Math.round(((sum((point) => point >= 9) - sum((point) => point <= 6)) / all) * 100);
}

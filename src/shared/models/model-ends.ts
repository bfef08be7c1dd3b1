/** When a vendor ends a model. `endsOn` is the first day without it (`2027-01-14`, UTC); `replacement` is its id. */
export type ModelEnd = {
  model: string;
  endsOn: string;
  replacement: string | null;
};

/** So long before the end of a model its owners are told, in days. */
export const modelEndNoticeDays = 60;

/** What vendors append to a model's name for one dated version of it. */
const dated = /^[-@](\d{4}-\d{2}-\d{2}|\d{8}|\d{4}|\d{3}|latest|preview)$/;

/** Whether a name is a model's own, or that of one dated version of it (`gpt-4o-mini-2024-07-18`). */
export const isVersionOf = (id: string, model: string): boolean =>
  id === model || (id.startsWith(model) && dated.test(id.slice(model.length)));

/** When a model ends, as far as that is known; a whole name comes before a dated one. */
export function findModelEnd(ends: readonly ModelEnd[], id: string): ModelEnd | null {
  return ends.find(({ model }) => model === id) ?? ends.find(({ model }) => isVersionOf(id, model)) ?? null;
}

/** Days from a moment to a model's end; 0 or less where it is over. */
export function daysUntilEnd({ endsOn }: Pick<ModelEnd, 'endsOn'>, now: Date): number {
  return Math.ceil((Date.parse(`${endsOn}T00:00:00Z`) - now.getTime()) / 86_400_000);
}

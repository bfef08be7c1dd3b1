/**
 * What a `datetime-local` input holds (`2026-06-01T10:00`, by this browser's clock) as an instant; empty when
 * it is none.
 */
export const instantOf = (local: string): string =>
  local === '' || Number.isNaN(new Date(local).getTime()) ? '' : new Date(local).toISOString();

/** An instant as a `datetime-local` input holds it; empty when there is none. */
export function localOf(instant: string): string {
  if (instant === '') return '';
  const date = new Date(instant);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

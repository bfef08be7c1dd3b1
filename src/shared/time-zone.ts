/** What is asked of the browser's `Temporal`, which older ones don't have. */
type Clock = { Temporal?: { Now: { timeZoneId(): string } } };

/** The browser's time zone; undefined where it knows none. */
export const browserZone = (): string | undefined =>
  // The first format of dates that a page makes takes a slow phone a seventh of a second, before anything is drawn.
  (globalThis as Clock).Temporal?.Now.timeZoneId() ??
  (Intl.DateTimeFormat().resolvedOptions().timeZone as string | undefined);

/** The zone as every request carries it. Source: the specification, "Shared behaviour". */
export function zoneHeaders(): Record<string, string> {
  const zone = browserZone();
  return zone ? { 'x-timezone': zone } : {};
}

/**
 * The browser's time zone as every request carries it; nothing where the browser knows none. Source: the
 * specification, "Shared behaviour".
 */
export function zoneHeaders(): Record<string, string> {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone as string | undefined;
  return zone ? { 'x-timezone': zone } : {};
}

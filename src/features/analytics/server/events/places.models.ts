/** The places of the world's time zones, as the runtime knows them: which countries use a zone. */
function readCountries(): ReadonlyMap<string, string> {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const countries = new Map<string, string>();
  for (const country of letters.flatMap((first) => letters.map((second) => first + second))) {
    const locale: Intl.Locale & { getTimeZones?(): string[] | undefined } = new Intl.Locale(`und-${country}`);
    // Codes of countries that there are no more lead to those that came after them.
    if (locale.region !== country) continue;
    for (const zone of locale.getTimeZones?.() ?? []) if (!countries.has(zone)) countries.set(zone, country);
  }
  return countries;
}

let known: ReadonlyMap<string, string> | undefined;

/**
 * In which country somebody is, by the time zone of their browser, as a code of two letters; empty where that says
 * nothing. Nobody's network address is looked at for it.
 */
export function countryOfZone(zone: string | null): string {
  if (zone === null || zone === '') return '';
  known ??= readCountries();
  try {
    return known.get(new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone) ?? '';
  } catch {
    return '';
  }
}

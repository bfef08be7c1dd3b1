/** Minutes of a day as a time field shows them; the end of the day is midnight. */
export const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** What a time field says, in minutes of the day; nothing of an empty one. */
export function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return (hours || 0) * 60 + (minutes || 0);
}

/** The names of the weekdays from Monday on. */
export function weekdayNames(language: string): string[] {
  const name = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_, day) => name.format(Date.UTC(2024, 0, 1 + day)));
}

/** How long something took, as a clock shows it: `0:42`, `12:05`. Of a second that has begun nothing is shown. */
export const clockLength = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** How long somebody waited, out of seconds: `40 sec`, `12 min`, `3.5 hr`, `2 days`. */
export function readableWait(seconds: number, language: string): string {
  const [unit, size] =
    seconds < 90
      ? (['second', 1] as const)
      : seconds < 5_400
        ? (['minute', 60] as const)
        : seconds < 172_800
          ? (['hour', 3_600] as const)
          : (['day', 86_400] as const);
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: unit === 'day' ? 'long' : 'short',
    maximumFractionDigits: unit === 'hour' || unit === 'day' ? 1 : 0,
  }).format(seconds / size);
}

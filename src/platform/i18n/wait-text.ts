import type { Language } from '#shared/languages.ts';

/**
 * How long somebody has to wait, in words of the language and in the largest unit that fits: `45 seconds`,
 * `15 minutes`, `2 hours`.
 */
export function waitText(language: Language, seconds: number): string {
  const [unit, size] =
    seconds <= 90
      ? (['second', 1] as const)
      : seconds <= 5_400
        ? (['minute', 60] as const)
        : (['hour', 3_600] as const);
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: 0,
  }).format(Math.max(1, Math.ceil(seconds / size)));
}

import type { Language } from '#shared/languages.ts';

const formats = new Map<string, Intl.NumberFormat>();

/** Every refusal is worded with one; making it takes longer than the rest of the refusal. */
function formatOf(language: Language, unit: string): Intl.NumberFormat {
  const key = `${language} ${unit}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: 0,
  });
  formats.set(key, made);
  return made;
}

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
  return formatOf(language, unit).format(Math.max(1, Math.ceil(seconds / size)));
}

/** A size as people write it: 812 kB, 1.4 MB. */
export function readableBytes(bytes: number, language: string): string {
  const [unit, size] =
    bytes >= 1_000_000_000
      ? (['gigabyte', 1_000_000_000] as const)
      : bytes >= 1_000_000
        ? (['megabyte', 1_000_000] as const)
        : bytes >= 1_000
          ? (['kilobyte', 1_000] as const)
          : (['byte', 1] as const);
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: bytes >= 1_000_000 && bytes / size < 10 ? 1 : 0,
  }).format(bytes / size);
}

/** A duration: 840 ms, 2.4 s. */
export function readableMilliseconds(milliseconds: number, language: string): string {
  const seconds = milliseconds >= 1_000;
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: seconds ? 'second' : 'millisecond',
    maximumFractionDigits: seconds ? 1 : 0,
  }).format(seconds ? milliseconds / 1_000 : milliseconds);
}

/** A model's cost out of micro-dollars; tiny amounts keep the digits that matter. */
export function readableCost(micros: number, language: string): string {
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: micros < 10_000 ? 6 : 4,
    minimumFractionDigits: 2,
  }).format(micros / 1_000_000);
}

export function readableNumber(value: number, language: string): string {
  return new Intl.NumberFormat(language).format(value);
}

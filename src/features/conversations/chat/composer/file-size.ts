/** "1.2 MB" in the reader's language. */
export function fileSize(bytes: number, language: string): string {
  const isLarge = bytes >= 1_000_000;
  const value = isLarge ? bytes / 1_000_000 : Math.max(1, Math.round(bytes / 1_000));
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: 1,
  }).format(value);
}

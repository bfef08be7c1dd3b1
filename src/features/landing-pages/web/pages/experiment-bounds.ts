/**
 * The ends of an interval of two rates' difference as visitors of a hundred, the smaller one first: `-0.3` to `4.1`. With
 * `isFewer` it tells how many fewer.
 */
export function boundsOf(
  { low, high }: { low: number; high: number },
  language: string,
  { isFewer }: { isFewer: boolean },
): { low: string; high: string } {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1, signDisplay: 'negative' });
  const [least, most] = isFewer ? [-high, -low] : [low, high];
  return { low: number.format(least * 100), high: number.format(most * 100) };
}

/** Of how many, what they have on average, and how far the values of single ones lie from it (variance). */
export type Sample = {
  of: number;
  mean: number;
  variance: number;
};

/** A difference of two means and where it may lie, in the unit of the means. */
export type Difference = {
  value: number;
  low: number;
  high: number;
};

/**
 * After so many in both groups together the interval is at its narrowest for what was seen; before and long after
 * it is a little wider than it could be.
 */
const tunedFor = 2_000;

/**
 * How much the mean of the second group lies above that of the first, with an interval that may be looked at after
 * everybody who comes, and acted on the first time it leaves zero out: over all these looks together it misses the
 * true difference with the probability `alpha` at most. An interval for one look, read every day until it pleases,
 * would miss it several times as often.
 *
 * Source: I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy, A. Ramdas, "Time-uniform central limit theory and
 * asymptotic confidence sequences" (Annals of Statistics, 2024), theorem 2.2, with the mixture tuned as in its
 * appendix. It holds for many: callers ask for a minimum in each group before they believe it.
 */
export function meanDifference(first: Sample, second: Sample, alpha: number): Difference {
  const all = first.of + second.of;
  const value = second.mean - first.mean;
  const variance = first.variance / first.of + second.variance / second.of;
  const mixture = (-2 * Math.log(alpha) + Math.log(1 - 2 * Math.log(alpha))) / tunedFor;
  const grown = all * mixture + 1;
  const reach = Math.sqrt(
    (variance * (2 * grown) * (Math.log(grown) / 2 - Math.log(alpha))) / (all * mixture),
  );
  return { value, low: value - reach, high: value + reach };
}

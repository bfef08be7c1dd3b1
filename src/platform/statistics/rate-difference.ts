import { meanDifference, type Difference, type Sample } from './mean-difference.ts';

/** Of how many, and how many of them did what is counted. */
export type Share = {
  of: number;
  reached: number;
};

/** A difference of two rates and where it may lie. As fractions: 0.02 is two in a hundred more. */
export type RateDifference = Difference;

/** How much the rate of the second group lies above that of the first, as `meanDifference` tells it. */
export const rateDifference = (first: Share, second: Share, alpha: number): RateDifference =>
  meanDifference(sampleOf(first), sampleOf(second), alpha);

/** Where nobody or everybody did it, one of each is supposed, so that it is not held for certain. */
function sampleOf({ of, reached }: Share): Sample {
  const rate = (reached + 1) / (of + 2);
  return { of, mean: reached / of, variance: rate * (1 - rate) };
}

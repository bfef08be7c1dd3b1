import { rateDifference, type RateDifference, type Share } from '#platform/statistics/rate-difference.ts';
import { experimentMinimum, type ExperimentResult } from '../../landing-pages-experiment.contract.ts';

/** How often a comparison of equal versions may be called one of unequal ones. */
const falseAlarms = 0.05;
const dayMs = 86_400_000;

/** The first day (UTC) that belongs to a comparison whole: `2026-11-29`. On the day on which it began the page was another. */
export const firstWholeDay = (since: Date): string =>
  new Date(Math.ceil(since.getTime() / dayMs) * dayMs).toISOString().slice(0, 10);

/** What is certain of two versions by what their visitors did. `days` is how many whole days are over. */
export function judge(
  published: Share,
  other: Share,
  days: number,
): Pick<ExperimentResult, 'verdict' | 'missing' | 'difference'> {
  const lacks = (wanted: number, there: number): number => Math.max(0, wanted - there);
  const missing = {
    days: lacks(experimentMinimum.days, days),
    visitors: lacks(experimentMinimum.visitors, Math.min(published.of, other.of)),
    reached: lacks(experimentMinimum.reached, published.reached + other.reached),
  };
  if (Object.values(missing).some((lack) => lack > 0))
    return { verdict: 'collecting', missing, difference: null };
  const difference = rateDifference(published, other, falseAlarms);
  const verdict = difference.low > 0 ? 'better' : difference.high < 0 ? 'worse' : 'open';
  return { verdict, missing, difference };
}

/**
 * How much less visitors of the other version do of something that is not what is compared; null where it isn't certain. A
 * version must not win forms by losing buyers.
 */
export function lossOf(published: Share, other: Share, asked: number): RateDifference | null {
  const few = Math.min(published.of, other.of) < experimentMinimum.visitors;
  if (few || published.reached + other.reached < experimentMinimum.reached) return null;
  // Each of those that are asked about may be wrong; together they are no more often than the comparison itself.
  const difference = rateDifference(published, other, falseAlarms / asked);
  return difference.high < 0 ? difference : null;
}

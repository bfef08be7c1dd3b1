import { meanDifference, type Difference, type Sample } from '#platform/statistics/mean-difference.ts';
import { rateDifference, type Share } from '#platform/statistics/rate-difference.ts';
import type { ExperimentOutcome, ExperimentSubject } from '#features/agents/agents-experiments.contract.ts';
import {
  experimentNeeds,
  measuresOf,
  type ExperimentMeasure,
  type ExperimentReport,
} from '../../analytics-experiments.contract.ts';

/** How often an experiment with equal sides may be called one of unequal ones. */
const falseAlarms = 0.05;
/** Of those, for all reasons together for which one ends by itself. */
const falseStops = 0.05;

/** What the visitors of one side did. `sum` and `squares`: of what came in from each, in the smallest unit. */
export type Arm = {
  visitors: number;
  wrote: number;
  bought: number;
  sum: number;
  squares: number;
  /** How many of them got money back or disputed it, and how many disliked an answer. */
  refunded: number;
  complained: number;
};

export type Arms = {
  base: Arm;
  variant: Arm;
};

const shareOf = ({ visitors, ...arm }: Arm, what: 'wrote' | 'bought' | 'refunded' | 'complained'): Share => ({
  of: visitors,
  reached: arm[what],
});

/** How much more a visitor of the variant does of it. */
export function compare({ base, variant }: Arms, measure: ExperimentMeasure, alpha: number): Difference {
  if (measure !== 'revenue') return rateDifference(shareOf(base, measure), shareOf(variant, measure), alpha);
  // As with rates, one buyer of the usual purchase is supposed on each side, so that a side without any is not held
  // for certain.
  const bought = Math.max(1, base.bought + variant.bought);
  const usual = Math.sqrt((base.squares + variant.squares) / bought);
  return meanDifference(moneyOf(base, usual), moneyOf(variant, usual), alpha);
}

function moneyOf({ visitors, sum, squares }: Arm, usual: number): Sample {
  const of = visitors + 1;
  const mean = (sum + usual) / of;
  return {
    of: visitors,
    mean: sum / visitors,
    variance: Math.max(0, (squares + usual ** 2) / of - mean ** 2),
  };
}

const reachedOf = ({ base, variant }: Arms, measure: ExperimentMeasure): number =>
  measure === 'wrote' ? base.wrote + variant.wrote : base.bought + variant.bought;

const fewest = ({ base, variant }: Arms): number => Math.min(base.visitors, variant.visitors);

/** What is certain of an experiment. `days` is how many whole days it ran. */
export function judgeExperiment(
  subject: ExperimentSubject,
  arms: Arms,
  days: number,
): Pick<ExperimentReport, 'verdict' | 'missing' | 'comparisons'> {
  const [deciding] = measuresOf[subject];
  const lacks = (wanted: number, there: number): number => Math.max(0, wanted - there);
  const missing = {
    days: lacks(experimentNeeds.days, days),
    visitors: lacks(experimentNeeds.visitors, fewest(arms)),
    reached: lacks(experimentNeeds.reached, reachedOf(arms, deciding)),
  };
  if (Object.values(missing).some((lack) => lack > 0))
    return { verdict: 'collecting', missing, comparisons: [] };
  const comparisons = measuresOf[subject].map((measure) => ({
    measure,
    difference: compare(arms, measure, falseAlarms),
  }));
  const { low, high } = compare(arms, deciding, falseAlarms);
  return { verdict: low > 0 ? 'better' : high < 0 ? 'worse' : 'open', missing, comparisons };
}

/** What a lasting loss is judged by. A higher price has fewer buyers and may be the better one for all that. */
const guarded = {
  price: ['revenue'],
  free: ['bought', 'revenue'],
  wall: ['bought', 'revenue'],
  welcome: ['wrote', 'bought'],
} as const satisfies Record<ExperimentSubject, readonly ExperimentMeasure[]>;

/**
 * Why an experiment has to end by itself, before its week is over if need be; null where it may go on. Visitors of
 * the variant do certainly less, by `harmPercent` of what others do or more; or certainly more of them want their
 * money back, or dislike answers.
 */
export function harmOf(
  subject: ExperimentSubject,
  arms: Arms,
  harmPercent: number,
): Exclude<ExperimentOutcome, 'adopted' | 'stopped' | 'changed'> | null {
  if (fewest(arms) < experimentNeeds.visitors) return null;
  // Each of the reasons may be wrong; together they are no more often than was said.
  const alpha = falseStops / (guarded[subject].length + 2);
  const { base, variant } = arms;
  for (const measure of guarded[subject]) {
    if (reachedOf(arms, measure) < experimentNeeds.reached) continue;
    const { value, high } = compare(arms, measure, alpha);
    const usual = (measure === 'revenue' ? base.sum : base[measure]) / base.visitors;
    if (high < 0 && -value >= (usual * harmPercent) / 100) return 'harm';
  }
  for (const [what, outcome] of [
    ['refunded', 'refunds'],
    ['complained', 'complaints'],
  ] as const) {
    if (base[what] + variant[what] < experimentNeeds.reached) continue;
    if (rateDifference(shareOf(base, what), shareOf(variant, what), alpha).low > 0) return outcome;
  }
  return null;
}

import {
  leastAnswers,
  leastThumbs,
  shareDays,
  type Threshold,
  type ThresholdFigure,
} from '../../analytics-thresholds.contract.ts';
import type { AnalyticsOverview, Engagement } from '../../analytics.contract.ts';
import { daysAfter } from '../figures/period.models.ts';

type Watched = Pick<Threshold, 'figure' | 'side' | 'limit' | 'currency'>;

export const isShare = (figure: ThresholdFigure): boolean =>
  figure === 'unanswered' || figure === 'satisfaction';

/**
 * The days whose figure is held against the limit, seen from a day. A day that runs can be above already, and says
 * nothing of being below before it is over.
 */
export function daysWatched(
  { figure, side }: Pick<Watched, 'figure' | 'side'>,
  today: string,
): { from: string; to: string } {
  if (isShare(figure)) return { from: daysAfter(today, 1 - shareDays), to: today };
  const day = side === 'above' ? today : daysAfter(today, -1);
  return { from: day, to: day };
}

const shareOf = (part: number, whole: number, least: number): number | null =>
  whole < least ? null : (part / whole) * 100;

/** How a figure stands; null where there is too little to say. */
export function valueOf(
  { figure, currency }: Pick<Watched, 'figure' | 'currency'>,
  read: { overview: AnalyticsOverview } | { engagement: Engagement },
): number | null {
  if ('engagement' in read) {
    const { answers, unsure, feedback } = read.engagement;
    return figure === 'unanswered'
      ? shareOf(unsure, answers, leastAnswers)
      : shareOf(feedback.up, feedback.up + feedback.down, leastThumbs);
  }
  const { figures, money } = read.overview;
  if (figure === 'messages' || figure === 'conversations' || figure === 'visitors')
    return figures[figure].value;
  // Whoever may not see money is told none.
  if (money === null) return null;
  return money.currencies.find((sums) => sums.currency === currency)?.net.value ?? 0;
}

/**
 * Whether a figure is past its limit, and whether that is to be told: once when it comes to be so. Counts and money
 * begin anew with each day, so that each day that passes above is told.
 */
export function judge(
  watched: Watched,
  value: number,
  before: { isPast: boolean; toldDay: string | null },
  day: string,
): { isPast: boolean; isNews: boolean } {
  const isPast = watched.side === 'above' ? value > watched.limit : value < watched.limit;
  const isAnotherDay = watched.side === 'above' && !isShare(watched.figure) && before.toldDay !== day;
  return { isPast, isNews: isPast && (!before.isPast || isAnotherDay) };
}

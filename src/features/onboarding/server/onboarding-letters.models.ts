import type { StepsDone } from './onboarding-steps.models.ts';

/** Mails about steps, in the order in which they are worth a word; each is written at most once. */
const aboutSteps = ['agent', 'knowledge', 'published', 'site', 'payment', 'colleague'] as const;
export const letterKinds = ['welcome', ...aboutSteps.map((step) => `steps-${step}` as const)] as const;
export type LetterKind = (typeof letterKinds)[number];

const dayMs = 86_400_000;
/** How long after registering anything is written, in days. */
export const letterDays = 7;
/** Days after registering at which one more letter may be written. */
const slots = [1, 3, 5];
/** With a trial, its end is told of on the fifth day: one mail a day is enough. */
const slotsOfTrial = [1, 3];
/** Nobody proved the address: a stranger may have typed it, so it gets the welcome and one letter. */
const slotsOfUnproven = [1];

/**
 * The mail that somebody who registered is due, if any: the welcome on the first day, later one about the first
 * step that is still open.
 */
export function letterOf(
  founder: {
    createdAt: Date;
    isProven: boolean;
    letters: readonly string[];
    lastLetterAt: Date | null;
    /** Whether plans are sold, so that there is a trial with its own mails. */
    hasTrial: boolean;
  },
  done: Pick<StepsDone, (typeof aboutSteps)[number]>,
  now: Date,
): LetterKind | null {
  const age = now.getTime() - founder.createdAt.getTime();
  if (age < 0 || age >= letterDays * dayMs) return null;
  if (age < dayMs) return founder.letters.includes('welcome') ? null : 'welcome';
  // What was missed while the server was off is not made up for in one go.
  if (founder.lastLetterAt !== null && now.getTime() - founder.lastLetterAt.getTime() < dayMs * 0.75)
    return null;
  const days = founder.isProven ? (founder.hasTrial ? slotsOfTrial : slots) : slotsOfUnproven;
  const passed = days.filter((day) => age >= day * dayMs).length;
  if (founder.letters.filter((kind) => kind !== 'welcome').length >= passed) return null;
  const open = aboutSteps.find((step) => !done[step] && !founder.letters.includes(`steps-${step}`));
  return open === undefined ? null : `steps-${open}`;
}

import type { PageContext } from '#shared/page-contract.ts';

/** Under a call to begin: what it costs to begin, or who comes in here. */
export function openingNote({ opening, text }: PageContext): string {
  if (opening.signUp !== 'open') return text(`auth:newcomers.${opening.signUp}`);
  if (opening.trialDays === null) return text('auth:panel.free');
  return opening.trialDays === 0
    ? text('auth:panel.noTrial')
    : text('auth:panel.trial', { count: opening.trialDays });
}

import type { PageContext } from '#shared/page-contract.ts';

/** Under a call to begin: what it costs to begin, or who comes in here. */
export function openingNote({ opening, text }: PageContext): string {
  if (opening.signUp !== 'open') return text(`auth:newcomers.${opening.signUp}`);
  return opening.trialDays === null
    ? text('auth:panel.free')
    : text('auth:panel.trial', { count: opening.trialDays });
}

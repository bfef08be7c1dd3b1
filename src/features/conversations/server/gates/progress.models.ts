import { AppError } from '#shared/errors.ts';
import { askedOfVisitors, gateOf, type GateProgress } from '#shared/chat/visitor-gate.ts';
import type { RunningAgent } from '#features/agents/server/agents.usecases.ts';
import { visitorErrors, type VisitorProgress } from '../../conversations-visitor.contract.ts';
import type { Gate } from './gates.usecases.ts';
import type { VisitorRow } from '../conversations.repository.ts';

/** How far a visitor came, without what has to be counted. */
function progressOf(row: VisitorRow | null): GateProgress {
  return { consent: row?.consentVersion ?? null, form: row?.formState ?? 'open', written: 0 };
}

/** What a visitor's browser is told of it. */
export function presentProgress(row: VisitorRow | null, written: number): VisitorProgress {
  return {
    ...progressOf(row),
    written,
    values: row?.formState === 'filled' ? row.formValues : [],
    filledAt: row?.formState === 'filled' ? (row.formAt?.toISOString() ?? null) : null,
  };
}

/** Whether an agent wants to know how many messages a visitor wrote. */
export function countsMessages({ configuration }: RunningAgent): boolean {
  return configuration.contactForm.enabled && configuration.contactForm.moment === 'after';
}

function asksAnything({ configuration }: RunningAgent): boolean {
  return configuration.access.consentEnabled || configuration.contactForm.enabled;
}

/** What stands between this visitor and a message, or the form itself when `only` is the consent. */
export function refuseByProgress(
  agent: RunningAgent,
  row: VisitorRow | null,
  only?: 'consent',
): AppError | null {
  const asked = askedOfVisitors(agent.configuration);
  const gate = gateOf(only ? { ...asked, contactForm: null } : asked, progressOf(row));
  if (gate === null) return null;
  return new AppError(gate === 'consent' ? visitorErrors.consentDue : visitorErrors.contactFormDue);
}

/**
 * Consent and contact form. After so many messages the form is due: that is counted where the message is
 * stored, so two at once can't both pass.
 */
export const progressGate: Gate = {
  needsRow: asksAnything,
  refuse: ({ agent, row }) => refuseByProgress(agent, row),
  messageLimit({ agent, row }) {
    const { contactForm } = askedOfVisitors(agent.configuration);
    if (
      contactForm?.moment !== 'after' ||
      gateOf({ consent: null, contactForm }, { ...progressOf(row), written: contactForm.afterMessages }) ===
        null
    )
      return null;
    return { messages: contactForm.afterMessages, error: visitorErrors.contactFormDue, isOfVisitor: true };
  },
};

import { isDeepStrictEqual } from 'node:util';
import { madeAt } from '#shared/ids.ts';
import { isInShare } from '#platform/statistics/assignment.ts';
import { offersIn } from '#features/paywall/paywall.contract.ts';
import type { AgentConfiguration } from '../../agents-configuration.contract.ts';
import {
  experimentSubjects,
  type AgentExperiment,
  type ExperimentOutcome,
  type ExperimentSubject,
  type ExperimentValues,
} from '../../agents-experiments.contract.ts';

/** How long visitors keep the terms that they saw, in ms; for as long as their browser remembers them. */
const keptMs = 180 * 86_400_000;
/** Most experiments that are remembered of an agent. */
const mostKnown = 40;

/** What an agent says or asks now about a subject. */
export function valuesOf(
  subject: ExperimentSubject,
  { payment, prompt }: Pick<AgentConfiguration, 'payment' | 'prompt'>,
): ExperimentValues {
  const { freeMessages, description, buttonText } = payment;
  const { welcomeMessage, welcomes } = prompt;
  switch (subject) {
    case 'price':
      return {
        subject,
        amounts: Object.fromEntries(offersIn(payment).map(({ key, amount }) => [key, amount])),
      };
    case 'free':
      return { subject, freeMessages };
    case 'wall':
      return { subject, description, buttonText };
    case 'welcome':
      return { subject, welcomeMessage, welcomes };
  }
}

/** What else belongs to a promise: a price is that of an offer in a currency, with its tax. */
export function termsWith(
  subject: ExperimentSubject,
  { payment }: Pick<AgentConfiguration, 'payment'>,
): string {
  const { enabled, currency, taxPercent, taxBehaviour, refill } = payment;
  if (subject === 'free') return JSON.stringify([enabled, refill]);
  if (subject !== 'price') return '';
  const sold = offersIn(payment).map(({ key, type, interval, trialDays, messages, days }) => [
    key,
    type,
    interval,
    trialDays,
    messages,
    days,
  ]);
  return JSON.stringify([enabled, currency, taxPercent, taxBehaviour, sold]);
}

/** The configuration with other values of one subject. */
export function withValues(configuration: AgentConfiguration, values: ExperimentValues): AgentConfiguration {
  const { payment, prompt } = configuration;
  switch (values.subject) {
    case 'price': {
      const { amounts } = values;
      const offers = payment.offers.map((offer) => ({
        ...offer,
        amount: amounts[offer.key] ?? offer.amount,
      }));
      const single = {
        amount: amounts['main'] ?? payment.amount,
        yearlyAmount: amounts['year'] ?? payment.yearlyAmount,
      };
      return { ...configuration, payment: { ...payment, offers, ...(offers.length === 0 && single) } };
    }
    case 'free':
      return { ...configuration, payment: { ...payment, freeMessages: values.freeMessages } };
    case 'wall': {
      const { description, buttonText } = values;
      return { ...configuration, payment: { ...payment, description, buttonText } };
    }
    case 'welcome': {
      const { welcomeMessage, welcomes } = values;
      return { ...configuration, prompt: { ...prompt, welcomeMessage, welcomes } };
    }
  }
}

/** Whether a visitor gets what is tried. It follows from both ids, so nothing is stored of it and it never changes. */
export const isOfVariant = (
  { id, share }: Pick<AgentExperiment, 'id' | 'share'>,
  visitorId: string,
): boolean => isInShare(`${id}:${visitorId}`, share);

/** Whether a visitor came for the first time while it ran. Who had been there before has seen something else. */
export function takesPart(
  { startedAt, endedAt }: Pick<AgentExperiment, 'startedAt' | 'endedAt'>,
  visitorId: string,
): boolean {
  const came = madeAt(visitorId);
  return came >= Date.parse(startedAt) && (endedAt === null || came < Date.parse(endedAt));
}

/**
 * An agent as one visitor has it: with the variant where they are in one, and, after an experiment of the price or
 * the free messages, with nothing worse than they saw.
 */
export function asVisitorHasIt(
  published: AgentConfiguration,
  experiments: readonly AgentExperiment[],
  visitorId: string,
  now: Date,
): AgentConfiguration {
  let configuration = published;
  for (const experiment of experiments) {
    const { base, variant, terms, endedAt, keptUntil } = experiment;
    const { subject } = base;
    if (terms !== termsWith(subject, published)) continue;
    const isIn = takesPart(experiment, visitorId) && isOfVariant(experiment, visitorId);
    if (endedAt === null) {
      if (isIn && isDeepStrictEqual(valuesOf(subject, published), base))
        configuration = withValues(configuration, variant);
      continue;
    }
    if (keptUntil === null || Date.parse(keptUntil) <= now.getTime()) continue;
    if (madeAt(visitorId) < Date.parse(endedAt))
      configuration = withValues(
        configuration,
        noWorse(valuesOf(subject, configuration), isIn ? variant : base),
      );
  }
  return configuration;
}

/** The better of what is and what was seen, for whoever pays. Words are those that are. */
function noWorse(now: ExperimentValues, seen: ExperimentValues): ExperimentValues {
  if (now.subject === 'price' && seen.subject === 'price') {
    const better = Object.entries(now.amounts).map(([key, amount]) => [
      key,
      Math.min(amount, seen.amounts[key] ?? amount),
    ]);
    return { subject: 'price', amounts: Object.fromEntries(better) as Record<string, number> };
  }
  if (now.subject === 'free' && seen.subject === 'free')
    return { subject: 'free', freeMessages: Math.max(now.freeMessages, seen.freeMessages) };
  return now;
}

/** The experiment after its end. Terms that somebody saw stay theirs, except where the owner set others since. */
export function ended(experiment: AgentExperiment, outcome: ExperimentOutcome, now: Date): AgentExperiment {
  const { subject } = experiment.base;
  const isKept = outcome !== 'changed' && (subject === 'price' || subject === 'free');
  return {
    ...experiment,
    endedAt: now.toISOString(),
    outcome,
    keptUntil: isKept ? new Date(now.getTime() + keptMs).toISOString() : null,
  };
}

/**
 * The experiments after something else was published: what tries a setting that is another now ends, and what was
 * kept for those who saw the old one is over. It is the owner who says anew what everybody pays.
 */
export function afterPublishing(
  experiments: readonly AgentExperiment[],
  before: AgentConfiguration,
  after: AgentConfiguration,
  now: Date,
): AgentExperiment[] {
  const changed = new Set(
    experimentSubjects.filter(
      (subject) =>
        termsWith(subject, before) !== termsWith(subject, after) ||
        !isDeepStrictEqual(valuesOf(subject, before), valuesOf(subject, after)),
    ),
  );
  return experiments.map((experiment) => {
    if (!changed.has(experiment.base.subject)) return experiment;
    return experiment.endedAt === null
      ? ended(experiment, 'changed', now)
      : { ...experiment, keptUntil: null };
  });
}

/** With one more; of those that are over the oldest are forgotten. */
export const withNew = (experiments: readonly AgentExperiment[], one: AgentExperiment): AgentExperiment[] =>
  [one, ...experiments].slice(0, mostKnown);

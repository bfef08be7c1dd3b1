import { factGap } from '#shared/text/fact-gap.ts';
import type { TFunction } from 'i18next';
import { daysUntilEnd, findModelEnd, type ModelEnd } from '#shared/models/model-ends.ts';
import type { Connection } from '#features/integrations/integrations.contract.ts';

export type Model = Connection['models'][number];

/** A default is proposed only where it lasts at least so long, in days. */
const lastingDays = 183;

/** When a model ends, in words: "Ends on 14 January 2027"; empty where that is not known. */
export function modelEndText(end: ModelEnd | null, t: TFunction, language: string): string {
  if (!end) return '';
  const key = daysUntilEnd(end, new Date()) > 0 ? 'agents:modelEnd.ends' : 'agents:modelEnd.ended';
  return t(key, { date: dayText(end.endsOn, language) });
}

/** A day as people write it: "14 January 2027". */
export const dayText = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

/** Models that can be chosen now: those that have ended are left out, except for the one that is chosen. */
export function choosableModels({ models, ends }: Connection, chosen: string): Model[] {
  return models.filter(({ id }) => {
    const end = findModelEnd(ends, id);
    return id === chosen || !end || daysUntilEnd(end, new Date()) > 0;
  });
}

/** The model that is proposed by itself: the first that will be there for a while; empty where none is listed. */
export function proposedModel({ models, ends }: Connection): string {
  const lasts = ({ id }: Model): boolean => {
    const end = findModelEnd(ends, id);
    return !end || daysUntilEnd(end, new Date()) > lastingDays;
  };
  return (models.find(lasts) ?? models[0])?.id ?? '';
}

/**
 * What is worth knowing of a model before choosing it: "Ends on 14 January 2027 · 400K context · $0.25
 * in, $2.00 out per million tokens".
 */
export function modelFacts(model: Model, ends: readonly ModelEnd[], t: TFunction, language: string): string {
  const money = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: 3,
    minimumFractionDigits: 2,
  });
  const price = (micros: number) => money.format(micros / 1_000_000);
  return [
    modelEndText(findModelEnd(ends, model.id), t, language),
    model.contextTokens &&
      t('agents:ai.context', {
        size: new Intl.NumberFormat(language, { notation: 'compact' }).format(model.contextTokens),
      }),
    model.inputMicrosPerMillion !== null &&
      model.outputMicrosPerMillion !== null &&
      t('agents:ai.price', {
        input: price(model.inputMicrosPerMillion),
        output: price(model.outputMicrosPerMillion),
      }),
  ]
    .filter(Boolean)
    .join(factGap);
}

import type { TFunction } from 'i18next';
import type { Connection } from '#features/integrations/integrations.contract.ts';

export type Model = Connection['models'][number];

/**
 * What is worth knowing of a model before choosing it: "400K context · $0.25 in, $2.00 out per million
 * tokens".
 */
export function modelFacts(model: Model, t: TFunction, language: string): string {
  const money = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: 3,
    minimumFractionDigits: 2,
  });
  const price = (micros: number) => money.format(micros / 1_000_000);
  return [
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
    .join(' · ');
}

import { minorOf, typedNumber } from '#shared/money/amounts.ts';
import type { ModelPrice, VendorModels } from '../../operator-settings.contract.ts';

/** A price in micro-dollars: for a million tokens, or for one picture. */
type Price = {
  inputMicros?: number;
  cachedInputMicros?: number;
  outputMicros?: number;
  pictureMicros?: number;
};

/** A model of a vendor with what it costs here. */
export type PricedModel = {
  id: string;
  label: string;
  kind: 'chat' | 'picture';
  /** What counts; null: not known. */
  price: Price | null;
  /** The operator set it. */
  set: boolean;
  /** This version knows it by itself, so that it stays when what was set is taken back. */
  isKnown: boolean;
};

/** The models of a vendor with what they cost: those that are known first, then those that were added. */
export function pricedModels(vendor: VendorModels, prices: readonly ModelPrice[]): PricedModel[] {
  const own = prices.filter(({ provider }) => provider === vendor.provider);
  const row = (
    { id, label }: { id: string; label: string },
    kind: PricedModel['kind'],
    printed: Price | null,
  ): PricedModel => {
    const set = own.find((price) => price.model === id && 'pictureMicros' in price === (kind === 'picture'));
    return { id, label, kind, price: set ?? printed, set: set !== undefined, isKnown: true };
  };
  const known = [
    ...vendor.models.map((model) => row(model, 'chat', model.price)),
    ...vendor.pictures.map((model) => row(model, 'picture', { pictureMicros: model.pictureMicros })),
  ];
  const added = own
    .filter(({ model }) => !known.some(({ id }) => id === model))
    .map((price): PricedModel => ({
      id: price.model,
      label: price.model,
      kind: 'pictureMicros' in price ? 'picture' : 'chat',
      price,
      set: true,
      isKnown: false,
    }));
  return [...known, ...added];
}

const microDigits = 6;
const microsInDollar = 10 ** microDigits;
/** Nothing costs more dollars. */
const dearest = 10_000;

/** A price to read: `$0.15`. */
export const readableRate = (micros: number, language: string): string =>
  new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: 2,
    maximumFractionDigits: 6,
  }).format(micros / microsInDollar);

/** A price as it stands in its field, in dollars. */
export const typedRate = (micros: number | undefined, language: string): string =>
  micros === undefined ? '' : typedNumber(micros / microsInDollar, language);

/** What was typed, in micro-dollars; null where it is no amount from 0 to 10,000 dollars. */
export const microsOf = (typed: string, language: string): number | null =>
  minorOf(typed, microDigits, dearest * microsInDollar, language);

import type { TFunction } from 'i18next';
import { formatMoney } from '#shared/money/money.ts';
import type { ExperimentValues } from '#features/agents/agents-experiments.contract.ts';
import type { AgentExperimentsShown } from '../../analytics-experiments.contract.ts';

type Translate = TFunction<'agent-report'>;

/** What an offer is called where its owner gave it no title. */
export function offerName(
  key: string,
  { offers }: Pick<AgentExperimentsShown, 'offers'>,
  t: Translate,
): string {
  const offer = offers.find((one) => one.key === key);
  if (!offer) return key;
  if (offer.title !== '') return offer.title;
  if (offer.type === 'subscription') return t(`experiments.offer.${offer.interval}`);
  return offer.type === 'pack'
    ? t('experiments.offer.pack', { count: offer.messages })
    : t('experiments.offer.once');
}

/** One side of an experiment in a few words, line by line. */
export function wordsOf(
  values: ExperimentValues,
  shown: Pick<AgentExperimentsShown, 'offers'> & { currency: string },
  t: Translate,
  language: string,
): string[] {
  switch (values.subject) {
    case 'price':
      return Object.entries(values.amounts).map(
        ([key, amount]) => `${offerName(key, shown, t)}: ${formatMoney(amount, shown.currency, language)}`,
      );
    case 'free':
      return [t('experiments.freeMessages', { count: values.freeMessages })];
    case 'wall':
      return [
        values.description || t('experiments.usualText'),
        values.buttonText || t('experiments.usualButton'),
      ];
    case 'welcome': {
      const names = new Intl.DisplayNames([language], { type: 'language' });
      return [
        values.welcomeMessage || t('experiments.usualText'),
        ...values.welcomes.map((one) => `${names.of(one.language) ?? one.language}: ${one.text}`),
      ];
    }
  }
}

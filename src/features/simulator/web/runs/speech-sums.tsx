import { useTranslation } from 'react-i18next';
import { readableCost, readableMilliseconds } from '#ui/browser/numbers.ts';
import type { SpeechSum } from '../../simulator-results.contract.ts';

/** The share of words that were misheard, to read; a dash where nothing was said. */
export const misheardShare = (
  { words, wrong }: Pick<SpeechSum, 'words' | 'wrong'>,
  language: string,
): string =>
  words === 0
    ? '–'
    : new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(wrong / words);

/** How well and how fast the vendor of speech understood the visitors of a run, and what it cost. */
export function SpeechSums({ speech }: { speech: SpeechSum }) {
  const { t, i18n } = useTranslation('simulator');
  const { turns, words, wrong, costMicros } = speech;
  const average = (sum: number): string =>
    turns === 0 ? '–' : readableMilliseconds(sum / turns, i18n.language);
  const figures = [
    {
      name: t('speech.misheard'),
      value: misheardShare(speech, i18n.language),
      more: words > 0 && t('speech.misheardOf', { wrong, words }),
    },
    { name: t('speech.say'), value: average(speech.sayMs), more: turns > 0 && t('speech.average') },
    { name: t('speech.hear'), value: average(speech.hearMs), more: turns > 0 && t('speech.average') },
    { name: t('speech.answer'), value: average(speech.answerMs), more: turns > 0 && t('speech.average') },
    { name: t('speech.cost'), value: readableCost(costMicros, i18n.language), more: false },
  ];
  return (
    <section aria-label={t('speech.title')}>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 rounded-card border border-line bg-surface px-4 py-3 md:grid-cols-5">
        {figures.map(({ name, value, more }) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="tabular font-medium">
              {value}
              {more && <span className="block text-sm font-normal text-muted">{more}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

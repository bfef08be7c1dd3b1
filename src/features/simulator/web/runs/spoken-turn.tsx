import { useTranslation } from 'react-i18next';
import { wordErrors } from '#shared/voice/word-errors.ts';
import type { TurnSpeech } from '../../simulator-results.contract.ts';

/** What a visitor said aloud beside what was understood, with what was misheard in it. */
export function SpokenTurn({ said, speech }: { said: string; speech: TurnSpeech }) {
  const { t } = useTranslation('simulator');
  const bubble =
    'rounded-sheet rounded-tl-control bg-sunken px-4 py-2.5 leading-6 wrap-anywhere whitespace-pre-wrap dark:bg-line';
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)] gap-2 sm:grid-cols-2">
      <div>
        <dt className="mb-1 text-sm text-muted">{t('speech.said')}</dt>
        <dd className={bubble}>{said}</dd>
      </div>
      <div>
        <dt className="mb-1 text-sm text-muted">{t('speech.understood')}</dt>
        {speech.outcome === 'understood' ? (
          <dd className={bubble}>
            {wordErrors(said, speech.heard).understood.map(({ text, isWrong }, at) => (
              <span key={at}>
                {at > 0 && ' '}
                {isWrong ? (
                  <mark className="bg-transparent font-medium text-danger-ink underline decoration-wavy underline-offset-4">
                    <span className="sr-only">{t('speech.wrongWord')} </span>
                    {text}
                  </mark>
                ) : (
                  text
                )}
              </span>
            ))}
          </dd>
        ) : (
          <dd className={speech.outcome === 'failed' ? 'py-2.5 text-danger-ink' : 'py-2.5 text-muted'}>
            {t(`speech.${speech.outcome}`)}
          </dd>
        )}
      </div>
    </dl>
  );
}

/** @jsxImportSource preact */
import type { Paying } from './paying.ts';
import type { Words } from './words.ts';

type PayingViewProps = {
  paying: Paying;
  words: Words;
  hasWaiting: boolean;
  /** What was bought before is open on this device. */
  isOpen: boolean;
  close: () => void;
  restore: () => void;
};

/** What happens with the payment, while the provider's page is open in another tab and after it. */
export function PayingView({ paying, words, hasWaiting, isOpen, close, restore }: PayingViewProps) {
  const { t } = words;
  const { phase, url, isBlocked, isLong } = paying.get();
  const retry = (
    <button type="button" class="cw-button cw-solid-button" onClick={paying.again}>
      {t('paywall.again')}
    </button>
  );
  if (phase === 'failed' || phase === 'expired')
    return (
      <div class="cw-wall-wait">
        <p role="alert">{t(`paywall.${phase}.text`)}</p>
        <div class="cw-ask-buttons">{retry}</div>
      </div>
    );
  if (phase === 'twice' || phase === 'tried')
    return (
      <div class="cw-wall-wait">
        <p role="alert">{t(`paywall.${phase}.${isOpen ? 'here' : 'text'}`)}</p>
        <div class="cw-ask-buttons">
          <button type="button" class="cw-button cw-solid-button" onClick={isOpen ? close : restore}>
            {t(isOpen ? 'paywall.goOn' : 'paywall.twice.restore')}
          </button>
        </div>
      </div>
    );
  return (
    <div class="cw-wall-wait">
      {phase === 'confirming' && !isLong && <span class="cw-wall-spinner" aria-hidden="true" />}
      <p role="status">
        {phase === 'open'
          ? `${isBlocked ? `${t('paywall.open.blocked')} ` : ''}${t('paywall.open.text')}`
          : t(isLong ? 'paywall.confirming.long' : 'paywall.confirming.text')}{' '}
        {hasWaiting && t('paywall.lead.waiting')}
      </p>
      <div class="cw-ask-buttons">
        {phase === 'open' && (
          <button type="button" class="cw-button cw-quiet-button" onClick={paying.again}>
            {t('paywall.open.cancel')}
          </button>
        )}
        {phase === 'open' && url && (
          <a class="cw-button cw-solid-button" href={url} target="_blank" rel="noopener">
            {t('paywall.open.again')}
          </a>
        )}
        {phase === 'confirming' && isLong && (
          <button type="button" class="cw-button cw-quiet-button" onClick={close}>
            {t('paywall.close')}
          </button>
        )}
      </div>
    </div>
  );
}

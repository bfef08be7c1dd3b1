/** @jsxImportSource preact */
import { useRef, useState } from 'preact/hooks';
import type { ChatStore } from '#features/conversations/chat/store/chat-store.ts';
import type { Wall } from '../payments-visitor.contract.ts';
import { Failure } from './Sheet.tsx';
import type { Words } from './words.ts';

type SubscriptionProps = {
  subscription: NonNullable<Wall['subscription']>;
  /** It is paid here, and used on a device that proved its address. */
  isElsewhere: boolean;
  isEmbedded: boolean;
  store: ChatStore;
  words: Words;
  changed: (wall: Wall) => void;
};

/** When the subscription renews or ends, and the way to end it, or not to, without asking anybody. */
export function Subscription({
  subscription,
  isElsewhere,
  isEmbedded,
  store,
  words,
  changed,
}: SubscriptionProps) {
  const { t, day } = words;
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isFailed, setFailed] = useState(false);
  const [said, setSaid] = useState('');
  const box = useRef<HTMLElement>(null);
  const { status, until, isEnding, isPaused, hasPortal } = subscription;
  const date = day(until);

  const change = (willEnd: boolean) => {
    setBusy(true);
    setFailed(false);
    store.api.call<Wall>('POST', 'subscription', { isEnding: willEnd }).then(
      (wall) => {
        setBusy(false);
        setAsking(false);
        setSaid(
          willEnd
            ? t('paywall.manage.ended', { date: day(wall.subscription?.until ?? until) })
            : t('paywall.manage.resumed'),
        );
        changed(wall);
        /* The button that was pressed is gone. */
        box.current?.focus({ preventScroll: true });
      },
      () => {
        setBusy(false);
        setFailed(true);
      },
    );
  };
  const openPortal = () => {
    /* In the click's own task, or a browser holds it back. */
    const tab = window.open('', '_blank');
    store.api.call<{ url: string }>('POST', 'subscription/portal', isEmbedded ? { isEmbedded } : {}).then(
      ({ url }) => {
        if (!tab) return location.assign(url);
        tab.opener = null;
        tab.location.replace(url);
      },
      () => {
        tab?.close();
        setFailed(true);
      },
    );
  };
  return (
    <section ref={box} tabIndex={-1} class="cw-subscription" aria-label={t('paywall.manage.title')}>
      <h3>{t('paywall.manage.title')}</h3>
      {/* The day of a renewal that failed is over; what is open is said above. */}
      {(isEnding || status !== 'past_due') && (
        <p>
          {t(
            isEnding || status === 'canceled'
              ? isElsewhere
                ? 'paywall.manage.ended'
                : 'paywall.manage.ends'
              : isPaused
                ? 'paywall.manage.paused'
                : status === 'trialing'
                  ? 'paywall.manage.trial'
                  : 'paywall.manage.renews',
            { date },
          )}
        </p>
      )}
      {status === 'past_due' && <Failure>{t('paywall.manage.pastDue')}</Failure>}
      {isFailed && <Failure>{t('paywall.manage.failed')}</Failure>}
      <p class="cw-hidden" role="status">
        {said}
      </p>
      {isAsking ? (
        <div role="group" aria-labelledby="cw-cancel-ask">
          <p id="cw-cancel-ask">{t('paywall.manage.ask', { date })}</p>
          <div class="cw-ask-buttons">
            <button
              type="button"
              class="cw-button cw-quiet-button"
              ref={(button) => button?.focus({ preventScroll: true })}
              onClick={() => setAsking(false)}
            >
              {t('paywall.manage.keep')}
            </button>
            <button
              type="button"
              class="cw-button cw-danger-button"
              disabled={isBusy}
              onClick={() => change(true)}
            >
              {t('paywall.manage.confirm')}
            </button>
          </div>
        </div>
      ) : (
        <div class="cw-subscription-buttons">
          {hasPortal && (
            <button type="button" class="cw-button cw-quiet-button" onClick={openPortal}>
              {t('paywall.manage.portal')}
            </button>
          )}
          {status !== 'canceled' &&
            (isEnding ? (
              <button
                type="button"
                class="cw-button cw-quiet-button"
                disabled={isBusy}
                onClick={() => change(false)}
              >
                {t('paywall.manage.resume')}
              </button>
            ) : (
              <button type="button" class="cw-button cw-quiet-button" onClick={() => setAsking(true)}>
                {t('paywall.manage.cancel')}
              </button>
            ))}
        </div>
      )}
    </section>
  );
}

/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks';
import { addLazyStyle } from '#features/conversations/chat/shell/lazy-style.ts';
import type { PaywallProps } from '#features/conversations/chat/shell/Chat.tsx';
import { localEntry } from '#features/conversations/chat/store/chat-state.ts';
import { Icon } from '#features/conversations/chat/shell/icons.tsx';
import { addressWithoutOffer, offerInLink } from './offers.ts';
import { createPaying } from './paying.ts';
import paywallStyle from './paywall.css?inline';
import { savePending, readPending } from './pending.ts';
import { TestMark } from './Sheet.tsx';
import { UsageSheet } from './UsageSheet.tsx';
import { WallSheet } from './WallSheet.tsx';
import { areFreeFew, isUsedUp, statusLine, wordsOf } from './words.ts';

addLazyStyle(paywallStyle);

/** A kept message is sent by itself for so long after its writer was last here. */
const keptMs = 60 * 60_000;

/**
 * Everything about paying: that it is a test (above the messages), what is left, and the sheets (above the
 * composer).
 */
export function Paywall(props: PaywallProps) {
  const { store, t, place } = props;
  const { agent, balance } = store.get();
  if (place === 'bottom') return <Bottom key={agent.number} {...props} />;
  return balance?.isTest ? (
    <p class="cw-test">
      <TestMark t={t} /> {t('paywall.testNote')}
    </p>
  ) : null;
}

function Bottom({ store, t, mode, focusComposer }: PaywallProps) {
  const { agent, balance, paywall, waiting, people } = store.get();
  const [paying] = useState(() => createPaying(store, mode));
  const [, redraw] = useState({});
  const [note, setNote] = useState('');
  const isFirst = useRef(true);
  const opener = useRef<Element | null>(null);
  const words = wordsOf(agent, t);
  const mustPay = isUsedUp(balance);
  /*
   * What is paused offers nothing; a payment that was begun before, and what was bought, is still to be seen.
   */
  const isClosed = agent.closed !== null;
  /* What is written to a person costs nothing. */
  const isSilent = mustPay && (isClosed || (people?.handler ?? 'ai') !== 'ai');

  useEffect(() => paying.subscribe(() => redraw({})), [paying]);
  useEffect(() => {
    const { purchase, waiting: kept, at = 0 } = readPending(agent, mode);
    const isSaid = store
      .get()
      .entries.some(({ clientMessageId }) => clientMessageId && clientMessageId === kept?.clientMessageId);
    if (kept && !isSaid && !store.get().waiting && Date.now() - at < keptMs) {
      store.set({ waiting: { ...localEntry('visitor', kept.text), ...kept } });
      if (!mustPay) store.release();
    }
    const isLinked =
      mode === 'page' && (location.hash === '#checkout' || offerInLink(location.search) !== '');
    if (purchase || isLinked) store.set({ paywall: 'wall' });
    paying.resume();
    return paying.end;
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each agent
  }, [paying]);
  useEffect(() => {
    const wasFirst = isFirst.current;
    isFirst.current = false;
    // At first nothing waits yet of what was kept before; but a question may have been refused meanwhile.
    if (waiting ? mustPay : !wasFirst)
      savePending(
        agent,
        mode,
        waiting
          ? {
              waiting: {
                text: waiting.text,
                clientMessageId: waiting.clientMessageId,
                attachments: waiting.attachments,
              },
              at: Date.now(),
            }
          : { waiting: undefined, at: undefined },
      );
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- agent and mode stay as long as this does
  }, [waiting, mustPay]);

  const isOpen = paywall === 'wall';
  useEffect(() => {
    if (!isOpen) return;
    setNote('');
    // What was begun may have been kept after this was drawn.
    paying.resume();
    store.tell('paywall', { isOpen });
    return () => store.tell('paywall', { isOpen: false });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the store stays
  }, [isOpen]);

  const { phase, email, isTrial } = paying.get();
  useEffect(() => {
    if (phase !== 'paid') return;
    const receipt = email ? ` ${t('paywall.paid.receipt', { email })}` : '';
    // Who loads the page again has bought it already.
    if (mode === 'page') history.replaceState(history.state, '', addressWithoutOffer(location.href));
    setNote(isTrial ? t('paywall.paid.trial') : t('paywall.paid.title') + receipt);
    close();
    paying.again();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- said once, when it is paid
  }, [phase]);

  function open(what: 'wall' | 'usage') {
    opener.current = document.activeElement;
    store.set({ paywall: what });
  }
  function close() {
    if (store.get().paywall) store.set({ paywall: null });
    requestAnimationFrame(() => {
      const { current } = opener;
      opener.current = null;
      if (current instanceof HTMLElement && current.tagName !== 'TEXTAREA' && current.isConnected)
        current.focus({ preventScroll: true });
      else focusComposer();
    });
  }
  const restored = (text: string) => {
    setNote(text);
    if (isUsedUp(store.get().balance)) return;
    close();
    store.release();
  };

  if (paywall === 'wall' && !(isClosed && phase === 'idle'))
    return (
      <WallSheet
        key="wall"
        store={store}
        words={words}
        paying={paying}
        mode={mode}
        close={close}
        restored={restored}
      />
    );
  if (paywall === 'usage')
    return <UsageSheet key="usage" store={store} words={words} paying={paying} close={close} />;
  /* Unlimited is what nobody answers not. */
  const isIdle = isClosed && !!balance && !mustPay && !balance.packLeft && !balance.freeLeft;
  const line = balance && !isSilent && !isIdle && statusLine(balance, words);
  const isWarning = mustPay || !!balance?.isLow || !!balance?.isFrozen || areFreeFew(balance);
  const canBuy = !isClosed && !isSilent && isWarning;
  /* Many free messages are to be seen, not to be heard after each of them. */
  const isSaid = balance?.state !== 'free' || isWarning;
  return (
    <>
      {note && (
        <p class="cw-notice cw-paid">
          <Icon name="check" /> <span>{note}</span>
          <button
            type="button"
            class="cw-button cw-icon-button"
            aria-label={t('launcher.dismiss')}
            onClick={() => setNote('')}
          >
            <Icon name="close" size={16} />
          </button>
        </p>
      )}
      <div
        class={isWarning ? 'cw-balance cw-balance-low' : 'cw-balance'}
        hidden={!line && !canBuy && !isClosed}
      >
        {line && <span>{line}</span>}
        {/* What is paid again and again can be ended, whether anybody answers or not. */}
        {isClosed && (
          <button type="button" class="cw-button cw-quiet-button" onClick={() => open('usage')}>
            {t('paywall.usage.title')}
          </button>
        )}
        {canBuy && (
          <button
            type="button"
            class={mustPay ? 'cw-button cw-solid-button' : 'cw-button cw-quiet-button'}
            onClick={() => open('wall')}
          >
            {t(balance?.state.startsWith('pack') ? 'paywall.status.more' : 'paywall.status.see')}
          </button>
        )}
      </div>
      {/* There from the beginning, so that what is written into it later is said. */}
      <p class="cw-hidden" role="status" aria-label={t('paywall.status.label')}>
        {[note, isSaid && line].filter(Boolean).join(' ')}
      </p>
    </>
  );
}

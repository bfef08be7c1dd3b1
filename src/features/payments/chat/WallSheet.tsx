/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ChatMode } from '#features/conversations/chat/shell/Chat.tsx';
import type { ChatStore } from '#features/conversations/chat/store/chat-store.ts';
import type { Wall } from '../payments-visitor.contract.ts';
import { NewPurchase } from './NewPurchase.tsx';
import type { Paying, PayingState } from './paying.ts';
import { PayingView } from './PayingView.tsx';
import { PreviousPurchase } from './PreviousPurchase.tsx';
import { readPending } from './pending.ts';
import { Failure, Sheet } from './Sheet.tsx';
import { isUsedUp } from './words.ts';
import type { Words } from './words.ts';

type WallSheetProps = {
  store: ChatStore;
  words: Words;
  paying: Paying;
  mode: ChatMode;
  close: () => void;
  restored: (text: string) => void;
};

const tabs = ['new', 'previous'] as const;
const lookAgainMs = 2_000;

/**
 * The offer: what it costs, what one gets, how to get back what was bought before. The message that waits
 * stays in sight above it.
 */
export function WallSheet({ store, words, paying, mode, close, restored }: WallSheetProps) {
  const { t } = words;
  const [tab, setTab] = useState<(typeof tabs)[number]>('new');
  const [wall, setWall] = useState<Wall | null>(null);
  const [isFailed, setFailed] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  const { balance, waiting } = store.get();

  const load = () => {
    setFailed(false);
    paying.wall().then(
      (next) => {
        const before = store.get().balance;
        if (next.isElsewhere && !wall) setTab('previous');
        setWall(next);
        paying.apply(next.balance);
        /* It was paid elsewhere meanwhile. */
        if (isUsedUp(before) && !isUsedUp(next.balance) && store.get().waiting) {
          close();
          store.release();
        }
      },
      () => setFailed(true),
    );
  };
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the sheet opens
  useEffect(load, []);
  const isInitializing = wall?.readiness === 'initializing';
  useEffect(() => {
    if (!isInitializing) return;
    const timer = setTimeout(load, lookAgainMs);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- another look for each answer
  }, [wall, isInitializing]);

  /* What waits stays in sight above the sheet, whatever becomes higher: the sheet or what was said before. */
  useEffect(() => {
    const messages = document.querySelector('.cw-messages');
    const watching = new ResizeObserver(() =>
      document.querySelector('.cw-waiting')?.scrollIntoView({ block: 'end' }),
    );
    for (const element of [document.querySelector('.cw-wall'), messages, messages?.firstElementChild])
      if (element) watching.observe(element);
    return () => watching.disconnect();
  }, []);

  const isPack =
    (!!wall?.offers.length && wall.offers.every(({ type }) => type === 'pack')) ||
    balance?.state === 'pack' ||
    balance?.state === 'pack_exhausted';
  const title = t(isPack ? 'paywall.title.pack' : 'paywall.title.free');
  const { phase } = paying.get();
  if (phase !== 'idle' && phase !== 'opening')
    return (
      <Sheet
        title={titleOf(phase, words)}
        t={t}
        isTest={!!(wall ?? balance)?.isTest}
        close={close}
        step={phase}
      >
        <PayingView
          paying={paying}
          words={words}
          hasWaiting={!!waiting}
          isOpen={!!balance && !isUsedUp(balance)}
          close={close}
          restore={() => (setTab('previous'), paying.again())}
        />
      </Sheet>
    );
  const lead =
    balance?.state === 'pack_exhausted'
      ? 'paywall.lead.pack'
      : balance?.state === 'free_used'
        ? balance.freeTotal > 0
          ? 'paywall.lead.free'
          : 'paywall.lead.paid'
        : null;
  return (
    <Sheet title={title} t={t} isTest={!!(wall ?? balance)?.isTest} close={close}>
      {lead && <p class="cw-wall-lead">{t(lead)}</p>}
      <div
        ref={bar}
        class="cw-tabs"
        role="tablist"
        tabIndex={-1}
        aria-label={t('paywall.tabs')}
        onKeyDown={({ key }) => {
          if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
          setTab(tab === 'new' ? 'previous' : 'new');
          bar.current?.querySelector<HTMLElement>('[aria-selected="false"]')?.focus();
        }}
      >
        {tabs.map((each) => (
          <button
            key={each}
            type="button"
            role="tab"
            id={`cw-tab-${each}`}
            class="cw-button"
            aria-selected={each === tab}
            aria-controls="cw-tab-panel"
            tabIndex={each === tab ? 0 : -1}
            onClick={() => setTab(each)}
          >
            {t(`paywall.tab.${each}`)}
          </button>
        ))}
      </div>
      <div id="cw-tab-panel" role="tabpanel" aria-labelledby={`cw-tab-${tab}`}>
        {tab === 'previous' ? (
          <PreviousPurchase
            store={store}
            words={words}
            paying={paying}
            known={readPending(store.get().agent, mode).email ?? wall?.email ?? ''}
            isElsewhere={!!wall?.isElsewhere}
            restored={restored}
          />
        ) : isFailed ? (
          <>
            <Failure>{t('paywall.error.load')}</Failure>
            <Again words={words} act={load} />
          </>
        ) : !wall ? (
          <div class="cw-wall-bones" aria-busy="true">
            <i />
            <i />
            <i />
          </div>
        ) : (
          <Ready wall={wall} words={words} reload={load}>
            <NewPurchase
              wall={wall}
              setWall={setWall}
              words={words}
              paying={paying}
              agent={store.get().agent}
              mode={mode}
            />
          </Ready>
        )}
      </div>
    </Sheet>
  );
}

const titleOf = (phase: Exclude<PayingState['phase'], 'idle' | 'opening'>, { t }: Words): string =>
  t(`paywall.${phase}.title`);

const Again = ({ words, act }: { words: Words; act: () => void }) => (
  <button type="button" class="cw-button cw-quiet-button" onClick={act}>
    {words.t('paywall.again')}
  </button>
);

/** The offer, or why there is none to be paid now, in the product's fixed words. */
function Ready({
  wall,
  words,
  reload,
  children,
}: {
  wall: Wall;
  words: Words;
  reload: () => void;
  children: preact.ComponentChildren;
}) {
  const { t } = words;
  switch (wall.readiness) {
    case 'ready':
      return wall.offers.length > 0 ? (
        children
      ) : (
        <Failure title={t('paywall.error.title')}>{t('paywall.error.incomplete')}</Failure>
      );
    case 'initializing':
      return (
        <div class="cw-wall-wait" role="status">
          <b>{t('paywall.error.initializing')}</b>
          <p>{t('paywall.error.initializingHint')}</p>
        </div>
      );
    case 'not_ready':
      return (
        <>
          <Failure>{t('paywall.error.notReady')}</Failure>
          <Again words={words} act={reload} />
        </>
      );
    case 'setup_failed':
      return (
        <>
          <Failure title={t('paywall.error.setupTitle')}>{t('paywall.error.setup')}</Failure>
          <Again words={words} act={reload} />
        </>
      );
    default:
      return (
        <>
          <Failure title={t('paywall.error.title')}>{t('paywall.error.incomplete')}</Failure>
          {wall.missing && wall.missing.length > 0 && (
            <div class="cw-wall-missing">
              <p>{t('paywall.error.missing')}</p>
              <ul>
                {wall.missing.map((name) => (
                  <li key={name}>{t(`paywall.missing.${name}`)}</li>
                ))}
              </ul>
            </div>
          )}
        </>
      );
  }
}

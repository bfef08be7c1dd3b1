/** @jsxImportSource preact */
import { Fragment } from 'preact';
import type { ComponentType } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ChatTheme } from '#shared/embed/protocol.ts';
import { asksNewcomers, gateOf } from '#shared/chat/visitor-gate.ts';
import type { ChatStore } from '../store/chat-store.ts';
import { CitationCard } from '../messages/Citations.tsx';
import type { ShownCitation } from '../messages/Citations.tsx';
import { Composer } from '../composer/Composer.tsx';
import type { VoiceSlotProps } from '../composer/Composer.tsx';
import { Header } from './Header.tsx';
import { Icon } from './icons.tsx';
import { lazyPart } from './lazy-part.tsx';
import { AgentMessage, Answer, VisitorMessage } from '../messages/Message.tsx';
import { fetchMarkdown, Prose } from '../messages/Prose.tsx';
import { createTranslate } from './texts.ts';
import type { Translate } from './texts.ts';
import type { ChatAttachment } from '../store/visitor-types.ts';
import { useFollowScroll } from './use-follow-scroll.ts';

export type ChatMode = 'embed' | 'page' | 'preview';

/** What the parts about paying work with; another feature brings them. */
export type PaywallProps = {
  store: ChatStore;
  t: Translate;
  mode: ChatMode;
  place: 'top' | 'bottom';
  focusComposer: () => void;
};

export type ChatProps = {
  store: ChatStore;
  mode: ChatMode;
  theme: ChatTheme;
  onTheme: () => void;
  /** The chat fills a phone's screen: focus stays inside. */
  isFull?: boolean;
  isWide?: boolean;
  onWide?: () => void;
  onClose?: () => void;
  poweredBy?: { product: string; url: string | null } | null;
  /** What is shown about paying: over the messages, and above the composer. */
  Paywall?: ComponentType<PaywallProps>;
  /** Talking with the agent, beside the field to type in. */
  Voice: ComponentType<VoiceSlotProps>;
  /** Gives the owner of the mount a way to move the focus to the composer. */
  onFocusable?: (focusComposer: () => void) => void;
};

/** Keeps Tab inside a chat that fills the screen. */
function keepInside(event: KeyboardEvent) {
  const all = [
    ...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>(
      'a[href],button:not([disabled]),textarea:not([disabled]),[tabindex="0"]',
    ),
  ].filter((each) => each.checkVisibility());
  const edge = event.shiftKey ? all[0] : all.at(-1);
  if (event.key !== 'Tab' || document.activeElement !== edge) return;
  event.preventDefault();
  (event.shiftKey ? all.at(-1) : all[0])?.focus();
}

const Cards = lazyPart(() => import('../cards/Cards.tsx').then((module) => module.Cards));
const Side = lazyPart(() => import('../people/People.tsx').then((module) => module.Side));
const Switcher = lazyPart(() => import('../switching/Switcher.tsx').then((module) => module.Switcher));
const Menu = lazyPart(() => import('../menu/Menu.tsx').then((module) => module.Menu));

/** Where fingers write, focus would bring up the keyboard over what there is to read. */
const hasFinePointer = () => matchMedia('(pointer: fine)').matches;

/** The whole chat. */
export function Chat({
  store,
  mode,
  theme,
  onTheme,
  isFull,
  isWide,
  onWide,
  onClose,
  poweredBy,
  Paywall,
  Voice,
  onFocusable,
}: ChatProps) {
  const [state, setState] = useState(store.get);
  useLayoutEffect(() => store.subscribe(() => setState(store.get())), [store]);
  const { agent, entries } = state;
  const t = useMemo(() => createTranslate(agent), [agent]);
  const list = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const { isAway, toEnd } = useFollowScroll(list);
  /* The width up to which so many of the header's icons are in the menu; they come back in a wider window. */
  const [tight, setTight] = useState({ width: 0, folded: 0 });
  const [width, setWidth] = useState(innerWidth);
  useLayoutEffect(() => {
    const look = () => setWidth(innerWidth);
    addEventListener('resize', look);
    return () => removeEventListener('resize', look);
  }, []);
  const folded = width <= tight.width ? tight.folded : 0;
  const [shown, setShown] = useState<ShownCitation>(null);
  const hiding = useRef(0);
  /* What of the menu is open: all of it, or the sheet of one entry. */
  const [menu, setMenu] = useState<'all' | 'end' | null>(null);
  /* Leaving chip or card waits a moment, so that the pointer can go from one to the other. */
  const show = useMemo(
    () => (next: ShownCitation) => {
      clearTimeout(hiding.current);
      if (next) setShown(next);
      else hiding.current = window.setTimeout(() => setShown(null), 120);
    },
    [],
  );
  const focusComposer = () => {
    if (hasFinePointer()) area.current?.focus({ preventScroll: true });
  };
  useLayoutEffect(() => onFocusable?.(focusComposer), [onFocusable]);

  const send = (text: string, attachments?: ChatAttachment[]) => {
    fetchMarkdown();
    store.send(text, attachments);
    requestAnimationFrame(() => toEnd());
  };
  const { progress } = state;
  const isAsked = state.waiting || (!state.busy && (state.ended || gateOf(agent, progress)));
  /* The form stands where it was filled in. */
  const formAt = progress?.filledAt
    ? entries.findIndex(({ createdAt }) => createdAt > progress.filledAt!)
    : -2;
  const card = (isGiven: boolean) => (
    <Cards state={state} store={store} t={t} mode={mode} focusComposer={focusComposer} isGiven={isGiven} />
  );
  const paywall = (place: PaywallProps['place']) =>
    Paywall &&
    (state.balance || state.paywall) && (
      <Paywall store={store} t={t} mode={mode} place={place} focusComposer={focusComposer} />
    );
  const isEmpty = entries.length === 0;
  const isGone = state.session === 'gone';
  const isClosed = isGone || agent.closed !== null;
  const canCall = agent.people && !isClosed && (state.people?.handler ?? 'ai') === 'ai';
  const lastAnswer = entries.findLast((entry) => entry.role === 'assistant');
  const firstBuiltIn = entries.find(
    (entry) => entry.engine === 'built-in' && !entry.parts && entry.status !== 'streaming',
  );
  /* Questions that a card pushes aside a moment later would only flash up. */
  const isHeldBack = state.isUnknown && asksNewcomers(agent);
  const proposed = isEmpty
    ? agent.iceBreakers.filter((text) => text.trim() && !isHeldBack)
    : (!state.busy && entries.at(-1)?.suggestions) || [];

  return (
    <div
      class={`cw-container cw-${mode}${isEmpty && !state.waiting ? ' cw-empty' : ''}`}
      lang={agent.language}
      role={mode === 'page' ? undefined : 'dialog'}
      aria-label={mode === 'page' ? undefined : t('launcher.title')}
      aria-modal={isFull || undefined}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.isComposing) onClose?.();
        if (isFull) keepInside(event);
      }}
    >
      <Header
        agent={agent}
        t={t}
        theme={theme}
        onTheme={onTheme}
        onRestart={
          isEmpty
            ? undefined
            : () => {
                store.restart();
                focusComposer();
              }
        }
        isWide={isWide}
        onWide={isFull ? undefined : onWide}
        onClose={onClose}
        folded={folded}
        onTight={() => setTight({ width, folded: folded + 1 })}
        isMenuOpen={!!menu}
        onMenu={() => setMenu(menu ? null : 'all')}
        person={state.people?.person ?? undefined}
        switcher={state.switchable.length > 0 && !state.busy && <Switcher store={store} t={t} />}
      />
      <main class="cw-main" aria-label={agent.name}>
        {menu && (
          <Menu
            key={menu}
            first={menu}
            store={store}
            t={t}
            mode={mode}
            close={() => setMenu(null)}
            folded={{
              onTheme: folded > 2 && onTheme,
              theme,
              onWide: folded > 1 && !isFull && onWide,
              isWide,
            }}
          />
        )}
        {paywall('top')}
        <div class="cw-view">
          <div
            ref={list}
            class="cw-messages"
            role="log"
            aria-live="off"
            aria-label={t('messages.label')}
            tabIndex={0}
            onScroll={shown ? () => setShown(null) : undefined}
          >
            <div class="cw-column">
              {agent.disclosure && <p class="cw-disclosure">{t('header.disclosure')}</p>}
              {agent.welcomeMessage && !entries[0]?.by && (
                <AgentMessage agent={agent} t={t}>
                  <Prose text={agent.welcomeMessage} t={t} />
                </AgentMessage>
              )}
              {entries.map((entry, at) => (
                <Fragment key={entry.key}>
                  {at === formAt && card(true)}
                  {entry.isLine ? (
                    <p class="cw-disclosure">{entry.text}</p>
                  ) : entry.author || entry.event ? (
                    <Side entry={entry} store={store} t={t} />
                  ) : entry.role === 'visitor' ? (
                    <VisitorMessage entry={entry} store={store} t={t} />
                  ) : (
                    <Answer
                      entry={entry}
                      state={state}
                      store={store}
                      show={show}
                      t={t}
                      isLast={entry === lastAnswer}
                      showEngine={entry === firstBuiltIn}
                    />
                  )}
                </Fragment>
              ))}
              {formAt === -1 && card(true)}
              {isAsked && card(false)}
              {proposed.length > 0 && !isClosed && !isAsked && (
                <ul class="cw-suggestions" aria-label={t('messages.suggestions')}>
                  {proposed.map((text) => (
                    <li key={text}>
                      <button
                        type="button"
                        class="cw-button"
                        dir="auto"
                        onClick={() => {
                          send(text);
                          focusComposer();
                        }}
                      >
                        {text}
                      </button>
                    </li>
                  ))}
                </ul>
              )}
            </div>
          </div>
          {isAway && (
            <button
              type="button"
              class="cw-button cw-jump"
              aria-label={t('messages.jump')}
              title={t('messages.jump')}
              onClick={() => toEnd(true)}
            >
              <Icon name="arrow" size={20} />
            </button>
          )}
        </div>
        <div class="cw-bottom">
          {!state.online && (
            <p class="cw-notice">
              <Icon name="alert" /> {t('notice.offline')}
            </p>
          )}
          {agent.closed !== null && !isGone && <p class="cw-notice">{agent.closed}</p>}
          {(isGone || (state.session === 'failed' && isEmpty)) && (
            <p class="cw-notice">
              <Icon name="alert" /> <span>{t(isGone ? 'failure.gone' : 'failure.session')}</span>
              {!isGone && (
                <button
                  type="button"
                  class="cw-button cw-quiet-button"
                  onClick={() => void store.connect(null)}
                >
                  <Icon name="retry" size={16} /> {t('actions.retry')}
                </button>
              )}
            </p>
          )}
          {agent.ending && !isEmpty && !state.ended && !isClosed && (
            <button
              type="button"
              class="cw-button cw-end"
              aria-haspopup="dialog"
              onClick={() => setMenu('end')}
            >
              {t('menu.end')}
            </button>
          )}
          {paywall('bottom')}
          <Composer
            agent={agent}
            t={t}
            store={store}
            area={area}
            isBusy={state.busy}
            isClosed={isClosed}
            Voice={Voice}
            onSend={send}
            onStop={() => {
              /* The button goes with the answer. */
              focusComposer();
              store.stop();
            }}
          />
          {(canCall || agent.footer.text || (poweredBy && agent.footer.showBrand)) && (
            <footer class="cw-footer">
              {canCall && (
                <button
                  type="button"
                  class="cw-button"
                  onClick={() =>
                    void import('../people/People.tsx').then((module) => module.askForPerson(store, t))
                  }
                >
                  {t('people.ask')}
                </button>
              )}
              {agent.footer.text && <Prose text={agent.footer.text} t={t} />}
              {poweredBy &&
                agent.footer.showBrand &&
                (poweredBy.url === null ? (
                  <span>{t('footer.powered', { product: poweredBy.product })}</span>
                ) : (
                  <a href={poweredBy.url} target="_blank" rel="noopener">
                    {t('footer.powered', { product: poweredBy.product })}
                  </a>
                ))}
            </footer>
          )}
        </div>
      </main>
      {shown && <CitationCard shown={shown} show={show} t={t} />}
      <p class="cw-hidden" role="status">
        {state.announcement}
      </p>
    </div>
  );
}

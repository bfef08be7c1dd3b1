/** @jsxImportSource preact */
import type { ComponentChild } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { addLazyStyle } from '#features/conversations/chat/shell/lazy-style.ts';
import { Icon, Outline } from '#features/conversations/chat/shell/icons.tsx';
import { voiceIconPaths } from './voice-icon-paths.ts';
import callStyle from './call.css?inline';
import { RecordingLine } from './RecordingLine.tsx';
import { isPaidByMinute, useCall, type CallScene } from './use-call.ts';
import { lengthOf } from './voice-call.ts';
import type { VoiceProps } from './Voice.tsx';

addLazyStyle(callStyle);

/** What the chat has no icon of. */
const icons = {
  microphone: voiceIconPaths.microphone,
  muted:
    'M4 4l16 16M9 9v2.5a3 3 0 0 0 4.8 2.4M15 10.5v-4a3 3 0 0 0-5.7-1.3M5.5 11a6.5 6.5 0 0 0 10.6 5M12 17.5V21M8.5 21h7',
  hand: 'M8 12V5.5a1.5 1.5 0 0 1 3 0V11M11 10V4.5a1.5 1.5 0 0 1 3 0V11M14 11V6a1.5 1.5 0 0 1 3 0v8a6.5 6.5 0 0 1-6.5 6.5c-2.5 0-3.8-1-5-3.2L3.5 13.5a1.5 1.5 0 0 1 2.6-1.5L8 14',
};

/** Where another try changes nothing. */
const final: ReadonlySet<string> = new Set(['unsupported', 'insecure', 'language', 'person', 'closed']);

/** A call that came to its end, and did not fail. */
const complete: ReadonlySet<string> = new Set(['idle', 'limit', 'minutes', 'screen']);

/** Why there is no call (any more): what can be done about it. */
function words(scene: CallScene, { t, settings, store }: VoiceProps): string {
  if (scene.is === 'explained') {
    const asSound = settings.recording ? 'voice.explainRecorded' : 'voice.explainServer';
    const explained = t(settings.hears === 'server' ? asSound : 'voice.explain');
    return isPaidByMinute(settings, store.get().balance)
      ? `${explained} ${t('voice.price', { messages: settings.minuteMessages })}`
      : explained;
  }
  if (scene.is === 'opening') return t(scene.isGranted ? 'voice.connecting' : 'voice.opening');
  if (scene.is === 'over')
    return t(`voice.over.${scene.reason}`, { time: lengthOf(settings, store.get().agent.language) });
  const { state } = scene;
  if (scene.isBroken) return t('voice.reconnecting');
  if (state.isMuted) return t('voice.muted');
  if (state.phase === 'speaking') return t('voice.speaking');
  if (state.phase === 'thinking') return t('voice.thinking');
  return t(state.isPushed && !state.isHeld ? 'voice.pushHint' : 'voice.listening');
}

/** What is told in a call beside who speaks; nothing while somebody is understood. */
function noteOf(scene: CallScene, { t }: VoiceProps): string {
  if (scene.is !== 'call' || scene.state.heard) return '';
  if (scene.isSilent) return t('voice.silent');
  if (scene.isSlower) return t('voice.slower');
  return scene.state.isEnding ? t('voice.ending') : '';
}

/** A call above the field to type in: who speaks, what is understood, and the ways to end it. */
export function CallBar(props: VoiceProps) {
  const { t, store, area } = props;
  const bar = useRef<HTMLElement>(null);
  const { scene, open, recording } = useCall(props, (level) =>
    bar.current?.style.setProperty('--level', level.toFixed(2)),
  );
  const isOver = scene.is === 'over';
  const isHungUp = isOver && scene.reason === 'hungUp';
  /** Takes the bar away; focus goes to the field to type in, or back to the button. */
  const close = (toTyping: boolean) => {
    if (toTyping) area.current?.focus();
    store.set({ isCalling: false });
  };
  // A call that is taken away is over: it doesn't begin again when the field comes back.
  useEffect(() => () => store.set({ isCalling: false }), [store]);
  const focusMain = () => bar.current?.querySelector<HTMLElement>('.cw-call-main, .cw-call-close')?.focus();
  useEffect(() => {
    if (isHungUp) close(false);
    else if (document.activeElement !== area.current) focusMain();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- when the scene changes
  }, [scene.is, isHungUp]);
  /* A button that goes while it has the focus leaves it to one beside it, or to the one that ends the call. */
  const focused = document.activeElement;
  const isWithin = bar.current?.contains(focused);
  const row = focused?.closest('[data-row]');
  useLayoutEffect(() => {
    if (!isWithin || document.activeElement !== document.body) return;
    const beside = row?.isConnected && row.querySelector<HTMLElement>('button');
    if (beside) beside.focus();
    else focusMain();
  });
  const button = (label: string, icon: ComponentChild, onClick: () => void, pressed?: boolean, more = '') => (
    <button
      type="button"
      class={`cw-button cw-icon-button ${more}`}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      onClick={onClick}
    >
      {icon}
    </button>
  );
  const call = scene.is === 'call' ? scene.call : null;
  const state = scene.is === 'call' ? scene.state : null;
  const isBroken = scene.is === 'call' && scene.isBroken;
  const phase = state?.isMuted ? 'muted' : state?.phase;
  const note = noteOf(scene, props);
  return (
    <section
      ref={bar}
      class="cw-call"
      aria-label={t('voice.call')}
      data-phase={isBroken ? 'thinking' : (phase ?? scene.is)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        if (call) call.hangUp();
        else close(false);
      }}
    >
      <div class="cw-call-row">
        {state && (
          <span class="cw-call-level" aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
        )}
        {/* In a call a screen reader's voice would be heard by the microphone. */}
        <p class="cw-call-words" aria-live={state && !isBroken ? 'off' : 'polite'}>
          {words(scene, props)}
        </p>
        {call && state && (
          <>
            {state.phase === 'speaking' &&
              button(t('voice.interrupt'), <Icon name="stop" size={20} />, call.interrupt)}
            {button(
              t('voice.push'),
              <Outline path={icons.hand} size={20} />,
              () => call.push(!state.isPushed),
              state.isPushed,
            )}
            {button(
              t('voice.mute'),
              <Outline path={state.isMuted ? icons.muted : icons.microphone} size={20} />,
              () => call.mute(!state.isMuted),
              state.isMuted,
            )}
          </>
        )}
        {isOver &&
          button(
            t('voice.dismiss'),
            <Icon name="close" size={20} />,
            () => close(true),
            undefined,
            'cw-call-close',
          )}
      </div>
      {state?.heard && (
        <p class="cw-call-heard" dir="auto">
          {state.heard}
        </p>
      )}
      {note && <p class="cw-call-heard">{note}</p>}
      {scene.is === 'explained' && recording && (
        <div class="cw-call-record">
          <p>{recording.consent}</p>
        </div>
      )}
      {scene.is === 'explained' && (
        <div class="cw-call-choices">
          {recording && (
            <button
              type="button"
              class="cw-button cw-solid-button"
              onClick={() => {
                recording.answer(true);
                void open();
              }}
            >
              {t('voice.record.yes')}
            </button>
          )}
          <button
            type="button"
            class={`cw-button cw-call-main ${recording ? 'cw-quiet-button' : 'cw-solid-button'}`}
            onClick={() => void open()}
          >
            {t(recording ? 'voice.record.no' : 'voice.agree')}
          </button>
          <button type="button" class="cw-button cw-quiet-button" onClick={() => close(true)}>
            {t('voice.cancel')}
          </button>
        </div>
      )}
      {scene.is === 'opening' && (
        <div class="cw-call-choices">
          <button type="button" class="cw-button cw-quiet-button cw-call-main" onClick={() => close(true)}>
            {t(scene.isGranted ? 'voice.hangUp' : 'voice.cancel')}
          </button>
        </div>
      )}
      {call && recording && <RecordingLine recording={recording} t={t} />}
      {call && state && (
        <div class="cw-call-choices">
          {state.isPushed && (
            <button
              type="button"
              class={`cw-button cw-solid-button cw-call-hold${state.isHeld ? ' cw-call-held' : ''}`}
              disabled={state.isMuted}
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId);
                call.hold(true);
              }}
              onPointerUp={() => call.hold(false)}
              onPointerCancel={() => call.hold(false)}
              onContextMenu={(event) => event.preventDefault()}
              onKeyDown={(event) => {
                if (event.key !== ' ' && event.key !== 'Enter') return;
                event.preventDefault();
                if (!event.repeat) call.hold(true);
              }}
              onKeyUp={(event) => (event.key === ' ' || event.key === 'Enter') && call.hold(false)}
              onBlur={() => call.hold(false)}
            >
              {t(state.isHeld ? 'voice.holding' : 'voice.hold')}
            </button>
          )}
          <button type="button" class="cw-button cw-call-end cw-call-main" onClick={call.hangUp}>
            {t('voice.hangUp')}
          </button>
        </div>
      )}
      {isOver && (
        <div class="cw-call-choices">
          {scene.reason === 'policy' ? (
            <a
              class="cw-button cw-solid-button cw-call-main"
              href={`/widgets/${store.get().agent.number}`}
              target="_blank"
              rel="noopener"
            >
              {t('launcher.page')}
            </a>
          ) : (
            !final.has(scene.reason) && (
              <button
                type="button"
                class="cw-button cw-quiet-button cw-call-main"
                onClick={() => void open()}
              >
                {t(complete.has(scene.reason) ? 'voice.anew' : 'voice.again')}
              </button>
            )
          )}
        </div>
      )}
    </section>
  );
}

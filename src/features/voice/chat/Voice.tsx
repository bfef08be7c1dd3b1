/** @jsxImportSource preact */
import { useEffect, useRef } from 'preact/hooks';
import type { VoiceSlotProps } from '#features/conversations/chat/composer/Composer.tsx';
import { Outline } from '#features/conversations/chat/shell/icons.tsx';
import { lazyPart } from '#features/conversations/chat/shell/lazy-part.tsx';
import type { PublicAgent } from '#features/conversations/chat/store/visitor-types.ts';
import { voiceIconPaths } from './voice-icon-paths.ts';

export type VoiceProps = VoiceSlotProps & {
  /** Whether the chat is in sight: nobody is listened to behind a closed one. */
  isOpen: () => boolean;
  settings: NonNullable<PublicAgent['voice']>;
};

/** All that a call takes is fetched when the first one begins. */
const CallBar = lazyPart(() => import('./CallBar.tsx').then((module) => module.CallBar));

/** Talking in a chat that is shown while `isOpen`. */
export const voiceIn = (isOpen: () => boolean) => (props: VoiceSlotProps) => {
  const { store, isClosed, isCall } = props;
  const { agent, isCalling } = store.get();
  const settings = agent.voice;
  if (!settings) return null;
  const given = { ...props, settings, isOpen };
  return isCall ? isCalling && !isClosed && <CallBar {...given} /> : <VoiceButton {...given} />;
};

/** The button that begins to talk. It has the focus again after a call, unless somebody types. */
function VoiceButton({ store, t, settings, isClosed }: VoiceProps) {
  const { isCalling = false } = store.get();
  const button = useRef<HTMLButtonElement>(null);
  const wasCalling = useRef(isCalling);
  useEffect(() => {
    if (wasCalling.current && !isCalling && document.activeElement === document.body) button.current?.focus();
    wasCalling.current = isCalling;
  }, [isCalling]);
  return (
    <button
      ref={button}
      type="button"
      class="cw-button cw-icon-button cw-attach"
      aria-label={t('voice.start')}
      title={t('voice.start')}
      aria-expanded={isCalling}
      disabled={isClosed || isCalling}
      onClick={() => store.set({ isCalling: true })}
    >
      <Outline path={voiceIconPaths[settings.icon]} size={20} />
    </button>
  );
}

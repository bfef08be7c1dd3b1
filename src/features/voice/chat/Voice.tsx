/** @jsxImportSource preact */
import { useRef, useState } from 'preact/hooks';
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
  const settings = props.store.get().agent.voice;
  return settings && <Voice {...props} settings={settings} isOpen={isOpen} />;
};

/** The button that begins to talk, and the call above it. */
function Voice(props: VoiceProps) {
  const { t, settings, isClosed, area } = props;
  const [isCalling, setCalling] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      {isCalling && !isClosed && (
        <CallBar
          {...props}
          close={(toTyping) => {
            setCalling(false);
            (toTyping ? area.current : button.current)?.focus();
          }}
        />
      )}
      <button
        ref={button}
        type="button"
        class="cw-button cw-icon-button cw-attach"
        aria-label={t('voice.start')}
        title={t('voice.start')}
        aria-expanded={isCalling}
        disabled={isClosed || isCalling}
        onClick={() => setCalling(true)}
      >
        <Outline path={voiceIconPaths[settings.icon]} size={20} />
      </button>
    </>
  );
}

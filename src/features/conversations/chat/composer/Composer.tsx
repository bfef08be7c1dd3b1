/** @jsxImportSource preact */
import type { ComponentType, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { Outbox } from './Attach.tsx';
import type { ChatStore } from '../store/chat-store.ts';
import { Icon } from '../shell/icons.tsx';
import { lazyPart } from '../shell/lazy-part.tsx';
import type { Translate } from '../shell/texts.ts';
import { messageLimit } from '../store/visitor-types.ts';
import type { ChatAttachment, PublicAgent } from '../store/visitor-types.ts';

const Attach = lazyPart(() => import('./Attach.tsx').then((module) => module.Attach));

/** What talking with the agent works with; another feature brings it. */
export type VoiceSlotProps = {
  store: ChatStore;
  t: Translate;
  isClosed: boolean;
  area: RefObject<HTMLTextAreaElement | null>;
  /** The call, which stands above all else of the field; else the button behind what is typed. */
  isCall?: boolean;
};

export type ComposerProps = {
  agent: PublicAgent;
  t: Translate;
  area: RefObject<HTMLTextAreaElement | null>;
  isBusy: boolean;
  isClosed: boolean;
  store: ChatStore;
  Voice: ComponentType<VoiceSlotProps>;
  onSend: (text: string, attachments?: ChatAttachment[]) => void;
  onStop: () => void;
};

/**
 * Where the visitor writes: grows with the text, Enter sends, Shift+Enter breaks the line. The draft stays as
 * long as the chat is there.
 */
export function Composer({ agent, t, store, area, isBusy, isClosed, Voice, onSend, onStop }: ComposerProps) {
  /* The page came with the field, and somebody may have written since; Enter broke the line then. */
  const [draft, setDraft] = useState(() => document.querySelector('textarea')?.value ?? '');
  const [outbox, setOutbox] = useState<Outbox | null>(null);
  useLayoutEffect(() => {
    const box = area.current;
    if (!box) return;
    box.style.height = '0';
    /* An empty box must not grow with its placeholder. */
    box.style.height = draft ? `${box.scrollHeight}px` : '';
  }, [draft, area]);
  const canSend = (draft.trim() || outbox?.files.length) && !outbox?.isWaiting && !isBusy && !isClosed;
  const submit = () => {
    /* An answer may have begun in another tab since this was drawn. */
    if (!canSend || store.get().busy) return;
    onSend(draft, outbox?.files);
    outbox?.clear();
    setDraft('');
  };
  const isWaiting = store.get().session === 'waiting';
  useEffect(() => {
    /* What was entered by then goes out as soon as it is known whose conversation it is. */
    if (!isWaiting && draft.endsWith('\n')) submit();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the session begins
  }, [isWaiting]);
  const tool = { store, t, isClosed, area };
  return (
    <form
      class="cw-input"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div class="cw-field">
        {agent.voice && <Voice {...tool} isCall />}
        {agent.uploads && <Attach {...tool} icon={agent.uploads} onChange={setOutbox} />}
        <textarea
          ref={area}
          rows={1}
          dir="auto"
          value={draft}
          maxLength={messageLimit}
          disabled={isClosed}
          aria-label={t('composer.label')}
          placeholder={agent.placeholder || t('composer.placeholder')}
          autocomplete="off"
          enterkeyhint="send"
          onInput={(event) => setDraft(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return;
            event.preventDefault();
            submit();
          }}
        />
        {agent.voice && <Voice {...tool} />}
        {isBusy ? (
          <button
            type="button"
            class="cw-button cw-send cw-stop"
            aria-label={t('composer.stop')}
            title={t('composer.stop')}
            onClick={onStop}
          >
            <Icon name="stop" size={20} />
          </button>
        ) : (
          <button
            type="submit"
            class="cw-button cw-send"
            aria-label={t('composer.send')}
            title={t('composer.send')}
            disabled={!canSend}
          >
            <Icon name={agent.appearance.sendIcon} size={20} />
          </button>
        )}
      </div>
      {draft.length > messageLimit * 0.9 && (
        <p class={draft.length >= messageLimit ? 'cw-counter cw-counter-full' : 'cw-counter'}>
          {t('composer.remaining', { used: draft.length, limit: messageLimit })}
        </p>
      )}
    </form>
  );
}

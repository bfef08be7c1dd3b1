/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import type { AgentContent } from '#shared/chat/message-parts.ts';
import type { ChatStore } from '../store/chat-store.ts';
import { Face } from './Switcher.tsx';
import { switchTo } from './switching.ts';
import type { Translate } from '../shell/texts.ts';

/** A button that an answer offers: to go on with another agent. It vanishes with the agent. */
export function AgentOffer({ part, store, t }: { part: AgentContent; store: ChatStore; t: Translate }) {
  const [failed, setFailed] = useState(false);
  const other = store.get().switchable.find(({ number }) => number === part.number);
  if (!other) return null;
  return (
    <>
      <button
        type="button"
        class="cw-button cw-offer"
        onClick={() => void switchTo(store, other).then((isThere) => setFailed(!isThere))}
      >
        <Face other={other} />
        {t('switch.to', { name: other.name })}
      </button>
      {failed && (
        <p class="cw-failure" role="alert">
          {t('switch.failed', { name: other.name })}
        </p>
      )}
    </>
  );
}

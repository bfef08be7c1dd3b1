/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks';
import { storedEntry } from '../store/chat-state.ts';
import type { ChatConversation } from '../store/visitor-types.ts';
import type { MenuContext } from './menu-entries.tsx';

type Listed = {
  id: string;
  title: string;
  lastMessageAt: string;
  isOver: boolean;
};

/** The visitor's conversations with this agent; one of them is gone on with, or read if it is over. */
export function ConversationsSheet({ store, t, close }: MenuContext) {
  const [listed, setListed] = useState<Listed[] | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const { agent } = store.get();
  useEffect(() => {
    if (!hasFailed)
      store.api.call<{ conversations: Listed[] }>('GET', 'conversations').then(
        ({ conversations }) => setListed(conversations),
        () => setFailed(true),
      );
  }, [store, hasFailed]);
  const open = ({ id }: Listed) => {
    if (id === store.conversationId()) return close();
    store.api
      .call<{ conversation: ChatConversation; isOver: boolean }>('GET', `conversations/${id}`)
      .then(({ conversation, isOver }) => {
        const entries = conversation.messages.map(storedEntry);
        store.go(isOver ? null : id, entries);
        if (isOver) store.set({ ended: { id, by: 'agent' } });
        const last = entries.at(-1);
        if (last?.role === 'assistant' && last.status === 'streaming') store.follow(last);
        close();
      })
      .catch(() => setFailed(true));
  };
  const day = new Intl.DateTimeFormat(agent.language, { dateStyle: 'medium', timeStyle: 'short' });
  if (hasFailed)
    return (
      <>
        <p class="cw-failure" role="alert">
          {t('conversations.failed')}
        </p>
        <button type="button" class="cw-button cw-solid-button" onClick={() => setFailed(false)}>
          {t('actions.retry')}
        </button>
      </>
    );
  if (!listed) return <p role="status">{t('conversations.loading')}</p>;
  if (listed.length === 0) return <p role="status">{t('conversations.none')}</p>;
  return (
    <ul class="cw-conversations">
      {listed.map((each) => (
        <li key={each.id}>
          <button
            type="button"
            class="cw-button"
            aria-current={each.id === store.conversationId() || undefined}
            onClick={() => open(each)}
          >
            <span dir="auto">{each.title || t('conversations.untitled')}</span>
            <time dateTime={each.lastMessageAt}>
              {day.format(new Date(each.lastMessageAt))}
              {each.isOver && `, ${t('conversations.over')}`}
            </time>
          </button>
        </li>
      ))}
    </ul>
  );
}

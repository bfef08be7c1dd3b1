import { useEffect, useRef, useState } from 'react';
import { useMutate } from '#ui/api/hooks.ts';
import { useServerEvents } from '#ui/api/server-events.ts';
import type { InboxMember } from '../../inbox.contract.ts';

/** Whoever has a conversation open says so again after so long, in ms. */
const viewEvery = 15_000;
/** Another sign of writing goes out after so long, in ms. */
const writeEvery = 4_000;

type Sign = {
  userId: string;
  isTyping: boolean;
  until: number;
};

/**
 * Which colleagues have a conversation open at this moment, who write in it first; and a way to say that one
 * writes oneself.
 */
export function useColleagues(
  conversationId: string,
  members: readonly InboxMember[],
): { names: { name: string; isTyping: boolean }[]; tellWriting(): void } {
  const [signs, setSigns] = useState<readonly Sign[]>([]);
  const { mutate } = useMutate('POST /api/inbox/conversations/{id}/viewing', { failure: false });
  const toldAt = useRef(0);
  useServerEvents({
    'inbox.viewing': (data) => {
      const { conversationId: id, userId, isTyping, seconds } = data as Record<string, unknown>;
      if (id !== conversationId || typeof userId !== 'string') return;
      const until = Date.now() + Number(seconds) * 1_000;
      setSigns((now) => [
        // Who wrote a moment ago does so until that sign is over, whatever else they say.
        ...now.filter((sign) => sign.userId !== userId || (sign.isTyping && isTyping !== true)),
        { userId, isTyping: isTyping === true, until },
      ]);
    },
  });
  useEffect(() => {
    setSigns([]);
    const tell = () => {
      if (document.visibilityState === 'visible')
        mutate({ params: { id: conversationId }, body: { isTyping: false } });
    };
    tell();
    const timer = setInterval(tell, viewEvery);
    document.addEventListener('visibilitychange', tell);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tell);
    };
  }, [conversationId, mutate]);
  useEffect(() => {
    const next = Math.min(...signs.map(({ until }) => until));
    if (!Number.isFinite(next)) return;
    const timer = setTimeout(
      () => setSigns((now) => now.filter(({ until }) => until > Date.now())),
      Math.max(50, next - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [signs]);
  const names = members
    .filter(({ id, isMe }) => !isMe && signs.some(({ userId }) => userId === id))
    .map(({ id, name }) => ({
      name,
      isTyping: signs.some((sign) => sign.userId === id && sign.isTyping),
    }))
    .toSorted((a, b) => Number(b.isTyping) - Number(a.isTyping));
  return {
    names,
    tellWriting() {
      if (performance.now() - toldAt.current < writeEvery) return;
      toldAt.current = performance.now();
      mutate({ params: { id: conversationId }, body: { isTyping: true } });
    },
  };
}

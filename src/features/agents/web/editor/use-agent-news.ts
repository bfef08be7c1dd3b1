import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { refresh } from '#ui/api/hooks.ts';
import { useServerEvents } from '#ui/api/server-events.ts';

/** Many changes in a row are one reading, this long after the first, in ms. */
const pause = 400;

/** Reads agents again when the server says that one of them changed, was seen on a site or was talked to. */
export function useAgentNews(id?: string): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => () => void (timer.current && clearTimeout(timer.current)), []);
  const hear = (data: unknown) => {
    const about = typeof data === 'object' && data !== null && 'agentId' in data ? data.agentId : undefined;
    if (timer.current || (id && about !== undefined && about !== id)) return;
    timer.current = setTimeout(() => {
      timer.current = null;
      void refresh(client, id ? `/api/agents/${id}` : '/api/agents');
    }, pause);
  };
  useServerEvents({
    'agent.changed': hear,
    'agent.seen': hear,
    ...(id ? {} : { 'conversation.changed': hear }),
  });
}

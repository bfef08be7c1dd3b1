import type { ChatState } from '#features/conversations/chat/store/chat-state.ts';
import type { ChatStore } from '#features/conversations/chat/store/chat-store.ts';
import { RequestError } from '#features/conversations/chat/store/visitor-api.ts';
import type { VisitorApi } from '#features/conversations/chat/store/visitor-api.ts';
import type { EmbedMessage, VisitorStatement } from '#shared/embed/protocol.ts';
import type { HostBridge } from './host-bridge.ts';

type Calls = { hear(message: EmbedMessage): void };

/** What a page's own script asks of the chat, and what it is told of it. Loaded after the chat is there. */
export function createHostCalls({
  store,
  api,
  bridge,
  before,
  isOpen,
}: {
  store: ChatStore;
  api: VisitorApi;
  bridge: HostBridge;
  /** How the chat was when this was asked for. */
  before: ChatState;
  isOpen(): boolean;
}): Calls {
  const waiting: string[] = [];
  const told = new Set<string>();
  let statement: VisitorStatement | null = null;
  let variables: Record<string, string> | null = null;
  let wantsText = false;
  let wasReady = false;
  let unread = 0;

  async function tellServer() {
    const [who, facts] = [statement, variables];
    statement = variables = null;
    try {
      if (facts) await api.call('POST', 'variables', { variables: facts });
      if (who) {
        const { isSomebodyElse } = await api.call<{ isSomebodyElse: boolean }>('POST', 'identify', who);
        if (isSomebodyElse) store.restart();
        bridge.send('identified', { ok: true });
      }
    } catch (error) {
      const code = error instanceof RequestError ? error.code : 'unreachable';
      if (who) bridge.send('identified', { ok: false, code });
      else bridge.send('error', { code });
    }
  }

  function look(state = store.get()) {
    const { entries, session, busy } = state;
    if (session !== 'ready') return;
    for (const { id, key, role, status, text } of entries) {
      const name = role + key;
      if (status === 'streaming' || role === 'event' || id.startsWith('local-') || told.has(name)) continue;
      told.add(name);
      /* What comes back with the session was read before. */
      if (!wasReady) continue;
      bridge.send('message', {
        id,
        role: role === 'visitor' ? role : 'agent',
        ...(wantsText ? { text } : {}),
      });
      if (role !== 'visitor' && !isOpen()) bridge.send('unread', ++unread);
    }
    wasReady = true;
    if (statement || variables) void tellServer();
    if (!busy && waiting.length) store.send(waiting.shift()!);
  }

  look(before);
  store.subscribe(() => look());
  look();
  return {
    hear({ kind, value }) {
      if (kind === 'open') unread = 0;
      if (kind === 'watch') wantsText = value;
      if (kind === 'identify') statement = value;
      if (kind === 'variables') variables = { ...variables, ...value };
      if (kind === 'reset') {
        statement = variables = null;
        waiting.length = 0;
        store.forget();
      }
      if (['identify', 'variables', 'reset'].includes(kind) && isOpen()) void store.connect(null);
      if (kind === 'send') {
        waiting.push(value.slice(0, 4000));
        void store.connect(null);
      }
      /* What is free and what comes before the first message is reckoned by the server. */
      if (kind === 'preview-config' && value.saved) void store.reconnect();
      look();
    },
  };
}

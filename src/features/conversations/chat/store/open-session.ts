import { balanceOf, delays } from './chat-context.ts';
import type { ChatContext } from './chat-context.ts';
import { storedEntry } from './chat-state.ts';
import type { Entry } from './chat-state.ts';
import { RequestError } from './visitor-api.ts';

/**
 * Opens the session, with patience; the newest conversation of a known visitor comes back. False when it
 * could not be opened. `followUnfinished` takes an answer that is still being written.
 */
export async function openSession(
  chat: ChatContext,
  followUnfinished: (answer: Entry) => void,
): Promise<boolean> {
  chat.set({ session: 'connecting' });
  for (let attempt = 0; attempt < 4; attempt++) {
    try {
      const answer = await chat.api.session({
        agent: chat.state.agent.number,
        token: chat.token,
        preview: chat.options.preview ?? null,
        page: chat.page,
        timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        language: navigator.language,
        tag: chat.options.tag ?? null,
      });
      chat.token = answer.token;
      chat.keep(chat.token);
      const known = new Set(chat.state.entries.map((entry) => entry.id));
      const stored = ((!chat.isAside && answer.conversation?.messages) || [])
        .filter((message) => !known.has(message.id))
        .map(storedEntry);
      if (!chat.isAside) chat.conversationId ??= answer.conversation?.id ?? null;
      chat.set({
        session: 'ready',
        standing: answer.standing,
        switchable: answer.switchable ?? [],
        balance: balanceOf(answer),
        agent: chat.options.preview ? chat.state.agent : answer.agent,
        entries: [...stored, ...chat.state.entries],
      });
      const last = stored.at(-1);
      if (last?.role === 'assistant' && last.status === 'streaming') followUnfinished(last);
      return true;
    } catch (error) {
      if (error instanceof RequestError && error.status < 500 && error.status !== 429) {
        chat.set({ session: 'gone' });
        return false;
      }
      if (attempt < 3) await chat.pause(delays[attempt]!);
    }
  }
  chat.connected = null;
  chat.set({ session: 'failed' });
  return false;
}

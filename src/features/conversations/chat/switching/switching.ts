import { localEntry, storedEntry } from '../store/chat-state.ts';
import type { Entry } from '../store/chat-state.ts';
import type { ChatStore } from '../store/chat-store.ts';
import { createTranslate } from '../shell/texts.ts';
import type { ChatMessage, PublicAgent, SessionAnswer } from '../store/visitor-types.ts';

type SwitchAnswer = SessionAnswer & {
  transferred: { agent: { name: string; avatarUrl: string | null }; messages: ChatMessage[] } | null;
};

/** A line between the messages, said by nobody. */
const line = (text: string, by: PublicAgent): Entry => ({
  ...localEntry('assistant', text),
  status: 'complete',
  isLine: true,
  by,
});

/**
 * Goes on with another agent. What is carried over stands above a line that says with whom one talks now;
 * false when it could not be.
 */
export async function switchTo(store: ChatStore, to: { number: number; name: string }): Promise<boolean> {
  let { agent: before } = store.get();
  let answer: SwitchAnswer;
  try {
    answer = await store.api.call<SwitchAnswer>('POST', 'switch', {
      agent: to.number,
      conversationId: store.conversationId(),
      page: store.page(),
      language: navigator.language,
    });
  } catch {
    store.set({ announcement: createTranslate(before)('switch.failed', { name: to.name }) });
    return false;
  }
  const { agent, transferred, conversation } = answer;
  /* Who came back to an agent further on brings along what was said with the one before it. */
  if (transferred) {
    const { name, avatarUrl } = transferred.agent;
    before = { ...before, name, appearance: { ...before.appearance, avatarUrl } };
  }
  const t = createTranslate(agent);
  const now = t('switch.line');
  const entries = (conversation?.messages ?? transferred?.messages ?? []).map(storedEntry);
  const earlier =
    conversation || entries.length === 0
      ? entries
      : [
          line(createTranslate(before)('switch.before'), before),
          ...entries.map((entry) => ({ ...entry, by: before })),
        ];
  /* A new agent's first words stand below the line, and what it proposes below them. */
  const words: Entry[] =
    !conversation && agent.welcomeMessage
      ? [{ ...localEntry('assistant', agent.welcomeMessage), status: 'complete', by: agent }]
      : [];
  const said = [...earlier, line(now, agent), ...words];
  store.enter(
    answer,
    conversation
      ? said
      : [
          ...said.slice(0, -1),
          { ...said.at(-1)!, suggestions: agent.iceBreakers.filter((text) => text.trim()) },
        ],
  );
  store.set({ announcement: now });
  return true;
}

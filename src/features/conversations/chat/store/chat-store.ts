import { gateOf } from '#shared/chat/visitor-gate.ts';
import { balanceOf, createChatContext } from './chat-context.ts';
import type { ChatStoreOptions } from './chat-context.ts';
import { localEntry, randomUuid } from './chat-state.ts';
import type { Entry } from './chat-state.ts';
import { followAnswer } from './follow-answer.ts';
import { openSession } from './open-session.ts';
import { messageLimit } from './visitor-types.ts';
import type { ChatAttachment, PublicAgent, SessionAnswer, VisitedPage } from './visitor-types.ts';

export type ChatStore = ReturnType<typeof createChatStore>;

/** The conversation of one visitor with one agent: everything that isn't drawing. */
export function createChatStore(options: ChatStoreOptions) {
  const chat = createChatContext(options);
  const stopAnswer = (id: string) => chat.api.call('POST', `messages/${id}/stop`, {});

  /** Opens the session once; an answer that was still being written is followed. */
  function connect(): Promise<boolean> {
    return (chat.connected ??= openSession(chat, (answer) => follow(answer, null)));
  }

  function follow(answer: Entry, question: Entry | null) {
    void followAnswer(chat, connect, answer, question);
  }

  /** Opens the session anew, with the token that there is. */
  function reconnect() {
    chat.connected = null;
    return connect();
  }

  function begin(question: Entry) {
    if (chat.state.ended) restart();
    const answer = localEntry('assistant', '');
    chat.state = { ...chat.state, waiting: null, entries: [...chat.state.entries, question, answer] };
    follow(answer, question);
  }

  const setOnline = () => chat.set({ online: navigator.onLine });
  addEventListener('online', setOnline);
  addEventListener('offline', setOnline);

  /** Puts the conversation aside; the next message begins a new one. */
  function restart() {
    if (options.home) return location.assign(options.home);
    if (chat.current?.messageId) stopAnswer(chat.current.messageId).catch(() => undefined);
    chat.current?.abort.abort();
    chat.current = null;
    chat.conversationId = null;
    chat.isAside = true;
    chat.set({
      people: null,
      ended: null,
      waiting: null,
      paywall: null,
      entries: [],
      busy: false,
      reconnecting: false,
      activity: null,
      announcement: '',
    });
  }

  return {
    api: chat.api,
    get: () => chat.state,
    reconnect,
    set: chat.set,
    conversationId: () => chat.conversationId,
    /** Whether a link opened this one conversation and nothing else of its visitor. */
    isResumed: !!options.home,
    page: () => chat.page && { url: chat.page.url },
    /** Goes on in another agent's session, with these messages. */
    enter(answer: SessionAnswer, entries: Entry[]) {
      restart();
      chat.isAside = false;
      chat.token = chat.api.token(answer.token);
      chat.conversationId = answer.conversation?.id ?? null;
      chat.connected = Promise.resolve(true);
      const { agent, standing, switchable } = answer;
      chat.set({ session: 'ready', agent, standing, switchable, balance: balanceOf(answer), entries });
    },
    /** Sends the message that waits, if nothing stands in its way any more. */
    release() {
      if (
        chat.state.waiting &&
        !chat.state.busy &&
        !(chat.state.standing && gateOf(chat.state.agent, chat.state.standing))
      )
        begin(chat.state.waiting);
    },
    tell: options.tell ?? (() => undefined),
    subscribe(listener: () => void) {
      chat.listeners.add(listener);
      return () => void chat.listeners.delete(listener);
    },
    connect(known: string | null) {
      chat.token ??= known;
      return connect();
    },
    setPage(visited: VisitedPage) {
      chat.page = visited;
    },
    setAgent(agent: PublicAgent) {
      /* The editor shows its own agent again, whomever one went on with. */
      const isBack = agent.number !== chat.state.agent.number;
      if (isBack) {
        chat.token = chat.connected = null;
        restart();
      }
      chat.set({ agent });
      if (isBack) void connect();
    },
    /** Sends a message; nothing happens while an answer is being written. */
    send(text: string, attachments?: ChatAttachment[]) {
      const trimmed = text.trim();
      if ((!trimmed && !attachments?.length) || chat.state.busy) return;
      let question: Entry = {
        ...localEntry('visitor', trimmed),
        attachments: attachments?.length ? attachments : undefined,
        clientMessageId: randomUuid(),
      };
      /* One that waits to be paid for is not lost when another one is written. */
      const { waiting } = chat.state;
      if (
        waiting &&
        chat.state.balance &&
        waiting.text.length + trimmed.length < messageLimit &&
        !waiting.attachments
      )
        question = { ...question, text: `${waiting.text}\n\n${trimmed}` };
      if (chat.state.standing && gateOf(chat.state.agent, chat.state.standing))
        chat.set({ waiting: question });
      else begin(question);
    },
    /** Asks again for an answer that failed, with the same key, so that nothing is counted or said twice. */
    retry(key: string) {
      const at = chat.state.entries.findIndex((entry) => entry.key === key);
      const failed = chat.state.entries[at];
      const question = chat.state.entries.slice(0, at).findLast((entry) => entry.role === 'visitor');
      if (!failed || !question || chat.state.busy) return;
      if (chat.state.session === 'failed') chat.connected = null;
      const asked = { ...question, clientMessageId: question.clientMessageId ?? randomUuid() };
      chat.change(question.key, asked);
      chat.change(key, {
        status: 'streaming',
        text: '',
        parts: undefined,
        suggestions: undefined,
        citations: [],
        failureKey: undefined,
        failureText: undefined,
        canRetry: false,
      });
      follow(failed, asked);
    },
    /** Stops the answer that is being written; what is there stays. */
    stop() {
      const run = chat.current;
      const entry = chat.state.entries.at(-1);
      if (!run || !entry) return;
      if (run.messageId) stopAnswer(run.messageId).catch(() => undefined);
      const end = () => {
        if (chat.current !== run) return;
        run.abort.abort();
        chat.change(entry.key, { status: 'stopped' });
      };
      /* The server's last word carries the citations; without a server there is nothing to wait for. */
      if (run.messageId) setTimeout(end, 1500);
      else end();
    },
    restart,
    /** Forgets the visitor too: whoever writes next is somebody else. */
    forget() {
      chat.token = null;
      chat.connected = null;
      chat.keep(null);
      chat.api.ownKey(null);
      chat.state = { ...chat.state, session: 'waiting', standing: null, balance: null };
      restart();
    },
    feedback(key: string, value: 'up' | 'down' | null, reason?: string) {
      const entry = chat.state.entries.find((candidate) => candidate.key === key);
      if (!entry) return;
      const before = entry.feedback;
      chat.change(key, { feedback: value });
      chat.notify();
      chat.api.call('POST', `messages/${entry.id}/feedback`, { value, reason }).catch(() => {
        chat.change(key, { feedback: before });
        chat.notify();
      });
    },
  };
}

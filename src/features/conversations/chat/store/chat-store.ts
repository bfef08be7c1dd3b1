import { browserZone } from '#shared/time-zone.ts';
import { gateOf } from '#shared/chat/visitor-gate.ts';
import type { MessagePart } from '#shared/chat/message-parts.ts';
import { delays, pauseOrOnline, type ChatStoreOptions } from './chat-options.ts';
import {
  blank,
  firstState,
  localEntry,
  quiet,
  randomUuid,
  storedEntry,
  unanswered,
  withWaiting,
  writtenEntry,
} from './chat-state.ts';
import type { ChatState, Entry } from './chat-state.ts';
import { entryWords } from '../messages/entry-words.ts';
import { balanceOf, refusal } from './refusal.ts';
import { activityOf, createTranslate, failureOf } from '../shell/texts.ts';
import { RequestError } from './visitor-api.ts';
import type * as Visitor from './visitor-types.ts';

export type ChatStore = ReturnType<typeof createChatStore>;

/** The conversation of one visitor with one agent: everything that isn't drawing. */
export function createChatStore(options: ChatStoreOptions) {
  const { api, pause = pauseOrOnline } = options;
  const listeners = new Set<() => void>();
  let state = firstState(options.agent);
  /* A conversation that was put aside does not come back with another session. */
  let isAside = false;
  let conversationId: string | null = null;
  let token: string | null = null;
  let page: Visitor.VisitedPage | null = null;
  let connected: Promise<boolean> | null = null;
  let current: { abort: AbortController; messageId: string | null } | null = null;
  let drawn = 0;
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const set = (change: Partial<ChatState>) => {
    state = { ...state, ...change };
    notify();
  };
  const stopAnswer = (id: string) => api.call('POST', `messages/${id}/stop`, {});
  const t = () => createTranslate(state.agent);
  const change = (key: string, values: Partial<Entry>) => {
    state = {
      ...state,
      entries: state.entries.map((entry) => (entry.key === key ? { ...entry, ...values } : entry)),
    };
  };

  /** The page keeps the token of the agent that it shows first, not those of agents that one went on with. */
  const keep = (kept: string | null) =>
    state.agent.number === options.agent.number && options.onToken?.(kept);

  /** Opens the session, with patience; the newest conversation of a known visitor comes back. */
  function connect(): Promise<boolean> {
    connected ??= (async () => {
      set({ session: 'connecting' });
      for (let attempt = 0; attempt < 4; attempt++) {
        try {
          const zone = browserZone();
          const answer = await api.session({
            agent: state.agent.number,
            token,
            preview: options.preview ?? null,
            page,
            ...(zone && { timezone: zone }),
            language: navigator.language,
            tag: options.tag ?? null,
          });
          token = answer.token;
          keep(token);
          const known = new Set(state.entries.map((entry) => entry.id));
          const stored = ((!isAside && answer.conversation?.messages) || [])
            .filter((message) => !known.has(message.id))
            .map(storedEntry);
          if (!isAside) conversationId ??= answer.conversation?.id ?? null;
          set({
            session: 'ready',
            isUnknown: false,
            progress: answer.progress,
            switchable: answer.switchable ?? [],
            balance: balanceOf(answer),
            agent: options.preview ? state.agent : answer.agent,
            entries: [...stored, ...state.entries],
          });
          const last = stored.at(-1);
          if (last?.role === 'assistant' && last.status === 'streaming') void follow(last, null);
          return true;
        } catch (error) {
          if (error instanceof RequestError && error.status < 500 && error.status !== 429) {
            set({ session: 'gone' });
            return false;
          }
          if (attempt < 3) await pause(delays[attempt]!);
        }
      }
      connected = null;
      set({ session: 'failed', isUnknown: false });
      return false;
    })();
    return connected;
  }

  /** Follows one answer to its end, whatever happens to the connection. */
  async function follow(answer: Entry, question: Entry | null): Promise<void> {
    const { key } = answer;
    const abort = new AbortController();
    const run = { abort, messageId: question ? null : answer.id };
    current = run;
    let text = '';
    let parts: MessagePart[] | undefined;
    let isOver = false;
    let furthest = 0;
    let hasRenewed = false;
    set({ ...quiet, busy: true, announcement: t()('messages.typing') });

    /* The answer is over before its stream is: what is proposed next may follow. */
    const end = () => {
      if (current !== run) return;
      current = null;
      const last = state.entries.find((entry) => entry.key === key);
      const spoken = last && (failureOf(last, state.agent) || entryWords(last));
      set({ ...quiet, announcement: spoken || '' });
    };
    const onEvent = (event: Visitor.StreamEvent) => {
      if (abort.signal.aborted) return;
      if ('balance' in event) state.balance = balanceOf(event);
      if (event.type === 'delta' || event.type === 'snapshot' || event.type === 'part') {
        if (event.type === 'part') parts = [...(parts ?? []), event.part];
        else text = event.type === 'delta' ? text + event.text : event.text;
        if (event.type === 'snapshot') parts = event.parts?.length ? event.parts : undefined;
        const entry = state.entries.find((each) => each.key === key);
        if (entry) Object.assign(entry, { text, parts });
        if (state.reconnecting || state.activity) set({ reconnecting: false, activity: null });
        /*
         * The first words at once; the more there is, the calmer: as good to read as every frame would be,
         * for a fifth of the work.
         */
        drawn ||= window.setTimeout(
          () => {
            drawn = 0;
            entry?.redraw?.();
          },
          Math.min(80, text.length / 9),
        );
        return;
      }
      if (event.type === 'accepted') {
        conversationId = event.conversationId;
        if (!run.messageId && state.progress) state.progress.written++;
        run.messageId = event.assistantMessage?.id ?? null;
        if (question)
          change(question.key, { ...event.visitorMessage, clientMessageId: question.clientMessageId });
        /* Where a person has the conversation, nothing is written by itself. */
        if (!event.assistantMessage) {
          isOver = true;
          change(key, { status: 'complete', seq: event.visitorMessage.seq });
          return end();
        }
        /* The text comes once more, as a snapshot or as the first delta. */
        text = '';
        parts = undefined;
        change(key, { ...event.assistantMessage, text, parts, status: 'streaming' });
        set({ reconnecting: false });
      } else if (event.type === 'tool') {
        if (event.state === 'done' && event.name === 'capture_contact' && state.progress)
          state.progress.form = 'asked';
        if (event.state === 'done' && event.name === 'end_chat' && conversationId)
          state.ended = { id: conversationId, by: 'agent' };
        set({ activity: activityOf(event, t()) });
      } else if (event.type === 'done') {
        isOver = true;
        change(key, { ...storedEntry(event.message), key });
        end();
      } else if (event.type === 'page-call') {
        options.onPageCall?.(event);
      } else if (event.type === 'suggestions') {
        change(key, { suggestions: event.suggestions });
        notify();
      } else if (event.type === 'failed') {
        isOver = true;
        const failureText = event.message === event.code ? undefined : event.message;
        change(key, {
          ...event.assistantMessage,
          status: 'failed',
          errorCode: event.code,
          failureKey: 'failure.answer',
          failureText,
          canRetry: event.retryable,
        });
      }
    };

    for (let attempt = 0; !isOver && !abort.signal.aborted;) {
      let refused: { failureKey: Visitor.TextKey; canRetry: boolean; errorCode?: string } | null = null;
      try {
        if (!(await connect())) {
          refused = { failureKey: 'failure.session', canRetry: state.session === 'failed' };
        } else if (run.messageId)
          await api.follow<Visitor.StreamEvent>(`messages/${run.messageId}/stream`, onEvent, abort.signal);
        else
          await api.send(
            {
              conversationId,
              clientMessageId: question!.clientMessageId!,
              text: question!.text,
              attachments: question!.attachments?.map(({ id }) => id),
              isSpoken: question!.isSpoken,
              page: page && { url: page.url },
            },
            onEvent,
            abort.signal,
          );
      } catch (error) {
        if (error instanceof RequestError && error.status < 500) {
          if (error.status === 401 && !hasRenewed) {
            hasRenewed = true;
            connected = null;
            continue;
          }
          if (error.status === 404 && conversationId && question && !run.messageId) {
            conversationId = null;
            continue;
          }
          const mustPay = error.status === 402;
          if (question && (mustPay || error.code.endsWith('_due'))) {
            hold(question, answer);
            if (mustPay) return set({ paywall: 'wall', balance: balanceOf(error) });
            return void reconnect();
          }
          refused = run.messageId
            ? { failureKey: 'failure.interrupted', canRetry: true }
            : { errorCode: error.code, ...refusal(error) };
        }
      }
      if (isOver || abort.signal.aborted) break;
      if (text.length > furthest) {
        furthest = text.length;
        attempt = 0;
      }
      if (!refused && attempt >= delays.length)
        refused = { failureKey: run.messageId ? 'failure.interrupted' : 'failure.send', canRetry: true };
      if (refused) {
        change(key, { status: run.messageId ? 'interrupted' : 'failed', ...refused });
        break;
      }
      set({ reconnecting: true });
      await pause(delays[attempt++]!);
    }

    end();
  }

  /** Keeps a message until the visitor has done, or paid, what comes first. */
  function hold(question: Entry, answer: Entry) {
    current = null;
    set({
      entries: state.entries.filter(({ key }) => key !== question.key && key !== answer.key),
      waiting: question,
      ...quiet,
    });
  }

  /** Opens the session anew, with the token that there is. */
  function reconnect() {
    connected = null;
    return connect();
  }

  function begin(question: Entry) {
    if (state.ended) restart();
    const answer = localEntry('assistant', '');
    state = { ...state, waiting: null, entries: [...state.entries, question, answer] };
    void follow(answer, question);
  }

  const setOnline = () => set({ online: navigator.onLine });
  addEventListener('online', setOnline);
  addEventListener('offline', setOnline);

  /** Puts the conversation aside; the next message begins a new one. */
  function restart() {
    if (options.home) return location.assign(options.home);
    if (current?.messageId) stopAnswer(current.messageId).catch(() => undefined);
    current?.abort.abort();
    current = null;
    conversationId = null;
    isAside = true;
    set(blank);
  }

  /** Goes on in another conversation: of this visitor, or of the one whose token is given. */
  function go(id: string | null, entries: Entry[], given?: string | null) {
    restart();
    isAside = false;
    if (given) keep((token = api.token(given)));
    conversationId = id;
    set({ entries });
  }

  return {
    api,
    get: () => state,
    reconnect,
    set,
    conversationId: () => conversationId,
    /** A link opened this conversation and nothing else of its visitor. */
    isResumed: !!options.home,
    page: () => page && { url: page.url },
    /** Goes on in another agent's session, with these messages. */
    enter(answer: Visitor.SessionAnswer, entries: Entry[]) {
      connected = Promise.resolve(true);
      const { agent, progress, switchable } = answer;
      token = api.token(answer.token);
      go(answer.conversation?.id ?? null, entries);
      set({ session: 'ready', isUnknown: false, agent, progress, switchable, balance: balanceOf(answer) });
    },
    go,
    /** Reads along an answer that is being written. */
    follow: (answer: Entry) => void follow(answer, null),
    /** Sends the message that waits, if nothing stands in its way any more. */
    release() {
      if (state.waiting && !state.busy && !gateOf(state.agent, state.progress)) begin(state.waiting);
    },
    tell: options.tell ?? (() => undefined),
    subscribe: (listener: () => void) => (listeners.add(listener), () => listeners.delete(listener)),
    connect(known: string | null) {
      token ??= known;
      return connect();
    },
    setPage: (visited: Visitor.VisitedPage) => (page = visited),
    setAgent(agent: Visitor.PublicAgent) {
      /* The editor shows its own agent again, whomever one went on with. */
      const isBack = agent.number !== state.agent.number;
      if (isBack) {
        token = connected = null;
        restart();
      }
      set({ agent });
      if (isBack) void connect();
    },
    /** Sends a message; nothing happens while an answer is being written. */
    send(text: string, attachments?: Visitor.ChatAttachment[], isSpoken?: boolean) {
      const trimmed = text.trim();
      if ((!trimmed && !attachments?.length) || state.busy) return;
      const question = withWaiting(writtenEntry(trimmed, attachments, isSpoken), state);
      if (gateOf(state.agent, state.progress)) set({ waiting: question });
      else begin(question);
    },
    /** Asks again for an answer that failed, with the same key, so that nothing is counted or said twice. */
    retry(key: string) {
      const at = state.entries.findIndex((entry) => entry.key === key);
      const failed = state.entries[at];
      const question = state.entries.slice(0, at).findLast((entry) => entry.role === 'visitor');
      if (!failed || !question || state.busy) return;
      if (state.session === 'failed') connected = null;
      const asked = { ...question, clientMessageId: question.clientMessageId ?? randomUuid() };
      change(question.key, asked);
      change(key, unanswered);
      void follow(failed, asked);
    },
    /** Stops the answer that is being written; what is there stays. */
    stop() {
      const run = current;
      const entry = state.entries.at(-1);
      if (!run || !entry) return;
      if (run.messageId) stopAnswer(run.messageId).catch(() => undefined);
      const end = () => {
        if (current !== run) return;
        run.abort.abort();
        change(entry.key, { status: 'stopped' });
      };
      /* The server's last word carries the citations; without a server there is nothing to wait for. */
      if (run.messageId) setTimeout(end, 1500);
      else end();
    },
    restart,
    /** Forgets the visitor too: whoever writes next is somebody else. */
    forget() {
      token = null;
      connected = null;
      keep(null);
      api.ownKey(null);
      state = { ...state, session: 'waiting', progress: null, balance: null };
      restart();
    },
    feedback(key: string, value: 'up' | 'down' | null, reason?: string) {
      const entry = state.entries.find((candidate) => candidate.key === key);
      const show = (feedback: typeof value) => (change(key, { feedback }), notify());
      if (!entry) return;
      show(value);
      api.call('POST', `messages/${entry.id}/feedback`, { value, reason }).catch(() => show(entry.feedback));
    },
  };
}

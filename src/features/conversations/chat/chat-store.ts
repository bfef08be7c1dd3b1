import type { EmbedValues } from '#shared/embed-protocol.ts';
import { localEntry, randomUuid, storedEntry } from './chat-state.ts';
import type { ChatState, Entry } from './chat-state.ts';
import { plainText } from './plain-text.ts';
import { createTranslate, failureOf } from './texts.ts';
import { RequestError } from './visitor-api.ts';
import type { VisitorApi } from './visitor-api.ts';
import type { PublicAgent, StreamEvent, TextKey, VisitedPage } from './visitor-types.ts';

export type ChatStoreOptions = {
  agent: PublicAgent;
  api: VisitorApi;
  preview?: string | null;
  tag?: string | null;
  /** Keeps the visitor's token where this mount can keep it; null forgets it. */
  onToken?: (token: string | null) => void;
  /** Tells the page around, or whoever mounts the chat, what happened. */
  tell?: ChatTeller;
  /** Waits between two attempts; a test makes it short. */
  pause?: (milliseconds: number) => Promise<void>;
};

/** What parts of the chat tell the page around: `lead` when the contact form was sent, `end` with the address to go to. */
export type ChatTeller = <Kind extends 'lead' | 'end' | 'error'>(kind: Kind, value?: EmbedValues[Kind]) => void;

const delays = [400, 1000, 2500, 5000, 8000];

/** Waits, but not longer than until the network is back. */
const pauseOrOnline = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(() => (navigator.onLine ? end() : undefined), milliseconds);
    addEventListener('online', end);
  });

/** What a refusal means to a visitor, and whether asking again can help. */
function refusal(error: RequestError): { failureKey: TextKey; canRetry: boolean } {
  if (error.status === 429) return { failureKey: 'failure.tooMany', canRetry: true };
  if (error.status === 413) return { failureKey: 'failure.tooLong', canRetry: false };
  if (error.status === 409) return { failureKey: 'failure.limit', canRetry: false };
  if (error.status === 403 || error.status === 404 || error.status === 410) return { failureKey: 'failure.gone', canRetry: false };
  return { failureKey: 'failure.send', canRetry: true };
}

export type ChatStore = ReturnType<typeof createChatStore>;

/** The conversation of one visitor with one agent: everything that isn't drawing. */
export function createChatStore(options: ChatStoreOptions) {
  const { api, pause = pauseOrOnline } = options;
  const listeners = new Set<() => void>();
  let state: ChatState = {
    agent: options.agent,
    entries: [],
    session: 'waiting',
    busy: false,
    reconnecting: false,
    activity: null,
    online: navigator.onLine,
    announcement: '',
  };
  let conversationId: string | null = null;
  let token: string | null = null;
  let page: VisitedPage | null = null;
  let connected: Promise<boolean> | null = null;
  let current: { abort: AbortController; messageId: string | null } | null = null;
  let drawn = 0;

  const notify = () => {
    cancelAnimationFrame(drawn);
    drawn = 0;
    for (const listener of listeners) listener();
  };
  const set = (change: Partial<ChatState>) => {
    state = { ...state, ...change };
    notify();
  };
  const t = () => createTranslate(state.agent);
  const change = (key: string, values: Partial<Entry>) => {
    state = { ...state, entries: state.entries.map((entry) => (entry.key === key ? { ...entry, ...values } : entry)) };
  };

  /** Opens the session, with patience; the newest conversation of a known visitor comes back. */
  function connect(): Promise<boolean> {
    connected ??= (async () => {
      set({ session: 'connecting' });
      for (let attempt = 0; attempt < 4; attempt++) {
        try {
          const answer = await api.session({
            agent: state.agent.number,
            token,
            preview: options.preview ?? null,
            page,
            timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
            language: navigator.language,
            tag: options.tag ?? null,
          });
          token = answer.token;
          options.onToken?.(token);
          const known = new Set(state.entries.map((entry) => entry.id));
          const stored = (answer.conversation?.messages ?? []).filter((message) => !known.has(message.id)).map(storedEntry);
          conversationId ??= answer.conversation?.id ?? null;
          set({ session: 'ready', agent: options.preview ? state.agent : answer.agent, entries: [...stored, ...state.entries] });
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
      set({ session: 'failed' });
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
    let settled = false;
    let furthest = 0;
    let hasRenewed = false;
    set({ busy: true, reconnecting: false, activity: null, announcement: t()('messages.typing') });

    const onEvent = (event: StreamEvent) => {
      if (abort.signal.aborted) return;
      if (event.type === 'delta' || event.type === 'snapshot') {
        text = event.type === 'delta' ? text + event.text : event.text;
        change(key, { text });
        if (state.reconnecting || state.activity) set({ reconnecting: false, activity: null });
        drawn ||= requestAnimationFrame(notify);
        return;
      }
      if (event.type === 'accepted') {
        conversationId = event.conversationId;
        run.messageId = event.assistantMessage.id;
        if (question) change(question.key, { ...event.visitorMessage, clientMessageId: question.clientMessageId });
        /* The text comes once more, as a snapshot or as the first delta. */
        text = '';
        change(key, { ...event.assistantMessage, text, status: 'streaming' });
        set({ reconnecting: false });
      } else if (event.type === 'tool') set({ activity: event.state !== 'running' ? null : event.label === event.name ? t()('messages.working') : event.label });
      else if (event.type === 'done') {
        settled = true;
        change(key, { ...storedEntry(event.message), key });
      } else if (event.type === 'failed') {
        settled = true;
        const failureText = event.message === event.code ? undefined : event.message;
        change(key, { ...event.assistantMessage, status: 'failed', errorCode: event.code, failureKey: 'failure.answer', failureText, canRetry: event.retryable });
      }
    };

    for (let attempt = 0; !settled && !abort.signal.aborted; ) {
      let refused: { failureKey: TextKey; canRetry: boolean } | null = null;
      try {
        if (!(await connect())) {
          refused = { failureKey: 'failure.session', canRetry: state.session === 'failed' };
        } else if (run.messageId) await api.join(run.messageId, onEvent, abort.signal);
        else await api.send({ conversationId, clientMessageId: question!.clientMessageId!, text: question!.text, page: page && { url: page.url } }, onEvent, abort.signal);
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
          refused = run.messageId ? { failureKey: 'failure.interrupted', canRetry: true } : refusal(error);
        }
      }
      if (settled || abort.signal.aborted) break;
      if (text.length > furthest) {
        furthest = text.length;
        attempt = 0;
      }
      if (!refused && attempt >= delays.length) refused = { failureKey: run.messageId ? 'failure.interrupted' : 'failure.send', canRetry: true };
      if (refused) {
        change(key, { status: run.messageId ? 'interrupted' : 'failed', ...refused });
        break;
      }
      set({ reconnecting: true });
      await pause(delays[attempt++]!);
    }

    if (current !== run) return;
    current = null;
    const last = state.entries.find((entry) => entry.key === key);
    const spoken = last && (failureOf(last, state.agent) || plainText(last.text));
    set({ busy: false, reconnecting: false, activity: null, announcement: spoken ?? '' });
  }

  const setOnline = () => set({ online: navigator.onLine });
  addEventListener('online', setOnline);
  addEventListener('offline', setOnline);

  /** Puts the conversation aside; the next message begins a new one. */
  function restart() {
    if (current?.messageId) api.stop(current.messageId).catch(() => undefined);
    current?.abort.abort();
    current = null;
    conversationId = null;
    set({ entries: [], busy: false, reconnecting: false, activity: null, announcement: '' });
  }

  return {
    get: () => state,
    tell: options.tell ?? (() => undefined),
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    connect(known: string | null) {
      token ??= known;
      return connect();
    },
    setPage(visited: VisitedPage) {
      page = visited;
    },
    setAgent: (agent: PublicAgent) => set({ agent }),
    /** Sends a message; nothing happens while an answer is being written. */
    send(text: string) {
      const trimmed = text.trim();
      if (!trimmed || state.busy) return;
      const question: Entry = { ...localEntry('visitor', trimmed), clientMessageId: randomUuid() };
      const answer = localEntry('assistant', '');
      state = { ...state, entries: [...state.entries, question, answer] };
      void follow(answer, question);
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
      change(key, { status: 'streaming', text: '', citations: [], failureKey: undefined, failureText: undefined, canRetry: false });
      void follow(failed, asked);
    },
    /** Stops the answer that is being written; what is there stays. */
    stop() {
      const run = current;
      const entry = state.entries.at(-1);
      if (!run || !entry) return;
      if (run.messageId) api.stop(run.messageId).catch(() => undefined);
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
      options.onToken?.(null);
      state = { ...state, session: 'waiting' };
      restart();
    },
    feedback(key: string, value: 'up' | 'down' | null, reason?: string) {
      const entry = state.entries.find((candidate) => candidate.key === key);
      if (!entry) return;
      const before = entry.feedback;
      change(key, { feedback: value });
      notify();
      api.feedback(entry.id, value, reason).catch(() => {
        change(key, { feedback: before });
        notify();
      });
    },
  };
}

import type { Handler, Person } from '../../conversations-handoff.contract.ts';
import { localEntry, storedEntry, type Entry } from '../store/chat-state.ts';
import type { ChatStore } from '../store/chat-store.ts';
import { lookAgainOnReturn } from '../store/look-again.ts';
import type { Translate } from '../shell/texts.ts';
import { leaveForm } from './leave-form.ts';
import { RequestError } from '../store/visitor-api.ts';
import type { ChatMessage, PeopleEvent } from '../store/visitor-types.ts';

const waits = [1_000, 2_500, 5_000, 15_000, 30_000];
/** Whoever lost the place to a newer tab comes back after so long, in ms. */
const displacedWait = 60_000;
/** Another sign of typing goes out after so long, in ms. */
const typingEvery = 4_000;

/** The entry that stands for somebody who is typing. */
const typingKey = 'typing';
const withoutTyping = (store: ChatStore) => store.get().entries.filter(({ key }) => key !== typingKey);

/** Puts what a person said into its place; what is known already is replaced. */
function place(store: ChatStore, message: ChatMessage) {
  const entries = message.role === 'human' ? withoutTyping(store) : store.get().entries;
  const entry = storedEntry(message);
  const known = entries.findIndex(({ id }) => id === message.id);
  /* What is known keeps its place in the page: a form may be open in it. */
  if (known >= 0)
    return void store.set({
      entries: entries.with(known, { ...entry, key: entries[known]?.key ?? entry.key }),
    });
  /* A note of the queue may come before the words that it is about have their place: it stays below them. */
  const isOwnWord = (other: Entry) =>
    entry.event?.startsWith('asked') && other.role === 'visitor' && other.seq >= 1e9;
  const at = entries.findIndex((other) => other.seq > message.seq && !isOwnWord(other));
  const words = [
    entry.text,
    ...(entry.parts ?? []).map((part) => (part.type === 'own_form' ? part.title : '')),
    ...(entry.attachments ?? []).map(({ name }) => name),
  ]
    .filter(Boolean)
    .join(', ');
  const spoken = words && entry.author ? `${entry.author.name}: ${words}` : '';
  store.set({
    entries: at < 0 ? [...entries, entry] : entries.toSpliced(at, 0, entry),
    ...(spoken ? { announcement: spoken } : {}),
  });
}

/** Follows the people of the team in the visitor's conversation, while the chat can be seen. */
export function followPeople(store: ChatStore, isOpen: () => boolean): void {
  let id: string | null = null;
  let abort: AbortController | null = null;
  let fade = 0;
  let toldAt = 0;

  /* What lies open before the visitor need not go to them by mail. */
  let readTo = 0;
  const tellRead = () => {
    const last = store.get().entries.findLast(({ role, seq }) => role === 'human' && seq < 1e9);
    if (!id || !last || last.seq <= readTo || !isOpen()) return;
    readTo = last.seq;
    store.api
      .call('POST', `conversations/${id}/read`, { seq: readTo })
      .catch(() => setTimeout(() => (readTo = 0), waits[3]));
  };
  const hear = (event: PeopleEvent) => {
    if (event.type === 'message') place(store, event.message);
    if (event.type === 'handler') {
      const { progress } = store.get();
      store.set({
        people: { handler: event.handler, person: event.person },
        ...(event.handler === 'human' ? {} : { entries: withoutTyping(store) }),
        ...(event.asksDetails && progress?.form === 'open' && { progress: { ...progress, form: 'asked' } }),
      });
    }
    if (event.type === 'typing') {
      clearTimeout(fade);
      fade = window.setTimeout(() => store.set({ entries: withoutTyping(store) }), event.seconds * 1_000);
      store.set({
        entries: [
          ...withoutTyping(store),
          {
            ...localEntry('human', ''),
            key: typingKey,
            author: { name: event.name, avatarUrl: store.get().people?.person?.avatarUrl ?? null },
          },
        ],
      });
    }
  };
  async function run(conversationId: string, signal: AbortSignal) {
    for (let attempt = 0; !signal.aborted; attempt++) {
      let isDisplaced = false;
      const seen = store
        .get()
        .entries.filter(({ role, seq }) => seq < 1e9 && (role === 'human' || role === 'event'));
      try {
        await store.api.follow<PeopleEvent>(
          `conversations/${conversationId}/stream?after=${Math.max(0, ...seen.map(({ seq }) => seq))}`,
          (event) => {
            attempt = 0;
            isDisplaced = event.type === 'displaced';
            if (!signal.aborted) hear(event);
          },
          signal,
        );
      } catch (error) {
        if (
          error instanceof RequestError &&
          error.status < 500 &&
          error.status !== 401 &&
          error.status !== 429
        )
          return;
      }
      /* A newer tab has the place: taking it back at once, the two would go on so for ever. */
      const rest = isDisplaced ? displacedWait : waits[Math.min(attempt, waits.length - 1)];
      await new Promise((resolve) => setTimeout(resolve, rest));
    }
  }
  let leaving: Promise<void> | null = null;
  const look = () => {
    /* A skip that failed is not tried again with each change: the next person, or page, does. */
    leaving ??= leaveForm(store);
    const { session, people } = store.get();
    const handler = people?.handler ?? 'ai';
    const wanted =
      session === 'ready' && !document.hidden && (isOpen() || handler !== 'ai')
        ? store.conversationId()
        : null;
    if (wanted === id) return tellRead();
    abort?.abort();
    readTo = 0;
    id = wanted;
    abort = wanted ? new AbortController() : null;
    if (wanted && abort) void run(wanted, abort.signal);
    tellRead();
  };
  const tellTyping = () => {
    const now = performance.now();
    if (!id || (store.get().people?.handler ?? 'ai') === 'ai' || now - toldAt < typingEvery) return;
    toldAt = now;
    store.api.call('POST', `conversations/${id}/typing`, {}).catch(() => undefined);
  };
  lookAgainOnReturn(store);
  store.subscribe(look);
  document.addEventListener('visibilitychange', look);
  addEventListener('focus', look);
  /* The composer tells nobody else. */
  document.addEventListener(
    'input',
    (event) => (event.target as Element).closest('.cw-field') && tellTyping(),
  );
  look();
}

/** Asks for a person: of a conversation that there is, or with the first words of a new one. */
export function askForPerson(store: ChatStore, t: Translate): void {
  const id = store.conversationId();
  /* People cost nothing: what is asked to be paid stands aside. */
  store.set({ paywall: null });
  if (!id || store.get().ended) return store.send(t('people.words'));
  store.api.call<{ handler: Handler; person: Person | null }>('POST', `conversations/${id}/person`, {}).then(
    (people) => {
      store.set({ people });
      store.release();
    },
    (error: unknown) => {
      const text = (error instanceof RequestError && error.message) || t('gate.failed');
      store.set({
        entries: [
          ...store.get().entries,
          { ...localEntry('assistant', text), status: 'complete', isLine: true },
        ],
        announcement: text,
      });
    },
  );
}

/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import type { Person } from '../../conversations-handoff.contract.ts';
import { Attachments } from '../messages/Attachments.tsx';
import { Avatar } from '../shell/Avatar.tsx';
import type { ChatState, Entry } from '../store/chat-state.ts';
import type { ChatStore } from '../store/chat-store.ts';
import { lazyPart } from '../shell/lazy-part.tsx';
import { askForPerson } from './people.ts';
import { Prose } from '../messages/Prose.tsx';
import type { Translate } from '../shell/texts.ts';
import type { PublicAgent, TextKey } from '../store/visitor-types.ts';

export { askForPerson, followPeople } from './people.ts';

const Parts = lazyPart(() => import('../parts/Parts.tsx').then((module) => module.Parts));

type SideProps = {
  entry: Entry;
  state: ChatState;
  store: ChatStore;
  t: Translate;
};

/** What people say, that they are typing, and what is noted about them. */
export function Side({ entry, store, t }: Pick<SideProps, 'entry' | 'store' | 't'>) {
  const state = store.get();
  if (entry.role === 'human')
    return (
      <PersonFrame person={entry.author ?? null} agent={state.agent} t={t}>
        {entry.isDeleted ? (
          <p class="cw-note">{t('people.removed')}</p>
        ) : entry.text ? (
          <Prose text={entry.text} t={t} />
        ) : (
          !entry.attachments && !entry.parts && <Typing name={entry.author?.name ?? ''} t={t} />
        )}
        {entry.parts && <Parts entry={{ ...entry, parts: entry.parts }} store={store} prose={{ t }} />}
        {entry.attachments && <Attachments items={entry.attachments} store={store} t={t} />}
        {entry.editedAt && !entry.isDeleted && <p class="cw-note">{t('people.edited')}</p>}
      </PersonFrame>
    );
  if (entry.event === 'offered') return <Offer entry={entry} state={state} store={store} t={t} />;
  const kind = entry.event ?? 'returned';
  const isLast = state.entries.findLast(({ role }) => role === 'event') === entry;
  return (
    <>
      <p class="cw-event">
        <span>
          {t(`people.event.${kind}` as TextKey, {
            person: entry.author?.name ?? t('people.team'),
            ...(kind === 'form_filled' && { form: entry.text.split('\n')[0] || t('people.contactForm') }),
            ...(kind === 'asked_closed' && { time: whenOpen(entry.text, state.agent.language) }),
          })}
        </span>
      </p>
      {(kind === 'asked_away' || kind === 'asked_closed') &&
        isLast &&
        state.people?.handler === 'waiting' &&
        state.progress?.form !== 'asked' && <Address store={store} t={t} />}
    </>
  );
}

/** The next opening in the visitor's language and in the time of their own clock. */
const whenOpen = (moment: string, language: string) =>
  new Intl.DateTimeFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(moment));

function Typing({ name, t }: { name: string; t: Translate }) {
  return (
    <p class="cw-typing">
      <span aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <em class="cw-hidden">{t('people.typing', { person: name })}</em>
    </p>
  );
}

function PersonFrame({
  person,
  agent,
  t,
  children,
}: {
  person: Person | null;
  agent: PublicAgent;
  t: Translate;
  children: preact.ComponentChildren;
}) {
  const name = person?.name ?? t('people.team');
  return (
    <div class="cw-message cw-assistant-message cw-person-message">
      <Avatar
        agent={{ ...agent, name, appearance: { ...agent.appearance, avatarUrl: person?.avatarUrl ?? null } }}
      />
      <div class="cw-body">
        <p class="cw-person">{name}</p>
        {children}
      </div>
    </div>
  );
}

/** Offers a person, once; it goes when the visitor says no, or writes on. */
function Offer({ entry, state, store, t }: SideProps) {
  const [isDeclined, setDeclined] = useState(false);
  if (
    isDeclined ||
    (state.people?.handler ?? 'ai') !== 'ai' ||
    !state.agent.people ||
    state.entries.at(-1) !== entry
  )
    return null;
  return (
    <section class="cw-ask cw-person-offer" aria-label={t('people.ask')}>
      <p>{t('people.offer')}</p>
      <div class="cw-ask-buttons">
        <button type="button" class="cw-button cw-quiet-button" onClick={() => setDeclined(true)}>
          {t('people.decline')}
        </button>
        <button type="button" class="cw-button cw-solid-button" onClick={() => askForPerson(store, t)}>
          {t('people.ask')}
        </button>
      </div>
    </section>
  );
}

/** Takes an address from somebody who may not want to wait. */
function Address({ store, t }: { store: ChatStore; t: Translate }) {
  const [email, setEmail] = useState('');
  const [state, setState] = useState<'open' | 'sending' | 'done' | 'wrong' | 'failed'>('open');
  if (state === 'done')
    return (
      <p class="cw-event" role="status">
        <span>{t('people.address.done', { email })}</span>
      </p>
    );
  const send = (event: Event) => {
    event.preventDefault();
    if (!/^\S+@\S+\.\S+$/.test(email.trim())) return setState('wrong');
    setState('sending');
    store.api.call('POST', `conversations/${store.conversationId()}/address`, { email: email.trim() }).then(
      () => setState('done'),
      () => setState('failed'),
    );
  };
  return (
    <form class="cw-ask" onSubmit={send} noValidate>
      <div class="cw-form-field">
        <label for="cw-person-address">{t('people.address.label')}</label>
        <input
          id="cw-person-address"
          type="email"
          autocomplete="email"
          maxLength={254}
          value={email}
          aria-invalid={state === 'wrong' || undefined}
          aria-describedby="cw-person-problem"
          onInput={(event) => setEmail(event.currentTarget.value)}
        />
        <p id="cw-person-problem" class="cw-problem" role="alert">
          {state === 'wrong' ? t('form.error.email') : state === 'failed' ? t('gate.failed') : ''}
        </p>
      </div>
      <div class="cw-ask-buttons">
        <button type="submit" class="cw-button cw-solid-button" disabled={state === 'sending'}>
          {t('people.address.send')}
        </button>
      </div>
    </form>
  );
}

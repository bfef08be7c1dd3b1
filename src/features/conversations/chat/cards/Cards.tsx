/** @jsxImportSource preact */
import { gateOf } from '#shared/chat/visitor-gate.ts';
import type { ChatMode } from '../shell/Chat.tsx';
import type { ChatState } from '../store/chat-state.ts';
import type { ChatStore } from '../store/chat-store.ts';
import { ConsentCard } from './ConsentCard.tsx';
import { ContactForm } from './ContactForm.tsx';
import { EndCard } from './EndCard.tsx';
import type { Translate } from '../shell/texts.ts';

export type CardsProps = {
  state: ChatState;
  store: ChatStore;
  t: Translate;
  mode: ChatMode;
  focusComposer: () => void;
  /** Shows what the visitor gave in the contact form, and nothing else. */
  isGiven: boolean;
};

/** What the agent asks of the visitor now, the message that waits for it, and the end of a conversation. */
export function Cards({ state, store, t, mode, focusComposer, isGiven }: CardsProps) {
  const { agent, progress, waiting, ended } = state;
  if (isGiven) return progress && <GivenForm progress={progress} t={t} />;
  const gate = gateOf(agent, progress);
  const pass = (next: ChatState['progress']) => {
    store.set({ progress: next });
    store.release();
    focusComposer();
  };
  return (
    <>
      {gate === 'consent' && <ConsentCard store={store} t={t} pass={pass} hasWaiting={!!waiting} />}
      {gate === 'form' && <ContactForm mode={mode} store={store} t={t} pass={pass} hasWaiting={!!waiting} />}
      {waiting && (
        <div class="cw-waiting">
          <p class="cw-note">{t(state.balance && !gate ? 'paywall.lead.waiting' : 'form.waiting')}</p>
          <div class="cw-bubble">{waiting.text}</div>
        </div>
      )}
      {ended && <EndCard store={store} t={t} mode={mode} ended={ended} />}
    </>
  );
}

/** What the visitor gave in the contact form, in its place in the conversation. */
function GivenForm({ progress, t }: { progress: NonNullable<ChatState['progress']>; t: Translate }) {
  return (
    <section class="cw-given" aria-label={t('form.given')}>
      <h2>{t('form.given')}</h2>
      <dl>
        {progress.values.map(({ key, type, label, value }) => (
          <div key={key}>
            <dt>{label || t(`form.label.${type}`)}</dt>
            <dd>{type === 'checkbox' ? t(value === 'true' ? 'form.yes' : 'form.no') : value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Avatar } from '../shell/Avatar.tsx';
import type { ChatState, Entry } from '../store/chat-state.ts';
import type { ChatStore } from '../store/chat-store.ts';
import { CitationChip, SourceRow } from './Citations.tsx';
import type { ShowCitation } from './Citations.tsx';
import { CopyButton } from '../shell/CopyButton.tsx';
import { FeedbackReason, Thumbs } from './Feedback.tsx';
import { Icon } from '../shell/icons.tsx';
import { entryWords } from './entry-words.ts';
import { lazyPart } from '../shell/lazy-part.tsx';
import { Prose } from './Prose.tsx';
import { failureOf } from '../shell/texts.ts';
import type { Translate } from '../shell/texts.ts';
import type { PublicAgent } from '../store/visitor-types.ts';

const Attachments = lazyPart(() => import('./Attachments.tsx').then((module) => module.Attachments));
const Parts = lazyPart(
  () => import('../parts/Parts.tsx').then((module) => module.Parts),
  ({ entry, prose }) => <Prose {...prose} text={entry.text.slice(entry.parts[0]?.at)} />,
);

/** What the visitor said. */
export function VisitorMessage({ entry, store, t }: { entry: Entry; store: ChatStore; t: Translate }) {
  return (
    <div class="cw-message cw-user-message">
      <span class="cw-hidden">{t('messages.you')} </span>
      {entry.attachments && <Attachments items={entry.attachments} store={store} t={t} />}
      {entry.text && (
        <div class="cw-bubble" dir="auto">
          {entry.text}
        </div>
      )}
    </div>
  );
}

/** Frame of everything that the agent says. */
export function AgentMessage({
  agent,
  t,
  children,
}: {
  agent: PublicAgent;
  t: Translate;
  children: ComponentChildren;
}) {
  return (
    <div class="cw-message cw-assistant-message">
      <Avatar agent={agent} />
      <div class="cw-body">
        <span class="cw-hidden">{t('messages.agent', { name: agent.name })} </span>
        {children}
      </div>
    </div>
  );
}

type AnswerProps = {
  entry: Entry;
  state: ChatState;
  store: ChatStore;
  show: ShowCitation;
  t: Translate;
  isLast: boolean;
  showEngine: boolean;
};

/** An answer: its text while it grows, then its sources, what can be done with it, or why it is missing. */
export function Answer({ entry, state, store, show, t, isLast, showEngine }: AnswerProps) {
  const [asksReason, setAsksReason] = useState(false);
  const [, redraw] = useState({});
  entry.redraw = () => redraw({});
  const agent = entry.by ?? state.agent;
  const isStreaming = entry.status === 'streaming';
  const mode = agent.citations;
  const cite = (number: number, key: string) => {
    if (mode !== 'inline') return null;
    const citation = entry.citations.find((candidate) => candidate.number === number);
    if (citation) return <CitationChip key={key} citation={citation} show={show} t={t} />;
    return isStreaming ? (
      <span key={key} class="cw-chip cw-chip-waiting" aria-hidden="true">
        {number}
      </span>
    ) : null;
  };
  const give = (value: 'up' | 'down' | null, reason?: string) => store.feedback(entry.key, value, reason);
  const failure = failureOf(entry, agent);
  const { parts } = entry;
  const prose = { isStreaming, cite, citeKey: `${mode} ${isStreaming} ${entry.citations.length}`, t };
  const head = parts ? entry.text.slice(0, parts[0]?.at) : entry.text;
  return (
    <AgentMessage agent={agent} t={t}>
      {head.trim() && <Prose text={head} {...prose} />}
      {parts && <Parts entry={{ ...entry, parts }} store={store} prose={prose} />}
      {entry.attachments && <Attachments items={entry.attachments} store={store} t={t} />}
      {isStreaming && (!entry.text || state.activity || state.reconnecting) && (
        <p class="cw-typing">
          <span aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          {(state.reconnecting && t('notice.connecting')) || state.activity}
        </p>
      )}
      {entry.status === 'stopped' && <p class="cw-note">{t('messages.stopped')}</p>}
      {!isStreaming && mode !== 'off' && <SourceRow citations={entry.citations} show={show} t={t} />}
      {showEngine && <p class="cw-note">{t('messages.builtIn')}</p>}
      {failure && (
        <p class="cw-failure">
          <Icon name="alert" />
          <span>{failure}</span>
          {entry.canRetry && (
            <button type="button" class="cw-button cw-quiet-button" onClick={() => store.retry(entry.key)}>
              <Icon name="retry" size={16} /> {t('actions.retry')}
            </button>
          )}
        </p>
      )}
      {!isStreaming && !failure && !entry.by && (entry.text || parts) && (
        <div class={isLast ? 'cw-actions' : 'cw-actions cw-shy'}>
          <CopyButton
            text={() => entryWords(entry)}
            label={t('actions.copy')}
            copiedLabel={t('actions.copied')}
          />
          <Thumbs entry={entry} give={give} t={t} onDown={setAsksReason} />
        </div>
      )}
      {asksReason && <FeedbackReason entry={entry} give={give} t={t} onEnd={() => setAsksReason(false)} />}
    </AgentMessage>
  );
}

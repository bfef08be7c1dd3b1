import { Bot, FileText, Mail, Mic, ThumbsDown, ThumbsUp, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar, Badge } from '#ui/page/display.tsx';
import { Popover } from '#ui/controls/menu.tsx';
import { ModelFailure } from '#ui/page/model-failure.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { Time } from '#ui/browser/time.tsx';
import type { Citation, OwnerMessage } from '../conversations.contract.ts';
import { citationAddress } from '../chat/shell/safe-url.ts';
import { AnswerTraceDetails } from './answer-trace.tsx';
import { AnswerWithParts } from './message-parts.tsx';
import { EventLine, PersonMessage } from './team-message.tsx';
import { OwnerAttachments } from './owner-attachments.tsx';

/** `isKnown`: the name is a name, so that it has to be said whose it is. */
export type VisitorName = {
  name: string;
  isKnown: boolean;
};

type Props = {
  message: OwnerMessage;
  visitor: VisitorName;
  agentName: string;
  /** What can be done with a person's message, or with an answer. */
  actions?: ReactNode;
};

/**
 * One message as the owner reads it: the visitor at the left, the agent's answer at the right with its
 * sources and its reasons.
 */
export function OwnerMessageRow({ message, visitor, agentName, actions }: Props) {
  if (message.role === 'human') return <PersonMessage message={message} actions={actions} />;
  if (message.role === 'event') return <EventLine message={message} />;
  return message.role === 'visitor' ? (
    <VisitorMessage message={message} visitor={visitor} />
  ) : (
    <Answer message={message} name={agentName} actions={actions} />
  );
}

function VisitorMessage({
  message,
  visitor: { name, isKnown },
}: {
  message: OwnerMessage;
  visitor: VisitorName;
}) {
  const { t } = useTranslation('contacts');
  return (
    <li className="flex max-w-[90%] min-w-0 gap-3 justify-self-start md:max-w-[80%]">
      <Avatar name={name} size={28} className="mt-0.5" />
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
          <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
          {isKnown && <span className="text-muted">{t('thread.visitor')}</span>}
          <Time at={message.createdAt} plain="time" className="text-muted" />
          {message.byMail && (
            <span className="inline-flex items-center gap-1 self-center text-muted">
              <Mail size={14} aria-hidden="true" />
              {t('thread.byMail')}
            </span>
          )}
          {message.isSpoken && (
            <span className="inline-flex items-center gap-1 self-center text-muted">
              <Mic size={14} aria-hidden="true" />
              {t('thread.spoken')}
            </span>
          )}
        </p>
        {message.text && (
          <p className="w-fit rounded-sheet rounded-tl-control bg-sunken px-4 py-2.5 leading-6 wrap-anywhere whitespace-pre-wrap dark:bg-line">
            {message.text}
          </p>
        )}
        <OwnerAttachments items={message.attachments} />
      </div>
    </li>
  );
}

function Answer({ message, name, actions }: { message: OwnerMessage; name: string; actions?: ReactNode }) {
  const { t } = useTranslation('contacts');
  const streaming = message.status === 'streaming';
  const citation = (number: number) => message.citations.find((known) => known.number === number);
  return (
    <li className="group grid w-full max-w-[94%] grid-cols-[minmax(0,1fr)] gap-1 justify-self-end md:max-w-[86%]">
      <p className="flex flex-wrap items-center gap-x-2 text-sm">
        <Bot size={16} className="text-accent-ink" aria-hidden="true" />
        <span className="font-medium">{name}</span>
        <Badge tone="accent">{t(message.engine === 'built-in' ? 'thread.builtIn' : 'thread.ai')}</Badge>
        <Time at={message.createdAt} plain="time" className="text-muted" />
        {actions}
      </p>
      <div className="rounded-sheet rounded-tr-control border border-line bg-surface px-4 py-3">
        {(message.text || message.parts) && (
          <AnswerWithParts
            text={message.text}
            parts={message.parts ?? []}
            isStreaming={streaming}
            cite={(number) => {
              const found = citation(number);
              return found ? <CitationChip citation={found} /> : streaming ? null : `[${number}]`;
            }}
          />
        )}
        <OwnerAttachments items={message.attachments} />
        {streaming && (
          <p role="status" className="mt-1 flex items-center gap-2 text-sm text-muted">
            <Spinner size={14} /> {t('thread.writing')}
          </p>
        )}
        <Ending message={message} />
        <FailedModels message={message} />
        {message.citations.length > 0 && <Sources citations={message.citations} />}
      </div>
      {message.feedback && (
        <p className="flex items-start gap-2 text-sm">
          {message.feedback === 'up' ? (
            <ThumbsUp size={16} className="mt-0.5 shrink-0 text-success-ink" />
          ) : (
            <ThumbsDown size={16} className="mt-0.5 shrink-0 text-danger-ink" />
          )}
          <span>
            {t(`thread.feedback.${message.feedback}`)}
            {message.feedbackReason && <span className="text-muted"> “{message.feedbackReason}”</span>}
          </span>
        </p>
      )}
      {!streaming && <AnswerTraceDetails message={message} />}
    </li>
  );
}

/** Why an answer ends where it does, when it is not simply complete. */
function Ending({ message }: { message: OwnerMessage }) {
  const { t, i18n } = useTranslation('contacts');
  if (message.status === 'streaming' || message.status === 'complete') return null;
  const code = message.errorCode?.replace(/^answer\./, '') ?? '';
  const known = i18n.exists(`contacts:thread.errors.${code}`);
  return (
    <p className="mt-2 flex flex-wrap items-center gap-2 text-sm">
      <Badge tone={message.status === 'stopped' ? 'neutral' : 'warning'} dot>
        {t(`thread.ended.${message.status}`)}
      </Badge>
      {known && <span className="text-muted">{t(`thread.errors.${code}`)}</span>}
    </p>
  );
}

/** Models that gave no answer, with why and what to do: another one, or none, answered instead. */
function FailedModels({ message }: { message: OwnerMessage }) {
  const failed = (message.trace?.attempts ?? []).flatMap(({ errorCode, ...model }) =>
    errorCode === null ? [] : [{ ...model, code: errorCode }],
  );
  if (failed.length === 0) return null;
  return (
    <ul className="mt-2 grid gap-1 text-sm text-warning-ink">
      {failed.map((model, index) => (
        <li key={index} className="flex items-start gap-2">
          <TriangleAlert size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
          <span className="min-w-0 wrap-anywhere">
            <ModelFailure {...model} />
          </span>
        </li>
      ))}
    </ul>
  );
}

const chipClass =
  'tabular ml-0.5 inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-accent-tint px-1 align-text-top text-xs font-semibold text-accent-ink';

/** The small number behind a statement; it opens the quote. */
function CitationChip({ citation }: { citation: Citation }) {
  const { t } = useTranslation('contacts');
  return (
    <Popover
      label={citation.title}
      trigger={
        <button
          type="button"
          aria-label={t('thread.sourceNumber', { number: citation.number, title: citation.title })}
          className={`${chipClass} hover:bg-accent hover:text-on-accent`}
        >
          {citation.number}
        </button>
      }
    >
      <p className="font-medium">{citation.title}</p>
      <blockquote className="mt-2 border-l-2 border-line pl-3 text-sm text-muted">
        {citation.quote}
      </blockquote>
      <SourceLinks citation={citation} />
    </Popover>
  );
}

function SourceLinks({ citation }: { citation: Citation }) {
  const { t } = useTranslation('contacts');
  const stored = citationAddress(citation.storedUrl);
  const live = citation.url && /^https?:\/\//i.test(citation.url) ? citation.url : null;
  const link = 'text-accent-ink underline-offset-4 hover:underline';
  return (
    <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {stored && (
        <a href={stored} target="_blank" rel="noopener" className={link}>
          {t('thread.openStored')}
        </a>
      )}
      {live && (
        <a href={live} target="_blank" rel="noopener noreferrer" className={link}>
          {t('thread.openLive')}
        </a>
      )}
    </p>
  );
}

function Sources({ citations }: { citations: readonly Citation[] }) {
  const { t } = useTranslation('contacts');
  return (
    <ul aria-label={t('thread.sources')} className="mt-3 flex flex-wrap gap-1.5 border-t border-line pt-3">
      {citations.map((citation) => {
        const address = citationAddress(citation.storedUrl) ?? undefined;
        return (
          <li key={citation.number} className="max-w-full">
            <a
              href={address}
              target="_blank"
              rel="noopener"
              title={citation.quote}
              className="inline-flex max-w-full min-h-8 items-center gap-1.5 rounded-full border border-line px-2.5 py-0.5 text-sm hover:bg-sunken"
            >
              <span className="tabular font-semibold text-accent-ink">{citation.number}</span>
              <FileText size={16} className="shrink-0 text-muted" aria-hidden="true" />
              <span className="truncate">{citation.title}</span>
              {citation.page !== null && (
                <span className="shrink-0 text-muted">{t('thread.page', { page: citation.page })}</span>
              )}
            </a>
          </li>
        );
      })}
    </ul>
  );
}

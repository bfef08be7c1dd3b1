import { factGap } from '#shared/text/fact-gap.ts';
import { clsx } from 'clsx';
import { ClipboardCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '#ui/page/display.tsx';
import { Time } from '#ui/browser/time.tsx';
import { AnswerText } from './answer-text.tsx';
import { AnswerWithParts } from './message-parts.tsx';
import { OwnerAttachments } from './owner-attachments.tsx';
import type { OwnerMessage } from '../conversations.contract.ts';

/** What somebody of the team wrote; `actions` stand beside it when the pointer is near. */
export function PersonMessage({ message, actions }: { message: OwnerMessage; actions?: ReactNode }) {
  const { t } = useTranslation('inbox');
  const name = message.author?.name ?? t('team');
  return (
    <li className="group grid w-fit max-w-[94%] min-w-0 gap-1 justify-self-end md:max-w-[80%]">
      <p className="flex flex-wrap items-center justify-end gap-x-2 text-sm">
        {actions}
        <Avatar name={name} size={20} />
        <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
        <Time at={message.createdAt} plain="time" className="text-muted" />
      </p>
      {(message.isDeleted || message.text) && (
        <div
          className={clsx(
            'w-fit max-w-full justify-self-end rounded-sheet rounded-tr-control px-4 py-2.5 leading-6 wrap-anywhere',
            message.isDeleted ? 'border border-dashed border-line text-muted' : 'bg-accent-tint',
          )}
        >
          {message.isDeleted ? t('thread.removed') : <AnswerText text={message.text} />}
        </div>
      )}
      {message.parts && (
        <div className="w-full min-w-0 max-w-96 justify-self-end">
          <AnswerWithParts
            text=""
            parts={message.parts.map((part) => ({ ...part, at: 0 }))}
            isStreaming={false}
            cite={() => null}
          />
        </div>
      )}
      {message.attachments && message.attachments.length > 0 && (
        <div className="justify-self-end [&_ul]:justify-end">
          <OwnerAttachments items={message.attachments} />
        </div>
      )}
      {message.earlier.length > 0 && (
        <details className="justify-self-end text-right text-sm text-muted">
          <summary className="cursor-pointer">
            {t(message.isDeleted ? 'thread.wasRemoved' : 'thread.wasEdited')}
          </summary>
          {message.earlier.map(({ body, at }) => (
            <div key={at} className="mt-1 wrap-anywhere">
              <AnswerText text={body} />
            </div>
          ))}
        </details>
      )}
    </li>
  );
}

const ownFields = ['name', 'email', 'phone', 'company'] as const;

/**
 * A form that the visitor sent, with its answers: their message in another shape. The contact form's own fields have no
 * words of their owner's, and are called by their kind.
 */
function FilledForm({ message }: { message: OwnerMessage }) {
  const { t } = useTranslation(['inbox', 'visitor-details']);
  const [title = '', ...lines] = message.text.split('\n');
  const answers = lines.map((line) => {
    const kind = title === '' ? ownFields.find((field) => line.startsWith(`${field}:`)) : undefined;
    return kind ? t(`visitor-details:type.${kind}`) + line.slice(kind.length) : line;
  });
  return (
    <li className="grid w-full max-w-[90%] min-w-0 gap-1 justify-self-start md:max-w-[80%]">
      <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
        <ClipboardCheck size={16} className="self-center text-accent-ink" aria-hidden="true" />
        <span className="min-w-0 font-medium wrap-anywhere">
          {title === '' ? t('event.filledContact') : t('event.filled', { form: title })}
        </span>
        <Time at={message.createdAt} plain="time" className="text-muted" />
      </p>
      {answers.length > 0 && (
        <p className="w-fit rounded-sheet rounded-tl-control border border-line bg-sunken px-4 py-2.5 leading-6 wrap-anywhere whitespace-pre-line dark:bg-line">
          {answers.join('\n')}
        </p>
      )}
    </li>
  );
}

/** A line between the messages: who came, who went. */
export function EventLine({ message }: { message: OwnerMessage }) {
  const { t } = useTranslation('inbox');
  if (!message.event) return null;
  const who = message.author?.name;
  if (message.event === 'form_filled') return <FilledForm message={message} />;
  return (
    <li className="flex items-center gap-3 text-sm text-muted">
      <span className="h-px grow bg-line" aria-hidden="true" />
      <span className="max-w-[80%] text-center">
        {t(who ? `event.${message.event}` : `event.alone.${message.event}`, { name: who })}
        {factGap}
        <Time at={message.createdAt} plain="time" />
      </span>
      <span className="h-px grow bg-line" aria-hidden="true" />
    </li>
  );
}

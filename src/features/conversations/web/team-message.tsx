import { clsx } from 'clsx';
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

/** A line between the messages: who came, who went. */
export function EventLine({ message }: { message: OwnerMessage }) {
  const { t } = useTranslation('inbox');
  if (!message.event) return null;
  const who = message.author?.name;
  return (
    <li className="flex items-center gap-3 text-sm text-muted">
      <span className="h-px grow bg-line" aria-hidden="true" />
      <span className="max-w-[80%] text-center">
        {t(who ? `event.${message.event}` : `event.alone.${message.event}`, { name: who })} ·{' '}
        <Time at={message.createdAt} plain="time" />
      </span>
      <span className="h-px grow bg-line" aria-hidden="true" />
    </li>
  );
}

import { ClipboardList } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Time } from '#ui/browser/time.tsx';
import type { Conversation } from '../conversations.contract.ts';

/**
 * The note among messages that a conversation's contact form was sent: the form is shown in its place. Null where there
 * is none, for conversations from before such notes.
 */
export function noteOfForm({ form, messages }: Pick<Conversation, 'form' | 'messages'>): string | null {
  if (!form) return null;
  return messages.findLast(({ event, text }) => event === 'form_filled' && text.startsWith('\n'))?.id ?? null;
}

/**
 * What a visitor typed into the contact form, in its place among the messages. Everything is shown as text,
 * whatever it looks like.
 */
export function GivenForm({ form }: { form: NonNullable<Conversation['form']> }) {
  const { t } = useTranslation('visitor-details');
  return (
    <li className="grid w-fit max-w-[90%] min-w-0 gap-2 justify-self-start rounded-card border border-line bg-surface px-4 py-3 md:max-w-[80%]">
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <ClipboardList size={16} className="text-accent-ink" aria-hidden="true" />
        <span className="font-medium">{t('given')}</span>
        <Time at={form.at} plain="time" className="text-muted" />
      </p>
      <dl className="grid gap-1">
        {form.values.map(({ key, type, label, value }) => (
          <div key={key} className="flex flex-wrap gap-x-2">
            <dt className="text-muted">{label || t(`type.${type}`)}</dt>
            <dd className="min-w-0 break-words whitespace-pre-wrap">
              {type === 'checkbox' ? t(value === 'true' ? 'yes' : 'no') : value}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

import { factGap } from '#shared/text/fact-gap.ts';
import { useQueryClient } from '@tanstack/react-query';
import {
  ClipboardList,
  CreditCard,
  EyeOff,
  Globe,
  Mail,
  MailCheck,
  MailX,
  MessagesSquare,
  Pencil,
  QrCode,
  StickyNote,
  TextCursorInput,
  Trash2,
  Undo2,
  UserPlus,
  type LucideIcon,
} from 'lucide-react';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#shared/money/money.ts';
import { api } from '#ui/api/client.ts';
import { useUser } from '#ui/api/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { List, SkeletonRows } from '#ui/list/list.tsx';
import { keyOfPages, usePages } from '#ui/list/pages.ts';
import { Badge } from '#ui/page/display.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { Textarea } from '#ui/controls/input.tsx';
import { Time } from '#ui/browser/time.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { deviceName } from '#ui/browser/device-name.ts';
import { longestNote, type TimelineEntry } from '../../contacts-timeline.contract.ts';

const icons: Record<TimelineEntry['kind'], LucideIcon> = {
  created: UserPlus,
  visit: Globe,
  scan: QrCode,
  mail: Mail,
  conversation: MessagesSquare,
  form: TextCursorInput,
  submission: ClipboardList,
  payment: CreditCard,
  refund: Undo2,
  note: StickyNote,
  deletion: EyeOff,
  unsubscribed: MailX,
  resubscribed: MailCheck,
};

/** What happened with a contact, newest first, with room for a note above. `onConversation` leads to one. */
export function ContactTimeline({
  contactId,
  onConversation,
}: {
  contactId: string;
  onConversation: (id: string) => void;
}) {
  const { t } = useTranslation('contact-record');
  const user = useUser();
  const client = useQueryClient();
  const input = { params: { id: contactId }, query: {} };
  const list = usePages('GET /api/contacts/{id}/timeline', input, (page) => page.entries);
  const again = () =>
    client.invalidateQueries({ queryKey: keyOfPages('GET /api/contacts/{id}/timeline', input) });
  return (
    <div className="grid gap-6">
      {user.can['contacts.edit'] !== false && <NoteField contactId={contactId} onDone={again} />}
      <div className="min-w-0">
        <List
          of={list}
          failed={t('timeline.unreadable')}
          waiting={<SkeletonRows count={3} className="h-14" />}
          empty={null}
          more={t('timeline.more')}
        >
          {(entries) => (
            <ol aria-label={t('timeline.title')} className="grid">
              {entries.map((entry, at) => (
                <Entry
                  key={entry.id}
                  entry={entry}
                  contactId={contactId}
                  isLast={at === entries.length - 1}
                  onConversation={onConversation}
                  onChange={again}
                />
              ))}
            </ol>
          )}
        </List>
      </div>
    </div>
  );
}

/** Writes a note, or changes one (`note`). */
function NoteField({
  contactId,
  note,
  onDone,
  onCancel,
}: {
  contactId: string;
  note?: { id: string; text: string };
  onDone: () => Promise<void>;
  onCancel?: () => void;
}) {
  const { t } = useTranslation('contact-record');
  const [text, setText] = useState(note?.text ?? '');
  const [busy, setBusy] = useState(false);
  const save = async () => {
    if (text.trim() === '' || busy) return;
    setBusy(true);
    try {
      if (note)
        await api('PATCH /api/contacts/{id}/notes/{noteId}', {
          params: { id: contactId, noteId: note.id },
          body: { text: text.trim() },
        });
      else
        await api('POST /api/contacts/{id}/notes', {
          params: { id: contactId },
          body: { text: text.trim() },
        });
      setText('');
      await onDone();
      onCancel?.();
    } catch (error) {
      toast({
        variant: 'destructive',
        title: t('notSaved'),
        description: error instanceof Error ? error.message : undefined,
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      className="grid gap-2"
    >
      <Textarea
        aria-label={t('note.label')}
        placeholder={t('note.placeholder')}
        rows={2}
        maxLength={longestNote}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => event.key === 'Enter' && (event.metaKey || event.ctrlKey) && void save()}
      />
      {(text.trim() !== '' || note) && (
        <div className="flex justify-end gap-2">
          {onCancel && (
            <Button size="sm" onClick={onCancel}>
              {t('common:actions.cancel')}
            </Button>
          )}
          <Button size="sm" type="submit" variant="primary" pending={busy} disabled={text.trim() === ''}>
            {t(note ? 'note.save' : 'note.add')}
          </Button>
        </div>
      )}
    </form>
  );
}

type EntryProps = {
  entry: TimelineEntry;
  contactId: string;
  isLast: boolean;
  onConversation: (id: string) => void;
  onChange: () => Promise<void>;
};

function Entry({ entry, contactId, isLast, onConversation, onChange }: EntryProps) {
  const { t } = useTranslation('contact-record');
  const Icon = icons[entry.kind];
  const [editing, setEditing] = useState(false);
  const remove = async (noteId: string, text: string) => {
    await api('DELETE /api/contacts/{id}/notes/{noteId}', { params: { id: contactId, noteId } }).catch(
      (error: unknown) =>
        toast({
          variant: 'destructive',
          title: t('notSaved'),
          description: error instanceof Error ? error.message : undefined,
        }),
    );
    await onChange();
    const putBack = () =>
      void api('POST /api/contacts/{id}/notes', { params: { id: contactId }, body: { text } }).then(onChange);
    toast({ title: t('note.deleted'), action: { label: t('common:actions.undo'), onClick: putBack } });
  };
  return (
    <li className="relative flex gap-3 pb-5">
      {!isLast && <span aria-hidden="true" className="absolute top-9 bottom-1 left-4 w-px bg-line" />}
      <span
        aria-hidden="true"
        className={`flex size-8 shrink-0 items-center justify-center rounded-full ${entry.kind === 'note' ? 'bg-warning-tint text-warning-ink' : entry.kind === 'payment' ? 'bg-success-tint text-success-ink' : 'bg-sunken text-muted dark:bg-line'}`}
      >
        <Icon size={16} />
      </span>
      <div className="min-w-0 grow pt-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="min-w-0 break-words">
            <Headline entry={entry} onConversation={onConversation} />
          </span>
          <Time at={entry.at} className="shrink-0 text-sm text-muted" />
        </p>
        {entry.kind === 'note' && !editing && (
          <div className="mt-1 rounded-card bg-warning-tint px-3.5 py-2.5 text-ink">
            <p className="break-words whitespace-pre-wrap">{entry.text}</p>
            {entry.isOwn && (
              <div className="-mb-1.5 -ml-2 mt-0.5 flex">
                <IconButton size="sm" label={t('note.edit')} onClick={() => setEditing(true)}>
                  <Pencil size={14} />
                </IconButton>
                <IconButton
                  size="sm"
                  label={t('note.delete')}
                  onClick={() => void remove(entry.id, entry.text)}
                >
                  <Trash2 size={14} />
                </IconButton>
              </div>
            )}
          </div>
        )}
        {entry.kind === 'note' && editing && (
          <NoteField
            contactId={contactId}
            note={entry}
            onDone={onChange}
            onCancel={() => setEditing(false)}
          />
        )}
        <Details entry={entry} />
      </div>
    </li>
  );
}

function Headline({
  entry,
  onConversation,
}: {
  entry: TimelineEntry;
  onConversation: (id: string) => void;
}): ReactNode {
  const { t, i18n } = useTranslation('contact-record');
  switch (entry.kind) {
    case 'created':
      return t(`source.${entry.source}`, { defaultValue: entry.source });
    case 'visit':
      return t('timeline.visit', { agent: entry.agentName });
    case 'scan':
      return (
        <Link
          to="/dashboard/agents/edit/$id"
          params={{ id: entry.agentId }}
          search={{ section: 'qr' }}
          className="font-medium text-accent-ink underline-offset-4 hover:underline"
        >
          {t('timeline.scan', { code: entry.codeName })}
        </Link>
      );
    case 'mail':
      return t(entry.isLost ? 'timeline.mailLost' : 'timeline.mail', { subject: entry.subject });
    case 'conversation':
      return (
        <button
          type="button"
          onClick={() => onConversation(entry.conversationId)}
          className="text-left font-medium text-accent-ink underline-offset-4 hover:underline"
        >
          {t('timeline.conversation', { agent: entry.agentName })}
        </button>
      );
    case 'form':
      return t('timeline.form', { agent: entry.agentName });
    case 'submission':
      return (
        <Link
          to="/dashboard/forms/$id/submissions"
          params={{ id: entry.formId }}
          search={{ open: entry.submissionId }}
          className="font-medium text-accent-ink underline-offset-4 hover:underline"
        >
          {t('timeline.submission', { form: entry.formName })}
        </Link>
      );
    case 'payment':
    case 'refund':
      return (
        <>
          {t(`timeline.${entry.kind}`, {
            amount: formatMoney(entry.amount, entry.currency, i18n.language),
            agent: entry.agentName,
          })}{' '}
          {entry.isTest && <Badge tone="warning">{t('money.test')}</Badge>}
        </>
      );
    case 'unsubscribed':
    case 'resubscribed':
      return t(`timeline.${entry.kind}`);
    case 'note':
      return t(entry.isEdited ? 'timeline.noteEdited' : 'timeline.note', { author: entry.author });
    default:
      return t('timeline.deletion', { agent: entry.agentName });
  }
}

/** What stands under an entry's first line. */
function Details({ entry }: { entry: TimelineEntry }) {
  const { t } = useTranslation(['contact-record', 'visitor-details']);
  if (entry.kind === 'conversation')
    return <p className="line-clamp-2 break-words text-sm text-muted">{entry.text}</p>;
  if (entry.kind === 'visit') {
    const page = entry.pageUrl?.replace(/^https?:\/\//, '').replace(/\/$/, '');
    const facts = [page, deviceName(entry.device, t), entry.tag].filter(Boolean).join(factGap);
    return facts ? <p className="truncate text-sm text-muted">{facts}</p> : null;
  }
  if (entry.kind !== 'form') return null;
  return (
    <dl className="mt-1 grid gap-0.5 text-sm">
      {entry.answers.map(({ label, type, value }, at) => (
        <div key={at} className="flex gap-2">
          <dt className="shrink-0 text-muted">{label || t(`visitor-details:type.${type}`)}:</dt>
          <dd className="min-w-0 break-words">
            {type === 'checkbox' ? t(value === 'true' ? 'visitor-details:yes' : 'visitor-details:no') : value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

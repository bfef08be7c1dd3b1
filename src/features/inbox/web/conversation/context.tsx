import { factGap } from '#shared/text/fact-gap.ts';
import { Link } from '@tanstack/react-router';
import { ExternalLink, Plus } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ContactFacts } from '#features/contacts/web/record/contact-facts.tsx';
import { VisitorProof } from '#features/contacts/web/record/proof-mark.tsx';
import { paths } from '#shared/paths.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { Avatar, Skeleton } from '#ui/page/display.tsx';
import { DropdownMenu } from '#ui/controls/menu.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Time } from '#ui/browser/time.tsx';
import type { InboxMember, InboxThread } from '../../inbox.contract.ts';
import type { InboxLabel } from '../../inbox-labels.contract.ts';
import { useChange } from '../inbox-data.ts';
import { LabelsDialog } from './labels-dialog.tsx';
import { OwnFields } from './own-fields.tsx';
import { labelDots, useItemName } from '../inbox-words.ts';

const nobody = 'nobody';

/** Beside a conversation: whose it is, its labels, and what is known of the person. */
export function InboxContext({
  thread,
  members,
  labels,
}: {
  thread: InboxThread;
  members: readonly InboxMember[];
  labels: readonly InboxLabel[];
}) {
  const { t } = useTranslation(['inbox', 'contacts']);
  const { item, conversation, can } = thread;
  const { name } = useItemName()(item);
  const change = useChange();
  const [isManaging, setManaging] = useState(false);
  const contact = useEndpoint(
    'GET /api/contacts/{id}',
    { params: { id: item.contactId ?? '' } },
    { enabled: item.contactId !== null, staleTime: 0 },
  );
  // What is told of a contact, when they were seen last and how much they wrote, changes with each message.
  const lastSeq = conversation.messages.at(-1)?.seq;
  const seen = useRef({ id: item.id, lastSeq });
  const { refetch } = contact;
  useEffect(() => {
    const before = seen.current;
    seen.current = { id: item.id, lastSeq };
    if (before.id === item.id && before.lastSeq !== lastSeq && item.contactId) void refetch();
  }, [item.id, item.contactId, lastSeq, refetch]);
  const own = labels.filter(({ id }) => item.labels.includes(id));
  const label = (labelId: string, isOn: boolean) =>
    change.mutate({ body: { ids: [item.id], change: { kind: 'label', labelId, isOn } } });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 p-5">
      <div className="flex items-center gap-3">
        <Avatar name={name} size={40} />
        <div className="min-w-0 grow">
          <p className="truncate font-semibold">{name}</p>
          {item.contactEmail && item.contactName && (
            <p className="truncate text-sm text-muted">{item.contactEmail}</p>
          )}
          {(item.contactEmail ?? item.contactName) && <VisitorProof isProven={item.isProven} />}
        </div>
        {item.contactId && (
          <Link
            to={paths.contact(item.contactId)}
            aria-label={t('context.contact')}
            title={t('context.contact')}
            className={buttonClass({ size: 'sm', variant: 'ghost' })}
          >
            <ExternalLink size={16} />
          </Link>
        )}
      </div>
      <Fact name={t('context.assignee')}>
        <Select
          aria-label={t('context.assignee')}
          disabled={!can.reply}
          value={item.assigneeId ?? nobody}
          onChange={(value) =>
            change.mutate({
              body: { ids: [item.id], change: { kind: 'assign', userId: value === nobody ? null : value } },
            })
          }
          options={[
            { value: nobody, label: t('context.nobody') },
            ...members.map(({ id, name: member, isMe, isThere }) => ({
              value: id,
              label: isMe
                ? t('context.me', { name: member })
                : isThere
                  ? t('context.there', { name: member })
                  : member,
            })),
          ]}
        />
      </Fact>
      <Fact name={t('context.labels')}>
        <div className="flex flex-wrap items-center gap-1.5">
          {own.map(({ id, name: text, color }) => (
            <span
              key={id}
              className="inline-flex min-h-6 max-w-full items-center gap-1.5 rounded-full border border-line px-2 text-sm"
            >
              <span
                aria-hidden="true"
                className="size-2 shrink-0 rounded-full"
                style={{ background: labelDots[color] }}
              />
              <span className="truncate">{text}</span>
            </span>
          ))}
          {can.reply && (
            <DropdownMenu
              label={t('context.labels')}
              align="start"
              trigger={
                <Button size="sm" variant="ghost" icon={<Plus size={16} />}>
                  {t('context.addLabel')}
                </Button>
              }
              items={[
                ...labels.map(({ id, name: text }) => ({
                  label: text,
                  checked: item.labels.includes(id),
                  onSelect: () => label(id, !item.labels.includes(id)),
                })),
                ...(labels.length > 0 ? ['separator' as const] : []),
                { label: t('labels.manage'), onSelect: () => setManaging(true) },
              ]}
            />
          )}
        </div>
      </Fact>
      <Fact name={t('context.conversation')}>
        <p className="text-sm">
          <Time at={conversation.createdAt} plain />
          {factGap}
          {conversation.agentName}
        </p>
        <p className="text-sm text-muted">
          {t(`channel.${item.channel}`)}
          {conversation.tag && `${factGap}${conversation.tag}`}
        </p>
        {conversation.pageUrl && (
          <p className="truncate text-sm text-muted">{conversation.pageUrl.replace(/^https?:\/\//, '')}</p>
        )}
      </Fact>
      <OwnFields thread={thread} contact={contact.data} />
      {contact.data ? (
        <ContactFacts contact={contact.data} pages={conversation.pageUrl ? [conversation.pageUrl] : []} />
      ) : (
        item.contactId !== null && !contact.error && <Skeleton className="h-72 w-full" />
      )}
      <LabelsDialog open={isManaging} onOpenChange={setManaging} labels={labels} />
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 gap-1.5">
      <h3 className="text-sm font-medium text-muted">{name}</h3>
      {children}
    </div>
  );
}

import { factGap } from '#shared/text/fact-gap.ts';
import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { Avatar, Badge } from '#ui/page/display.tsx';
import { useMediaQuery } from '#ui/browser/media.ts';
import { readableNumber } from '#ui/browser/numbers.ts';
import { Time } from '#ui/browser/time.tsx';
import { wasSeen, type Contact, type ContactTag } from '../../contacts.contract.ts';
import { useContactName } from '../contact-name.ts';
import { LifecycleBadge } from '../lifecycle.tsx';
import type { ListColumn } from './list-columns.tsx';
import { TagChip } from '../tags/tag-chip.tsx';

const rowHeight = 64;
const cardHeight = 132;
/** So many rows before the end, more are fetched. */
const ahead = 20;
const row = 'grid items-center';
const columnsWith = (count: number): { gridTemplateColumns: string } => ({
  gridTemplateColumns: `2.75rem minmax(0,1.5fr) 7.5rem minmax(0,${count === 0 ? 1.6 : 1}fr) ${'minmax(0,0.7fr) '.repeat(count)}6.25rem 9rem`,
});

type Props = {
  contacts: readonly Contact[];
  /** Null while it is not counted. */
  total: number | null;
  moved: ReadonlySet<string>;
  tags: ReadonlyMap<string, ContactTag>;
  /** Which are chosen; `isAll` also those that are not loaded. Null for members who change nothing. */
  selection: {
    chosen: ReadonlySet<string>;
    isAll: boolean;
    toggle: (id: string, isRange: boolean) => void;
    toggleAll: (isOn: boolean) => void;
  } | null;
  onEnd: () => void;
  /** The columns that were added. */
  columns: readonly ListColumn[];
};

/**
 * Contacts, as many as there are: only those in sight are drawn. A table on wide screens, cards on phones.
 */
export function ContactList({ contacts, total, moved, tags, selection, onEnd, columns }: Props) {
  const { t } = useTranslation('contacts');
  const phone = useMediaQuery('(max-width: 767px)');
  const place = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- the list is drawn anew by the virtualizer itself, and nothing of it is memoised
  const rows = useWindowVirtualizer({
    count: contacts.length,
    estimateSize: () => (phone ? cardHeight : rowHeight),
    overscan: 8,
    scrollMargin: place.current?.offsetTop ?? 0,
    getItemKey: (index) => contacts[index]?.id ?? index,
  });
  const drawn = rows.getVirtualItems();
  const last = drawn.at(-1)?.index ?? 0;
  const end = useRef(onEnd);
  end.current = onEnd;
  useEffect(() => {
    if (last >= contacts.length - ahead) end.current();
  }, [last, contacts.length]);
  const isChosen = (id: string) => selection !== null && (selection.isAll || selection.chosen.has(id));
  const head: [string, string?][] = [
    [t('columns.contact')],
    [t('columns.stage')],
    [t('columns.lastMessage')],
    ...columns.map(({ label }): [string] => [label]),
    [t('columns.messages'), 'text-right'],
    [t('columns.lastSeen'), 'text-right'],
  ];
  return (
    <div
      role="table"
      aria-label={t('shell:screens.contacts')}
      aria-rowcount={total === null ? -1 : total + 1}
      className={clsx(!phone && 'rounded-card border border-line bg-surface')}
    >
      {!phone && (
        <div role="rowgroup" className="sticky top-0 z-1 rounded-t-card border-b border-line bg-surface">
          <div
            role="row"
            aria-rowindex={1}
            className={clsx(row, 'text-sm font-medium text-muted')}
            style={columnsWith(columns.length)}
          >
            <span role="columnheader" className="flex py-2.5 pl-4">
              {selection ? (
                <Checkbox
                  hideLabel
                  label={t('common:table.selectAll')}
                  checked={
                    selection.isAll
                      ? true
                      : selection.chosen.size === 0
                        ? false
                        : selection.chosen.size >= contacts.length
                          ? true
                          : 'indeterminate'
                  }
                  onChange={selection.toggleAll}
                />
              ) : (
                <span className="sr-only">{t('columns.choice')}</span>
              )}
            </span>
            {head.map(([name, className], at) => (
              <span key={at} role="columnheader" className={clsx('truncate px-3 py-2.5', className)}>
                {name}
              </span>
            ))}
          </div>
        </div>
      )}
      <div ref={place} role="rowgroup" className="relative" style={{ height: rows.getTotalSize() }}>
        {drawn.map(({ index, start, key }) => {
          const contact = contacts[index];
          if (!contact) return null;
          const Row = phone ? Card : TableRow;
          return (
            <div
              key={key}
              ref={rows.measureElement}
              data-index={index}
              role="row"
              aria-rowindex={index + 2}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start - rows.options.scrollMargin}px)` }}
            >
              <Row
                contact={contact}
                columns={columns}
                isMoved={moved.has(contact.id)}
                tags={contact.tagIds.flatMap((id) => tags.get(id) ?? [])}
                isChosen={isChosen(contact.id)}
                onToggle={selection && ((isRange) => selection.toggle(contact.id, isRange))}
                isLast={index === contacts.length - 1}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

type RowProps = {
  contact: Contact;
  columns: readonly ListColumn[];
  isMoved: boolean;
  tags: readonly ContactTag[];
  isChosen: boolean;
  onToggle: ((isRange: boolean) => void) | null;
  isLast: boolean;
};

/** A box whose click with Shift chooses everything between. */
function Choice({
  name,
  isChosen,
  onToggle,
}: {
  name: string;
  isChosen: boolean;
  onToggle: (isRange: boolean) => void;
}) {
  const { t } = useTranslation('contacts');
  const isRange = useRef(false);
  return (
    <span
      onPointerDownCapture={(event) => (isRange.current = event.shiftKey)}
      onKeyDownCapture={(event) => (isRange.current = event.shiftKey)}
    >
      <Checkbox
        hideLabel
        label={t('choose', { name })}
        checked={isChosen}
        onChange={() => onToggle(isRange.current)}
      />
    </span>
  );
}

function Name({
  contact,
  isMoved,
  tags,
  size,
}: Pick<RowProps, 'contact' | 'isMoved' | 'tags'> & { size: number }) {
  const { t } = useTranslation('contacts');
  const { name, detail } = useContactName()(contact);
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar name={name} size={size} />
      <span className="min-w-0">
        <span className="flex min-w-0 items-center gap-2">
          <Link
            to={paths.contact(contact.id)}
            className="truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-strong"
          >
            {name}
          </Link>
          {isMoved && (
            <Badge tone="accent" className="shrink-0">
              {t('wrote')}
            </Badge>
          )}
          {contact.isBlocked && (
            <Badge tone="danger" className="shrink-0">
              {t('block.badge')}
            </Badge>
          )}
          {tags.slice(0, 2).map((tag) => (
            <TagChip key={tag.id} tag={tag} className="max-w-28 max-sm:hidden" />
          ))}
          {tags.length > 2 && <span className="text-xs text-muted max-sm:hidden">+{tags.length - 2}</span>}
        </span>
        <span className="block truncate text-sm text-muted">
          {detail || contact.company || contact.phone || '–'}
        </span>
      </span>
    </span>
  );
}

function TableRow({ contact, columns, isMoved, tags, isChosen, onToggle, isLast }: RowProps) {
  const { i18n } = useTranslation('contacts');
  const { name } = useContactName()(contact);
  return (
    <div
      style={columnsWith(columns.length)}
      className={clsx(
        row,
        'relative h-16 transition-colors duration-120',
        !isLast && 'border-b border-line',
        isChosen ? 'bg-accent-tint' : 'hover:bg-sunken',
      )}
    >
      <span role="cell" className="relative z-1 flex pl-4">
        {onToggle && <Choice name={name} isChosen={isChosen} onToggle={onToggle} />}
      </span>
      <span role="cell" className="min-w-0 px-3">
        <Name contact={contact} isMoved={isMoved} tags={tags} size={32} />
      </span>
      <span role="cell" className="px-3">
        <LifecycleBadge lifecycle={contact.lifecycle} />
      </span>
      <span role="cell" className="min-w-0 px-3">
        <span className="block truncate text-muted">
          <LastMessage contact={contact} />
        </span>
        {contact.agentName && <span className="block truncate text-sm text-muted">{contact.agentName}</span>}
      </span>
      {columns.map(({ key, isNumber, words }) => (
        <span key={key} role="cell" className={clsx('truncate px-3', isNumber && 'tabular')}>
          {words(contact) || '–'}
        </span>
      ))}
      <span role="cell" className="tabular px-3 text-right">
        {readableNumber(contact.messageCount, i18n.language)}
      </span>
      <span role="cell" className="px-3 text-right whitespace-nowrap">
        {wasSeen(contact) ? (
          <Time at={contact.lastSeenAt} className="text-muted" />
        ) : (
          <span className="text-muted">–</span>
        )}
      </span>
    </div>
  );
}

/** What was said last, and by whom where it was not the person. */
function LastMessage({ contact: { lastMessage, lastMessageRole } }: { contact: Contact }) {
  const { t } = useTranslation('contacts');
  if (!lastMessage) return '–';
  const by = lastMessageRole === 'assistant' ? t('by.ai') : lastMessageRole === 'human' ? t('by.team') : '';
  return (
    <>
      {by && <span className="text-muted">{by}: </span>}
      {lastMessage}
    </>
  );
}

function Card({ contact, columns, isMoved, tags, isChosen, onToggle }: RowProps) {
  const { name } = useContactName()(contact);
  return (
    <div className="pb-2">
      <div
        role="cell"
        className={clsx(
          'relative rounded-card border p-4',
          isChosen ? 'border-accent-strong bg-accent-tint' : 'border-line bg-surface',
        )}
      >
        <div className="flex items-start justify-between gap-3">
          <Name contact={contact} isMoved={isMoved} tags={[]} size={36} />
          {onToggle && (
            <span className="relative z-1 pt-1">
              <Choice name={name} isChosen={isChosen} onToggle={onToggle} />
            </span>
          )}
        </div>
        {contact.lastMessage && (
          <p className="mt-2 line-clamp-2">
            <LastMessage contact={contact} />
          </p>
        )}
        {columns.length > 0 && (
          <p className="mt-2 truncate text-sm text-muted">
            {columns.map(({ label, words }) => `${label}: ${words(contact) || '–'}`).join(factGap)}
          </p>
        )}
        <div className="mt-2 flex flex-wrap items-center gap-1.5">
          <LifecycleBadge lifecycle={contact.lifecycle} />
          {tags.slice(0, 2).map((tag) => (
            <TagChip key={tag.id} tag={tag} />
          ))}
          {wasSeen(contact) && <Time at={contact.lastSeenAt} className="ml-auto text-sm text-muted" />}
        </div>
      </div>
    </div>
  );
}

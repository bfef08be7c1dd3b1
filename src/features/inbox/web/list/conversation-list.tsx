import { clsx } from 'clsx';
import { Link } from '@tanstack/react-router';
import { Flag } from 'lucide-react';
import { Fragment, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { Avatar, Badge } from '#ui/page/display.tsx';
import { Time } from '#ui/browser/time.tsx';
import type { InboxFound, InboxItem, InboxMember } from '../../inbox.contract.ts';
import type { InboxLabel } from '../../inbox-labels.contract.ts';
import { placesOf } from '#shared/text/found-words.ts';
import { searchAt, type InboxSearch } from '../inbox-data.ts';
import { labelDots, useHandlerWords, useItemName } from '../inbox-words.ts';

type Props = {
  items: readonly InboxItem[];
  members: readonly InboxMember[];
  labels: readonly InboxLabel[];
  openId: string;
  search: InboxSearch;
  chosen: ReadonlySet<string>;
  onChoose: (id: string, isChosen: boolean, isRange: boolean) => void;
  canChoose: boolean;
};

const priorityTone: Partial<Record<InboxItem['priority'], string>> = {
  urgent: 'text-danger-ink',
  high: 'text-warning-ink',
  medium: 'text-info-ink',
  low: 'text-muted',
};

type Voice = InboxFound['in'];
const voices: Partial<Record<string, Voice>> = { human: 'human', assistant: 'assistant' };

/** The words that a line shows: where it was found, what who waits wants, or what was said last. */
function shownOf({ found, visitorSaid, lastMessage, lastMessageRole }: InboxItem): {
  said: string;
  by: Voice | undefined;
} {
  if (found) return { said: found.text, by: found.in };
  if (visitorSaid) return { said: visitorSaid, by: 'visitor' };
  return { said: lastMessage, by: voices[lastMessageRole ?? ''] };
}

function Marked({ text, search }: { text: string; search: string }) {
  const places = placesOf(text, search);
  return (
    <>
      {places.map(({ from, to }, at) => (
        <Fragment key={from}>
          {text.slice(places[at - 1]?.to ?? 0, from)}
          <mark className="rounded-[3px] bg-warning-tint px-px text-warning-ink">{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(places.at(-1)?.to ?? 0)}
    </>
  );
}

/** The id of a conversation's link in the list, for the keys that go through it. */
export const rowId = (id: string): string => `row-${id}`;

/** The conversations of a view: who, what was said or found, who has it, and what is new. */
export function InboxList({ items, members, labels, openId, search, chosen, onChoose, canChoose }: Props) {
  const { t } = useTranslation('inbox');
  const nameOf = useItemName();
  const handlerOf = useHandlerWords(members);
  const isShift = useRef(false);
  return (
    <ul aria-label={t('list.title')}>
      {items.map((item) => {
        const { name } = nameOf(item);
        const handler = handlerOf(item);
        const isOpen = item.id === openId;
        const own = labels.filter(({ id }) => item.labels.includes(id));
        const { said, by } = shownOf(item);
        const prefix = by && by !== 'visitor' ? t(`list.by.${by}`) : '';
        return (
          <li
            key={item.id}
            className={clsx(
              'group relative border-b border-line',
              isOpen ? 'bg-accent-tint' : 'hover:bg-sunken',
            )}
          >
            {isOpen && (
              <span aria-hidden="true" className="absolute inset-y-0 left-0 w-0.5 bg-accent-strong" />
            )}
            <Link
              id={rowId(item.id)}
              to="/dashboard/inbox/$id"
              params={{ id: item.id }}
              search={searchAt(search, item)}
              aria-current={isOpen ? 'page' : undefined}
              className="flex gap-3 py-3 pr-4 pl-4 outline-offset-[-2px]"
            >
              <span
                className={clsx(
                  'mt-0.5 shrink-0',
                  canChoose && 'md:group-hover:invisible md:group-focus-within:invisible',
                  chosen.has(item.id) && 'invisible',
                )}
              >
                <Avatar name={name} size={32} />
              </span>
              <span className="min-w-0 grow">
                <span className="flex items-baseline justify-between gap-2">
                  <span className={clsx('truncate', item.isUnread ? 'font-semibold' : 'font-medium')}>
                    {name}
                  </span>
                  <Time at={item.lastMessageAt} className="shrink-0 text-xs text-muted" />
                </span>
                <span
                  className={clsx(
                    'mt-0.5 line-clamp-2 text-sm leading-5',
                    item.isUnread ? 'text-ink' : 'text-muted',
                  )}
                >
                  {prefix && <span className="text-muted">{prefix}: </span>}
                  {item.found ? <Marked text={said} search={search.search ?? ''} /> : said}
                </span>
                <span className="mt-1.5 flex min-w-0 items-center gap-1.5">
                  <Badge tone={handler.tone} dot className="shrink-0">
                    {handler.text}
                  </Badge>
                  {item.handler === 'waiting' && item.waitingSince && item.status === 'open' && (
                    <Time at={item.waitingSince} lasting className="shrink-0 text-xs text-warning-ink" />
                  )}
                  {item.priority !== 'none' && (
                    <span
                      className={clsx('shrink-0', priorityTone[item.priority])}
                      title={t(`priority.${item.priority}`)}
                    >
                      <Flag size={14} strokeWidth={2} aria-hidden="true" />
                      <span className="sr-only">{t(`priority.${item.priority}`)}</span>
                    </span>
                  )}
                  {own.map(({ id, name: label, color }) => (
                    <span
                      key={id}
                      title={label}
                      className="inline-flex min-w-0 items-center gap-1 text-xs text-muted"
                    >
                      <span
                        aria-hidden="true"
                        className="size-2 shrink-0 rounded-full"
                        style={{ background: labelDots[color] }}
                      />
                      <span className="truncate">{label}</span>
                    </span>
                  ))}
                  <span className="ml-auto min-w-0 truncate text-xs text-muted">{item.agentName}</span>
                  {item.isUnread && (
                    <span className="size-2 shrink-0 rounded-full bg-accent-strong">
                      <span className="sr-only">{t('list.unread')}</span>
                    </span>
                  )}
                </span>
              </span>
            </Link>
            {canChoose && (
              <span
                onPointerDownCapture={(event) => (isShift.current = event.shiftKey)}
                onClickCapture={(event) => (isShift.current = event.shiftKey)}
                onKeyDownCapture={(event) => (isShift.current = event.shiftKey)}
                className={clsx(
                  'absolute top-4 left-5 hidden select-none md:block',
                  !chosen.has(item.id) && 'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100',
                )}
              >
                <Checkbox
                  label={t('list.choose', { name })}
                  hideLabel
                  checked={chosen.has(item.id)}
                  onChange={(isChosen) => onChoose(item.id, isChosen, isShift.current)}
                />
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

import { ListFilter, X } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { channels, priorities } from '#features/conversations/conversations-handoff.contract.ts';
import { countryCodes } from '#shared/contacts/contact-fields.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { spanText } from '#ui/browser/span-text.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Popover } from '#ui/controls/menu.tsx';
import { Select } from '#ui/controls/select.tsx';
import type { InboxMember } from '../../inbox.contract.ts';
import type { InboxLabel } from '../../inbox-labels.contract.ts';

/** What the list can be narrowed to, each as a word of the address. */
export const inboxFilterNames = [
  'agent',
  'assignee',
  'priority',
  'written',
  'began',
  'label',
  'channel',
  'country',
  'tag',
] as const;
export type InboxFilterName = (typeof inboxFilterNames)[number];
export type InboxFilters = Record<InboxFilterName, string>;

/** When a conversation was last written in: spans of days that end today. */
export const writtenSpans = { today: 1, week: 7, month: 30 } as const;
export type WrittenSpan = keyof typeof writtenSpans;
export const isWrittenSpan = (value: string): value is WrittenSpan => value in writtenSpans;

const any = 'any';
const icon = { size: 16 } as const;
type Choice = {
  value: string;
  label: string;
};

/** What each filter may be, in words. */
function useChoices(
  filters: InboxFilters,
  labels: readonly InboxLabel[],
  members: readonly InboxMember[],
): Record<InboxFilterName, readonly Choice[]> {
  const { t, i18n } = useTranslation('inbox');
  const user = useUser();
  const agents = useEndpoint('GET /api/agents', { query: {} }).data?.agents ?? [];
  const tags = useEndpoint('GET /api/inbox/tags').data?.tags ?? [];
  const countries = useMemo(() => {
    const names = new Intl.DisplayNames(i18n.language, { type: 'region', fallback: 'code' });
    return countryCodes()
      .map((value) => ({ value, label: names.of(value) ?? value }))
      .toSorted((a, b) => a.label.localeCompare(b.label, i18n.language));
  }, [i18n.language]);
  return {
    agent: agents.map(({ id, name }) => ({ value: id, label: name })),
    assignee: [
      { value: 'none', label: t('context.nobody') },
      ...members.map(({ id, name, isMe }) => ({ value: id, label: isMe ? t('context.me', { name }) : name })),
    ],
    priority: priorities.toReversed().map((value) => ({ value, label: t(`priority.${value}`) })),
    written: (Object.keys(writtenSpans) as WrittenSpan[]).map((value) => ({
      value,
      label: t(`filter.span.${value}`),
    })),
    // Whoever comes from a figure of the dashboard has it; it can be taken off.
    began: filters.began
      ? [{ value: filters.began, label: spanText(filters.began, i18n.language) ?? filters.began }]
      : [],
    label: labels.map(({ id, name }) => ({ value: id, label: name })),
    channel: channels.map((value) => ({ value, label: t(`channel.${value}`) })),
    country: user.hideLocationData ? [] : countries,
    tag: tags.map((value) => ({ value, label: value })),
  };
}

type Props = {
  filters: InboxFilters;
  labels: readonly InboxLabel[];
  members: readonly InboxMember[];
  onChange: (name: InboxFilterName, value: string) => void;
};

/**
 * A button with the filters behind it; what is set stands beneath as chips that are taken off by one click.
 */
export function InboxFilterBar({ filters, labels, members, onChange }: Props) {
  const { t } = useTranslation('inbox');
  const choices = useChoices(filters, labels, members);
  const set = inboxFilterNames.filter((name) => filters[name] !== '');
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <Popover
        label={t('filter.title')}
        className="max-h-[70vh] overflow-y-auto"
        trigger={
          <Button size="sm" icon={<ListFilter {...icon} />}>
            {t('filter.title')}
          </Button>
        }
      >
        <div className="grid gap-3">
          {inboxFilterNames
            .filter((name) => choices[name].length > (name === 'agent' ? 1 : 0) || filters[name] !== '')
            .map((name) => (
              <Field key={name} label={t(`filter.${name}`)}>
                <Select
                  value={filters[name] || any}
                  onChange={(value) => onChange(name, value === any ? '' : value)}
                  options={[{ value: any, label: t('filter.any') }, ...choices[name]]}
                />
              </Field>
            ))}
        </div>
      </Popover>
      {set.map((name) => {
        const text = choices[name].find(({ value }) => value === filters[name])?.label ?? filters[name];
        return (
          <button
            key={name}
            type="button"
            aria-label={t('filter.remove', { name: `${t(`filter.${name}`)}: ${text}` })}
            onClick={() => onChange(name, '')}
            className="inline-flex min-h-11 max-w-full min-w-0 items-center gap-1.5 rounded-full border border-line bg-accent-tint px-3 text-sm text-accent-ink hover:border-accent-strong md:min-h-8"
          >
            <span className="truncate">{text}</span>
            <X size={14} className="shrink-0" aria-hidden="true" />
          </button>
        );
      })}
    </div>
  );
}

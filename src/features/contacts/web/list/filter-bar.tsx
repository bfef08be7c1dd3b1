import { ArrowUpDown, ListFilter, X } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { countryCodes } from '#shared/contacts/contact-fields.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { spanText } from '#ui/browser/span-text.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { DropdownMenu, Popover } from '#ui/controls/menu.tsx';
import { Select } from '#ui/controls/select.tsx';
import {
  contactSorts,
  contactSources,
  lifecycles,
  seenChoices,
  type ContactFilter,
  type ContactSort,
} from '../../contacts.contract.ts';
import { filterNames, type FilterChange, type FilterName } from './contact-filter.ts';
import { OwnFieldChips, OwnFieldFilter } from './own-field-filter.tsx';
import { useTags } from '../tags/tag-picker.tsx';

const any = 'any';
type Choice = {
  value: string;
  label: string;
};

/** What each filter may be, in words. */
export function useFilterChoices(): Record<FilterName, readonly Choice[]> {
  const { t, i18n } = useTranslation(['contact-filters', 'contact-record']);
  const { tags } = useTags();
  const agents = useEndpoint('GET /api/agents', { query: {} }).data?.agents ?? [];
  const countries = useMemo(() => {
    const names = new Intl.DisplayNames(i18n.language, { type: 'region', fallback: 'code' });
    return countryCodes()
      .map((value) => ({ value, label: names.of(value) ?? value }))
      .toSorted((a, b) => a.label.localeCompare(b.label, i18n.language));
  }, [i18n.language]);
  const either = (name: 'email' | 'paid' | 'unsubscribed') =>
    (['yes', 'no'] as const).map((value) => ({ value, label: t(`either.${name}.${value}`) }));
  const paid = [...either('paid'), { value: 'test', label: t('either.paid.test') }];
  return {
    lifecycle: lifecycles.map((value) => ({ value, label: t(`contact-record:lifecycle.${value}`) })),
    tag: tags.map(({ id, name }) => ({ value: id, label: name })),
    source: contactSources.map((value) => ({ value, label: t(`from.${value}`) })),
    agent: agents.map(({ id, name }) => ({ value: id, label: name })),
    country: countries,
    email: either('email'),
    paid,
    unsubscribed: either('unsubscribed'),
    seen: seenChoices.map((value) => ({ value, label: t(`seenIn.${value}`) })),
    // Whoever comes from a figure of the dashboard has them; there is nothing to choose from.
    wrote: [],
    made: [],
  };
}

type Props = {
  filter: ContactFilter;
  sort: ContactSort;
  onChange: (change: FilterChange) => void;
  choices: Record<FilterName, readonly Choice[]>;
};

/** Which filters there are to choose from, and the order. */
export function FilterMenu({ filter, sort, onChange, choices }: Props) {
  const { t } = useTranslation('contact-filters');
  const user = useUser();
  const offered = filterNames.filter(
    (name) =>
      choices[name].length > 0 &&
      (name !== 'paid' || user.can['payments.read'] !== false) &&
      (name !== 'country' || !user.hideLocationData),
  );
  return (
    <>
      <Popover
        label={t('title')}
        className="max-h-[70vh] overflow-y-auto"
        trigger={<Button icon={<ListFilter size={16} />}>{t('title')}</Button>}
      >
        <div className="grid gap-3">
          {offered.map((name) => (
            <Field key={name} label={t(`name.${name}`)}>
              <Select
                value={filter[name] ?? any}
                onChange={(value) => onChange({ [name]: value === any ? '' : value })}
                options={[{ value: any, label: t('any') }, ...choices[name]]}
              />
            </Field>
          ))}
          <OwnFieldFilter fields={filter.fields ?? ''} onChange={(fields) => onChange({ fields })} />
        </div>
      </Popover>
      <DropdownMenu
        label={t('sort')}
        align="start"
        trigger={
          <Button variant="ghost" icon={<ArrowUpDown size={16} />}>
            {t(`order.${sort}`)}
          </Button>
        }
        items={contactSorts.map((each) => ({
          label: t(`order.${each}`),
          checked: each === sort,
          isOneOf: true,
          onSelect: () => onChange({ sort: each }),
        }))}
      />
    </>
  );
}

/** The filters that are on, to be read as a sentence and taken off one by one. */
export function FilterChips({ filter, onChange, choices }: Omit<Props, 'sort'>) {
  const { t, i18n } = useTranslation('contact-filters');
  const active = filterNames.filter((name) => filter[name] !== undefined);
  if (active.length === 0 && filter.fields === undefined) return null;
  return (
    <ul aria-label={t('active')} className="flex flex-wrap items-center gap-2">
      {active.map((name) => {
        const value = filter[name] ?? '';
        const label =
          name === 'wrote' || name === 'made'
            ? (spanText(value, i18n.language) ?? t('wroteEver'))
            : (choices[name].find((choice) => choice.value === value)?.label ?? value);
        return (
          <li
            key={name}
            className="inline-flex min-h-11 max-w-full items-center gap-1 rounded-full border border-line bg-surface pl-3 text-sm md:min-h-8 dark:bg-raised"
          >
            <span className="min-w-0 truncate">
              <span className="text-muted">{t(`is.${name}`)}</span>{' '}
              <span className="font-medium">{label}</span>
            </span>
            <button
              type="button"
              aria-label={t('takeOff', { filter: `${t(`name.${name}`)}: ${label}` })}
              onClick={() => onChange({ [name]: '' })}
              className="flex size-11 shrink-0 items-center justify-center rounded-full text-muted hover:text-ink md:size-8"
            >
              <X size={14} strokeWidth={2} />
            </button>
          </li>
        );
      })}
      <OwnFieldChips fields={filter.fields ?? ''} onChange={(fields) => onChange({ fields })} />
    </ul>
  );
}

import { Plus, X } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  mostDaysOff,
  mostSpans,
  usualHours,
  type OfficeHours,
} from '#features/conversations/conversations-hours.contract.ts';
import { api } from '#ui/api/client.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { Sheet } from '#ui/overlay/dialog.tsx';
import { Skeleton } from '#ui/page/display.tsx';
import { Field } from '#ui/controls/field.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { Input } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { clockOf, minutesOf, weekdayNames } from './office-hours-words.ts';

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
};
type Span = OfficeHours['week'][number][number];
const icon = { size: 16 } as const;

/** When the team is there: the week, the time zone, and the days off. */
export function InboxHours({ open, onOpenChange }: Props) {
  const { t } = useTranslation(['inbox', 'common']);
  const { data, error, refetch } = useEndpoint('GET /api/inbox/hours', undefined, { enabled: open });
  if (data)
    return open ? (
      <HoursForm key={JSON.stringify(data.hours)} stored={data} onClose={() => onOpenChange(false)} />
    ) : null;
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('hours.title')} description={t('hours.text')}>
      {error ? <ReadFailed error={error} retry={refetch} /> : <Skeleton className="h-72 w-full" />}
    </Sheet>
  );
}

function HoursForm({
  stored,
  onClose,
}: {
  stored: { hours: OfficeHours; isOpen: boolean; opensAt: string | null };
  onClose: () => void;
}) {
  const { t, i18n } = useTranslation(['inbox', 'common']);
  const form = useServerForm<OfficeHours, unknown>({
    values:
      JSON.stringify(stored.hours) === JSON.stringify(usualHours)
        ? { ...stored.hours, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }
        : stored.hours,
    send: (body) => api('PUT /api/inbox/hours', { body }),
    refreshes: ['/api/inbox/hours'],
    onDone: onClose,
  });
  const hours = form.values;
  const zones = useMemo(
    () =>
      [...new Set([hours.timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
        .toSorted()
        .map((value) => ({ value, label: value.replaceAll('_', ' ') })),
    [hours.timeZone],
  );
  const { set } = form;
  const setDay = (day: number, spans: Span[]) =>
    set({ week: hours.week.map((old, at) => (at === day ? spans : old)) });
  const isWrong =
    hours.week.some((spans) => spans.some(({ from, to }) => from >= to)) ||
    hours.daysOff.some(({ date }) => date === '');
  const opening =
    stored.opensAt &&
    new Intl.DateTimeFormat(i18n.language, {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      hour: 'numeric',
      minute: '2-digit',
      timeZone: stored.hours.timeZone,
    }).format(new Date(stored.opensAt));
  return (
    <FormDialog
      of={form}
      isSheet
      title={t('hours.title')}
      description={t('hours.text')}
      submit={t('hours.save')}
      disabled={isWrong}
      onClose={onClose}
    >
      <Switch
        checked={hours.isOn}
        onChange={(isOn) => set({ isOn })}
        label={t('hours.on')}
        help={
          stored.hours.isOn
            ? opening
              ? t('hours.opens', { time: opening })
              : t(stored.isOpen ? 'hours.open' : 'hours.never')
            : t('hours.off')
        }
      />
      {hours.isOn && (
        <>
          <Field label={t('hours.zone')} error={form.errorOf('timeZone')}>
            <Select value={hours.timeZone} onChange={(timeZone) => set({ timeZone })} options={zones} />
          </Field>
          <div className="grid gap-1">
            <h3 className="text-sm font-medium">{t('hours.week')}</h3>
            {form.errorOf('week') && (
              <p role="alert" className="text-sm text-danger-ink">
                {form.errorOf('week')}
              </p>
            )}
            <ul className="divide-y divide-line">
              {weekdayNames(i18n.language).map((name, day) => (
                <Day
                  key={name}
                  name={name}
                  spans={hours.week[day] ?? []}
                  onChange={(spans) => setDay(day, spans)}
                />
              ))}
            </ul>
          </div>
          <DaysOff days={hours.daysOff} onChange={(daysOff) => set({ daysOff })} />
        </>
      )}
    </FormDialog>
  );
}

/** One weekday: its spans, or that nobody is there. */
function Day({
  name,
  spans,
  onChange,
}: {
  name: string;
  spans: readonly Span[];
  onChange: (spans: Span[]) => void;
}) {
  const { t } = useTranslation('inbox');
  const replace = (at: number, change: Partial<Span>) =>
    onChange(spans.map((span, place) => (place === at ? { ...span, ...change } : span)));
  const last = spans.at(-1);
  const from = Math.min(last ? last.to + 60 : 540, 1_380);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2 gap-y-1 py-2 sm:grid-cols-[5.5rem_minmax(0,1fr)_auto]">
      <span className="pt-2.5 first-letter:uppercase md:pt-1.5">{name}</span>
      <div className="grid gap-2 max-sm:order-last max-sm:col-span-2">
        {spans.length === 0 && (
          <span className="pb-1.5 text-muted sm:pt-2.5 md:pt-1.5 md:pb-0">{t('hours.closed')}</span>
        )}
        {spans.map((span, at) => (
          <div key={at} className="grid gap-1">
            <div className="flex items-center gap-1.5">
              <Input
                type="time"
                required
                className="md:px-2"
                aria-label={t('hours.from', { day: name })}
                aria-invalid={span.from >= span.to || undefined}
                value={clockOf(span.from)}
                onChange={({ target }) => replace(at, { from: minutesOf(target.value) })}
              />
              <span aria-hidden="true" className="text-muted">
                –
              </span>
              <Input
                type="time"
                required
                className="md:px-2"
                aria-label={t('hours.to', { day: name })}
                aria-invalid={span.from >= span.to || undefined}
                value={clockOf(span.to)}
                onChange={({ target }) => replace(at, { to: minutesOf(target.value) || 1_440 })}
              />
              <IconButton
                size="sm"
                label={t('hours.removeSpan', { day: name })}
                onClick={() => onChange(spans.filter((_, place) => place !== at))}
              >
                <X {...icon} />
              </IconButton>
            </div>
            {span.from >= span.to && <p className="text-sm text-danger-ink">{t('hours.wrong')}</p>}
          </div>
        ))}
      </div>
      {spans.length < mostSpans && (
        <IconButton
          size="sm"
          className="md:mt-1"
          label={t('hours.addSpan', { day: name })}
          onClick={() =>
            onChange([...spans, { from, to: spans.length === 0 ? 1_020 : Math.min(from + 120, 1_440) }])
          }
        >
          <Plus {...icon} />
        </IconButton>
      )}
    </li>
  );
}

function DaysOff({
  days,
  onChange,
}: {
  days: OfficeHours['daysOff'];
  onChange: (days: OfficeHours['daysOff']) => void;
}) {
  const { t } = useTranslation('inbox');
  const replace = (at: number, change: Partial<OfficeHours['daysOff'][number]>) =>
    onChange(days.map((day, place) => (place === at ? { ...day, ...change } : day)));
  return (
    <div className="grid gap-2">
      <h3 className="text-sm font-medium">{t('hours.daysOff')}</h3>
      {days.length === 0 && <p className="text-sm text-muted">{t('hours.noDaysOff')}</p>}
      {days.map(({ date, name }, at) => (
        <div key={at} className="flex items-center gap-1.5">
          <div className="w-40 shrink-0">
            <Input
              type="date"
              required
              aria-label={t('hours.date')}
              value={date}
              onChange={({ target }) => replace(at, { date: target.value })}
            />
          </div>
          <Input
            aria-label={t('hours.name')}
            placeholder={t('hours.name')}
            maxLength={60}
            value={name}
            onChange={({ target }) => replace(at, { name: target.value })}
          />
          <IconButton
            size="sm"
            label={t('hours.removeDay', { name: name || date })}
            onClick={() => onChange(days.filter((_, place) => place !== at))}
          >
            <X {...icon} />
          </IconButton>
        </div>
      ))}
      {days.length < mostDaysOff && (
        <Button
          size="sm"
          className="justify-self-start"
          icon={<Plus {...icon} />}
          onClick={() => onChange([...days, { date: '', name: '' }])}
        >
          {t('hours.addDay')}
        </Button>
      )}
    </div>
  );
}

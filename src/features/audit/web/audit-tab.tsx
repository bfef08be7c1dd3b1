import { useTranslation } from 'react-i18next';
import type { Output } from '#ui/api/client.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { List } from '#ui/list/list.tsx';
import { usePages } from '#ui/list/pages.ts';
import { useUser } from '#ui/api/session.ts';
import { Badge, Skeleton } from '#ui/page/display.tsx';
import { Field } from '#ui/controls/field.tsx';
import { readableNumber } from '#ui/browser/numbers.ts';
import { Select } from '#ui/controls/select.tsx';
import { Table, type Column } from '#ui/page/table.tsx';
import { Time } from '#ui/browser/time.tsx';
import { useUrlParam } from '#ui/browser/url-param.ts';

type Entry = Output<'GET /api/audit'>['entries'][number];
const groups = [
  'all',
  'team',
  'safety',
  'keys',
  'functions',
  'webhooks',
  'providers',
  'payments',
  'agents',
  'contacts',
  'forms',
  'account',
  'blog',
] as const;
type Group = (typeof groups)[number];

/** Who did what in the account, when and from where. */
export function AuditTab() {
  const { t, i18n } = useTranslation('audit');
  const { isSuperadmin } = useUser();
  const [group, setGroup] = useUrlParam<Group>('what', 'all', { allowed: groups });
  const [actor, setActor] = useUrlParam<string>('who', 'all');
  const { data: team } = useEndpoint('GET /api/team');
  const filter = { ...(group !== 'all' && { group }), ...(actor !== 'all' && { actor }) };
  const list = usePages('GET /api/audit', { query: filter }, (page) => page.entries);
  const role = (name: string | undefined) => (name ? t(`role.${name}`, { defaultValue: name }) : '');
  const number = (given: string | undefined): string =>
    given === undefined ? '' : readableNumber(Number(given), i18n.language);
  const sentence = ({ action, target, details }: Entry) => {
    const name: string = action;
    return t(`actions.${name}`, {
      kept: number(details['kept']),
      ended: number(details['ended']),
      target: target.email && target.email !== target.name ? `${target.name} (${target.email})` : target.name,
      from: role(details['from']),
      to: role(details['to']),
      amount: details['amount'] ?? '',
      number: number(details['number']),
      reason: details['reason'] ?? '',
    });
  };
  const columns: Column<Entry>[] = [
    {
      key: 'what',
      header: t('columns.what'),
      cell: (entry) => <span className="font-normal break-words">{sentence(entry)}</span>,
    },
    {
      key: 'who',
      header: t('columns.who'),
      cell: ({ actor: { name, email } }) => (
        <span className="block">
          <span className="font-medium whitespace-nowrap">{name}</span>
          {email && email !== name && <span className="block text-sm text-muted wrap-anywhere">{email}</span>}
        </span>
      ),
    },
    {
      key: 'group',
      header: t('columns.about'),
      cell: (entry) => <Badge>{t(`groups.${entry.action.split('.')[0] as Exclude<Group, 'all'>}`)}</Badge>,
      hideOnPhone: true,
    },
    {
      key: 'address',
      header: t('columns.from'),
      cell: (entry) => <span className="tabular text-muted">{entry.address ?? '–'}</span>,
    },
    {
      key: 'when',
      header: t('columns.when'),
      align: 'right',
      cell: (entry) => <Time at={entry.createdAt} className="whitespace-nowrap text-muted" />,
    },
  ];
  return (
    <section aria-labelledby="audit" className="grid gap-4">
      <div>
        <h2 id="audit" className="text-md font-semibold">
          {t('title')}
        </h2>
        <p className="mt-1 text-pretty text-muted">{t('text')}</p>
      </div>
      <div className="grid gap-3 sm:max-w-md sm:grid-cols-2">
        <Field label={t('columns.about')}>
          <Select
            value={group}
            onChange={setGroup}
            options={groups
              .filter((value) => value !== 'blog' || isSuperadmin)
              .map((value) => ({ value, label: t(`groups.${value}`) }))}
          />
        </Field>
        <Field label={t('columns.who')}>
          <Select
            value={actor}
            onChange={setActor}
            options={[
              { value: 'all', label: t('everybody') },
              ...(team?.members ?? []).map(({ userId, name, email }) => ({
                value: userId,
                label: name,
                hint: email,
              })),
            ]}
          />
        </Field>
      </div>
      <div className="min-w-0">
        <List of={list} waiting={<Skeleton className="h-64 w-full" />} empty={t('empty')} more={t('more')}>
          {(entries) => <Table label={t('title')} columns={columns} rows={entries} rowKey={({ id }) => id} />}
        </List>
      </div>
    </section>
  );
}

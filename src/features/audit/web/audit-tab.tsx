import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, type Output } from '#ui/api/client.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Badge, Callout, Skeleton } from '#ui/page/display.tsx';
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
  'providers',
  'payments',
  'agents',
  'contacts',
  'forms',
  'account',
] as const;
type Group = (typeof groups)[number];

/** Who did what in the account, when and from where. */
export function AuditTab() {
  const { t, i18n } = useTranslation('audit');
  const [group, setGroup] = useUrlParam<Group>('what', 'all', { allowed: groups });
  const [actor, setActor] = useUrlParam<string>('who', 'all');
  const { data: team } = useEndpoint('GET /api/team');
  const filter = { ...(group !== 'all' && { group }), ...(actor !== 'all' && { actor }) };
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['/api/audit', filter],
    queryFn: ({ pageParam }) =>
      api('GET /api/audit', { query: { ...filter, ...(pageParam && { cursor: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  });
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  const role = (name: string | undefined) => (name ? t(`role.${name}`, { defaultValue: name }) : '');
  const sentence = ({ action, target, details }: Entry) =>
    t(`actions.${action}`, {
      target: target.name,
      from: role(details['from']),
      to: role(details['to']),
      amount: details['amount'] ?? '',
      number: details['number'] === undefined ? '' : readableNumber(Number(details['number']), i18n.language),
    });
  const columns: Column<Entry>[] = [
    {
      key: 'what',
      header: t('columns.what'),
      cell: (entry) => <span className="font-normal break-words">{sentence(entry)}</span>,
    },
    {
      key: 'who',
      header: t('columns.who'),
      cell: (entry) => <span className="font-medium whitespace-nowrap">{entry.actor.name}</span>,
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
            options={groups.map((value) => ({ value, label: t(`groups.${value}`) }))}
          />
        </Field>
        <Field label={t('columns.who')}>
          <Select
            value={actor}
            onChange={setActor}
            options={[
              { value: 'all', label: t('everybody') },
              ...(team?.members ?? []).map(({ userId, name }) => ({ value: userId, label: name })),
            ]}
          />
        </Field>
      </div>
      {error && !data && (
        <Callout
          tone="danger"
          action={<Button onClick={() => void refetch()}>{t('common:tryAgain')}</Button>}
        >
          {error.message}
        </Callout>
      )}
      {!data && !error && <Skeleton className="h-64 w-full" />}
      {data && entries.length === 0 && (
        <p className="rounded-card border border-line bg-surface px-6 py-10 text-center text-muted">
          {t('empty')}
        </p>
      )}
      {entries.length > 0 && (
        <Table label={t('title')} columns={columns} rows={entries} rowKey={({ id }) => id} />
      )}
      {hasNextPage && (
        <Button
          className="justify-self-center"
          pending={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('more')}
        </Button>
      )}
    </section>
  );
}

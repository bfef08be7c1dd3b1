import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#ui/api/hooks.ts';
import { List } from '#ui/list/list.tsx';
import { usePages } from '#ui/list/pages.ts';
import { Skeleton } from '#ui/page/display.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Select } from '#ui/controls/select.tsx';
import { useUrlParam } from '#ui/browser/url-param.ts';
import { AuditTable } from './audit-table.tsx';

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
  'brand',
] as const;
type Group = (typeof groups)[number];

/** Who did what in the account, when and from where. */
export function AuditTab() {
  const { t } = useTranslation('audit');
  const [group, setGroup] = useUrlParam<Group>('what', 'all', { allowed: groups });
  const [actor, setActor] = useUrlParam<string>('who', 'all');
  const { data: team } = useEndpoint('GET /api/team');
  const filter = { ...(group !== 'all' && { group }), ...(actor !== 'all' && { actor }) };
  const list = usePages('GET /api/audit', { query: filter }, (page) => page.entries);
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
          {(entries) => <AuditTable entries={entries} />}
        </List>
      </div>
    </section>
  );
}

import { useTranslation } from 'react-i18next';
import { List } from '#ui/list/list.tsx';
import { usePages } from '#ui/list/pages.ts';
import { Skeleton } from '#ui/page/display.tsx';
import { AuditTable } from './audit-table.tsx';

/** What superadmins did, in whichever account they worked. */
export function SuperadminAudit() {
  const { t } = useTranslation('audit');
  const list = usePages('GET /api/superadmin/audit', { query: {} }, (page) => page.entries);
  return (
    <List of={list} waiting={<Skeleton className="h-64 w-full" />} empty={t('empty')} more={t('more')}>
      {(entries) => <AuditTable entries={entries} />}
    </List>
  );
}

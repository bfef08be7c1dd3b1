import { useTranslation } from 'react-i18next';
import type { Output } from '#ui/api/client.ts';
import { readableNumber } from '#ui/browser/numbers.ts';
import { Time } from '#ui/browser/time.tsx';
import { Badge } from '#ui/page/display.tsx';
import { EmailText } from '#ui/page/email-text.tsx';
import { Table, type Column } from '#ui/page/table.tsx';

type Entry = Output<'GET /api/audit'>['entries'][number];

/** Lines of the audit log: what happened, who did it, from where and when. */
export function AuditTable({ entries }: { entries: readonly Entry[] }) {
  const { t, i18n } = useTranslation(['audit', 'webhooks']);
  const role = (name: string | undefined) => (name ? t(`role.${name}`, { defaultValue: name }) : '');
  const plan = (name: string | undefined) => (name ? t(`plan.${name}`, { defaultValue: name }) : '');
  const number = (given: string | undefined): string =>
    given === undefined ? '' : readableNumber(Number(given), i18n.language);
  const named = ({ action, target: { name, email } }: Entry): string => {
    if (action.startsWith('webhooks.threshold_'))
      return t(`webhooks:threshold.figures.${name}`, { defaultValue: name });
    return email && email !== name ? `${name} (${email})` : name;
  };
  const sentence = (entry: Entry) => {
    const { action, details } = entry;
    const name: string = action;
    return t(`actions.${name}`, {
      kept: number(details['kept']),
      ended: number(details['ended']),
      target: named(entry),
      from: role(details['from']),
      to: role(details['to']),
      amount: details['amount'] ?? '',
      number: number(details['number']),
      reason: details['reason'] ?? '',
      plan: plan(details['plan']),
      until: details['until'] ?? '–',
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
      cell: ({ actor: { name, email }, details }) => (
        <span className="block xl:min-w-52">
          <span className="font-medium whitespace-nowrap">{name}</span>
          {email && email !== name && (
            <span className="block text-sm text-muted">
              <EmailText>{email}</EmailText>
            </span>
          )}
          {details['superadmin'] && (
            <span className="block text-sm text-warning-ink">
              {t('bySuperadmin', { name: details['superadmin'] })}
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'group',
      header: t('columns.about'),
      cell: (entry) => <Badge>{t(`groups.${entry.action.split('.')[0] ?? 'all'}`)}</Badge>,
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
  return <Table label={t('title')} columns={columns} rows={entries} rowKey={({ id }) => id} />;
}

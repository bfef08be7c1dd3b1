import { factGap } from '#shared/text/fact-gap.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { CirclePause, CirclePlay, Copy, Ellipsis, FileInput, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { readableNumber } from '#ui/browser/numbers.ts';
import { useShortcuts } from '#ui/browser/shortcuts.ts';
import { Time } from '#ui/browser/time.tsx';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { DropdownMenu } from '#ui/controls/menu.tsx';
import { List, listOf } from '#ui/list/list.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Badge, Skeleton } from '#ui/page/display.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { Page, PageHeader } from '#ui/page/page.tsx';
import { Table } from '#ui/page/table.tsx';
import { usePartsOff } from '#features/feature-flags/web/parts-off.ts';
import type { FunctionSummary } from '../custom-functions.contract.ts';
import { OpenapiDialog } from './openapi-dialog.tsx';
import { RiskBadge } from './risk-badge.tsx';

const icon = { size: 16 } as const;

/** What the account's agents may call. */
export function FunctionsPage() {
  const { t, i18n } = useTranslation('functions');
  const navigate = useNavigate();
  const [isImporting, setImporting] = useState(false);
  const canManage = useUser().can['integrations.manage'] !== false;
  const canMake = !usePartsOff().isOff('customFunctions') && canManage;
  const list = listOf(useEndpoint('GET /api/functions'), (data) => data.functions);
  const change = useMutate('PATCH /api/functions/{id}', { refreshes: ['/api/functions'] });
  const duplicate = useMutate('POST /api/functions/{id}/duplicate', {
    refreshes: ['/api/functions'],
    onSuccess: (copy) => void navigate({ href: paths.agentFunction(copy.id) }),
  });
  const restore = useMutate('POST /api/functions/{id}/restore', { refreshes: ['/api/functions'] });
  const remove = useMutate('DELETE /api/functions/{id}', { refreshes: ['/api/functions'] });
  useShortcuts(
    canMake
      ? [
          {
            id: 'functions.new',
            keys: 'n',
            label: t('new'),
            group: t('shell:screens.functions'),
            run: () => void navigate({ to: paths.newFunction }),
          },
        ]
      : [],
  );
  const add = canMake && (
    <span className="flex flex-wrap gap-2">
      <Button icon={<FileInput {...icon} />} onClick={() => setImporting(true)}>
        {t('openapi.open')}
      </Button>
      <Link to={paths.newFunction} className={buttonClass({ variant: 'primary' })}>
        <Plus size={16} aria-hidden="true" />
        {t('new')}
      </Link>
    </span>
  );
  const removeOne = ({ id, label }: FunctionSummary) =>
    remove.mutate(
      { params: { id } },
      {
        onSuccess: () =>
          toast({
            title: t('list.deleted', { name: label }),
            action: { label: t('common:actions.undo'), onClick: () => restore.mutate({ params: { id } }) },
          }),
      },
    );
  const menuOf = (row: FunctionSummary) => (
    <DropdownMenu
      label={t('list.actions', { name: row.label })}
      trigger={
        <IconButton label={t('list.actions', { name: row.label })} tooltip={false}>
          <Ellipsis {...icon} />
        </IconButton>
      }
      items={[
        {
          label: t('list.edit'),
          icon: <Pencil {...icon} />,
          onSelect: () => void navigate({ href: paths.agentFunction(row.id) }),
        },
        {
          label: t(row.isEnabled ? 'list.switchOff' : 'list.switchOn'),
          icon: row.isEnabled ? <CirclePause {...icon} /> : <CirclePlay {...icon} />,
          onSelect: () => change.mutate({ params: { id: row.id }, body: { isEnabled: !row.isEnabled } }),
        },
        {
          label: t('list.duplicate'),
          icon: <Copy {...icon} />,
          onSelect: () => duplicate.mutate({ params: { id: row.id } }),
        },
        'separator',
        {
          label: t('list.delete'),
          icon: <Trash2 {...icon} />,
          danger: true,
          onSelect: () => removeOne(row),
        },
      ]}
    />
  );
  const isEmpty = list.rows?.length === 0;
  return (
    <Page>
      <PageHeader
        title={t('shell:screens.functions')}
        description={t('intro')}
        back={{ to: paths.tools, label: t('shell:screens.tools') }}
        actions={!isEmpty && add}
      />
      <List
        of={list}
        waiting={<Skeleton className="h-64 rounded-card" />}
        empty={
          <EmptyState picture={<SampleCall />} title={t('empty.title')} action={add}>
            {t('empty.text')}
          </EmptyState>
        }
      >
        {(rows) => (
          <Table
            label={t('shell:screens.functions')}
            rows={rows}
            rowKey={({ id }) => id}
            {...(canManage && { rowHref: ({ id }: FunctionSummary) => paths.agentFunction(id) })}
            columns={[
              {
                key: 'label',
                header: t('list.name'),
                className: 'w-[40%]',
                cell: ({ label, name, host, kind }) => (
                  <span className="min-w-0">
                    <span className="block truncate font-medium">{label}</span>
                    <span className="block truncate text-sm font-normal text-muted">
                      <span className="font-mono">{name}</span>
                      {`${factGap}${host || t(`what.kinds.${kind}`)}`}
                    </span>
                  </span>
                ),
              },
              {
                key: 'risk',
                header: t('list.risk'),
                cell: ({ risk, isEnabled }) => (
                  <span className="flex flex-wrap items-center gap-1">
                    <RiskBadge risk={risk} />
                    {!isEnabled && <Badge tone="neutral">{t('list.off')}</Badge>}
                  </span>
                ),
              },
              {
                key: 'agents',
                header: t('list.agents'),
                align: 'right',
                cell: ({ agentCount }) => readableNumber(agentCount, i18n.language),
              },
              {
                key: 'changed',
                header: t('list.changed'),
                hideOnPhone: true,
                cell: ({ updatedAt }) => <Time at={updatedAt} className="text-muted" />,
              },
              ...(canManage
                ? [
                    {
                      key: 'actions',
                      isMenu: true,
                      header: <span className="sr-only">{t('list.actionsHeader')}</span>,
                      align: 'right' as const,
                      className: 'w-12',
                      cell: menuOf,
                    },
                  ]
                : []),
            ]}
          />
        )}
      </List>
      {isImporting && <OpenapiDialog onClose={() => setImporting(false)} />}
    </Page>
  );
}

/** A question, the call that it led to, and what came back. */
function SampleCall() {
  const { t } = useTranslation('functions');
  return (
    <div className="grid gap-2 rounded-card border border-line bg-page p-4 text-sm">
      <p className="ml-auto max-w-[85%] rounded-card bg-accent-tint px-3 py-2 text-accent-ink">
        {t('empty.question')}
      </p>
      <p className="flex items-center gap-2 font-mono text-xs text-muted">
        <Badge tone="success" dot>
          200
        </Badge>
        check_order → on_its_way
      </p>
      <p className="max-w-[85%] rounded-card border border-line bg-surface px-3 py-2">{t('empty.answer')}</p>
    </div>
  );
}

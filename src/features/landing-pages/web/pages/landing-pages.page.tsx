import { Link, useNavigate } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { Archive, ArchiveRestore, Copy, Ellipsis, ExternalLink, Plus, Settings, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { api } from '#ui/api/client.ts';
import { refresh, useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { readableNumber } from '#ui/browser/numbers.ts';
import { useShortcuts } from '#ui/browser/shortcuts.ts';
import { Time } from '#ui/browser/time.tsx';
import { useUrlSearch } from '#ui/browser/url-search.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { DropdownMenu } from '#ui/controls/menu.tsx';
import { SearchField } from '#ui/controls/search-field.tsx';
import { List, listOf } from '#ui/list/list.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Skeleton } from '#ui/page/display.tsx';
import { Page, PageHeader } from '#ui/page/page.tsx';
import { Table } from '#ui/page/table.tsx';
import type { LandingPageSummary } from '../../landing-pages.contract.ts';
import { PageState } from './page-state.tsx';

/** All landing pages of the account. */
export function LandingPagesPage() {
  const { t, i18n } = useTranslation('landing-pages');
  const client = useQueryClient();
  const navigate = useNavigate();
  const canEdit = useUser().can['pages.edit'] !== false;
  const [typed, search, setTyped] = useUrlSearch();
  const [isArchive, setArchive] = useState(false);
  const [doomed, setDoomed] = useState<LandingPageSummary | null>(null);
  const list = listOf(
    useEndpoint(
      'GET /api/landing-pages',
      { query: { ...(search && { search }), ...(isArchive && { status: 'archived' as const }) } },
      { placeholderData: (before) => before },
    ),
    (data) => data.pages,
  );
  const refreshes = ['/api/landing-pages'];
  const duplicate = useMutate('POST /api/landing-pages/{id}/duplicate', { refreshes });
  const archive = useMutate('POST /api/landing-pages/{id}/archive', { refreshes });
  const unarchive = useMutate('POST /api/landing-pages/{id}/unarchive', { refreshes });
  useShortcuts(
    canEdit
      ? [
          {
            id: 'landing-pages.new',
            keys: 'n',
            label: t('new.title'),
            group: t('shell:screens.landingPages'),
            run: () => void navigate({ to: paths.newLandingPage }),
          },
        ]
      : [],
  );
  const isEmpty = list.rows?.length === 0 && search === '' && !isArchive;
  const toNew = (
    <Link to={paths.newLandingPage} className={buttonClass({ variant: 'primary' })}>
      <Plus size={16} aria-hidden="true" />
      {t('new.title')}
    </Link>
  );
  const menuOf = (page: LandingPageSummary) => {
    const params = { id: page.id };
    return (
      <DropdownMenu
        label={t('list.actions', { name: page.title })}
        trigger={
          <IconButton label={t('list.actions', { name: page.title })} tooltip={false}>
            <Ellipsis size={16} />
          </IconButton>
        }
        items={[
          {
            label: t('list.settings'),
            icon: <Settings size={16} />,
            onSelect: () => void navigate({ href: paths.landingPageSettings(page.id) }),
          },
          ...(page.isOnline
            ? [
                {
                  label: t('list.visit'),
                  icon: <ExternalLink size={16} />,
                  onSelect: () => void window.open(page.url, '_blank', 'noopener'),
                },
              ]
            : []),
          ...(canEdit
            ? [
                {
                  label: t('list.duplicate'),
                  icon: <Copy size={16} />,
                  onSelect: () => duplicate.mutate({ params }),
                },
                page.status === 'archived'
                  ? {
                      label: t('list.unarchive'),
                      icon: <ArchiveRestore size={16} />,
                      onSelect: () => unarchive.mutate({ params }),
                    }
                  : {
                      label: t('list.archive'),
                      icon: <Archive size={16} />,
                      onSelect: () => archive.mutate({ params }),
                    },
                'separator' as const,
                {
                  label: t('list.delete'),
                  icon: <Trash2 size={16} />,
                  danger: true,
                  onSelect: () => setDoomed(page),
                },
              ]
            : []),
        ]}
      />
    );
  };
  return (
    <Page>
      <PageHeader
        title={t('shell:screens.landingPages')}
        description={t('list.intro')}
        actions={canEdit && !isEmpty && toNew}
      />
      {!isEmpty && (
        <div className="mb-4 flex flex-wrap items-center gap-4">
          <div className="w-full md:w-72">
            <SearchField label={t('list.search')} value={typed} maxLength={200} onChange={setTyped} />
          </div>
          <Checkbox checked={isArchive} onChange={setArchive} label={t('list.archived')} />
        </div>
      )}
      <List
        of={list}
        waiting={<Skeleton className="h-64 rounded-card" />}
        empty={
          isEmpty ? (
            <>
              <h2 className="mb-1 text-lg font-semibold">{t('list.emptyTitle')}</h2>
              <p className="mb-5 max-w-prose text-muted">{t('list.emptyText')}</p>
              {canEdit && toNew}
            </>
          ) : (
            t(search === '' ? 'list.noArchived' : 'list.noMatch')
          )
        }
      >
        {(pages) => (
          <Table
            label={t('shell:screens.landingPages')}
            rows={pages}
            rowKey={({ id }) => id}
            rowHref={({ id }) => paths.landingPage(id)}
            columns={[
              {
                key: 'title',
                header: t('list.name'),
                className: 'w-[42%]',
                cell: (page) => (
                  <span className="min-w-0">
                    <span className="block truncate font-medium">{page.title}</span>
                    <span className="block truncate text-sm font-normal text-muted">
                      {page.url.replace(/^https?:\/\//, '')}
                    </span>
                  </span>
                ),
              },
              { key: 'status', header: t('list.status'), cell: (page) => <PageState page={page} /> },
              {
                key: 'views',
                header: t('list.views'),
                align: 'right',
                cell: (page) => readableNumber(page.views, i18n.language),
              },
              {
                key: 'updated',
                header: t('list.updated'),
                cell: (page) => <Time at={page.updatedAt} className="text-muted" />,
              },
              {
                key: 'actions',
                isMenu: true,
                header: <span className="sr-only">{t('list.actionsHeader')}</span>,
                align: 'right',
                className: 'w-12',
                cell: menuOf,
              },
            ]}
          />
        )}
      </List>
      {doomed && (
        <ConfirmDialog
          title={t('list.deleteTitle', { name: doomed.title })}
          description={t('list.deleteText')}
          confirm={t('list.delete')}
          run={async () => {
            await api('DELETE /api/landing-pages/{id}', { params: { id: doomed.id } });
            await refresh(client, '/api/landing-pages');
          }}
          onClose={() => setDoomed(null)}
        />
      )}
    </Page>
  );
}

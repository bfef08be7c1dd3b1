import { Link, useNavigate } from '@tanstack/react-router';
import { CirclePause, CirclePlay, Copy, Ellipsis, Inbox, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { api } from '#ui/api/client.ts';
import { useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { usePartsOff } from '#features/feature-flags/web/parts-off.ts';
import { useUser } from '#ui/api/session.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Badge, Skeleton } from '#ui/page/display.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { DropdownMenu } from '#ui/controls/menu.tsx';
import { readableNumber } from '#ui/browser/numbers.ts';
import { Page, PageHeader } from '#ui/page/page.tsx';
import { List, listOf } from '#ui/list/list.tsx';
import { SearchField } from '#ui/controls/search-field.tsx';
import { useShortcuts } from '#ui/browser/shortcuts.ts';
import { Table } from '#ui/page/table.tsx';
import { Time } from '#ui/browser/time.tsx';
import { useUrlSearch } from '#ui/browser/url-search.ts';
import { useQueryClient } from '@tanstack/react-query';
import { refresh } from '#ui/api/hooks.ts';
import type { FormSummary } from '../../forms.contract.ts';
import { FormTemplates } from './templates.tsx';

/** All forms of the account; with none yet, what there is to begin with. */
export function FormsPage() {
  const { t, i18n } = useTranslation('forms');
  const client = useQueryClient();
  const navigate = useNavigate();
  const canEdit = useUser().can['forms.edit'] !== false;
  const canMake = !usePartsOff().isOff('forms') && canEdit;
  const [typed, search, setTyped] = useUrlSearch();
  const [doomed, setDoomed] = useState<FormSummary | null>(null);
  const list = listOf(
    useEndpoint(
      'GET /api/forms',
      { query: search ? { search } : {} },
      { placeholderData: (before) => before },
    ),
    (data) => data.forms,
  );
  const change = useMutate('PATCH /api/forms/{id}', { refreshes: ['/api/forms'] });
  const duplicate = useMutate('POST /api/forms/{id}/duplicate', {
    refreshes: ['/api/forms'],
    onSuccess: (form) => void navigate({ href: paths.form(form.id) }),
  });
  useShortcuts(
    canMake
      ? [
          {
            id: 'forms.new',
            keys: 'n',
            label: t('new.title'),
            group: t('shell:screens.forms'),
            run: () => void navigate({ to: paths.newForm }),
          },
        ]
      : [],
  );
  const isEmpty = list.rows?.length === 0 && search === '';
  const menuOf = (form: FormSummary) => (
    <DropdownMenu
      label={t('list.actions', { name: form.name })}
      trigger={
        <IconButton label={t('list.actions', { name: form.name })} tooltip={false}>
          <Ellipsis size={16} />
        </IconButton>
      }
      items={[
        {
          label: t('list.edit'),
          icon: <Pencil size={16} />,
          onSelect: () => void navigate({ href: paths.form(form.id) }),
        },
        {
          label: t('submissions.title'),
          icon: <Inbox size={16} />,
          onSelect: () => void navigate({ href: paths.formSubmissions(form.id) }),
        },
        ...(canEdit
          ? [
              {
                label: t(form.isActive ? 'list.close' : 'list.open'),
                icon: form.isActive ? <CirclePause size={16} /> : <CirclePlay size={16} />,
                onSelect: () =>
                  change.mutate({ params: { id: form.id }, body: { isActive: !form.isActive } }),
              },
              {
                label: t('list.duplicate'),
                icon: <Copy size={16} />,
                onSelect: () => duplicate.mutate({ params: { id: form.id } }),
              },
              'separator' as const,
              {
                label: t('list.delete'),
                icon: <Trash2 size={16} />,
                danger: true,
                onSelect: () => setDoomed(form),
              },
            ]
          : []),
      ]}
    />
  );
  return (
    <Page>
      <PageHeader
        title={t('shell:screens.forms')}
        description={t('list.intro')}
        actions={
          canMake &&
          !isEmpty && (
            <Link to={paths.newForm} className={buttonClass({ variant: 'primary' })}>
              <Plus size={16} aria-hidden="true" />
              {t('new.title')}
            </Link>
          )
        }
      />
      {!isEmpty && (list.rows || search) && (
        <div className="mb-4 md:w-72">
          <SearchField label={t('list.search')} value={typed} maxLength={200} onChange={setTyped} />
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
              <FormTemplates onMade={(form) => void navigate({ href: paths.form(form.id) })} />
            </>
          ) : (
            t('list.noMatch')
          )
        }
      >
        {(forms) => (
          <Table
            label={t('shell:screens.forms')}
            rows={forms}
            rowKey={({ id }) => id}
            rowHref={({ id }) => paths.form(id)}
            columns={[
              {
                key: 'name',
                header: t('list.name'),
                className: 'w-[38%]',
                cell: (form) => (
                  <span className="min-w-0">
                    <span className="block truncate font-medium">{form.name}</span>
                    <span className="block truncate text-sm font-normal text-muted">
                      {form.url.replace(/^https?:\/\//, '')}
                    </span>
                  </span>
                ),
              },
              {
                key: 'fields',
                header: t('list.fields'),
                align: 'right',
                cell: (form) => readableNumber(form.fieldCount, i18n.language),
              },
              {
                key: 'status',
                header: t('list.status'),
                cell: (form) => (
                  <Badge tone={!form.isPublished ? 'neutral' : form.isActive ? 'success' : 'warning'} dot>
                    {t(!form.isPublished ? 'list.draft' : form.isActive ? 'list.active' : 'list.inactive')}
                  </Badge>
                ),
              },
              {
                key: 'created',
                header: t('list.created'),
                cell: (form) => <Time at={form.createdAt} className="text-muted" />,
              },
              {
                key: 'submissions',
                header: t('list.submissions'),
                align: 'right',
                cell: (form) => (
                  <span className="inline-flex items-center gap-2">
                    {form.newCount > 0 && (
                      <Badge tone="accent">{t('list.new', { count: form.newCount })}</Badge>
                    )}
                    <Link
                      to={paths.formSubmissions(form.id)}
                      className="tabular underline-offset-4 hover:underline"
                    >
                      {readableNumber(form.submissionCount, i18n.language)}
                    </Link>
                  </span>
                ),
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
          title={t('list.deleteTitle', { name: doomed.name })}
          description={t('list.deleteText', { count: doomed.submissionCount })}
          confirm={t('list.delete')}
          run={async () => {
            await api('DELETE /api/forms/{id}', { params: { id: doomed.id } });
            await refresh(client, '/api/forms');
          }}
          onClose={() => setDoomed(null)}
        />
      )}
    </Page>
  );
}

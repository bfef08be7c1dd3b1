import { Link, useParams } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { Download, Pencil, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerWords } from '#shared/forms/words.ts';
import { paths } from '#shared/paths.ts';
import { api } from '#ui/api/client.ts';
import { refresh, useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { List } from '#ui/list/list.tsx';
import { usePages } from '#ui/list/pages.ts';
import { Badge, Skeleton } from '#ui/page/display.tsx';
import { EmailText } from '#ui/page/email-text.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { DropdownMenu } from '#ui/controls/menu.tsx';
import { Page, PageHeader } from '#ui/page/page.tsx';
import { SearchField } from '#ui/controls/search-field.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Tabs } from '#ui/controls/tabs.tsx';
import { useMediaQuery } from '#ui/browser/media.ts';
import { Table } from '#ui/page/table.tsx';
import { Time } from '#ui/browser/time.tsx';
import { useUrlParam } from '#ui/browser/url-param.ts';
import { useUrlSearch } from '#ui/browser/url-search.ts';
import { StateBadge, TestBadge, useMoney } from '#features/payments/web/figures/money-parts.tsx';
import {
  submissionStatuses,
  submissionViews,
  type Submission,
  type SubmissionView,
} from '../../forms-submissions.contract.ts';
import { AnswerColumnsMenu, useAnswerColumns } from './answer-columns.tsx';
import { AnswerFigures } from './answer-figures.tsx';
import { DropOff } from './drop-off.tsx';
import { SubmissionSheet } from './submission-sheet.tsx';

const tabs = ['list', 'figures'] as const;
const fileNames = ({ files }: Submission): Map<string, string> =>
  new Map(files.map(({ id, name }) => [id, name]));

/** What people sent to a form: found, read, marked, exported; and where those stopped who did not send it. */
export function SubmissionsPage() {
  const { t, i18n } = useTranslation('forms');
  const say = useMoney();
  const { id } = useParams({ from: '/shell/dashboard/forms/$id/submissions' });
  const client = useQueryClient();
  const { can } = useUser();
  const isPhone = useMediaQuery('(max-width: 767px)');
  const canEdit = can['forms.edit'] !== false;
  const [view, setView] = useUrlParam<SubmissionView>('view', 'all', { allowed: submissionViews });
  const [typed, search, setTyped] = useUrlSearch();
  const [tab, setTab] = useUrlParam<(typeof tabs)[number]>('tab', 'list', { allowed: tabs });
  const [open, setOpen] = useUrlParam<string>('open', '');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isDeleting, setDeleting] = useState(false);
  const form = useEndpoint('GET /api/forms/{id}', { params: { id } });
  const query = { view, ...(search ? { search } : {}) };
  const list = usePages(
    'GET /api/forms/{id}/submissions',
    { params: { id }, query },
    (page) => page.submissions,
  );
  const mark = useMutate('POST /api/forms/{id}/submissions/status', {
    refreshes: ['/api/forms'],
    onSuccess: () => setSelected(new Set()),
  });
  const counts = list.first?.counts;
  const columns = useAnswerColumns(id, form.data?.draft.blocks ?? []);
  // A form that asks for no confirmation has nothing to say about it.
  const confirms =
    form.data?.draft.settings.confirm === true ||
    (counts !== undefined && counts.confirmed + counts.unconfirmed > 0);
  const views = submissionViews.filter(
    (value) => value === view || confirms || (value !== 'confirmed' && value !== 'unconfirmed'),
  );
  const rows = list.rows?.map((row) => row.id) ?? [];
  // What is read leaves the list of new ones; its neighbours stay those that it had.
  const lastRows = useRef<readonly string[]>(rows);
  if (open === '' || rows.includes(open)) lastRows.current = rows;
  const ids = lastRows.current;
  const place = ids.indexOf(open);
  const before = place > 0 ? ids[place - 1] : undefined;
  const after = place >= 0 ? ids[place + 1] : undefined;
  const { hasMore, load } = list.more;
  const isAtEnd = place >= 0 && place === ids.length - 1;
  useEffect(() => {
    // Whoever goes through them one by one comes to the next page by itself.
    if (isAtEnd && hasMore) load();
  });
  const exportLink = (format: string): string =>
    `/api/forms/${id}/export?${new URLSearchParams({ ...query, format }).toString()}`;
  const answers = (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <div className="w-full md:w-64">
          <SearchField label={t('submissions.search')} value={typed} maxLength={200} onChange={setTyped} />
        </div>
        <div className="w-full md:w-52">
          <Select
            aria-label={t('submissions.view')}
            value={view}
            onChange={setView}
            options={views.map((value) => ({
              value,
              label: counts ? `${t(`submissions.${value}`)} (${counts[value]})` : t(`submissions.${value}`),
            }))}
          />
        </div>
        {form.data && !isPhone && <AnswerColumnsMenu {...columns} />}
        {selected.size > 0 && canEdit && (
          <div
            role="group"
            aria-label={t('submissions.selected', { count: selected.size })}
            className="flex flex-wrap items-center gap-2 md:ml-auto"
          >
            <span className="text-sm text-muted">{t('submissions.selected', { count: selected.size })}</span>
            {view !== 'partial' && view !== 'unconfirmed' && (
              <DropdownMenu
                trigger={<Button>{t('submissions.markAs')}</Button>}
                items={submissionStatuses.map((status) => ({
                  label: t(`submissions.${status}`),
                  onSelect: () => mark.mutate({ params: { id }, body: { ids: [...selected], status } }),
                }))}
              />
            )}
            <Button variant="danger" icon={<Trash2 size={16} />} onClick={() => setDeleting(true)}>
              {t('submissions.delete')}
            </Button>
          </div>
        )}
      </div>
      <List
        of={list}
        waiting={<Skeleton className="h-64 rounded-card" />}
        empty={
          <div className="rounded-card border border-line bg-surface px-6 py-12 text-center">
            <p className="font-medium">{t('submissions.none')}</p>
            <p className="mt-1 text-muted">{t('submissions.noneText')}</p>
          </div>
        }
        more={t('submissions.more')}
      >
        {(rows) => (
          <Table
            label={t('submissions.title')}
            rows={rows}
            rowKey={(row) => row.id}
            onRow={(row) => setOpen(row.id)}
            {...(canEdit
              ? {
                  selection: {
                    selected,
                    onChange: setSelected,
                    rowLabel: (row: (typeof rows)[number]) =>
                      t('submissions.row', {
                        date: new Intl.DateTimeFormat(i18n.language, {
                          dateStyle: 'medium',
                          timeStyle: 'short',
                        }).format(new Date(row.submittedAt ?? row.updatedAt)),
                      }),
                  },
                }
              : {})}
            columns={[
              {
                key: 'when',
                header: t('submissions.when'),
                className: 'whitespace-nowrap',
                cell: (row) => (
                  <button
                    type="button"
                    onClick={() => setOpen(row.id)}
                    className="font-medium underline-offset-4 hover:underline"
                  >
                    <Time at={row.submittedAt ?? row.updatedAt} />
                  </button>
                ),
              },
              ...columns.shown.map((block) => ({
                key: `answer-${block.key}`,
                header: block.label || block.key,
                // Questions are sentences: they break where the headings of other columns don't.
                className: 'max-w-56 min-w-28 [&:is(th)]:whitespace-normal',
                cell: (row: (typeof rows)[number]) => {
                  const words = answerWords(block, row.answers[block.key], fileNames(row), i18n.language);
                  return (
                    <span className="line-clamp-2">
                      {block.type === 'email' && words ? <EmailText>{words}</EmailText> : words || '–'}
                    </span>
                  );
                },
              })),
              ...(rows.some(({ payment }) => payment !== null)
                ? [
                    {
                      key: 'payment',
                      header: t('submissions.payment'),
                      className: 'whitespace-nowrap',
                      cell: ({ payment }: (typeof rows)[number]) =>
                        payment ? (
                          <span className="inline-flex items-center gap-2">
                            <span className="tabular">{say(payment.amount, payment.currency)}</span>
                            <StateBadge state={payment.state} />
                            {payment.isTest && <TestBadge />}
                          </span>
                        ) : (
                          '–'
                        ),
                    },
                  ]
                : []),
              {
                key: 'state',
                header: t('submissions.state'),
                cell: (row) => (
                  <span className="flex flex-wrap gap-1.5">
                    <Badge
                      tone={
                        row.state === 'unconfirmed'
                          ? 'warning'
                          : row.state !== 'complete'
                            ? 'neutral'
                            : row.status === 'new'
                              ? 'accent'
                              : row.status === 'spam'
                                ? 'danger'
                                : 'neutral'
                      }
                      dot
                    >
                      {t(row.state === 'complete' ? `submissions.${row.status}` : `submissions.${row.state}`)}
                    </Badge>
                    {row.confirmedAt && <Badge tone="success">{t('submissions.isConfirmed')}</Badge>}
                  </span>
                ),
              },
            ]}
          />
        )}
      </List>
    </>
  );
  return (
    <Page>
      <PageHeader
        title={form.data?.name ?? t('submissions.title')}
        tabTitle={`${t('submissions.title')}: ${form.data?.name ?? ''}`}
        description={t('submissions.title')}
        back={{ to: paths.forms, label: t('shell:screens.forms') }}
        actions={
          <>
            <Link to={paths.form(id)} className={buttonClass()}>
              <Pencil size={16} aria-hidden="true" />
              {t('submissions.editForm')}
            </Link>
            {can['contacts.export'] !== false && (
              <DropdownMenu
                label={t('submissions.export')}
                trigger={
                  <Button variant="primary" icon={<Download size={16} />}>
                    {t('submissions.export')}
                  </Button>
                }
                items={['csv', 'xlsx', 'json'].map((format) => ({
                  label: format.toUpperCase(),
                  onSelect: () => location.assign(exportLink(format)),
                }))}
              />
            )}
          </>
        }
      />
      {form.error && <ReadFailed error={form.error} retry={form.refetch} />}
      {!form.error && (
        <>
          <DropOff formId={id} />
          <Tabs
            label={t('submissions.title')}
            value={tab}
            onChange={setTab}
            tabs={[
              { value: 'list', label: t('submissions.list'), content: <div className="pt-4">{answers}</div> },
              {
                value: 'figures',
                label: t('submissions.figures'),
                content: <div className="pt-4">{form.data && <AnswerFigures form={form.data} />}</div>,
              },
            ]}
          />
        </>
      )}
      {open !== '' && form.data && (
        <SubmissionSheet
          form={form.data}
          id={open}
          {...(before && { onPrevious: () => setOpen(before) })}
          {...(after && { onNext: () => setOpen(after) })}
          onClose={() => setOpen('')}
        />
      )}
      {isDeleting && (
        <ConfirmDialog
          title={t('submissions.deleteTitle', { count: selected.size })}
          description={t('submissions.deleteText')}
          confirm={t('submissions.delete')}
          run={async () => {
            await api('POST /api/forms/{id}/submissions/delete', {
              params: { id },
              body: { ids: [...selected] },
            });
            setSelected(new Set());
            await refresh(client, '/api/forms');
          }}
          onClose={() => setDeleting(false)}
        />
      )}
    </Page>
  );
}

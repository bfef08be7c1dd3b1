import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { refresh, useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { instantOf, localOf } from '#ui/browser/local-time.ts';
import { Time } from '#ui/browser/time.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { Form } from '#ui/form/form.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { List, listOf } from '#ui/list/list.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Badge, Callout, Skeleton } from '#ui/page/display.tsx';
import { Table } from '#ui/page/table.tsx';
import type { LandingPage } from '../../landing-pages.contract.ts';
import { ExperimentForm } from './experiment-form.tsx';

const refreshes = ['/api/landing-pages'];

/** What goes online and when, and the states to go back to. */
export function PublishingSection({ page }: { page: LandingPage }) {
  const { t } = useTranslation('landing-pages');
  const canEdit = page.can.edit;
  const params = { id: page.id };
  const publish = useMutate('POST /api/landing-pages/{id}/publish', {
    refreshes,
    onSuccess: () => void toast({ variant: 'success', description: t('publishing.done') }),
  });
  const unpublish = useMutate('POST /api/landing-pages/{id}/unpublish', { refreshes });
  return (
    <div className="grid max-w-3xl gap-8">
      <section className="grid gap-4" aria-labelledby="publish-now">
        <h2 id="publish-now" className="text-md font-semibold">
          {t('publishing.now')}
        </h2>
        {page.issues.length > 0 && (
          <Callout tone="warning" title={t('publishing.issues')}>
            <ul className="list-disc pl-5">
              {[...new Set(page.issues.map(({ issue }) => issue))].map((issue) => (
                <li key={issue}>{t(`issue.${issue}`)}</li>
              ))}
            </ul>
          </Callout>
        )}
        <Changes page={page} />
        {canEdit && (
          <div className="flex flex-wrap gap-3">
            <Button
              variant="primary"
              pending={publish.isPending}
              disabled={page.isOnline && !page.hasChanges}
              onClick={() => publish.mutate({ params, body: { revision: page.draftRevision } })}
            >
              {t('publishing.publish')}
            </Button>
            {page.status === 'published' && (
              <Button
                variant="outline"
                pending={unpublish.isPending}
                onClick={() => unpublish.mutate({ params })}
              >
                {t('publishing.unpublish')}
              </Button>
            )}
          </div>
        )}
      </section>
      {canEdit && <Schedule page={page} />}
      {canEdit && page.publishedVersion !== null && <ExperimentForm page={page} />}
      <Versions page={page} />
    </div>
  );
}

function Changes({ page }: { page: LandingPage }) {
  const { t } = useTranslation('landing-pages');
  const diff = useEndpoint('GET /api/landing-pages/{id}/diff', { params: { id: page.id } });
  const changes = diff.data?.changes ?? [];
  if (page.publishedVersion === null) return <p className="text-muted">{t('publishing.never')}</p>;
  if (!page.hasChanges) return <p className="text-muted">{t('publishing.same')}</p>;
  return (
    <ul className="grid gap-1.5">
      {changes.map(({ kind, id, label }) => (
        <li key={`${kind} ${id}`} className="flex flex-wrap items-baseline gap-2">
          <Badge tone={kind === 'removed' ? 'danger' : kind === 'added' ? 'success' : 'neutral'}>
            {t(`change.${kind}`)}
          </Badge>
          <span className="min-w-0 break-words">{label || id}</span>
        </li>
      ))}
    </ul>
  );
}

function Schedule({ page }: { page: LandingPage }) {
  const { t } = useTranslation('landing-pages');
  const client = useQueryClient();
  const form = useServerForm({
    values: {
      publishAt: page.publishAt === null ? '' : localOf(page.publishAt),
      endAt: page.endAt === null ? '' : localOf(page.endAt),
    },
    send: ({ publishAt, endAt }) =>
      api('PUT /api/landing-pages/{id}/schedule', {
        params: { id: page.id },
        body: {
          publishAt: publishAt === '' ? null : instantOf(publishAt),
          endAt: endAt === '' ? null : instantOf(endAt),
        },
      }),
    onDone() {
      void refresh(client, ...refreshes);
      toast({ variant: 'success', description: t('settings.saved') });
    },
  });
  return (
    <section aria-labelledby="schedule" className="grid gap-4">
      <h2 id="schedule" className="text-md font-semibold">
        {t('schedule.title')}
      </h2>
      <p className="text-muted">{t('schedule.text')}</p>
      <Form of={form} className="gap-4 sm:grid-cols-2">
        <Field label={t('schedule.publishAt')} error={form.errorOf('publishAt')}>
          <Input type="datetime-local" {...form.register('publishAt')} />
        </Field>
        <Field label={t('schedule.endAt')} error={form.errorOf('endAt')}>
          <Input type="datetime-local" {...form.register('endAt')} />
        </Field>
        <Button type="submit" variant="outline" pending={form.isBusy} className="justify-self-start">
          {t('schedule.save')}
        </Button>
      </Form>
    </section>
  );
}

function Versions({ page }: { page: LandingPage }) {
  const { t } = useTranslation('landing-pages');
  const [shown, setShown] = useState(10);
  const list = listOf(
    useEndpoint('GET /api/landing-pages/{id}/versions', { params: { id: page.id } }),
    (data) => data.versions,
  );
  const restore = useMutate('POST /api/landing-pages/{id}/versions/{version}/restore', {
    refreshes,
    onSuccess: () => void toast({ variant: 'success', description: t('versions.restored') }),
  });
  return (
    <section aria-labelledby="versions" className="grid gap-3">
      <h2 id="versions" className="text-md font-semibold">
        {t('versions.title')}
      </h2>
      <List of={list} waiting={<Skeleton className="h-32" />} empty={t('versions.none')}>
        {(versions) => (
          <>
            <Table
              label={t('versions.title')}
              rows={versions.slice(0, shown)}
              rowKey={({ version }) => String(version)}
              columns={[
                {
                  key: 'version',
                  header: t('versions.version'),
                  cell: ({ version, isPublished }) => (
                    <span className="inline-flex items-center gap-2">
                      {version}
                      {isPublished && <Badge tone="success">{t('state.online')}</Badge>}
                    </span>
                  ),
                },
                { key: 'at', header: t('versions.at'), cell: ({ createdAt }) => <Time at={createdAt} /> },
                {
                  key: 'by',
                  header: t('versions.by'),
                  cell: ({ by }) => by || t('versions.schedule'),
                },
                {
                  key: 'restore',
                  header: <span className="sr-only">{t('versions.restore')}</span>,
                  align: 'right',
                  cell: ({ version }) =>
                    page.can.edit && (
                      <Button
                        size="sm"
                        variant="outline"
                        disabled={restore.isPending}
                        aria-label={t('versions.restoreOne', { version })}
                        onClick={() =>
                          restore.mutate({
                            params: { id: page.id, version },
                            body: { revision: page.draftRevision },
                          })
                        }
                      >
                        {t('versions.restore')}
                      </Button>
                    ),
                },
              ]}
            />
            {versions.length > shown && (
              <Button variant="ghost" className="justify-self-start" onClick={() => setShown(60)}>
                {t('versions.all')}
              </Button>
            )}
          </>
        )}
      </List>
    </section>
  );
}

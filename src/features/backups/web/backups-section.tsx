import { DatabaseBackup, Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#ui/api/client.ts';
import { setEndpointData, useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { readableBytes, readableNumber } from '#ui/browser/numbers.ts';
import { Time } from '#ui/browser/time.tsx';
import { Button } from '#ui/controls/button.tsx';
import { CopyButton } from '#ui/controls/copy-button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { PasswordField } from '#ui/controls/password-field.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { List, listOf } from '#ui/list/list.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Badge, Callout, Progress, Skeleton } from '#ui/page/display.tsx';
import { backupLinkMinutes, type Backup, type Backups } from '../backups.contract.ts';

const path = 'GET /api/superadmin/backups';
const lookEveryMs = 1_000;
const isUnderWay = ({ endedAt }: Backup): boolean => endedAt === null;

/** Copies of the whole database: made now, with how far they are, fetched with the password, and how to restore one. */
export function BackupsSection() {
  const { t, i18n } = useTranslation('backups');
  const client = useQueryClient();
  const [fetching, setFetching] = useState<Backup | null>(null);
  const [deleting, setDeleting] = useState<Backup | null>(null);
  const show = (answer: Backups) => setEndpointData(client, path, undefined, () => answer);
  const read = useEndpoint(path, undefined, {
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.backups.some(isUnderWay) ? lookEveryMs : false),
  });
  const list = listOf(read, ({ backups }) => backups);
  const start = useMutate('POST /api/superadmin/backups', { onSuccess: show });
  const isBusy = start.isPending || (read.data?.backups.some(isUnderWay) ?? false);
  return (
    <div className="grid max-w-3xl gap-6">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="min-w-0 flex-1 basis-72 text-pretty text-muted">
          {t('text')} {read.data && t('kept', { count: read.data.kept })}
        </p>
        <Button
          variant="primary"
          icon={<DatabaseBackup size={16} />}
          pending={isBusy}
          onClick={() => start.mutate({})}
        >
          {t('start')}
        </Button>
      </div>
      <List of={list} waiting={<Skeleton className="h-40 w-full" />} empty={t('empty')}>
        {(rows) => (
          <ul
            aria-label={t('list')}
            className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
          >
            {rows.map((row) => (
              <li key={row.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
                <div className="min-w-0 flex-1 basis-56">
                  <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                    <span className="font-medium">
                      <Time at={row.createdAt} />
                    </span>
                    {row.status === 'failed' && <Badge tone="danger">{t('failed')}</Badge>}
                    {row.status === 'ready' && <Badge>{readableBytes(row.bytes, i18n.language)}</Badge>}
                  </p>
                  <p className="text-sm break-words text-muted">
                    {row.failure ??
                      t('made', {
                        count: row.rows,
                        number: readableNumber(row.rows, i18n.language),
                        name: row.startedBy,
                      })}
                  </p>
                  {isUnderWay(row) && (
                    <Progress
                      className="mt-2"
                      label={t('progress', { tables: row.tables, all: row.allTables })}
                      value={row.allTables > 0 ? (row.tables / row.allTables) * 100 : 0}
                    />
                  )}
                </div>
                {row.status === 'ready' && (
                  <Button size="sm" icon={<Download size={16} />} onClick={() => setFetching(row)}>
                    {t('download')}
                  </Button>
                )}
                {!isUnderWay(row) && (
                  <IconButton label={t('delete.of', { name: row.fileName })} onClick={() => setDeleting(row)}>
                    <Trash2 size={16} aria-hidden="true" />
                  </IconButton>
                )}
              </li>
            ))}
          </ul>
        )}
      </List>
      {read.data && (
        <Restore
          folder={read.data.folder}
          file={read.data.backups.find((one) => one.status === 'ready')?.fileName}
        />
      )}
      {fetching && <DownloadDialog backup={fetching} onClose={() => setFetching(null)} />}
      {deleting && (
        <ConfirmDialog
          title={t('delete.title')}
          description={t('delete.text')}
          confirm={t('delete.action')}
          run={async () => {
            show(await api('DELETE /api/superadmin/backups/{id}', { params: { id: deleting.id } }));
            setDeleting(null);
          }}
          onClose={() => setDeleting(null)}
        />
      )}
    </div>
  );
}

/** The command that puts a backup into an empty server. */
function Restore({ folder, file }: { folder: string; file: string | undefined }) {
  const { t } = useTranslation('backups');
  const command = `DATA_DIR=/var/lib/chatelier-restored npm run restore -- ${folder}/${file ?? 'chatelier-….backup'}`;
  return (
    <section aria-labelledby="restore" className="grid gap-3">
      <h2 id="restore" className="text-md font-semibold">
        {t('restore.title')}
      </h2>
      <p className="text-pretty text-muted">{t('restore.text')}</p>
      <div className="flex items-center gap-2 rounded-card bg-sunken p-3">
        <code className="min-w-0 grow text-sm break-all">{command}</code>
        <CopyButton text={command} />
      </div>
      <Callout tone="warning" title={t('restore.keyTitle')}>
        {t('restore.key')}
      </Callout>
    </section>
  );
}

/** Asks for the password before the whole database leaves the server. */
function DownloadDialog({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const { t } = useTranslation('backups');
  const form = useServerForm({
    values: { password: '' },
    check: ({ password }) => ({ password: password ? undefined : t('passwordMissing') }),
    send: (body) => api('POST /api/superadmin/backups/{id}/link', { params: { id: backup.id }, body }),
    placeOf: ({ code }) => (code === 'auth.password_wrong' ? 'password' : undefined),
    onDone: ({ url }) => {
      location.assign(url);
      onClose();
    },
  });
  return (
    <FormDialog
      of={form}
      title={t('downloadTitle')}
      description={t('downloadText', { minutes: backupLinkMinutes })}
      submit={t('download')}
      onClose={onClose}
    >
      <Field label={t('password')} error={form.errorOf('password')} required>
        <PasswordField autoComplete="current-password" {...form.register('password')} />
      </Field>
    </FormDialog>
  );
}

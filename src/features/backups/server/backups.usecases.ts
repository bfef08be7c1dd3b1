import { createReadStream, type ReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { AppError, commonErrors } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import { mintToken, readToken, type TokenKind } from '#platform/crypto/signed-token.ts';
import { writeCopy, type CopyProgress } from '#platform/database/copy/write-copy.ts';
import type { Database } from '#platform/database/database.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { Logger } from '#platform/log/logger.ts';
import { superadminActor, type Superadmin } from '#features/audit/server/audit-superadmin.usecases.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import type { SessionsUsecases } from '#features/auth/server/auth-sessions.usecases.ts';
import { backupLinkMinutes, backupsErrors, type Backup, type Backups } from '../backups.contract.ts';
import { backupsRepository, type BackupRow } from './backups.repository.ts';

/** Writes a backup. One that broke off is not tried again: whoever asked for it sees why, and asks again. */
export const backupJob = defineJob({
  name: 'backups.write',
  payload: z.object({ id: z.string() }),
  retryLimit: 0,
  expireInSeconds: 7_200,
  concurrency: 1,
});
/** Longer than its job may take: nobody works on it any more. */
const lostMs = (backupJob.expireInSeconds + 600) * 1_000;
const progressEveryMs = 500;
/** So many that failed are shown. */
const failedKept = 5;

const linkKind: TokenKind<{ b: string; u: string }> = {
  purpose: 'backup',
  parse: (value) => z.object({ b: z.string(), u: z.string() }).safeParse(value).data ?? null,
};

const present = ({ copiedRows, createdAt, endedAt, ...row }: BackupRow): Backup => ({
  ...row,
  rows: copiedRows,
  createdAt: createdAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
});

/** Copies of the whole database, made on demand, kept in the data folder. */
export function createBackups(services: {
  database: Database;
  clock: Clock;
  log: Logger;
  jobs: Pick<Jobs, 'send'>;
  box: SecretBox;
  sessions: Pick<SessionsUsecases, 'confirmPassword'>;
  folder: string;
  version: string;
  /** How many are kept. */
  kept(): number;
}) {
  const { database, clock, folder } = services;
  const repository = () => backupsRepository(database.direct);
  const placeOf = ({ fileName }: Pick<BackupRow, 'fileName'>): string => path.join(folder, fileName);
  const isThere = (row: BackupRow): Promise<boolean> =>
    stat(placeOf(row)).then(
      () => true,
      () => false,
    );

  const list = async (): Promise<Backups> => ({
    backups: (await repository().all()).map(present),
    folder,
    kept: services.kept(),
  });
  async function find(id: string): Promise<BackupRow> {
    const row = await repository().find(id);
    if (!row) throw new AppError(commonErrors.notFound);
    return row;
  }
  async function findFile(id: string): Promise<BackupRow> {
    const row = await find(id);
    if (row.status !== 'ready' || !(await isThere(row))) throw new AppError(backupsErrors.noFile);
    return row;
  }
  /** The oldest ones go, and their files first: what can't be deleted stays in the list. */
  async function removeOld(): Promise<void> {
    const rows = await repository().all();
    const old = [
      ...rows.filter(({ status }) => status === 'ready').slice(services.kept()),
      ...rows.filter(({ status }) => status === 'failed').slice(failedKept),
    ];
    for (const row of old) {
      await rm(placeOf(row), { force: true });
      await repository().remove(row.id);
    }
  }

  return {
    list,

    /** @throws `backups.under_way` */
    async start(superadmin: Superadmin): Promise<Backups> {
      const actor = await superadminActor(database, superadmin);
      const now = clock.now();
      await repository().breakOff(new Date(now.getTime() - lostMs), 'The process ended.', now);
      await database.system(async (tx) => {
        const id = newId('bkp', now.getTime());
        const fileName = `chatelier-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}.backup`;
        const isFirst = await backupsRepository(tx).insert({
          id,
          status: 'queued',
          failure: null,
          tables: 0,
          allTables: 0,
          copiedRows: 0,
          bytes: 0,
          fileName,
          startedBy: actor.userName,
          createdAt: now,
          endedAt: null,
        });
        if (!isFirst) throw new AppError(backupsErrors.underWay);
        await writeAudit(tx, actor, 'operator.backup_started', { id, name: fileName });
        await services.jobs.send(tx, backupJob, { id });
      });
      return list();
    },

    /** Writes the file of a backup; what came of it stands in the list. */
    async write(id: string, signal: AbortSignal): Promise<void> {
      const row = await repository().find(id);
      if (row?.status !== 'queued' || !(await repository().move(id, { status: 'running' }))) return;
      let told = 0;
      let allTables = 0;
      let telling: Promise<unknown> = Promise.resolve();
      const tell = ({ tables, rows, ...far }: CopyProgress): void => {
        allTables = far.allTables;
        if (performance.now() - told < progressEveryMs) return;
        told = performance.now();
        telling = repository()
          .move(id, { tables, allTables, copiedRows: rows })
          .catch((error: unknown) =>
            services.log.warn({ err: error }, 'how far a backup is could not be stored'),
          );
      };
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const copied = await writeCopy({
          url: database.url,
          file: placeOf(row),
          version: services.version,
          without: ['backups'],
          progress: tell,
          signal,
        });
        await telling;
        const ended = {
          status: 'ready',
          tables: allTables,
          allTables,
          bytes: copied.bytes,
          copiedRows: copied.rows,
          endedAt: clock.now(),
        } as const;
        if (!(await repository().move(id, ended))) await rm(placeOf(row), { force: true });
      } catch (error) {
        await telling;
        services.log.error({ err: error, backup: id }, 'a backup failed');
        const failure = error instanceof Error ? error.message.slice(0, 500) : 'unknown';
        await repository().move(id, { status: 'failed', failure, endedAt: clock.now() });
      }
      await removeOld();
    },

    /**
     * @throws `common.not_found`, `backups.no_file`, `auth.password_wrong`, `auth.too_many_attempts`
     */
    async link(superadmin: Superadmin, id: string, password: string): Promise<{ url: string }> {
      await services.sessions.confirmPassword(superadmin.userId, password);
      const { fileName } = await findFile(id);
      const actor = await superadminActor(database, superadmin);
      await database.system((tx) => writeAudit(tx, actor, 'operator.backup_opened', { id, name: fileName }));
      const until = clock.now().getTime() + backupLinkMinutes * 60_000;
      const token = mintToken(services.box, linkKind, { b: id, u: superadmin.userId }, until);
      return { url: `/api/superadmin/backups/${encodeURIComponent(id)}/file?token=${token}` };
    },

    /** @throws `backups.link_over`, `common.not_found`, `backups.no_file` */
    async file(
      userId: string,
      id: string,
      token: string,
    ): Promise<{ fileName: string; bytes: number; read(): ReadStream }> {
      const link = readToken(services.box, linkKind, token, clock.now().getTime());
      if (link?.b !== id || link.u !== userId) throw new AppError(backupsErrors.linkOver);
      const row = await findFile(id);
      return { fileName: row.fileName, bytes: row.bytes, read: () => createReadStream(placeOf(row)) };
    },

    /** @throws `common.not_found`, `backups.under_way` */
    async remove(superadmin: Superadmin, id: string): Promise<Backups> {
      const row = await find(id);
      if (row.endedAt === null) throw new AppError(backupsErrors.underWay);
      const actor = await superadminActor(database, superadmin);
      await rm(placeOf(row), { force: true });
      await database.system(async (tx) => {
        await backupsRepository(tx).remove(id);
        await writeAudit(tx, actor, 'operator.backup_deleted', { id, name: row.fileName });
      });
      return list();
    },
  };
}

export type BackupsUsecases = ReturnType<typeof createBackups>;

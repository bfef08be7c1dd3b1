import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { commonErrors, defineErrors } from '#shared/errors.ts';
import { authErrors } from '#features/auth/auth.contract.ts';

export const backupStatuses = ['queued', 'running', 'ready', 'failed'] as const;

export const backupsErrors = defineErrors('backups', {
  /** One at a time. */
  underWay: 409,
  /** It is not ready, or its file is not on this machine. */
  noFile: 404,
  /** The link is older than its minutes, or somebody else's. */
  linkOver: 410,
});

/** How long a link to a file opens it, in minutes. */
export const backupLinkMinutes = 10;

const backup = z.object({
  id: z.string(),
  status: z.enum(backupStatuses),
  /** Why it failed; null where it did not. */
  failure: z.string().nullable(),
  tables: z.number(),
  allTables: z.number(),
  rows: z.number(),
  bytes: z.number(),
  fileName: z.string(),
  startedBy: z.string(),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
});
export type Backup = z.infer<typeof backup>;

const params = z.strictObject({ id: z.string().max(60) });
const list = z.object({
  backups: z.array(backup),
  /** The folder on the server where the files lie. */
  folder: z.string(),
  /** How many are kept: the oldest ones go when a new one is ready. */
  kept: z.number(),
});
export type Backups = z.infer<typeof list>;

export const backupsEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/superadmin/backups',
    access: 'superadmin',
    summary: 'Backups of the whole database, newest first, with how far the one under way has come.',
    response: list,
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/superadmin/backups',
    access: 'superadmin',
    summary: 'Begins a backup in the background. Everybody goes on meanwhile.',
    response: list,
    errors: [backupsErrors.underWay],
  }),
  link: endpoint({
    method: 'POST',
    path: '/api/superadmin/backups/{id}/link',
    access: 'superadmin',
    summary: 'A link to the file of a backup, for ten minutes, after the superadmin’s password.',
    params,
    body: z.strictObject({ password: z.string().min(1, 'auth:validation.passwordMissing').max(1_024) }),
    response: z.object({ url: z.string() }),
    errors: [
      commonErrors.notFound,
      backupsErrors.noFile,
      authErrors.passwordWrong,
      authErrors.tooManyAttempts,
    ],
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/superadmin/backups/{id}/file',
    access: 'superadmin',
    transport: 'file',
    summary: 'The file of a backup, by a link that was asked for with the password.',
    params,
    query: z.strictObject({ token: z.string().max(600) }),
    response: z.object({}),
    errors: [commonErrors.notFound, backupsErrors.noFile, backupsErrors.linkOver],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/superadmin/backups/{id}',
    access: 'superadmin',
    summary: 'Deletes a backup with its file. One that is under way ends first.',
    params,
    response: list,
    errors: [commonErrors.notFound, backupsErrors.underWay],
  }),
} as const;

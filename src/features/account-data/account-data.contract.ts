import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { authErrors } from '#features/auth/auth.contract.ts';

export const accountDataErrors = defineErrors('account-data', {
  exportNotFound: 404,
  exportExpired: 410,
  exportRunning: 409,
  tooManyExports: 429,
  confirmationWrong: 422,
  /** Nobody would be left who looks after the server. */
  lastSuperadmin: 409,
});

/** How long an export can be fetched, in days. */
export const exportDays = 7;
export const exportsPerDay = 5;

export const accountExportSchema = z
  .object({
    id: z.string(),
    state: z.enum(['running', 'ready', 'failed']),
    byteCount: z.number(),
    createdAt: z.string(),
    expiresAt: z.string(),
  })
  .meta({ id: 'AccountExport' });
export type AccountExport = z.infer<typeof accountExportSchema>;

const access = { permission: 'account.manage' } as const;
const id = z.strictObject({ id: z.string().max(60) });
const done = z.object({});
/** The owner's own address, typed, their password, and with two-factor sign-in a code or a recovery code. */
const confirmed = z.strictObject({
  confirmation: z.string().max(320),
  password: z.string().min(1, 'auth:validation.passwordMissing').max(1_024),
  code: z.string().trim().max(20).default(''),
});
const refusals = [
  accountDataErrors.confirmationWrong,
  authErrors.passwordWrong,
  authErrors.twoFactorNeeded,
  authErrors.twoFactorWrong,
  authErrors.tooManyAttempts,
];

export const accountDataEndpoints = {
  exports: endpoint({
    method: 'GET',
    path: '/api/account/exports',
    access,
    summary: 'Exports of the account that can still be fetched, newest first.',
    response: z.object({ exports: z.array(accountExportSchema) }),
  }),
  startExport: endpoint({
    method: 'POST',
    path: '/api/account/exports',
    access,
    summary:
      'Begins an export of everything that the account owns, without secrets: a ZIP of JSON files. A mail tells when it is ready.',
    response: accountExportSchema,
    errors: [accountDataErrors.exportRunning, accountDataErrors.tooManyExports],
  }),
  exportFile: endpoint({
    method: 'GET',
    path: '/api/account/exports/{id}/file',
    access,
    transport: 'file',
    summary: 'The export as a ZIP file, for seven days.',
    params: id,
    response: done,
    errors: [accountDataErrors.exportNotFound, accountDataErrors.exportExpired],
  }),
  reset: endpoint({
    method: 'POST',
    path: '/api/account/reset',
    access,
    summary:
      'Clears agents, forms, contacts, conversations and figures. Profile, team, connections, plan and records of money stay.',
    body: confirmed,
    response: done,
    errors: refusals,
  }),
  delete: endpoint({
    method: 'POST',
    path: '/api/account/delete',
    access,
    summary: 'Ends the plan at once, then deletes the account with everything in it, for good.',
    body: confirmed,
    response: done,
    errors: [...refusals, accountDataErrors.lastSuperadmin],
  }),
} as const;

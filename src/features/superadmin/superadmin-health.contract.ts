import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';

/** What is looked at, in the order in which it is shown. */
export const healthNames = [
  'database',
  'jobs',
  'mail',
  'models',
  'modelEnds',
  'embeddings',
  'disk',
  'address',
  'encryptionKey',
  'stripe',
  'backups',
  'privateAddresses',
  'version',
] as const;
export type HealthName = (typeof healthNames)[number];

/** How each may stand; every one has its sentence in `superadmin-health`, which names what to do. */
export const healthStates = {
  database: ['ok', 'unreachable'],
  jobs: ['ok', 'failed', 'standing'],
  mail: ['ok', 'kept', 'stuck'],
  models: ['ok', 'failing'],
  modelEnds: ['ok', 'ending'],
  embeddings: ['ok', 'failing'],
  disk: ['ok', 'low', 'full', 'unknown'],
  address: ['ok', 'local', 'unnamed', 'plain'],
  encryptionKey: ['ok', 'file'],
  stripe: ['ok', 'free', 'test', 'inactive', 'unpaid', 'lacking', 'removed', 'refused', 'unreachable'],
  backups: ['folder', 'server'],
  privateAddresses: ['ok', 'some'],
  version: ['ok'],
} as const satisfies Record<HealthName, readonly string[]>;

export const healthCheckSchema = z.object({
  name: z.enum(healthNames),
  /** `good`, `note` is worth knowing, `warning` will become a fault, `fault` is one. */
  level: z.enum(['good', 'note', 'warning', 'fault']),
  state: z.string(),
  /** What the sentence names; in lists the checks of a payment provider, which screens say in words. */
  values: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
});
export type HealthCheck = z.infer<typeof healthCheckSchema>;

export const superadminHealthEndpoints = {
  health: endpoint({
    method: 'GET',
    path: '/api/superadmin/health',
    access: 'superadmin',
    summary:
      'How the server is: each part that can fail, looked at when it is asked, with what to do about it.',
    response: z.object({ checkedAt: z.string(), checks: z.array(healthCheckSchema) }),
  }),
  jobFailures: endpoint({
    method: 'GET',
    path: '/api/superadmin/jobs/failures',
    access: 'superadmin',
    summary: 'The newest 100 jobs that were given up within a day, with why.',
    response: z.object({
      failures: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          tries: z.number().int(),
          at: z.string(),
          reason: z.string(),
        }),
      ),
    }),
  }),
  retryJob: endpoint({
    method: 'POST',
    path: '/api/superadmin/jobs/{id}/retry',
    access: 'superadmin',
    summary: 'Tries a job again that was given up.',
    params: z.strictObject({ id: z.uuid() }),
    response: z.object({}),
    errors: [commonErrors.notFound],
  }),
} as const;

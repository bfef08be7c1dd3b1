import { z } from 'zod';
import { AppError, commonErrors } from '#shared/errors.ts';
import type { CompiledCss } from '#shared/custom-css/custom-css.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { ImageKind, PictureFault, StoredImage } from '#platform/images/picture-types.ts';
import type { ImageDrawer } from '#platform/images/image-drawer.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { admit, type RateLimiter, type RateRule } from '#platform/rate-limit/rate-limit.ts';
import type { AgentConfiguration } from '../../agents-configuration.contract.ts';
import { agentsErrors } from '../../agents.contract.ts';
import { agentsLookErrors } from '../../agents-look.contract.ts';
import { agentsImagesRepository } from './images.repository.ts';
import { agentsRepository } from '../agents.repository.ts';

/** Daily: pictures that nothing shows any more. */
export const sweepImagesJob = defineJob({
  name: 'agents.sweep-images',
  payload: z.object({}),
  retryLimit: 2,
  expireInSeconds: 900,
  concurrency: 1,
});

type StoredKind = Exclude<ImageKind, 'logo' | 'icon'>;

const uploads: RateRule = { name: 'agent-images', limit: 120, windowSeconds: 3_600 };
/** An editor that stays open may still bring back a picture by undo. */
const unusedDays = 7;

const pictureErrors = {
  unusable: agentsLookErrors.imageUnusable,
  elaborate: agentsLookErrors.imageElaborate,
} satisfies Record<PictureFault, unknown>;

export type AgentsImagesServices = {
  database: Database;
  clock: Clock;
  limiter: RateLimiter;
  drawer: Pick<ImageDrawer, 'stored'>;
};

export function createAgentsImages({ database, clock, limiter, drawer }: AgentsImagesServices) {
  return {
    /**
     * Throws where no picture is taken for an agent: it is not the account's, or too many came. Asked before
     * the picture is read.
     */
    async checkUpload(scope: AccountScope, id: string): Promise<void> {
      await scope.run(async (tx) => {
        if (!(await agentsRepository(tx).byId(id))) throw new AppError(agentsErrors.notFound);
      });
      await admit(limiter, commonErrors.tooManyRequests, [{ rule: uploads, key: scope.accountId }]);
    },

    /**
     * Re-encodes and stores a picture of the account, which `checkUpload` let through; it is shown once a
     * configuration names it.
     */
    async addImage(
      scope: AccountScope,
      kind: StoredKind,
      bytes: Buffer,
    ): Promise<{ hash: string; url: string }> {
      const image = await drawer.stored(bytes, kind, scope.accountId);
      if (typeof image === 'string') throw new AppError(pictureErrors[image]);
      await scope.run((tx) => keepImage(tx, scope.accountId, image, kind, clock.now()));
      return { hash: image.hash, url: `/images/${image.hash}` };
    },

    /** A picture by its hash, whoever asks. */
    image: (hash: string): Promise<{ bytes: Buffer; type: string } | null> =>
      agentsImagesRepository(database.direct).byHash(hash),

    sweepImages: (): Promise<number> =>
      database.system((tx) =>
        agentsImagesRepository(tx).removeUnused(new Date(clock.now().getTime() - unusedDays * 86_400_000)),
      ),
  };
}

export type AgentsImages = ReturnType<typeof createAgentsImages>;

/** Stores a picture that is made ready already, in the caller's transaction. */
export async function keepImage(
  tx: Transaction,
  accountId: string,
  image: StoredImage,
  kind: StoredKind,
  now: Date,
): Promise<void> {
  await agentsImagesRepository(tx).save({
    accountId,
    hash: image.hash,
    kind,
    type: image.type,
    bytes: image.bytes,
    createdAt: now,
  });
}

/**
 * Refuses a configuration whose look can't be shown: pictures that are not the account's own, or CSS that the
 * chat would not apply as it is written. Each field says why. Whoever stores a configuration from outside
 * calls this first, with its CSS as it was compiled before the transaction; null when that took too long.
 */
export async function checkLook(
  tx: Transaction,
  accountId: string,
  { appearance }: AgentConfiguration,
  compiled: CompiledCss | null,
): Promise<void> {
  const named: [field: string, hash: string][] = [
    ['configuration.appearance.avatar', appearance.avatar],
    ['configuration.appearance.backgroundImage', appearance.backgroundImage],
    ...(compiled?.images ?? []).map((hash): [string, string] => ['configuration.css.code', hash]),
  ];
  const wanted = [...new Set(named.map(([, hash]) => hash).filter((hash) => hash !== ''))];
  const owned =
    wanted.length > 0 ? await agentsImagesRepository(tx).owned(accountId, wanted) : new Set<string>();
  const fields: Record<string, string> = {};
  for (const [field, hash] of named)
    if (hash !== '' && !owned.has(hash)) fields[field] = 'agents-look:validation.image';
  const problem = compiled === null ? { code: 'tooSlow', line: 1 } : compiled.problems[0];
  if (problem) fields['configuration.css.code'] = `agents-look:problems.${problem.code}|${problem.line}`;
  if (Object.keys(fields).length > 0) throw new AppError(commonErrors.invalidInput, { fields });
}

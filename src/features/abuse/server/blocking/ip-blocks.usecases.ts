import { AppError, commonErrors } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { violatedConstraint, type Database } from '#platform/database/database.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { superadminActor, type Superadmin } from '#features/audit/server/audit-superadmin.usecases.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import { abuseErrors, type IpBlock } from '../../abuse.contract.ts';
import { abuseRepository, type BlockRow } from '../abuse.repository.ts';
import { isWithin, readNetwork, writtenNetwork, type Network } from './networks.models.ts';

type Known = {
  network: Network;
  expiresAt: Date | null;
};

const present = (row: BlockRow): IpBlock => ({
  id: row.id,
  network: row.network,
  reason: row.reason,
  expiresAt: row.expiresAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
});

/**
 * Addresses that are kept out. They are kept in memory, where every request may look, and read again in all
 * processes when one of them changes.
 */
export async function createIpBlocks(services: {
  database: Database;
  clock: Clock;
  log: Logger;
  realtime: Realtime;
}) {
  const { database, clock, log, realtime } = services;
  let known: Known[] = await read();

  async function read(): Promise<Known[]> {
    const rows = await abuseRepository(database.direct).blocks(clock.now());
    return rows.flatMap(({ network: written, expiresAt }) => {
      const network = readNetwork(written);
      return typeof network === 'string' ? [] : [{ network, expiresAt }];
    });
  }
  async function readAgain(): Promise<void> {
    known = await read();
  }
  const look = (): void =>
    void readAgain().catch((error: unknown) =>
      log.warn({ err: error }, 'blocked addresses could not be read'),
    );
  realtime.subscribe('ip-blocks', look);
  realtime.onGap(look);

  return {
    /** Whether an address is kept out at this moment. */
    isBlocked(address: string): boolean {
      if (known.length === 0) return false;
      const now = clock.now();
      return known.some(
        ({ network, expiresAt }) => (expiresAt === null || now < expiresAt) && isWithin(address, network),
      );
    },

    list: async (): Promise<IpBlock[]> =>
      (await abuseRepository(database.direct).blocks(clock.now())).map(present),

    /** @throws `abuse.bad_network`, `abuse.too_wide`, `abuse.own_address`, `abuse.already_blocked`, `abuse.until_passed` */
    async block(
      superadmin: Superadmin,
      input: { network: string; reason: string; expiresAt: string | null },
    ): Promise<IpBlock> {
      const network = readNetwork(input.network);
      if (network === 'bad') throw new AppError(abuseErrors.badNetwork);
      if (network === 'wide') throw new AppError(abuseErrors.tooWide);
      if (isWithin(superadmin.address, network)) throw new AppError(abuseErrors.ownAddress);
      const now = clock.now();
      const expiresAt = input.expiresAt === null ? null : new Date(input.expiresAt);
      if (expiresAt && expiresAt <= now) throw new AppError(abuseErrors.untilPassed);
      const actor = await superadminActor(database, superadmin);
      const row = {
        id: newId('ipb'),
        network: writtenNetwork(network),
        reason: input.reason,
        expiresAt,
        createdAt: now,
      };
      try {
        await database.system(async (tx) => {
          await abuseRepository(tx).addBlock(row, now);
          await writeAudit(tx, actor, 'operator.address_blocked', {
            id: row.id,
            name: row.network,
            details: { reason: input.reason },
          });
          await realtime.publish(tx, { topic: 'ip-blocks', data: {} });
        });
      } catch (error) {
        if (violatedConstraint(error) !== 'ip_blocks_network_key') throw error;
        throw new AppError(abuseErrors.alreadyBlocked);
      }
      await readAgain();
      return present(row);
    },

    /** @throws `common.not_found` */
    async unblock(superadmin: Superadmin, id: string): Promise<void> {
      const actor = await superadminActor(database, superadmin);
      await database.system(async (tx) => {
        const network = await abuseRepository(tx).removeBlock(id);
        if (network === null) throw new AppError(commonErrors.notFound);
        await writeAudit(tx, actor, 'operator.address_released', { id, name: network });
        await realtime.publish(tx, { topic: 'ip-blocks', data: {} });
      });
      await readAgain();
    },
  };
}

export type IpBlocks = Awaited<ReturnType<typeof createIpBlocks>>;

import { AppError, commonErrors } from '#shared/errors.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { publishNotice } from '#platform/realtime/realtime.ts';
import { findAccountName } from '#features/accounts/server/accounts.usecases.ts';
import {
  superadminActor,
  superadminIn,
  type Superadmin,
} from '#features/audit/server/audit-superadmin.usecases.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import type { FailingWebhook } from '../webhooks-superadmin.contract.ts';
import { eventsTopic } from './events/events.usecases.ts';
import { shownAddress, shownHost } from './webhooks-addresses.models.ts';
import { webhooksRepository } from './webhooks.repository.ts';

const most = 100;

/** What could not be told to anybody, over all accounts, and telling it again. */
export function createSuperadminWebhooks({ database, clock }: { database: Database; clock: Clock }) {
  return {
    async failures(): Promise<FailingWebhook[]> {
      const rows = await webhooksRepository(database.direct).failing(most);
      return rows.map(({ accountId, accountName, url, triedAt, ...row }) => ({
        ...row,
        account: { id: accountId, name: accountName },
        host: shownHost(url),
        triedAt: triedAt && new Date(triedAt).toISOString(),
      }));
    },

    /** @throws `common.not_found` where nothing of it was given up, or it is gone */
    async replay(superadmin: Superadmin, id: string): Promise<number> {
      const actor = await superadminActor(database, superadmin);
      return database.system(async (tx) => {
        const repository = webhooksRepository(tx);
        const webhook = await repository.byId(id);
        const count = webhook ? await repository.restart(id, 'given-up', clock.now()) : 0;
        if (!webhook || count === 0) throw new AppError(commonErrors.notFound);
        const { accountId, url } = webhook;
        const details = { number: String(count) };
        const account = await findAccountName(database, accountId);
        await writeAudit(tx, actor, 'operator.webhook_replayed', {
          id,
          name: `${shownHost(url)} (${account ?? accountId})`,
          details,
        });
        await writeAudit(tx, superadminIn(accountId), 'webhooks.replayed', {
          id,
          name: shownAddress(webhook),
          details,
        });
        await publishNotice(tx, { topic: eventsTopic, data: {} });
        return count;
      });
    },
  };
}

export type SuperadminWebhooks = ReturnType<typeof createSuperadminWebhooks>;

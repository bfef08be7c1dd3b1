import { formatMoney } from '#shared/money/money.ts';
import { paths } from '#shared/paths.ts';
import type { Database } from '#platform/database/database.ts';
import { findOwners } from '#features/accounts/server/accounts.usecases.ts';
import { findAgentFacts } from '#features/agents/server/agents-facts.usecases.ts';
import type { MailUsecases } from '#features/mail/server/mail.usecases.ts';
import type { serviceNews } from '../syncing/queues.usecases.ts';
import type { SubscriptionLinks } from './manage-links.usecases.ts';
import { paymentsRepository } from '../payments.repository.ts';

type News = {
  accountId: string;
  purchaseId: string;
  news: (typeof serviceNews)[number];
  amount: number;
  at: string;
};

const kinds = {
  paused: 'subscription-paused',
  resumed: 'subscription-resumed',
  ended: 'subscription-ended',
  ending: 'subscription-ending',
  ended_by_team: 'subscription-ended-by-team',
  ending_by_team: 'subscription-ending-by-team',
  given_back: 'renewal-given-back',
  twice: 'subscription-twice',
  tried: 'trial-used',
  merged: 'subscription-merged',
} as const;

/** What they say is to be seen at the subscription, whatever became of the chat. */
const aboutSubscription: ReadonlySet<News['news']> = new Set([
  'paused',
  'ended',
  'ended_by_team',
  'given_back',
]);

/**
 * Writes to buyers what becomes of a subscription whose service stopped or came back, and to owners what was
 * charged wrongly.
 */
export function createServiceMails(services: {
  database: Database;
  mail: Pick<MailUsecases, 'send'>;
  links: Pick<SubscriptionLinks, 'addressOf'>;
  publicUrl(): string;
}) {
  const { database, mail } = services;
  return {
    async send({ accountId, purchaseId, news, amount, at }: News): Promise<void> {
      const found = await database.account(accountId, async (tx) => {
        const row = await paymentsRepository(tx).byId(purchaseId);
        return row && { row, agent: row.agentId === null ? null : await findAgentFacts(tx, row.agentId) };
      });
      if (!found) return;
      const { row, agent } = found;
      const site = services.publicUrl();
      const day = new Intl.DateTimeFormat(row.language, { dateStyle: 'long', timeZone: 'UTC' }).format(
        new Date(at),
      );
      const variables = {
        agent: row.agentName,
        date: day,
        amount: formatMoney(amount, row.currency, row.language),
        total: formatMoney(row.total, row.currency, row.language),
      };
      // Where the chat can't be opened, the subscription can.
      const isOfChat = agent?.hasPage && !aboutSubscription.has(news);
      const url = isOfChat ? `${site}/widgets/${agent.number}` : services.links.addressOf(row);
      await mail.send({
        kind: kinds[news],
        to: row.email,
        language: row.language,
        accountId,
        variables: { ...variables, url },
      });
      if (news !== 'given_back') return;
      for (const owner of await findOwners(database, accountId)) {
        const told = {
          agent: row.agentName,
          email: row.email,
          amount: formatMoney(amount, row.currency, owner.language),
          url: `${site}${paths.payments}`,
        };
        await mail.send({
          kind: 'renewal-given-back-owner',
          to: owner.email,
          language: owner.language,
          accountId,
          variables: told,
        });
      }
    },
  };
}

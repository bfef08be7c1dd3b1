import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { languages, type Language } from '#shared/languages.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import { violatedConstraint, type Database, type Transaction } from '#platform/database/database.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import { writeEvent } from '#features/webhooks/server/events/events.usecases.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import type { RateLimiter, RateRule } from '#platform/rate-limit/rate-limit.ts';
import { findAgentFacts } from '#features/agents/server/agents-facts.usecases.ts';
import { proveVisitor } from '#features/conversations/server/identity/identity.usecases.ts';
import type { MailUsecases } from '#features/mail/server/mail.usecases.ts';
import type { PaywallBalance } from '#features/paywall/paywall.contract.ts';
import { joinWallet, moveLots, walletOf } from '#features/paywall/server/paywall.usecases.ts';
import { paymentsErrors } from '../../payments.contract.ts';
import type { PaymentConnections } from '../connecting/connections.usecases.ts';
import { paymentsRestoreRepository } from './restore.repository.ts';
import { personsRepository } from '../subscriptions/one-per-person.repository.ts';
import { unusedParts } from '../subscriptions/pauses.models.ts';
import type { Syncing } from '../syncing/apply.usecases.ts';
import { PaymentError } from '#providers/payments/payments.port.ts';
import { orderByRule } from '../refunds/by-rule.usecases.ts';
import { serviceNewsJob } from '../syncing/queues.usecases.ts';
import { paymentsRepository } from '../payments.repository.ts';

const codeMinutes = 10;
const mostTries = 5;
/** Codes that are mailed to one address for one agent. */
const byPerson = {
  hour: { name: 'restore-email', limit: 5, windowSeconds: 3_600 },
  place: { name: 'restore-place', limit: 1, windowSeconds: 3_600 },
  day: { name: 'restore-email-day', limit: 20, windowSeconds: 86_400 },
} as const satisfies Record<string, RateRule>;

export const restoreJob = defineJob({
  name: 'payments.restore-code',
  payload: z.object({
    accountId: z.string(),
    agentId: z.string(),
    visitorId: z.string(),
    email: z.string(),
    isTest: z.boolean(),
    language: z.enum(languages),
  }),
  retryLimit: 2,
  expireInSeconds: 60,
  concurrency: 1,
});
type RestoreRequest = z.infer<typeof restoreJob.payload>;

type RestoringServices = {
  database: Database;
  clock: Clock;
  limiter: Pick<RateLimiter, 'takeAll'>;
  box: SecretBox;
  jobs: Pick<Jobs, 'send'>;
  realtime: Pick<Realtime, 'publish'>;
  mail: Pick<MailUsecases, 'send'>;
  connections: PaymentConnections;
  syncing: Syncing;
  balance(visitor: VisitorIdentity): Promise<PaywallBalance>;
  publicUrl(): string;
};

/**
 * Opening on another device what was bought with an address, for whoever proves that the address is theirs.
 */
export function createRestoring(services: RestoringServices) {
  const { database, clock, box, limiter } = services;
  /** A code is good for one visitor, agent and address alone. */
  const signed = (
    { visitorId, agentId, email }: Pick<RestoreRequest, 'visitorId' | 'agentId' | 'email'>,
    code: string,
  ): string => `${agentId} ${visitorId} ${email} ${code}`;

  /**
   * Of several subscriptions that came into one wallet the one stays that is paid longest; what the others
   * have left is given back.
   */
  async function mergeSubscriptions(
    tx: Transaction,
    walletId: string,
    whose: { agentId: string; isTest: boolean },
    now: Date,
  ): Promise<void> {
    const persons = personsRepository(tx);
    await persons.lockSubscriptions(whose);
    const [, ...others] = await persons.runningIn(walletId, whose);
    for (const row of others) {
      const parts = unusedParts(row, await paymentsRepository(tx).paymentsOf(row.id), now);
      await paymentsRepository(tx).change(row.id, { closing: 'refund' });
      const amount = await orderByRule(tx, services.jobs, row, {
        key: 'merged',
        parts: parts.map(({ reference, amount: part }) => ({ reference, amount: part })),
        unusedFrom: now,
        now,
      });
      await services.jobs.send(tx, serviceNewsJob, {
        accountId: row.accountId,
        purchaseId: row.id,
        news: 'merged',
        amount,
        at: now.toISOString(),
      });
    }
  }

  /**
   * Asks the vendor how the subscriptions stand that come together now, so that the one that is really paid
   * longest stays. What can't be asked is taken as it is known.
   */
  async function askAbout(visitor: VisitorIdentity, email: string, isTest: boolean): Promise<void> {
    const { accountId, agentId, visitorId } = visitor;
    const rows = await database.account(accountId, async (tx) => [
      ...(await paymentsRepository(tx).ofPerson(agentId, email, isTest)),
      ...(await personsRepository(tx).runningIn(await walletOf(tx, visitorId), { agentId, isTest })),
    ]);
    const running = rows.filter(
      ({ subscriptionStatus: status }) => status && status !== 'canceled' && status !== 'incomplete',
    );
    // One alone stays whatever it says.
    const ids = new Set(running.map(({ id }) => id));
    if (ids.size < 2) return;
    for (const id of ids)
      await services.syncing.sync(accountId, id).catch((error: unknown) => {
        if (!(error instanceof PaymentError)) throw error;
      });
  }

  /**
   * Brings what was bought with an address into the wallet of whoever proved that it is theirs. Devices that
   * only typed the address when they bought are not let into it: anybody can type it. They enter a code, too
   * (decision 0060).
   */
  async function join(
    tx: Transaction,
    visitor: VisitorIdentity,
    email: string,
    isTest: boolean,
    now: Date,
  ): Promise<void> {
    const { accountId, agentId, visitorId } = visitor;
    const repository = paymentsRestoreRepository(tx);
    await repository.lockPerson(agentId, email);
    const bought = await paymentsRepository(tx).ofPerson(agentId, email, isTest);
    const held = new Map<string, string>();
    for (const { id, walletId } of bought) if (walletId !== null) held.set(id, await walletOf(tx, walletId));
    const proven = await repository.walletOfPerson(agentId, email, isTest);
    const own = await walletOf(tx, visitorId);
    const target = proven === null ? own : await walletOf(tx, proven);
    await joinWallet(tx, { accountId, visitorId, walletId: target, now });
    const strangers = bought
      .filter(({ id }) => held.get(id) !== target && held.get(id) !== own)
      .map(({ id }) => id);
    await moveLots(tx, strangers, target);
    for (const { id } of bought) await repository.movePurchase(id, target);
    await repository.setPerson({ accountId, agentId, email, isTest, walletId: target, provenAt: now });
    await mergeSubscriptions(tx, target, { agentId, isTest }, now);
    if (bought.length > 0 && !visitor.isPreview)
      await writeEvent(tx, {
        accountId,
        type: 'entitlement.restored',
        at: now,
        data: { agentId, visitorId, email, purchaseIds: bought.map(({ id }) => id), isTest },
      });
  }

  return {
    /**
     * Answers at once and alike, whatever was bought and however many codes were mailed: only the mail tells.
     * `place` is the address from where it is asked. Beyond five an hour each place still gets one, up to
     * twenty a day: somebody who keeps asking for codes to another's address does not keep its owner from
     * theirs, and fills no mailbox.
     */
    async send(visitor: VisitorIdentity, email: string, language: Language, place: string): Promise<void> {
      const person = `${visitor.agentId} ${email}`;
      const isMailed =
        (await limiter.takeAll([
          { rule: byPerson.hour, key: person },
          { rule: byPerson.day, key: person },
        ])) === null ||
        (await limiter.takeAll([
          { rule: byPerson.place, key: place },
          { rule: byPerson.day, key: person },
        ])) === null;
      if (!isMailed) return;
      const { accountId, agentId, visitorId } = visitor;
      const isTest = (await services.connections.paymentMode(accountId, visitor.isPreview)) === 'test';
      await database.account(accountId, (tx) =>
        services.jobs.send(tx, restoreJob, { accountId, agentId, visitorId, email, isTest, language }),
      );
    },

    /** Makes a code and mails it, if anything was bought with the address. */
    async mailCode(request: RestoreRequest): Promise<void> {
      const now = clock.now();
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const agent = await database.account(request.accountId, async (tx) => {
        if (
          (await paymentsRepository(tx).ofPerson(request.agentId, request.email, request.isTest)).length === 0
        )
          return null;
        const { accountId, agentId, visitorId, email } = request;
        await paymentsRestoreRepository(tx).insertCode({
          id: newId('rcd', now.getTime()),
          accountId,
          agentId,
          visitorId,
          email,
          codeHash: box.sign('restore-code', signed(request, code)),
          createdAt: now,
          expiresAt: new Date(now.getTime() + codeMinutes * 60_000),
        });
        return findAgentFacts(tx, agentId);
      });
      if (!agent) return;
      await services.mail.send({
        kind: 'restore-code',
        to: request.email,
        language: request.language,
        accountId: request.accountId,
        code,
        variables: {
          url: `${services.publicUrl()}/widgets/${agent.number}`,
          agent: agent.name,
          minutes: codeMinutes,
        },
      });
    },

    async confirm(visitor: VisitorIdentity, email: string, code: string): Promise<PaywallBalance> {
      const { accountId, agentId, visitorId } = visitor;
      const now = clock.now();
      const isTest = (await services.connections.paymentMode(accountId, visitor.isPreview)) === 'test';
      // The try is used up before the code is looked at, whatever comes of it.
      const row = await database.account(accountId, (tx) =>
        paymentsRestoreRepository(tx).takeTry(visitorId, agentId, email, mostTries, now),
      );
      if (!row || !box.verify('restore-code', signed({ visitorId, agentId, email }, code), row.codeHash))
        throw new AppError(paymentsErrors.codeWrong);
      await askAbout(visitor, email, isTest);
      const open = (): Promise<void> =>
        database.account(accountId, async (tx) => {
          if (!(await paymentsRestoreRepository(tx).use(row.id, now)))
            throw new AppError(paymentsErrors.codeWrong);
          await join(tx, visitor, email, isTest, now);
          // Whoever reads the mailbox is the contact of that address. A preview leaves nothing among the
          // owner's contacts.
          if (!visitor.isPreview)
            await proveVisitor(
              tx,
              services.realtime,
              visitor,
              { externalId: null, email, name: null },
              'code',
              now,
            );
        });
      // Two who prove one new address at the same moment: the second one finds the first one's contact.
      await open().catch((error: unknown) => {
        if (violatedConstraint(error) !== 'contacts_email') throw error;
        return open();
      });
      return services.balance(visitor);
    },
  };
}

import { paths } from '#shared/paths.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Logger } from '#platform/log/logger.ts';
import {
  experimentSubjects,
  type AgentExperiment,
  type ExperimentValues,
} from '#features/agents/agents-experiments.contract.ts';
import {
  isOfVariant,
  takesPart,
  valuesOf,
  type AgentExperiments,
} from '#features/agents/server/experiments/experiments.usecases.ts';
import { findOwners } from '#features/accounts/server/accounts.usecases.ts';
import type { MailUsecases } from '#features/mail/server/mail.usecases.ts';
import { offersIn } from '#features/paywall/paywall.contract.ts';
import type { PaymentConnections } from '#features/payments/server/connecting/connections.usecases.ts';
import type { PaymentFigures } from '#features/payments/server/figures/sums.usecases.ts';
import type { AgentExperimentsShown, ShownExperiment } from '../../analytics-experiments.contract.ts';
import { experimentsRepository } from './experiments.repository.ts';
import { harmOf, judgeExperiment, type Arm, type Arms } from './judging.models.ts';

const dayMs = 86_400_000;

export type ExperimentResultsServices = {
  database: Database;
  clock: Clock;
  log: Logger;
  experiments: AgentExperiments;
  figures: Pick<PaymentFigures, 'netByVisitor'>;
  connections: Pick<PaymentConnections, 'paymentMode'>;
  mail: Pick<MailUsecases, 'send'>;
  publicUrl(): string;
};

type Reader = Pick<AccountScope, 'accountId' | 'reaches' | 'run'>;

/** What was tried with an agent's visitors and what it brought; and the end of what does harm. */
export function createExperimentResults(services: ExperimentResultsServices) {
  const { clock, connections, experiments, figures } = services;

  /** The two sides of each experiment. What came in is asked of payments once for all of them. */
  async function armsOf(scope: Reader, agentId: string, all: readonly AgentExperiment[]) {
    const isTest = (await connections.paymentMode(scope.accountId, false)) === 'test';
    const money = await figures.netByVisitor(scope, { agentId });
    const counted = await scope.run(async (tx) => {
      const rows = [];
      for (const one of all) rows.push(await experimentsRepository(tx).counted(agentId, one, isTest));
      return rows;
    });
    const arms = all.map((one, at): Arms => {
      const earned = money.filter(
        ({ visitorId, currency }) => currency === one.currency && takesPart(one, visitorId),
      );
      const armOf = (isVariant: boolean): Arm => {
        const {
          visitors = 0,
          wrote = 0,
          bought = 0,
          refunded = 0,
          complained = 0,
        } = counted[at]?.find((row) => row.isVariant === isVariant) ?? {};
        const nets = earned.filter(({ visitorId }) => isOfVariant(one, visitorId) === isVariant);
        const sum = nets.reduce((total, { net }) => total + net, 0);
        const squares = nets.reduce((total, { net }) => total + net ** 2, 0);
        return { visitors, wrote, bought, refunded, complained, sum, squares };
      };
      return { base: armOf(false), variant: armOf(true) };
    });
    return { arms, isTest };
  }

  function shownOf(
    one: AgentExperiment,
    arms: Arms,
    { isTest, seesMoney }: { isTest: boolean; seesMoney: boolean },
  ): ShownExperiment {
    const { id, base, variant, currency, share, harmPercent, startedAt, endedAt, outcome } = one;
    const { subject } = base;
    const until = endedAt === null ? clock.now().getTime() : Date.parse(endedAt);
    const days = Math.floor((until - Date.parse(startedAt)) / dayMs);
    const { comparisons, ...judged } = judgeExperiment(subject, arms, days);
    const sideOf = ({ visitors, wrote, bought, sum }: Arm) => ({
      visitors,
      wrote,
      bought: seesMoney ? bought : null,
      revenue: seesMoney ? sum : null,
    });
    return {
      id,
      subject,
      base,
      variant,
      currency,
      share,
      harmPercent,
      startedAt,
      endedAt,
      outcome,
      report:
        seesMoney || subject === 'welcome'
          ? {
              base: sideOf(arms.base),
              variant: sideOf(arms.variant),
              ...judged,
              comparisons: comparisons.filter(({ measure }) => seesMoney || measure === 'wrote'),
              isTest,
            }
          : null,
    };
  }

  async function shown(scope: AccountScope, agentId: string): Promise<AgentExperimentsShown> {
    const { experiments: all, live } = await experiments.of(scope, agentId);
    const { arms, isTest } = all.length > 0 ? await armsOf(scope, agentId, all) : { arms: [], isTest: false };
    const seesMoney = scope.can('payments.read');
    const canPrice = scope.can('payments.manage');
    return {
      experiments: all.flatMap((one, at) => {
        const sides = arms[at];
        return sides ? [shownOf(one, sides, { isTest, seesMoney })] : [];
      }),
      now: live
        ? experimentSubjects
            .filter((subject) => subject === 'welcome' || live.payment.enabled)
            .map((subject): ExperimentValues => valuesOf(subject, live))
        : [],
      currency: live?.payment.currency ?? '',
      offers: live?.payment.enabled ? offersIn(live.payment) : [],
      can: { edit: scope.can('agents.publish'), prices: canPrice },
    };
  }

  /** Owners hear of it: whoever tried something waits for what it brings. */
  async function tellOwners(
    tx: Transaction,
    accountId: string,
    { id, name }: { id: string; name: string },
  ): Promise<void> {
    const url = `${services.publicUrl()}${paths.agentReports(id)}?tab=experiments`;
    for (const { email, language } of await findOwners(services.database, accountId))
      await services.mail.send(
        { kind: 'experiment-ended', to: email, language, accountId, variables: { url, agent: name } },
        tx,
      );
  }

  return {
    shown,

    async start(
      scope: AccountScope,
      agentId: string,
      input: Parameters<AgentExperiments['start']>[2],
    ): Promise<AgentExperimentsShown> {
      await experiments.start(scope, agentId, input);
      return shown(scope, agentId);
    },

    async stop(scope: AccountScope, agentId: string, id: string): Promise<AgentExperimentsShown> {
      await experiments.stop(scope, agentId, id);
      return shown(scope, agentId);
    },

    async adopt(scope: AccountScope, agentId: string, id: string): Promise<AgentExperimentsShown> {
      await experiments.adopt(scope, agentId, id);
      return shown(scope, agentId);
    },

    /** Ends what does harm, in all accounts. One that can't be judged now doesn't keep the others from it. */
    async endHarmful(): Promise<void> {
      for (const { accountId, agentId, experiments: running } of await experiments.running()) {
        const scope: Reader = {
          accountId,
          reaches: () => true,
          run: (work) => services.database.account(accountId, work),
        };
        try {
          const { arms } = await armsOf(scope, agentId, running);
          for (const [at, one] of running.entries()) {
            const sides = arms[at];
            const outcome = sides && harmOf(one.base.subject, sides, one.harmPercent);
            if (outcome)
              await experiments.endBySelf(
                accountId,
                { agentId, experimentId: one.id, outcome },
                (tx, { name }) => tellOwners(tx, accountId, { id: agentId, name }),
              );
          }
        } catch (error) {
          services.log.error({ error, agentId }, 'The experiments of an agent were not judged');
        }
      }
    },
  };
}

export type ExperimentResults = ReturnType<typeof createExperimentResults>;

import type { Transaction } from '#platform/database/database.ts';
import { findTriedAgent } from '#features/agents/server/agents-facts.usecases.ts';
import type { PublishGate } from '#features/agents/server/lifecycle/publish-gate.usecases.ts';
import { findAudited } from '#features/audit/server/audit.usecases.ts';
import type { GateSuite, LiftedSuite } from '../../simulator.contract.ts';
import { fingerprintOf } from '../running/fingerprint.usecases.ts';
import { simulatorRepository } from '../simulator.repository.ts';

/**
 * How the required suites of an agent stand on its draft as it is now: with this knowledge, these tools and this
 * price. A run of anything else says nothing.
 */
export async function gateOf(
  tx: Transaction,
  { accountId, agentId }: { accountId: string; agentId: string },
): Promise<GateSuite[]> {
  const repository = simulatorRepository(tx);
  const required = await repository.requiredSuites(agentId);
  const tried = required.length > 0 ? await findTriedAgent(tx, agentId, null) : null;
  if (!tried) return [];
  return Promise.all(
    required.map(async ({ id, name, scenarios }): Promise<GateSuite> => {
      const run = await repository.runOf(id, await fingerprintOf(tx, accountId, tried, scenarios));
      const isOpen = run?.status === 'queued' || run?.status === 'running';
      const state = !run
        ? 'missing'
        : isOpen
          ? 'running'
          : run.status === 'passed'
            ? 'passed'
            : run.status === 'stopped'
              ? 'missing'
              : 'failed';
      return { id, name, state, runId: run?.id ?? null };
    }),
  );
}

/** Suites that were required when the agent was published last, and are not any more, the latest first. */
export async function liftedOf(
  tx: Transaction,
  agentId: string,
  required: readonly GateSuite[],
): Promise<LiftedSuite[]> {
  const lines = await findAudited(tx, {
    id: agentId,
    action: 'agents.test_unrequired',
    since: 'agents.published',
  });
  const names = new Set(required.map(({ name }) => name));
  return lines.flatMap(({ targetName: name, actorName: by, createdAt }) => {
    if (names.has(name)) return [];
    names.add(name);
    return [{ name, by, at: createdAt.toISOString() }];
  });
}

/** Lets a draft out to visitors only when what must pass has passed. */
export function createPublishGate(): PublishGate {
  return {
    async failing(tx, agent) {
      return (await gateOf(tx, agent)).filter(({ state }) => state !== 'passed');
    },
  };
}

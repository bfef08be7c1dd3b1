import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { findMembers } from '#features/accounts/server/accounts.usecases.ts';
import type { ProductPart } from '#features/feature-flags/feature-flags.contract.ts';
import { newsEntries, type FirstSteps } from '../onboarding.contract.ts';
import { stepsDone, stepsFor } from './onboarding-steps.models.ts';
import { onboardingRepository } from './onboarding.repository.ts';

/** The first steps of an account, and what is new for a person. */
export function createOnboarding({
  database,
  clock,
  doMailsLeave,
  partsOff,
}: {
  database: Database;
  clock: Clock;
  doMailsLeave(): boolean;
  /** The parts of the product that are kept from an account. */
  partsOff(accountId: string): Promise<readonly ProductPart[]>;
}) {
  return {
    async firstSteps(scope: AccountScope): Promise<FirstSteps> {
      const { accountId, role } = scope;
      const [inside, isOwnerProven] = await Promise.all([
        scope.run(async (tx) => ({
          facts: await onboardingRepository(tx).facts(accountId, scope.agentIds),
          members: (await findMembers(tx, accountId)).length,
          isPutAway: await onboardingRepository(tx).isPutAway(accountId),
        })),
        onboardingRepository(database.direct).isOwnerProven(accountId),
      ]);
      const { facts, members, isPutAway } = inside;
      return {
        steps: stepsFor(role, stepsDone(facts, isOwnerProven, members), doMailsLeave()),
        agentId: facts.agent_id,
        isPutAway,
        canPutAway: scope.can('agents.edit'),
      };
    },

    putAway: (scope: AccountScope, isPutAway: boolean): Promise<void> =>
      scope.run((tx) => onboardingRepository(tx).setPutAway(scope.accountId, isPutAway ? clock.now() : null)),

    /** Entries of what is new that came after the person did, and after they last looked. */
    async unreadNews({ userId, accountId }: { userId: string; accountId: string }): Promise<string[]> {
      const [person, off] = await Promise.all([
        onboardingRepository(database.direct).newsSeen(userId),
        partsOff(accountId),
      ]);
      if (!person) return [];
      const since = Math.max(person.createdAt.getTime(), person.seenAt?.getTime() ?? 0);
      return newsEntries
        .filter((entry) => Date.parse(entry.date) > since && !('part' in entry && off.includes(entry.part)))
        .map(({ id }) => id);
    },

    markNewsRead: (userId: string): Promise<void> =>
      onboardingRepository(database.direct).setNewsSeen(userId, clock.now()),
  };
}

export type Onboarding = ReturnType<typeof createOnboarding>;

import { roleGrants, type Permission } from '#features/accounts/accounts.contract.ts';
import { firstStepNames, type FirstStepName } from '../onboarding.contract.ts';
import type { AccountFacts } from './onboarding.repository.ts';

/** What is done, by the names of the steps. */
export type StepsDone = Record<FirstStepName, boolean>;

/** Who may do a step: nobody is shown what their role does not open. */
const needs: Record<FirstStepName, Permission> = {
  agent: 'agents.edit',
  knowledge: 'agents.edit',
  tried: 'agents.edit',
  published: 'agents.publish',
  site: 'agents.publish',
  payment: 'agents.edit',
  colleague: 'team.manage',
  email: 'account.manage',
};

export function stepsDone(facts: AccountFacts, isEmailProven: boolean, members: number): StepsDone {
  const { agent_id, knowledge, tried, published, site, payment, colleague } = facts;
  return {
    agent: agent_id !== null,
    knowledge,
    tried,
    published,
    site,
    payment,
    colleague: colleague || members > 1,
    email: isEmailProven,
  };
}

/** The steps of a role in their order. An address is proven by a mail, so only where mails leave. */
export function stepsFor(
  role: string,
  done: StepsDone,
  doMailsLeave: boolean,
): { name: FirstStepName; isDone: boolean }[] {
  return firstStepNames
    .filter((name) => roleGrants(role, needs[name]) && (name !== 'email' || doMailsLeave || done.email))
    .map((name) => ({ name, isDone: done[name] }));
}

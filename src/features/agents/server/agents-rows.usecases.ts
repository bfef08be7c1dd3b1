import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { mintToken, type TokenKind } from '#platform/crypto/signed-token.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import { violatedConstraint, type Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import { requireWithinLimit } from '#features/account-limits/server/account-limits.usecases.ts';
import { agentConfiguration, type AgentConfiguration } from '../agents-configuration.contract.ts';
import { avatarUrlOf } from '../agents-public.contract.ts';
import { agentsErrors, type Agent, type AgentSummary } from '../agents.contract.ts';
import { hasChanges, newAgentNumber, paymentsOf } from './agents.models.ts';
import { agentsRepository, type AgentRow } from './agents.repository.ts';
import type { ProposedQuestions } from './agents.table.ts';
import { mayPrice } from './usage/prices.policy.ts';

export type PreviewTicket = {
  agentId: string;
  accountId: string;
};

/** Lets the bearer talk with an agent's draft; only its own preview page gets one. */
export const previewToken: TokenKind<PreviewTicket> = {
  purpose: 'agent-preview',
  parse: (value) => z.object({ agentId: z.string(), accountId: z.string() }).safeParse(value).data ?? null,
};
const previewHours = 12;

/** An agent that is not in the bin; throws `notFound` where there is none. */
export async function findAgentRow(tx: Transaction, id: string): Promise<AgentRow> {
  const row = await agentsRepository(tx).byId(id);
  if (!row || row.binnedAt) throw new AppError(agentsErrors.notFound);
  return row;
}

/** Tells the account's screens, and every process that runs the agent, that it changed. */
export async function tellAgentChanged(
  realtime: Pick<Realtime, 'publish'>,
  tx: Transaction,
  row: { id: string; accountId: string },
): Promise<void> {
  await realtime.publish(tx, {
    topic: `account:${row.accountId}`,
    data: { type: 'agent.changed', agentId: row.id },
  });
  await realtime.publish(tx, { topic: 'agents', data: { agentId: row.id } });
}

/** Lets every process and screen look at all agents of an account anew; `tx` looks over the wall. */
export async function tellAgentsChanged(
  realtime: Pick<Realtime, 'publish'>,
  tx: Transaction,
  accountId: string,
): Promise<void> {
  for (const id of await agentsRepository(tx).idsOf(accountId))
    await tellAgentChanged(realtime, tx, { id, accountId });
}

/** Where an agent's draft can be tried for half a day, for whoever is handed the address. */
export function previewUrlOf(
  { box, clock }: { box: SecretBox; clock: Clock },
  row: { id: string; accountId: string; number: number },
): string {
  const ticket = mintToken(
    box,
    previewToken,
    { agentId: row.id, accountId: row.accountId },
    clock.now().getTime() + previewHours * 3_600_000,
  );
  return `/widgets/${row.number}/preview?ticket=${ticket}`;
}

/** An agent as its account's members read it, with what this one may do with it. */
export function presentAgent(
  services: { box: SecretBox; clock: Clock },
  scope: AccountScope,
  row: AgentRow,
  conversationCount = 0,
): Agent {
  return {
    ...presentAgentSummary(row, conversationCount),
    collectionId: row.collectionId,
    draft: agentConfiguration.parse(row.draft),
    draftRevision: row.draftRevision,
    liveVersion: row.liveVersion,
    closedMessage: row.closedMessage,
    previewUrl: previewUrlOf(services, row),
    siteUrl: row.siteUrl,
    can: { edit: scope.can('agents.edit'), publish: scope.can('agents.publish'), prices: mayPrice(scope) },
  };
}

/** An agent as it stands in lists. */
export function presentAgentSummary(row: AgentRow, conversationCount: number): AgentSummary {
  return {
    id: row.id,
    number: row.number,
    name: row.name,
    color: row.draft.appearance.color,
    avatarUrl: avatarUrlOf(row.draft),
    status: row.status,
    provider: row.draft.ai.provider,
    model: row.draft.ai.model,
    modelFailure: row.draft.ai.provider === 'built-in' ? null : row.modelFailure,
    payments: paymentsOf(row.draft),
    form: row.draft.contactForm?.enabled ? row.draft.contactForm.moment : 'off',
    hasUnpublishedChanges: hasChanges(row),
    seenUrl: row.seenUrl,
    seenAt: row.seenAt?.toISOString() ?? null,
    conversationCount,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Makes an agent as a draft; see `withFreeNumber`. */
export async function insertAgent(
  tx: Transaction,
  accountId: string,
  input: {
    configuration: AgentConfiguration;
    siteUrl: string | null;
    collectionId: string;
    firstQuestions?: ProposedQuestions;
  },
  now: Date,
): Promise<AgentRow> {
  await requireWithinLimit(tx, accountId, 'agents');
  const id = newId('agt');
  await agentsRepository(tx).insert({
    id,
    accountId,
    number: newAgentNumber(),
    collectionId: input.collectionId,
    name: input.configuration.basic.name,
    systemPrompt: input.configuration.prompt.systemPrompt,
    draft: input.configuration,
    siteUrl: input.siteUrl,
    firstQuestions: input.firstQuestions ?? null,
    createdAt: now,
    updatedAt: now,
  });
  return findAgentRow(tx, id);
}

/** Tries again in the one case out of a billion in which the random number is taken. */
export async function withFreeNumber<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedConstraint(error) !== 'agents_number') throw error;
    return work();
  }
}

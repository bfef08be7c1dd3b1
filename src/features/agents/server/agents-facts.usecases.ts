import { z } from 'zod';
import type { Transaction } from '#platform/database/database.ts';
import { agentConfiguration, type AgentConfiguration } from '../agents-configuration.contract.ts';
import { agentsImagesRepository } from './look/images.repository.ts';
import { agentsRepository } from './agents.repository.ts';

/**
 * What features that hang on an agent need to know of it, and whether its page is there for visitors; null
 * when the transaction sees no such agent.
 */
export async function findAgentFacts(
  tx: Transaction,
  id: string,
): Promise<{ id: string; number: number; name: string; hasPage: boolean } | null> {
  const row = await agentsRepository(tx).byId(id);
  const hasPage = row?.status === 'live' || row?.status === 'paused';
  return row && { id: row.id, number: row.number, name: row.name, hasPage };
}

/** The agents that may call a function, as they are drafted or as visitors have them. */
export async function agentsCalling(
  tx: Transaction,
  functionIds: readonly string[],
): Promise<{ functionId: string; id: string; name: string; isLive: boolean }[]> {
  if (functionIds.length === 0) return [];
  const rows = await agentsRepository(tx).withFunctions();
  const isIn = (configuration: Pick<AgentConfiguration, 'functions'> | null, id: string): boolean =>
    configuration?.functions?.enabled.includes(id) === true;
  return functionIds.flatMap((functionId) =>
    rows
      .filter(({ draft, live }) => isIn(draft, functionId) || isIn(live, functionId))
      .map(({ id, name, live }) => ({ functionId, id, name, isLive: isIn(live, functionId) })),
  );
}

/** A picture of the account by its hash. */
export async function findAgentImage(
  tx: Transaction,
  accountId: string,
  hash: string,
): Promise<{ bytes: Buffer } | null> {
  const [picture] = await agentsImagesRepository(tx).pictures(accountId, [hash]);
  return picture ?? null;
}

/**
 * What an agent is when it is tried: its draft (null), or what one of its published versions says, and what it
 * knows. Null when the transaction sees no such agent, or no such version of it.
 */
export async function findTriedAgent(
  tx: Transaction,
  id: string,
  version: number | null,
): Promise<{
  name: string;
  collectionId: string;
  configuration: AgentConfiguration;
  draftRevision: number;
} | null> {
  const repository = agentsRepository(tx);
  const row = await repository.byId(id);
  if (!row || row.binnedAt) return null;
  const configuration = version === null ? row.draft : await repository.version(id, version);
  return (
    configuration && {
      name: row.name,
      collectionId: row.collectionId,
      draftRevision: row.draftRevision,
      configuration: agentConfiguration.parse(configuration),
    }
  );
}

/** An agent as pages show it: what visitors get, or its draft while it was never published. */
export type ShownAgent = {
  id: string;
  number: number;
  collectionId: string;
  configuration: AgentConfiguration;
  /** Whether visitors may chat with it. */
  isLive: boolean;
};

/** The agents with these numbers that the transaction sees; with null those of the account, newest first. */
export async function findShownAgents(
  tx: Transaction,
  numbers: readonly number[] | null,
): Promise<ShownAgent[]> {
  const rows = await agentsRepository(tx).shown(numbers, 200);
  return rows.map(({ id, number, collectionId, status, live, draft }) => ({
    id,
    number,
    collectionId,
    configuration: agentConfiguration.parse(live ?? draft),
    isLive: status === 'live' && live !== null,
  }));
}

/** What a page says of an agent: a part of what is set on it, since a page that is drawn anew waits for it to be read. */
const presentedSections = z.object({
  basic: agentConfiguration.shape.basic,
  appearance: agentConfiguration.shape.appearance,
  prompt: agentConfiguration.shape.prompt,
  payment: agentConfiguration.shape.payment,
});
export type PresentedAgent = Omit<ShownAgent, 'collectionId' | 'configuration'> & {
  configuration: z.infer<typeof presentedSections>;
};

/** As `findShownAgents`, with what a page says of them alone. */
export async function findPresentedAgents(
  tx: Transaction,
  numbers: readonly number[] | null,
): Promise<PresentedAgent[]> {
  const rows = await agentsRepository(tx).shown(numbers, 200);
  return rows.map(({ id, number, status, live, draft }) => ({
    id,
    number,
    configuration: presentedSections.parse(live ?? draft),
    isLive: status === 'live' && live !== null,
  }));
}

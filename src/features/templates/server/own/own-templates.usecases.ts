import { AppError } from '#shared/errors.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import { agentExport } from '#features/agents/agents-lifecycle.contract.ts';
import type { PreparedAgents } from '#features/agents/server/agents-prepared.usecases.ts';
import type { AgentTests } from '#features/agents/server/lifecycle/lifecycle.usecases.ts';
import { keepImage } from '#features/agents/server/look/images.usecases.ts';
import type { KnowledgeUsecases } from '#features/knowledge/server/knowledge.usecases.ts';
import { templatesErrors } from '../../templates.contract.ts';
import type { Template } from '../templates.models.ts';
import { inOrder, sourcesIn, type Offer } from './own-templates.models.ts';
import { ownTemplatesRepository, type OwnTemplateRow } from './own-templates.repository.ts';

export type OwnTemplatesServices = {
  database: Database;
  clock: Clock;
  agents: Pick<PreparedAgents, 'add'>;
  knowledge: Pick<KnowledgeUsecases, 'createCollection' | 'addPrepared'>;
  tests: Pick<AgentTests, 'add'>;
};

/** Templates that superadmins made of an agent, beside those of the product, as owners meet them. */
export function createOwnTemplates({ database, clock, agents, knowledge, tests }: OwnTemplatesServices) {
  return {
    /** Everything that is or could be offered, in its order; hidden ones say so. */
    async offers(ofProduct: readonly Template[]): Promise<Offer[]> {
      const repository = ownTemplatesRepository(database.direct);
      return inOrder(ofProduct, await repository.all(), await repository.places());
    },

    /** @throws `templates.not_found` for one that superadmins hide */
    async requireShown(slug: string): Promise<void> {
      if (await ownTemplatesRepository(database.direct).isHidden(slug))
        throw new AppError(templatesErrors.notFound);
    },

    /**
     * One with its agent, brought up to date with what an agent is by now.
     * @throws `templates.not_found`
     */
    async find(slug: string): Promise<OwnTemplateRow> {
      const row = await ownTemplatesRepository(database.direct).bySlug(slug);
      if (!row) throw new AppError(templatesErrors.notFound);
      return { ...row, file: agentExport.parse(row.file) };
    },

    /** Agent, pictures, knowledge with the jobs that read it, and tests, in the caller's transaction. */
    async make(
      tx: Transaction,
      accountId: string,
      { file }: OwnTemplateRow,
    ): Promise<{ id: string; number: number }> {
      for (const [hash, { kind, type, data }] of Object.entries(file.images))
        await keepImage(tx, accountId, { hash, type, bytes: Buffer.from(data, 'base64') }, kind, clock.now());
      const collectionId = await knowledge.createCollection(tx, accountId);
      const agent = await agents.add(tx, accountId, { configuration: file.configuration, collectionId });
      await knowledge.addPrepared(tx, accountId, collectionId, sourcesIn(file));
      await tests.add(tx, { accountId, agentId: agent.id }, file.tests);
      return agent;
    },
  };
}

export type OwnTemplates = ReturnType<typeof createOwnTemplates>;

import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { newToken, type SecretBox } from '#platform/crypto/secret-box.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { violatedConstraint, type Database, type Transaction } from '#platform/database/database.ts';
import type { AccountScope, VisitorIdentity } from '#platform/http/access.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import type { AgentsUsecases } from '#features/agents/server/agents.usecases.ts';
import type { Proof } from '#features/contacts/contacts.contract.ts';
import { identifyContact, type ProvenPerson } from '#features/contacts/server/identity/identity.usecases.ts';
import { identityErrors, mostVariables, type SecretScope } from '../../conversations-identity.contract.ts';
import { conversationsErrors } from '../../conversations.contract.ts';
import { contactFrom } from '../visitors/contacts.usecases.ts';
import { identityKeys, verifyStatement, type Person, type Statement } from './identity.models.ts';
import { identityRepository, type SecretRow } from './identity.repository.ts';
import { conversationsRepository } from '../conversations.repository.ts';

/**
 * Puts a visitor who proved who they are with their contact, in the caller's transaction; nobody else is
 * proven by it.
 * True: the browser belonged to another vouched person before. Two browsers of one new person at the same
 * moment end in a violation of `contacts_external` or `contacts_email`; the second try finds the first one's
 * contact.
 */
export async function proveVisitor(
  tx: Transaction,
  realtime: Pick<Realtime, 'publish'>,
  visitor: Pick<VisitorIdentity, 'accountId' | 'agentId' | 'visitorId'>,
  who: ProvenPerson,
  proof: Proof,
  now: Date,
): Promise<boolean> {
  const { accountId } = visitor;
  const row = await conversationsRepository(tx).lockVisitor(visitor.visitorId);
  if (!row) throw new AppError(conversationsErrors.notFound);
  const place = { id: row.id, contactId: row.contactId, isProven: row.provenAt !== null };
  const { id, wasAnybody } = await identifyContact(tx, place, contactFrom(row), who, proof, now);
  await realtime.publish(tx, {
    topic: `account:${accountId}`,
    data: { type: 'conversation.changed', conversationId: '', contactId: id },
  });
  return wasAnybody;
}

/** Who visitors are by the word of the owner's server, and what pages tell about them. */
export function createIdentityUsecases(services: {
  database: Database;
  clock: Clock;
  box: SecretBox;
  realtime: Realtime;
  agents: Pick<AgentsUsecases, 'get'>;
}) {
  const { database, clock, box } = services;
  const ownerOf = (id: string): string => `identity-secret:${id}`;
  const present = (row: SecretRow | undefined) =>
    row ? { hint: row.hint, createdAt: row.createdAt.toISOString(), isShared: row.isShared } : null;
  const keysOf = (row: SecretRow) => identityKeys(box.open(row.sealed, ownerOf(row.id)), row.isShared);

  async function adopt(visitor: VisitorIdentity, who: Person): Promise<boolean> {
    return database.account(visitor.accountId, (tx) =>
      proveVisitor(tx, services.realtime, visitor, who, 'identity', clock.now()),
    );
  }

  return {
    async secrets(scope: AccountScope, agentId: string) {
      await services.agents.get(scope, agentId);
      const rows = await scope.run((tx) => identityRepository(tx).secretsFor(agentId));
      return {
        agent: present(rows.find((row) => row.agentId !== null)),
        account: present(rows.find((row) => row.agentId === null)),
      };
    },

    /** Makes a new secret; it is shown now and never again. */
    async rotate(
      scope: AccountScope,
      agentId: string,
      of: SecretScope,
    ): Promise<{ secret: string; hashSecret: string; hint: string; createdAt: string }> {
      await services.agents.get(scope, agentId);
      const id = newId('ids');
      const secret = `cis_${newToken()}`;
      const hint = secret.slice(-4);
      const createdAt = clock.now();
      const row = {
        id,
        accountId: scope.accountId,
        agentId: of === 'agent' ? agentId : null,
        sealed: box.seal(secret, ownerOf(id)),
        isShared: false,
        hint,
        createdBy: scope.userId,
        createdAt,
      };
      await scope.run((tx) => identityRepository(tx).replace(row));
      return { secret, hashSecret: keysOf(row).hash, hint, createdAt: createdAt.toISOString() };
    },

    async remove(scope: AccountScope, agentId: string, of: SecretScope): Promise<void> {
      await services.agents.get(scope, agentId);
      await scope.run((tx) => identityRepository(tx).remove(of === 'agent' ? agentId : null));
    },

    /**
     * Believes or refuses a statement. `isSomebodyElse`: another person than the one who wrote in this
     * browser before.
     */
    async identify(visitor: VisitorIdentity, statement: Statement): Promise<{ isSomebodyElse: boolean }> {
      const rows = await database.account(visitor.accountId, (tx) =>
        identityRepository(tx).secretsFor(visitor.agentId),
      );
      if (rows.length === 0) throw new AppError(identityErrors.notSetUp);
      const verdict = verifyStatement(rows.map(keysOf), statement, clock.now());
      if ('refused' in verdict) throw new AppError(identityErrors[verdict.refused]);
      // A preview leaves nothing among the owner's contacts.
      if (visitor.isPreview) return { isSomebodyElse: false };
      // Two browsers of one new person at the same moment: the second one finds the first one's contact.
      const isSomebodyElse = await adopt(visitor, verdict.person).catch((error: unknown) => {
        if (!['contacts_external', 'contacts_email'].includes(violatedConstraint(error) ?? '')) throw error;
        return adopt(visitor, verdict.person);
      });
      return { isSomebodyElse };
    },

    async setVariables(visitor: VisitorIdentity, variables: Record<string, string>): Promise<void> {
      await database.account(visitor.accountId, (tx) =>
        identityRepository(tx).setVariables(visitor.visitorId, variables, mostVariables),
      );
    },
  };
}

export type IdentityUsecases = ReturnType<typeof createIdentityUsecases>;

import { newId } from '#shared/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { findMembers, findUserEmails } from '#features/accounts/server/accounts.usecases.ts';
import { auditActions, auditDays, type AuditAction, type AuditEntry } from '../audit.contract.ts';
import { auditRepository, type AuditRow } from './audit.repository.ts';

/** Who acts, in which account and from where; a scope is one. */
export type AuditActor = {
  accountId: string;
  userId: string | null;
  userName: string;
  /** The superadmin who works as them. */
  superadminName?: string | undefined;
  address: string | null;
};

const pageSize = 50;

type AuditPage = {
  entries: AuditEntry[];
  nextCursor: string | null;
};

/**
 * Writes down what somebody did, in the transaction that does it: there is no change without its line, and no
 * line without its change.
 */
export async function writeAudit(
  tx: Transaction,
  actor: AuditActor,
  action: AuditAction,
  about: { id?: string | null; name?: string; details?: Record<string, string> } = {},
): Promise<void> {
  await auditRepository(tx).insert({
    id: newId('aud'),
    accountId: actor.accountId,
    actorId: actor.userId,
    actorName: actor.userName,
    action,
    targetId: about.id ?? null,
    targetName: (about.name ?? '').slice(0, 300),
    details: { ...about.details, ...(actor.superadminName && { superadmin: actor.superadminName }) },
    address: actor.address,
  });
}

/**
 * The latest lines of one kind about something since there was one of another kind, in the caller's transaction.
 */
export const findAudited = (
  tx: Transaction,
  about: { id: string; action: AuditAction; since: AuditAction },
): Promise<Pick<AuditRow, 'targetName' | 'actorName' | 'createdAt'>[]> =>
  auditRepository(tx).about(about.id, about.action, about.since);

export function createAuditUsecases({ database, clock }: { database: Database; clock: Clock }) {
  /** Addresses are looked up over the wall: `known` is whose may be shown, null everybody's. */
  async function present(rows: AuditRow[], known: ReadonlySet<string> | null): Promise<AuditPage> {
    const shown = rows.slice(0, pageSize);
    const emails = await findUserEmails(
      database,
      shown
        .flatMap(({ actorId, targetId }) => [actorId, targetId].filter((id) => id !== null))
        .filter((id) => known?.has(id) ?? true),
    );
    return {
      entries: shown.flatMap((row) => presentLine(row, emails)),
      nextCursor: rows.length > pageSize ? (shown.at(-1)?.id ?? null) : null,
    };
  }

  return {
    async list(
      scope: AccountScope,
      query: { actor?: string | undefined; group?: string | undefined; cursor?: string | undefined },
    ): Promise<AuditPage> {
      const { rows, members } = await scope.run(async (tx) => ({
        rows: await auditRepository(tx).page({ ...query, limit: pageSize + 1 }),
        members: await findMembers(tx, scope.accountId),
      }));
      return present(rows, new Set(members.map(({ userId }) => userId)));
    },

    /** What superadmins did, in whichever account they worked. */
    ofSuperadmins: async (cursor?: string): Promise<AuditPage> =>
      present(
        await auditRepository(database.direct).pageOfSuperadmins({ cursor, limit: pageSize + 1 }),
        null,
      ),

    /** Lines go after 400 days. */
    sweep: (): Promise<void> =>
      auditRepository(database.direct).deleteBefore(
        new Date(clock.now().getTime() - auditDays * 86_400_000 - 3_600_000),
      ),
  };
}

function presentLine(row: AuditRow, emails: ReadonlyMap<string, string>): AuditEntry[] {
  const emailOf = (id: string | null): string | null => (id === null ? null : (emails.get(id) ?? null));
  const action = auditActions.find((known) => known === row.action);
  if (!action) return [];
  return [
    {
      id: row.id,
      action,
      actor: { id: row.actorId, name: row.actorName, email: emailOf(row.actorId) },
      target: { id: row.targetId, name: row.targetName, email: emailOf(row.targetId) },
      details: row.details,
      address: row.address,
      createdAt: row.createdAt.toISOString(),
    },
  ];
}

export type AuditUsecases = ReturnType<typeof createAuditUsecases>;

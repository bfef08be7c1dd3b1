import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { contactsErrors, type Contact } from '../contacts.contract.ts';
import { contactsRepository, type ContactPosition, type ContactRow } from './contacts.repository.ts';

const pageSize = 25;
const positionSchema = z.object({ micros: z.number().int().min(0), id: z.string().regex(/^\w{1,60}$/) });

/** Where a first message came from. */
export type NewContact = Pick<ContactRow, 'accountId' | 'sourceAgentId' | 'timezone' | 'language' | 'device' | 'browser' | 'os' | 'landingUrl' | 'referrer' | 'tag'>;

/** Makes a contact out of a visitor who wrote, in the caller's transaction. */
export async function createContact(tx: Transaction, from: NewContact, now: Date): Promise<string> {
  const id = newId('con');
  await contactsRepository(tx).insert({ ...from, id, firstSeenAt: now, lastSeenAt: now, createdAt: now });
  return id;
}

/** Counts what a contact did. */
export async function bumpContact(tx: Transaction, id: string, change: { conversations: number; messages: number; now: Date }): Promise<void> {
  await contactsRepository(tx).bump(id, change);
}

export function createContactsUsecases() {
  return {
    async list(scope: AccountScope, query: { search?: string | undefined; agent?: string | undefined; cursor?: string | undefined }) {
      return scope.run(async (tx) => {
        const { rows, total } = await contactsRepository(tx).page({ search: query.search?.trim(), agentId: query.agent, after: readCursor(query.cursor), limit: pageSize + 1 });
        const shown = rows.slice(0, pageSize);
        const last = rows.length > pageSize ? shown.at(-1) : undefined;
        return {
          contacts: shown.map((row) => present(row)),
          nextCursor: last ? Buffer.from(JSON.stringify({ micros: Number(last.micros), id: last.contact.id })).toString('base64url') : null,
          total,
        };
      });
    },
    async get(scope: AccountScope, id: string): Promise<Contact> {
      return scope.run(async (tx) => {
        const repository = contactsRepository(tx);
        const row = await repository.byId(id);
        if (!row) throw new AppError(contactsErrors.notFound);
        const claimed = row.contact.claimedEmail === null ? null : await repository.idByEmail(row.contact.claimedEmail);
        return present(row, claimed);
      });
    },
    count: (scope: AccountScope): Promise<number> => scope.run((tx) => contactsRepository(tx).count()),
  };
}

export type ContactsUsecases = ReturnType<typeof createContactsUsecases>;

/** An unreadable cursor is as good as none: the list starts at its top. */
function readCursor(cursor: string | undefined): ContactPosition | undefined {
  if (!cursor) return undefined;
  try {
    return positionSchema.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))).data;
  } catch {
    return undefined;
  }
}

function present({ contact: row, agentName, lastMessage, variables }: { contact: ContactRow; agentName: string | null; lastMessage: string; variables: Record<string, string> }, claimedContactId: string | null = null): Contact {
  const { id, name, email, phone, company, customValues, claimedEmail, externalId, source, country, timezone, language, device, browser, os, landingUrl, referrer, tag, conversationCount, messageCount } = row;
  return { id, name, email, phone, company, customValues, claimedEmail, claimedContactId, externalId, verifiedAt: row.verifiedAt?.toISOString() ?? null, variables, source, agentId: row.sourceAgentId, agentName, country, timezone, language, device, browser, os, landingUrl, referrer, tag, conversationCount, messageCount, lastMessage, firstSeenAt: row.firstSeenAt.toISOString(), lastSeenAt: row.lastSeenAt.toISOString() };
}

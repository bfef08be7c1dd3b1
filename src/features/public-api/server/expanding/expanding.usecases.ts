import { AppError, commonErrors } from '#shared/errors.ts';
import type { AccountScope, Program } from '#platform/http/access.ts';
import type { AgentSummary } from '#features/agents/agents.contract.ts';
import type { AgentsUsecases } from '#features/agents/server/agents.usecases.ts';
import { accountKeysErrors, type ProgramScope } from '#features/api-keys/api-keys-account.contract.ts';
import type { ContactDetail } from '#features/contacts/contacts.contract.ts';
import type { ContactsUsecases } from '#features/contacts/server/contacts.usecases.ts';

type Caller = {
  scope: AccountScope;
  program: Program;
};
type Related = {
  agentId?: string | null;
  contactId?: string | null;
};
type Expanded = {
  agent?: AgentSummary | null;
  contact?: ContactDetail | null;
};

/** What a program must have been given for what is told besides. */
const needs = {
  agent: { scope: 'agents.read', permission: 'agents.read' },
  contact: { scope: 'contacts.read', permission: 'contacts.read' },
} as const satisfies Record<string, { scope: ProgramScope; permission: string }>;

/** The names in `expand`. */
export const namesIn = (expand: string | undefined): ReadonlySet<string> =>
  new Set(expand?.split(',').filter((name) => name !== ''));

function check({ scope, program }: Caller, names: ReadonlySet<string>): void {
  for (const [name, need] of Object.entries(needs)) {
    if (!names.has(name)) continue;
    if (!program.scopes.includes(need.scope))
      throw new AppError(accountKeysErrors.scopeMissing, { variables: { scope: need.scope } });
    if (!scope.can(need.permission)) throw new AppError(commonErrors.forbidden);
  }
}

/** Tells with each item the agent and the contact that it belongs to, where that is asked for. */
export function createExpanding({
  agents,
  contacts,
}: {
  agents: Pick<AgentsUsecases, 'list'>;
  contacts: Pick<ContactsUsecases, 'get'>;
}) {
  /** Null for whom the program doesn't reach, and who is gone. */
  async function contactOf(scope: AccountScope, id: string): Promise<ContactDetail | null> {
    try {
      return await contacts.get(scope, id);
    } catch (error) {
      if (error instanceof AppError && error.status === 404) return null;
      throw error;
    }
  }

  return async function expand<Item extends Related>(
    caller: Caller,
    asked: string | undefined,
    items: readonly Item[],
  ): Promise<(Item & Expanded)[]> {
    const names = namesIn(asked);
    check(caller, names);
    const known = names.has('agent')
      ? new Map((await agents.list(caller.scope, undefined)).map((agent) => [agent.id, agent]))
      : null;
    const people = names.has('contact') ? new Map<string, ContactDetail | null>() : null;
    for (const { contactId } of items)
      if (people && contactId && !people.has(contactId))
        people.set(contactId, await contactOf(caller.scope, contactId));
    return items.map((item) => ({
      ...item,
      ...(known ? { agent: known.get(item.agentId ?? '') ?? null } : {}),
      ...(people ? { contact: people.get(item.contactId ?? '') ?? null } : {}),
    }));
  };
}

export type Expand = ReturnType<typeof createExpanding>;

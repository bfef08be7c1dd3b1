import type { Permission } from '#features/accounts/accounts.contract.ts';
import type { AccountScope, Program } from '#platform/http/access.ts';
import type { ProgramScope } from '../../api-keys-account.contract.ts';

const permissionsOf: Record<ProgramScope, readonly Permission[]> = {
  'agents.read': ['agents.read'],
  'agents.write': ['agents.read', 'agents.edit', 'agents.publish'],
  'agents.ask': ['agents.read'],
  'conversations.read': ['inbox.read'],
  'conversations.write': ['inbox.read', 'inbox.reply'],
  'conversations.reply': ['inbox.read', 'inbox.reply'],
  'contacts.read': ['contacts.read'],
  'contacts.write': ['contacts.read', 'contacts.edit'],
  'contacts.erase': ['contacts.read', 'contacts.erase'],
  'forms.read': ['forms.read'],
  'forms.write': ['forms.read', 'forms.edit'],
  'payments.read': ['payments.read'],
  'payments.write': ['payments.read', 'payments.manage'],
  'analytics.read': ['agents.read'],
  'functions.write': ['agents.read', 'integrations.manage'],
};

/** Whether one of the scopes of a program covers a permission. */
export function scopesGrant(scopes: readonly string[], permission: string): boolean {
  return scopes.some(
    (scope) =>
      Object.hasOwn(permissionsOf, scope) &&
      permissionsOf[scope as ProgramScope].some((granted) => granted === permission),
  );
}

/**
 * What a member may touch, cut down to what they let a program do: its scopes, and its agents where they are
 * named. `run` makes the transaction of those agents.
 */
export function narrowedScope(
  member: AccountScope,
  program: Pick<Program, 'name' | 'scopes' | 'agentIds'>,
  run: (agentIds: readonly string[]) => AccountScope['run'],
): AccountScope {
  const named = program.agentIds;
  const agentIds = named && named.filter((id) => member.reaches(id));
  return {
    ...member,
    userName: `${member.userName} (${program.name})`,
    can: (permission) => member.can(permission) && scopesGrant(program.scopes, permission),
    agentIds: agentIds ?? member.agentIds,
    reaches: (id) => member.reaches(id) && (agentIds === null || agentIds.includes(id)),
    run: agentIds ? run(agentIds) : member.run,
  };
}

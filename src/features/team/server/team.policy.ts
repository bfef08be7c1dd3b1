import { permissions, roleGrants, roles, type Role } from '#features/accounts/accounts.contract.ts';
import type { AssignableRole } from '../team.contract.ts';

/**
 * Roles that a role may give, take and keep out: lower ones that hold no permission which it has not itself.
 * So an admin makes no second admin, and nobody who may pay for the plan; only the owner does.
 */
export function rolesBelow(role: string): AssignableRole[] {
  const at = roles.findIndex((one) => one === role);
  if (at < 0 || !roleGrants(role, 'team.manage')) return [];
  return roles
    .slice(at + 1)
    .filter(
      (lower): lower is AssignableRole =>
        lower !== 'owner' &&
        permissions.every((permission) => !roleGrants(lower, permission) || roleGrants(role, permission)),
    );
}

/**
 * Whether an invitation still holds: whoever sent it may give its role, and one who came for their agency may also
 * give the account its first owner.
 */
export const mayInvite = (
  inviter: { role: Role },
  invitation: { role: Role; agencyId: string | null },
): boolean =>
  invitation.role === 'owner' || invitation.role === 'admin'
    ? invitation.agencyId !== null || managesRole(inviter.role, invitation.role)
    : managesRole(inviter.role, invitation.role);

/** Whether somebody with the one role may change a member with the other. */
export function managesRole(role: string, other: Role): boolean {
  return rolesBelow(role).some((lower) => lower === other);
}

import { describe, expect, test } from 'vitest';
import { permissions, roleGrants, roles } from '#features/accounts/accounts.contract.ts';
import { managesRole, rolesBelow } from './team.policy.ts';

describe('who gives which role', () => {
  test('the owner gives every role but owner, an admin those that hold nothing which the admin has not, others none', () => {
    expect(Object.fromEntries(roles.map((role) => [role, rolesBelow(role)]))).toEqual({
      owner: ['admin', 'editor', 'support', 'billing', 'viewer'],
      admin: ['editor', 'support', 'viewer'],
      editor: [],
      support: [],
      billing: [],
      viewer: [],
    });
    expect([rolesBelow('superadmin'), rolesBelow('constructor'), rolesBelow('')]).toEqual([[], [], []]);
  });
  test('nobody gives a permission that they do not have, or manages their own role', () => {
    for (const role of roles) {
      expect(managesRole(role, role)).toBe(false);
      for (const lower of rolesBelow(role))
        for (const permission of permissions)
          expect(roleGrants(lower, permission) && !roleGrants(role, permission)).toBe(false);
    }
  });
});

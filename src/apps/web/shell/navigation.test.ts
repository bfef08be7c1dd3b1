import { describe, expect, it } from 'vitest';
import { permissions, roleGrants, type Role } from '#features/accounts/accounts.contract.ts';
import { isActive, isClosedTo, isPublicPath, navigation, navigationFor, showsVeil } from './navigation.ts';

const canOf = (role: Role) =>
  Object.fromEntries(permissions.map((permission) => [permission, roleGrants(role, permission)]));
const activeAt = (pathname: string) =>
  navigation.filter((entry) => isActive(entry, pathname)).map((entry) => entry.name);

describe('the sidebar', () => {
  it.each([
    ['/dashboard', ['dashboard']],
    ['/dashboard/agents', ['agents']],
    ['/dashboard/agents/edit/agt_1', ['agents']],
    ['/dashboard/widgets', ['agents']],
    ['/dashboard/widgets/new', ['agents']],
    ['/dashboard/contacts/con_1', ['contacts']],
    ['/dashboard/inbox/cnv_1', ['inbox']],
    ['/dashboard/agentsomething', []],
    ['/superadmin', []],
  ])('at %s marks %j', (pathname, names) => expect(activeAt(pathname)).toEqual(names));
});

describe('what a role does not open', () => {
  const namesFor = (role: Role) => navigationFor(canOf(role)).map(({ name }) => name);
  it('is not offered', () => {
    expect(namesFor('owner')).toEqual(navigation.map(({ name }) => name));
    expect(namesFor('billing')).toEqual(['dashboard', 'payments', 'settings']);
    expect(namesFor('viewer')).toEqual(['dashboard', 'agents', 'inbox', 'tools', 'contacts', 'settings']);
  });

  it('is closed at its addresses, too', () => {
    expect(isClosedTo(canOf('billing'), '/dashboard/inbox/cnv_1')).toBe(true);
    expect(isClosedTo(canOf('billing'), '/dashboard/payments')).toBe(false);
    expect(isClosedTo(canOf('support'), '/dashboard/customers')).toBe(true);
    expect(isClosedTo(canOf('billing'), '/dashboard/docs')).toBe(false);
    // Who may read what is there may not make more of it.
    expect(isClosedTo(canOf('support'), '/dashboard/agents')).toBe(false);
    expect(isClosedTo(canOf('support'), '/dashboard/agents/new')).toBe(true);
    expect(isClosedTo(canOf('editor'), '/dashboard/widgets/new')).toBe(false);
    expect(isClosedTo(canOf('support'), '/dashboard/functions')).toBe(false);
    expect(isClosedTo(canOf('support'), '/dashboard/functions/new')).toBe(true);
    expect(isClosedTo(canOf('support'), '/dashboard/tools/functions/fnc_1')).toBe(true);
    expect(isClosedTo(canOf('owner'), '/dashboard/functions/new')).toBe(false);
  });
});

describe('the navigation veil', () => {
  it.each(['/', '/landing-page-editor', '/widgets/5', '/agents/5/demo'])('stays away from %s', (path) =>
    expect(showsVeil(path)).toBe(false),
  );
  it.each(['/dashboard', '/dashboard/widgets', '/auth'])('shows on the way to %s', (path) =>
    expect(showsVeil(path)).toBe(true),
  );
});

describe('pages that need not know who is signed in', () => {
  it.each(['/', '/auth', '/pricing', '/terms', '/privacy', '/widgets/3', '/agents/3'])('%s is one', (path) =>
    expect(isPublicPath(path)).toBe(true),
  );
  it.each(['/dashboard', '/forgot-password', '/superadmin', '/authors'])('%s is none', (path) =>
    expect(isPublicPath(path)).toBe(false),
  );
});

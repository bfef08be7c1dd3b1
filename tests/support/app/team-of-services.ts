import { AppError } from '#shared/errors.ts';
import type { AssignableRole } from '#features/team/team.contract.ts';
import type { TestMember, TestServices } from './test-services.ts';

/** The code of the refusal; `done` where there was none. */
export const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof AppError) return error.code;
      throw error;
    },
  );
/** The token of an invitation's link. */
export const tokenOf = ({ link }: { link: string }): string => link.split('#')[1] ?? '';
/** Where these people come from. */
export const from = { address: '203.0.113.80', userAgent: 'test' };

/** Inviting, accepting and joining by the use cases of a server. */
export function teamOf(server: TestServices) {
  let tries = 0;
  /** Links are tried so often from one address and no more. */
  const nextAddress = (): string => `198.51.100.${++tries % 250}`;
  const invite = (by: TestMember, email: string, role: AssignableRole = 'editor', message = '') =>
    server.team.invitations.invite(by.scope, { email, role, agentIds: null, message }, 'en');
  const accept = ({ user, session, scope }: TestMember, token: string) =>
    server.team.joining.accept(
      {
        userId: user.id,
        sessionId: session.id,
        accountId: scope.accountId,
        isSuperadmin: false,
        language: 'en',
      },
      token,
      { ...from, address: nextAddress() },
    );
  /** Somebody who joined by an invitation and works in the account. */
  async function join(owner: TestMember, role: AssignableRole): Promise<TestMember> {
    const person = await server.member(`A ${role}`);
    await accept(person, tokenOf(await invite(owner, person.user.email, role)));
    return { ...person, scope: await server.scopeOf(person.user.id, owner.scope.accountId) };
  }
  return { invite, accept, join, nextAddress };
}

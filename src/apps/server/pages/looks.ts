import type { FastifyRequest } from 'fastify';
import { isView } from '#platform/http/is-view.ts';
import { sessionCookieName } from '#features/auth/auth.contract.ts';
import type { Services } from '../services.ts';

/**
 * Whether a request is a look that counts at something of an account: of somebody who sees what they get, and who does
 * not work in that account. Their own people look at it all day.
 */
export function createLooks(
  services: Pick<Services, 'accounts' | 'auth' | 'publicUrl'>,
): (request: FastifyRequest, accountId: string) => Promise<boolean> {
  return async (request, accountId) => {
    if (!isView(request.headers)) return false;
    const token = request.cookies[sessionCookieName(services.publicUrl().startsWith('https:'))];
    if (!token || token.length > 200) return true;
    const person = await services.auth.authenticate(token);
    if (!person) return true;
    return (
      person.membership.accountId !== accountId &&
      (await services.accounts.memberWithin(person.user.id, accountId)) === null
    );
  };
}

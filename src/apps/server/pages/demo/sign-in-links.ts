import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hashToken, newToken } from '#platform/crypto/secret-box.ts';
import { openSession } from '#features/auth/server/auth-sessions.usecases.ts';
import { setSessionCookie } from '#features/auth/server/auth.routes.ts';
import type { Services } from '../../services.ts';

type Person = {
  userId: string;
  accountId: string;
  path: string;
};
/** Links by which somebody signs in, once each. They live in this process alone and end with it. */
export type SignInLinks = {
  /** The path of a new link of a person who then stands at `path`. */
  add(person: Person): string;
  take(token: string): Person | null;
};

const prefix = '/demo/sign-in/';
const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

export function createSignInLinks(): SignInLinks {
  const unused = new Map<string, Person>();
  return {
    add(person) {
      const token = newToken();
      unused.set(hashToken(token), person);
      return prefix + token;
    },
    take(token) {
      const key = hashToken(token);
      const person = unused.get(key) ?? null;
      unused.delete(key);
      return person;
    },
  };
}

/** Lets the people of a demo in by their links, on this machine only. No other server has this address. */
export function serveSignInLinks(
  app: FastifyInstance,
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  links: SignInLinks,
  {
    isSecure,
    notFound,
  }: { isSecure(): boolean; notFound(request: FastifyRequest, reply: FastifyReply): Promise<unknown> },
): void {
  app.get<{ Params: { token: string } }>(`${prefix}:token`, async (request, reply) => {
    // The socket's own address: a header can say anything.
    const isNear = loopback.has(request.socket.remoteAddress ?? '') && !request.headers['x-forwarded-for'];
    const person = isNear ? links.take(request.params.token) : null;
    if (!person) return notFound(request, reply);
    const session = await openSession(database.direct, {
      userId: person.userId,
      worksIn: person.accountId,
      userAgent: request.headers['user-agent'] ?? '',
      now: clock.now(),
    });
    setSessionCookie(reply, session, isSecure());
    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(person.path, 302);
  });
}

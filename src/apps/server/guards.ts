import type { FastifyRequest } from 'fastify';
import { AppError, commonErrors } from '#shared/errors.ts';
import { fallbackLanguage, fromAcceptLanguage } from '#shared/languages.ts';
import type { Database } from '#platform/database/database.ts';
import type { AccountScope, Guards, SignedIn } from '#platform/http/access.ts';
import { noteRate } from '#platform/http/rate-headers.ts';
import type { RateState } from '#platform/rate-limit/rate-limit.ts';
import { roleGrants } from '#features/accounts/accounts.contract.ts';
import { stoppedErrorOf } from '#features/accounts/server/accounts-clients.policy.ts';
import { narrowedTo, reachesAgent } from '#features/accounts/server/accounts.usecases.ts';
import { accountKeysErrors } from '#features/api-keys/api-keys-account.contract.ts';
import { narrowedScope } from '#features/api-keys/server/account/programs.policy.ts';
import { authErrors, sessionCookieName } from '#features/auth/auth.contract.ts';
import { sampleDataErrors } from '#features/sample-data/sample-data.contract.ts';
import { isTooReal } from '#features/sample-data/server/sample-data.policy.ts';
import { isOwnAffair } from '#features/auth/server/auth-impersonation.policy.ts';
import type { AdmittedVisitor } from '#features/conversations/server/sessions/agent-cache.usecases.ts';
import type { Services } from './services.ts';
import { siteOf } from './sites.ts';

type Known = NonNullable<Awaited<ReturnType<Services['auth']['authenticate']>>>;

/** Finds out who is calling: the session cookie for people, a bearer token for visitors. */
export function createGuards(
  services: Pick<
    Services,
    | 'accountKeys'
    | 'accounts'
    | 'apiKeys'
    | 'auth'
    | 'brands'
    | 'conversations'
    | 'database'
    | 'featureFlags'
    | 'oauth'
    | 'planStatuses'
    | 'twoFactor'
  >,
  server: { isSecure(): boolean; isReachableByOthers(): boolean },
): Guards<AdmittedVisitor> {
  const found = new WeakMap<FastifyRequest, Promise<Known | null>>();
  const ofPrograms = new WeakMap<FastifyRequest, Pick<Known, 'account'>>();

  function tokenOf(request: FastifyRequest): string | null {
    const token = request.cookies[sessionCookieName(server.isSecure())];
    return token && token.length <= 200 ? token : null;
  }
  function member(request: FastifyRequest): Promise<Known | null> {
    const known = found.get(request);
    if (known) return known;
    const token = tokenOf(request);
    const looked = token
      ? services.auth.authenticate(token).then((person) => inside(request, person))
      : Promise.resolve(null);
    found.set(request, looked);
    return looked;
  }
  /** Under an account's address people work in that account, or not at all. */
  async function inside(request: FastifyRequest, known: Known | null): Promise<Known | null> {
    const { accountId } = siteOf(request);
    if (!known || accountId === null || known.membership.accountId === accountId) return known;
    // Clients of an agency are at home under its address.
    if (known.account.client?.agencyId === accountId) return known;
    // A superadmin who works as somebody else was let into one account of that person, and no other.
    if (known.impersonation) return null;
    const there = await services.accounts.memberWithin(known.user.id, accountId);
    const { isVisit: _isVisit, ...person } = known;
    return there && { ...person, ...there };
  }
  async function required(request: FastifyRequest): Promise<Known> {
    const known = await member(request);
    if (!known) {
      const token = tokenOf(request);
      const hasLostAccess = token !== null && (await services.auth.hasLostAccess(token));
      throw new AppError(hasLostAccess ? authErrors.accessEnded : commonErrors.notSignedIn);
    }
    if (known.impersonation && isOwnAffair(request.method, request.routeOptions.url ?? ''))
      throw new AppError(authErrors.notAsAnother);
    if (known.account.isSample && isTooReal(request.method, request.routeOptions.url ?? ''))
      throw new AppError(sampleDataErrors.notHere);
    requirePart(known, request);
    return known;
  }
  /** What the server or an agency keeps from an account is refused here, for whatever endpoint and whoever asks. */
  function requirePart(
    { account, isVisit }: Pick<Known, 'account' | 'isVisit'>,
    { method, routeOptions }: FastifyRequest,
  ): void {
    const { id, client } = account;
    services.featureFlags.requireRoute(
      { method, route: routeOptions.url ?? '' },
      { id, client, isVisit: isVisit === true },
    );
  }
  const present = ({ user, sessionId, membership, impersonation }: Known): SignedIn => ({
    userId: user.id,
    sessionId,
    accountId: membership.accountId,
    isSuperadmin: user.isSuperadmin,
    language: user.language,
    impersonation,
  });

  return {
    user: async (request) => present(await required(request)),
    async superadmin(request) {
      const known = await required(request);
      // To everybody else the superadmin's addresses do not exist.
      if (!known.user.isSuperadmin) throw new AppError(commonErrors.notFound);
      // A password can be guessed from anywhere; the whole server is worth more than one guess.
      if (server.isReachableByOthers()) {
        if ((await services.twoFactor.since(known.user.id)) === null)
          throw new AppError(authErrors.secondFactorRequired);
        if (!known.hasSecondFactor) throw new AppError(authErrors.secondFactorNotPassed);
      }
      return present(known);
    },
    async account(request, permission) {
      const known = await required(request);
      if (!roleGrants(known.membership.role, permission)) throw new AppError(commonErrors.forbidden);
      // An agent that a member does not reach does not exist for them.
      const agentId = agentOf(request);
      if (agentId !== null && !reachesAgent(known.membership, agentId))
        throw new AppError(commonErrors.notFound);
      return { user: present(known), scope: scopeOf(services.database, known, request.ip) };
    },
    async visitor(request) {
      const header = request.headers.authorization ?? '';
      const visitor = header.startsWith('Bearer ')
        ? services.conversations.readVisitorToken(header.slice(7))
        : null;
      if (!visitor) throw new AppError(commonErrors.notSignedIn);
      return { visitor, admitted: await services.conversations.admit(visitor) };
    },
    async key(request) {
      const header = request.headers.authorization ?? '';
      const tell = (state: RateState): void => noteRate(request, state);
      const key = header.startsWith('Bearer ')
        ? await services.apiKeys.authenticate(header.slice(7), request.ip, tell)
        : null;
      if (!key) throw new AppError(commonErrors.notSignedIn);
      await services.featureFlags.requirePrograms(key.accountId);
      return key;
    },
    async program(request, needs) {
      const header = request.headers.authorization ?? '';
      const tell = (state: RateState): void => noteRate(request, state);
      const program = header.startsWith('Bearer ')
        ? ((await services.accountKeys.authenticate(header.slice(7), tell)) ??
          (await services.oauth.authenticate(header.slice(7), tell)))
        : null;
      const member = program && (await services.accounts.member(program.userId, program.accountId));
      // Whoever let it in may have left, or been kept out, since.
      if (
        !program ||
        member?.membership.accountId !== program.accountId ||
        member.isVisit ||
        member.account.reviewSince !== null
      )
        throw new AppError(commonErrors.notSignedIn);
      await services.featureFlags.requirePrograms(program.accountId);
      requirePart(member, request);
      const scope = narrowedScope(
        scopeOf(services.database, member, request.ip),
        program,
        (agentIds) => (work) =>
          services.database.account(program.accountId, work, {
            userId: program.userId,
            agentIds: [...agentIds],
          }),
      );
      if (needs) {
        if (!program.scopes.includes(needs.scope))
          throw new AppError(accountKeysErrors.scopeMissing, { variables: { scope: needs.scope } });
        if (!scope.can(needs.permission)) throw new AppError(commonErrors.forbidden);
        const agentId = agentOf(request);
        if (agentId !== null && !scope.reaches(agentId)) throw new AppError(commonErrors.notFound);
      }
      ofPrograms.set(request, member);
      return { program, scope };
    },
    async plan(request) {
      // The account's row came with the session or the key: nothing more is asked.
      const { account } = ofPrograms.get(request) ?? (await required(request));
      if (!services.planStatuses.ofRow(account).isActive) throw new AppError(stoppedErrorOf(account));
    },
    language: (request) => fromAcceptLanguage(request.headers['accept-language']) ?? fallbackLanguage,
    origin: (request) => services.brands.originOf(siteOf(request).brand),
  };
}

/** What a member may touch of the account that they work in. */
export function scopeOf(
  database: Database,
  { user, membership, impersonation }: Pick<Known, 'user' | 'membership' | 'impersonation'>,
  address: string | null,
): AccountScope {
  const { accountId, role } = membership;
  const narrowed = narrowedTo(membership);
  return {
    accountId,
    role,
    userId: user.id,
    userName: user.name,
    superadminName: impersonation?.by,
    // Where a superadmin sits is not the account's affair.
    address: impersonation ? null : address,
    can: (wanted) => roleGrants(role, wanted),
    agentIds: narrowed?.agentIds ?? null,
    reaches: (agentId) => reachesAgent(membership, agentId),
    run: (work) => database.account(accountId, work, narrowed),
  };
}

/** The agent that an address is about, or null. */
function agentOf(request: FastifyRequest): string | null {
  if (!/^\/api\/(v1\/)?agents\/:id/.test(request.routeOptions.url ?? '')) return null;
  const { id } = request.params as { id?: unknown };
  return typeof id === 'string' ? id : null;
}

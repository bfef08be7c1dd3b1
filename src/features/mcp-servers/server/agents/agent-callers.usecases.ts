import { AppError, commonErrors } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import type { AgentKey, VisitorIdentity } from '#platform/http/access.ts';
import { ofAddress, ofNetworks } from '#platform/rate-limit/network.ts';
import { admit, type RateLimiter } from '#platform/rate-limit/rate-limit.ts';
import type { AgentsUsecases, RunningAgent } from '#features/agents/server/agents.usecases.ts';
import type { ApiKeysUsecases } from '#features/api-keys/server/api-keys.usecases.ts';
import { conversationsErrors } from '#features/conversations/conversations.contract.ts';
import { byKey, type Asking } from '#features/conversations/server/api/asking.usecases.ts';
import type { ConversationsUsecases } from '#features/conversations/server/conversations.usecases.ts';
import type { AgentCaller } from './agent-server.usecases.ts';

const rules = {
  session: { name: 'mcp-session-address', limit: 60, windowSeconds: 3_600 },
  address: { name: 'mcp-address', limit: 120, windowSeconds: 60 },
} as const;

/** What a request to an agent's address tells of its caller. */
export type AgentVisit = {
  number: number;
  /** The bearer, where there is one. */
  bearer: string | null;
  /** What the program was given as its session when it began: the token of its visitor. */
  session: string | null;
  isFirst: boolean;
  /** It asks or buys: without a session it is a new visitor. */
  isCall: boolean;
  origin: string | null;
  address: string;
  language: Language;
};

/** Finds out as which visitor a program talks with an agent. The session is the visitor's token. */
export function createAgentCallers(services: {
  agents: Pick<AgentsUsecases, 'runningByNumber'>;
  apiKeys: Pick<ApiKeysUsecases, 'authenticate'>;
  asking: Pick<Asking, 'open' | 'resume'>;
  limiter: RateLimiter;
  conversations: Pick<ConversationsUsecases, 'readVisitorToken' | 'admit'>;
  /** @throws where programs are kept out of an account. */
  requirePrograms(accountId: string): Promise<void>;
}) {
  /**
   * The visitor of a session that goes on; null where there is none. Throws when the agent's rules about pages
   * keep them out by now; whoever shows a secret key stands where it lets them.
   */
  async function knownVisitor(
    agent: RunningAgent,
    key: AgentKey | null,
    { session, isFirst }: AgentVisit,
  ): Promise<VisitorIdentity | null> {
    const known = session && !isFirst ? services.conversations.readVisitorToken(session) : null;
    if (known?.agentId !== agent.id || known.isPreview || known.onlyConversation) return null;
    const visitor = key?.kind === 'secret' ? services.asking.resume(agent, key.kind, known.visitorId) : known;
    await services.conversations.admit(visitor);
    return visitor;
  }

  return async function callerOf(
    visit: AgentVisit,
  ): Promise<{ caller: AgentCaller; session: string | null }> {
    await admit(services.limiter, commonErrors.tooManyRequests, ofAddress(visit.address, rules.address));
    const [agent, key] = await Promise.all([
      services.agents.runningByNumber(visit.number),
      visit.bearer === null ? null : services.apiKeys.authenticate(visit.bearer, visit.address),
    ]);
    if (!agent) throw new AppError(conversationsErrors.notFound);
    await services.requirePrograms(agent.accountId);
    if (visit.bearer !== null && key?.agentId !== agent.id) throw new AppError(commonErrors.notSignedIn);
    if (agent.configuration.access.restrictDomains && !key) throw new AppError(commonErrors.notSignedIn);
    const known = await knownVisitor(agent, key, visit);
    const isNew = !known && (visit.isFirst || visit.isCall);
    if (isNew && key?.kind !== 'secret')
      await admit(services.limiter, commonErrors.tooManyRequests, ofNetworks(visit.address, rules.session));
    const opened = isNew
      ? await services.asking.open(agent, byKey(key), {
          language: visit.language,
          tag: 'mcp',
          origin: visit.origin,
        })
      : null;
    const visitor = opened?.identity ??
      known ?? {
        visitorId: '',
        accountId: agent.accountId,
        agentId: agent.id,
        isPreview: false,
      };
    return {
      caller: {
        agent,
        visitor,
        language: visit.language,
        address: visit.address,
        hasSecretKey: key?.kind === 'secret',
        unnamedBy: key?.kind === 'secret' ? key.keyId : undefined,
      },
      session: opened?.token ?? visit.session,
    };
  };
}

export type AgentCallers = ReturnType<typeof createAgentCallers>;

import type { FastifyRequest } from 'fastify';
import { AppError, commonErrors } from '#shared/errors.ts';
import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { takeStreamPlace } from '#platform/http/stream-places.ts';
import { answerMcp } from '#platform/http/mcp-exchange.ts';
import { isLoopbackHost } from '#platform/safe-fetch/loopback.ts';
import { mcpServersEndpoints, mcpServersErrors } from '../mcp-servers.contract.ts';
import type { AgentCallers } from './agents/agent-callers.usecases.ts';
import { createRunningCalls, type AgentServer } from './agents/agent-server.usecases.ts';
import type { OwnerServer } from './owner/owner-server.usecases.ts';

const onlyPost = (): Promise<never> => Promise.reject(new AppError(mcpServersErrors.onlyPost));

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).hostname : '');

/**
 * On somebody's own machine, a page of the Internet may give its name this machine's address and then call
 * it as if it were its own.
 */
function refuseRebinding({ headers }: FastifyRequest, publicUrl: string): void {
  if (!isLoopbackHost(hostOf(publicUrl))) return;
  const names = [hostOf(`http://${headers.host ?? ''}`), ...(headers.origin ? [hostOf(headers.origin)] : [])];
  if (!names.every(isLoopbackHost)) throw new AppError(commonErrors.forbidden);
}

/** The two servers of the Model Context Protocol. Neither keeps anything between requests. */
export function mcpServersRoutes(
  binder: Binder,
  {
    owner,
    agents,
    callerOf,
    publicUrl,
  }: { owner: OwnerServer; agents: AgentServer; callerOf: AgentCallers; publicUrl(): string },
): void {
  const running = createRunningCalls();
  bindEndpoints(binder, mcpServersEndpoints, {
    async owner({ scope, program, language, request, reply }) {
      refuseRebinding(request, publicUrl());
      const caller = { scope, program, language };
      // A program need not begin: each request without a session stands for itself.
      await owner.noteVisit(caller);
      await answerMcp(request, reply, owner.serverFor(caller));
      return {};
    },
    ownerStream: onlyPost,
    ownerSession: onlyPost,
    async agent({ params, body, language, address, request, reply }) {
      refuseRebinding(request, publicUrl());
      const isStreamed = body.method === 'tools/call';
      if (isStreamed) takeStreamPlace(reply, address);
      const { authorization, origin } = request.headers;
      const given = request.headers['mcp-session-id'];
      const isFirst = body.method === 'initialize';
      const { caller, session } = await callerOf({
        number: params.number,
        bearer: authorization?.startsWith('Bearer ') ? authorization.slice(7) : null,
        session: typeof given === 'string' ? given : null,
        isFirst,
        isCall: isStreamed,
        origin: origin ?? null,
        address,
        language,
      });
      if (body.method === 'notifications/cancelled')
        running.cancel(caller.visitor.visitorId, body.params?.['requestId']);
      await answerMcp(request, reply, agents(caller, running), {
        isStreamed,
        headers: isFirst && session ? { 'mcp-session-id': session } : {},
      });
      return {};
    },
    agentStream: onlyPost,
    agentSession: onlyPost,
  });
}

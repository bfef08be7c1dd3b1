import type { FastifyReply, FastifyRequest } from 'fastify';
import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import type { Session } from '#features/auth/server/auth.usecases.ts';
import { agenciesEndpoints } from '../agencies.contract.ts';
import type { AgencyEndings } from './agencies-endings.usecases.ts';
import type { AgencyPeople } from './agencies-people.usecases.ts';
import type { AgencyVisits } from './agencies-visits.usecases.ts';
import type { Agencies } from './agencies.usecases.ts';

export function agenciesRoutes(
  binder: Binder,
  usecases: { clients: Agencies; visits: AgencyVisits; people: AgencyPeople; endings: AgencyEndings },
  browser: { setCookie(reply: FastifyReply, session: Session): void },
): void {
  const { clients, visits, people, endings } = usecases;
  const agentOf = (request: FastifyRequest): string => request.headers['user-agent'] ?? '';
  bindEndpoints(binder, agenciesEndpoints, {
    clients: ({ scope, query }) => clients.list(scope, query.search),
    create: ({ scope, body }) => clients.create(scope, body),
    client: ({ scope, params }) => clients.details(scope, params.id),
    change: ({ scope, params, body }) => clients.change(scope, params.id, body),
    pause: ({ scope, params, body }) => clients.pause(scope, params.id, body.reason),
    resume: ({ scope, params }) => clients.resume(scope, params.id),
    async enter({ user, scope, params, request, reply }) {
      const moved = await visits.enter(user, scope, params.id, agentOf(request));
      browser.setCookie(reply, moved.session);
      return moved.user;
    },
    async leave({ user, request, reply }) {
      const moved = await visits.leave(user, agentOf(request));
      browser.setCookie(reply, moved.session);
      return moved.user;
    },
    invite: ({ scope, user, params, body }) => people.invite(scope, params.id, body, user.language),
    revokeInvitation: ({ scope, params }) => people.revoke(scope, params.id, params.invitation),
    async release({ scope, params, body }) {
      await endings.release(scope, params.id, body.confirmation);
      return {};
    },
    async remove({ scope, params, body }) {
      await endings.remove(scope, params.id, body);
      return {};
    },
    async standAlone({ scope }) {
      await endings.standAlone(scope);
      return {};
    },
  });
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import type { Session } from '#features/auth/server/auth.usecases.ts';
import { teamEndpoints } from '../team.contract.ts';
import type { TeamUsecases } from './team.usecases.ts';

export function teamRoutes(
  binder: Binder,
  { members, invitations, joining, ownership }: TeamUsecases,
  browser: {
    setCookie(reply: FastifyReply, session: Session): void;
    timezoneOf(request: FastifyRequest): string | null;
  },
): void {
  const from = (request: FastifyRequest) => ({
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
  });

  bindEndpoints(binder, teamEndpoints, {
    team: ({ scope }) => members.team(scope),
    invite: ({ scope, user, body }) => invitations.invite(scope, body, user.language),
    resend: ({ scope, user, params }) => invitations.resend(scope, params.id, user.language),
    async revoke({ scope, params }) {
      await invitations.revoke(scope, params.id);
      return {};
    },
    async changeMember({ scope, params, body }) {
      await members.change(scope, params.user, body);
      return {};
    },
    async suspend({ scope, params }) {
      await members.suspend(scope, params.user);
      return {};
    },
    async reactivate({ scope, params }) {
      await members.reactivate(scope, params.user);
      return {};
    },
    async removeMember({ scope, params }) {
      await members.remove(scope, params.user);
      return {};
    },
    async leave({ scope }) {
      await members.leave(scope);
      return {};
    },
    async startTransfer({ scope, body }) {
      await ownership.start(scope, body);
      return {};
    },
    async confirmTransfer({ scope, body }) {
      await ownership.confirm(scope, body.code);
      return {};
    },
    look: ({ body, address }) => joining.look(body.token, address),
    async accept({ user, body, request, reply }) {
      const joined = await joining.accept(user, body.token, from(request));
      browser.setCookie(reply, joined.session);
      return joined.user;
    },
    async registerInvited({ body, request, reply, language }) {
      const joined = await joining.register(body, {
        ...from(request),
        language,
        timezone: browser.timezoneOf(request),
      });
      browser.setCookie(reply, joined.session);
      return joined.user;
    },
    workplaces: async ({ user }) => ({ accounts: await joining.workplaces(user) }),
    async workIn({ user, body, request, reply }) {
      const joined = await joining.workIn(user, body.accountId, from(request).userAgent);
      browser.setCookie(reply, joined.session);
      return joined.user;
    },
  });
}

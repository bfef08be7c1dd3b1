import type { FastifyRequest } from 'fastify';
import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { superadminOf } from '#features/audit/server/audit-superadmin.usecases.ts';
import { announcementsEndpoints } from '../announcements.contract.ts';
import type { Announcements } from './announcements.usecases.ts';

export function announcementsRoutes(
  binder: Binder,
  usecases: Announcements,
  /** Whether a request came by an account's own address. */
  isHosted: (request: FastifyRequest) => boolean,
): void {
  bindEndpoints(binder, announcementsEndpoints, {
    shown: async ({ user, request }) => ({
      announcements: await usecases.shownTo(user, isHosted(request)),
    }),
    async dismiss({ user, params }) {
      await usecases.dismiss(user.userId, params.id);
      return {};
    },
    list: async () => ({ announcements: await usecases.list() }),
    create: (call) => usecases.create(superadminOf(call), call.body),
    change: (call) => usecases.change(superadminOf(call), call.params.id, call.body),
    async remove(call) {
      await usecases.remove(superadminOf(call), call.params.id);
      return {};
    },
  });
}

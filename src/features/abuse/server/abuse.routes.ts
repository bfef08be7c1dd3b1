import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { superadminOf } from '#features/audit/server/audit-superadmin.usecases.ts';
import { abuseEndpoints } from '../abuse.contract.ts';
import type { FlaggedAgents } from './flagging/flagged-agents.usecases.ts';
import type { IpBlocks } from './blocking/ip-blocks.usecases.ts';

export function abuseRoutes(binder: Binder, ipBlocks: IpBlocks, flaggedAgents: FlaggedAgents): void {
  bindEndpoints(binder, abuseEndpoints, {
    blocks: async ({ address }) => ({ blocks: await ipBlocks.list(), ownAddress: address }),
    block: (call) => ipBlocks.block(superadminOf(call), call.body),
    async unblock(call) {
      await ipBlocks.unblock(superadminOf(call), call.params.id);
      return {};
    },
    flagged: async () => ({ agents: await flaggedAgents.list() }),
    async hold(call) {
      await flaggedAgents.hold(superadminOf(call), call.params.id, call.body.reason);
      return {};
    },
    async release(call) {
      await flaggedAgents.release(superadminOf(call), call.params.id);
      return {};
    },
    async resolve(call) {
      await flaggedAgents.resolve(superadminOf(call), call.params.id);
      return {};
    },
  });
}

import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { agentsUsageEndpoints } from '../../agents-usage.contract.ts';
import type { AgentUsageUsecases } from './usage.usecases.ts';

export function agentsUsageRoutes(binder: Binder, usecases: AgentUsageUsecases): void {
  bindEndpoints(binder, agentsUsageEndpoints, {
    usage: ({ scope, params }) => usecases.usage(scope, params.id),
  });
}

import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { analyticsExperimentsEndpoints } from '../../analytics-experiments.contract.ts';
import type { ExperimentResults } from './experiments.usecases.ts';

export function experimentsRoutes(binder: Binder, usecases: ExperimentResults): void {
  bindEndpoints(binder, analyticsExperimentsEndpoints, {
    experiments: ({ scope, params }) => usecases.shown(scope, params.id),
    startExperiment: ({ scope, params, body }) => usecases.start(scope, params.id, body),
    stopExperiment: ({ scope, params }) => usecases.stop(scope, params.id, params.experimentId),
    adoptExperiment: ({ scope, params }) => usecases.adopt(scope, params.id, params.experimentId),
  });
}

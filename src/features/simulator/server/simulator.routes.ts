import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { savedAs } from '#platform/http/saved-as.ts';
import { simulatorEndpoints } from '../simulator.contract.ts';
import type { SimulatorUsecases } from './simulator.usecases.ts';

export function simulatorRoutes(
  binder: Binder,
  { suites, runs, answers, gate }: Pick<SimulatorUsecases, 'suites' | 'runs' | 'answers' | 'gate'>,
): void {
  bindEndpoints(binder, simulatorEndpoints, {
    suites: async ({ scope, query }) => ({ suites: await suites.list(scope, query.agent) }),
    create: ({ scope, body }) => suites.create(scope, body.agentId, body.suite),
    suite: ({ scope, params }) => suites.read(scope, params.id),
    save: ({ scope, params, body }) => suites.save(scope, params.id, body),
    async remove({ scope, params }) {
      await suites.remove(scope, params.id);
      return {};
    },
    start: ({ scope, params, body }) => runs.start(scope, params.id, body),
    runs: async ({ scope, params }) => ({ runs: await runs.list(scope, params.id) }),
    run: ({ scope, params }) => runs.read(scope, params.id),
    transcript: ({ scope, params }) => runs.transcript(scope, params.id, params.place),
    stop: ({ scope, params }) => runs.stop(scope, params.id),
    compare: ({ scope, params, query }) => runs.compare(scope, params.id, query.with),
    async export({ scope, params, query, reply }) {
      const { fileName, type, text } = await runs.export(scope, params.id, query.format);
      await reply
        .header('cache-control', 'no-store')
        .header('content-disposition', savedAs(fileName))
        .type(`${type}; charset=utf-8`)
        .send(text);
      return {};
    },
    gate: ({ scope, params }) => gate(scope, params.id),
    fromAnswer: ({ scope, body }) => answers.fromAnswer(scope, body),
  });
}

import { bindEndpoints, invalidInput, type Binder } from '#platform/http/bind.ts';
import { uploadedFile } from '#platform/http/uploaded-file.ts';
import { savedAs } from '#platform/http/saved-as.ts';
import { AppError, commonErrors } from '#shared/errors.ts';
import {
  agentExport,
  agentsLifecycleEndpoints,
  agentsLifecycleErrors,
  largestExport,
} from '../../agents-lifecycle.contract.ts';
import { readExport } from './transfer.models.ts';
import type { AgentsBin } from './bin.usecases.ts';
import type { AgentsLifecycle } from './lifecycle.usecases.ts';

export function agentsLifecycleRoutes(binder: Binder, usecases: AgentsLifecycle & AgentsBin): void {
  bindEndpoints(binder, agentsLifecycleEndpoints, {
    bin: async ({ scope }) => ({ agents: await usecases.bin(scope) }),
    restore: ({ scope, params }) => usecases.bringBack(scope, params.id),
    async purge({ scope, params }) {
      await usecases.purge(scope, params.id);
      return {};
    },
    setStatus: ({ scope, params, body }) => usecases.setStatus(scope, params.id, body),
    async export({ scope, params, reply }) {
      const { fileName, json } = await usecases.exportAgent(scope, params.id);
      await reply
        .header('cache-control', 'no-store')
        .header('content-disposition', savedAs(fileName))
        .type('application/json; charset=utf-8')
        .send(json);
      return {};
    },
    async import({ scope, request }) {
      if (!request.isMultipart()) throw new AppError(commonErrors.unsupportedType);
      const { bytes } = await uploadedFile(request, {
        admit: () => usecases.checkImport(scope),
        missing: agentsLifecycleErrors.notAnExport,
        maxBytes: largestExport,
      });
      const found = readExport(bytes);
      if (found === 'not an export') throw new AppError(agentsLifecycleErrors.notAnExport);
      if (found === 'too new') throw new AppError(agentsLifecycleErrors.exportTooNew);
      const file = agentExport.safeParse(found);
      if (!file.success) throw invalidInput(file.error.issues);
      return usecases.importAgent(scope, file.data);
    },
  });
}

import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { agentsInstallEndpoints } from '../../agents-install.contract.ts';
import type { AgentsInstall } from './install.usecases.ts';

export function agentsInstallRoutes(binder: Binder, usecases: AgentsInstall): void {
  bindEndpoints(binder, agentsInstallEndpoints, {
    checkSite: ({ scope, params, body, request }) =>
      usecases.checkSite(scope, params.id, body.url, `${request.protocol}://${request.host}`),
    mailInstructions: ({ scope, params, body, language }) =>
      usecases.mailInstructions(scope, params.id, { ...body, language: body.language ?? language }),
  });
}

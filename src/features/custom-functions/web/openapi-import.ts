import type { FunctionDefinition } from '../custom-functions-definition.contract.ts';
import type { OpenapiImport } from '../custom-functions.contract.ts';

type Operation = OpenapiImport['operations'][number];

/** What tells operations of one description apart. */
export const operationKey = ({ method, path }: Pick<Operation, 'method' | 'path'>): string =>
  `${method} ${path}`;

/**
 * The function as it is stored: at the service's address, and without authentication where there is no key for it
 * yet. A key of which the description doesn't say how it is sent goes as most do.
 */
export function importedDefinition(
  definition: FunctionDefinition,
  server: string,
  hasSecret: boolean,
): FunctionDefinition {
  if (definition.kind !== 'http') return definition;
  const { auth } = definition.http;
  const ofKey = auth.type === 'none' ? ({ type: 'bearer' } as const) : auth;
  return {
    ...definition,
    http: {
      ...definition.http,
      url: `${server.trim().replace(/(?<!\/)\/+$/, '')}${definition.http.url}`,
      auth: hasSecret ? ofKey : { type: 'none' },
    },
  };
}

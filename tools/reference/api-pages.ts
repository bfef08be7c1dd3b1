import { permissions, roleGrants, roles } from '#features/accounts/accounts.contract.ts';
import { openApiDocument, type OpenApiDocument } from '#platform/http/openapi.ts';
import type { Access } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import {
  readOperations,
  schemaText,
  type ApiOperation,
  type OpenApi,
} from '#features/public-api/web/openapi.ts';
import type { Contracts } from './read-contracts.ts';
import { page, table } from './markdown.ts';

/** The OpenAPI document of all contracts. */
export function openApi(contracts: Contracts, version: string): OpenApiDocument {
  return openApiDocument(
    contracts.endpoints.map(({ endpoint }) => endpoint),
    { version },
  );
}

/** `api.md`: every endpoint with what it takes, answers and refuses. */
export function apiPage(document: OpenApiDocument): string {
  const plain = document as unknown as OpenApi;
  const operations = readOperations(plain);
  const groups = [...new Set(operations.map(({ group }) => group))];
  return page(
    'API',
    'People call with the session cookie of their browser, visitors with `Authorization: Bearer <token>`. Bodies are JSON unless said otherwise; keys that are not listed are refused. Errors look like `{ "message": "…", "code": "…", "fields": { "name": "…" } }`; the codes are in [errors.md](errors.md). The same facts as OpenAPI 3.1: `/api/openapi.json` of a running server. What is sent to and answered by `/api/v1` stands at `/developers`, and in `/api/v1/openapi.json`.',
    ...groups.flatMap((group) => [
      `## ${group}`,
      ...operations
        .filter((operation) => operation.group === group)
        .map((operation) => describe(operation, plain)),
    ]),
  );
}

function describe(operation: ApiOperation, document: OpenApi): string {
  const isShown = !isPublicApi(operation);
  const parts = [`### ${operation.key}`, `${operation.summary} Access: ${accessText(operation.access)}.`];
  if (operation.parameters.length > 0) {
    parts.push(
      table(
        ['Parameter', 'In', 'Type'],
        operation.parameters.map(({ name, in: where, required, schema }) => [
          `\`${name}\`${required ? '' : ' (optional)'}`,
          where,
          `\`${schemaText(schema ?? {}, document).replace(/\s+/g, ' ')}\``,
        ]),
      ),
    );
  }
  if (operation.body && isShown)
    parts.push(`Body (${operation.bodyType ?? ''}):`, code(schemaText(operation.body, document)));
  if (operation.response && isShown)
    parts.push(
      operation.responseType === 'application/json' ? 'Answer:' : `Answer: ${operation.responseType ?? ''}`,
      ...(operation.responseType === 'application/json'
        ? [code(schemaText(operation.response, document))]
        : []),
    );
  if (operation.errors.length > 0)
    parts.push(
      `Errors: ${operation.errors.map(({ status, description }) => `${status} ${description}`).join(' · ')}`,
    );
  return parts.join('\n\n');
}

/** What programs call has a page of its own, which shows what is sent and answered: `/developers`. */
const isPublicApi = ({ path, scopes }: ApiOperation): boolean =>
  path.startsWith('/api/v1/') && scopes.length > 0;

const code = (text: string): string => `\`\`\`ts\n${text}\n\`\`\``;

function accessText(access: string): string {
  const words: Record<string, string> = {
    public: 'anybody',
    visitor: 'a visitor',
    user: 'whoever is signed in',
    superadmin: 'the superadmin',
  };
  return words[access] ?? `members whose role grants \`${access}\``;
}

/** `errors.md`: every code with its status and English sentence. */
export function errorsPage(contracts: Contracts, text: (key: string) => string): string {
  const rows = [
    ...Object.values(commonErrors).map((definition) => ({ feature: 'common', definition })),
    ...contracts.errors,
  ].map(({ feature, definition }) => [
    feature,
    `\`${definition.code}\``,
    String(definition.status),
    text(`errors:${definition.code}`),
  ]);
  return page(
    'Errors',
    'The code stays the same in every language; the sentence comes in the language of the caller (`Accept-Language`). Texts: `locales/<language>/errors.json`.',
    table(['Feature', 'Code', 'Status', 'English'], rows),
  );
}

/** `permissions.md`: what each role may do, and which endpoints ask for it. */
export function permissionsPage(contracts: Contracts): string {
  const nameOf = (access: Access): string => (typeof access === 'string' ? access : access.permission);
  const using = (permission: string): string =>
    contracts.endpoints
      .filter(({ endpoint }) => nameOf(endpoint.access) === permission)
      .map(({ endpoint }) => `\`${endpoint.method} ${endpoint.path}\``)
      .join('<br>');
  return page(
    'Permissions',
    table(
      ['Permission', ...roles],
      permissions.map((permission) => [
        `\`${permission}\``,
        ...roles.map((role) => (roleGrants(role, permission) ? 'yes' : '')),
      ]),
    ),
    '## Who may call what',
    table(
      ['Access', 'Endpoints'],
      [...permissions, 'user', 'superadmin', 'visitor', 'key', 'program', 'public'].map((access) => [
        `\`${access}\``,
        using(access),
      ]),
    ),
  );
}

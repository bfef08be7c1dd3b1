import type { OpenApiDocument, OpenApiOperation } from '#platform/http/openapi.ts';
import { publicApiDocument } from '#platform/http/public-openapi.ts';
import type { Contracts } from './read-contracts.ts';
import { comment, typeOf, type Schema } from './client-types.ts';

type Operation = OpenApiOperation & {
  method: string;
  path: string;
};

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** `agents.askStream` → `AgentsAskStream`. */
const typeNameOf = (operationId: string): string => operationId.split('.').map(upper).join('');

/** The typed operations of the client package, out of the contracts. The same contracts give the same text. */
export function clientSource(contracts: Contracts, version: string): string {
  const document = publicApiDocument(
    contracts.endpoints.map(({ endpoint }) => endpoint),
    { version },
  );
  const operations = Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): Operation => ({ ...operation, method, path })),
    )
    .toSorted((a, b) => (a.operationId < b.operationId ? -1 : 1));
  const groups = [...new Set(operations.map(({ tags }) => tags[0] ?? ''))];
  return [
    '// Made by `npm run reference` out of the contracts. Change the code instead.',
    "import type { AnswerEvent, Call, Events, Options, Page, Pages } from './client.ts';",
    '',
    ...schemasOf(document),
    ...operations.flatMap(typesOf),
    '/** Every operation of the API, by its name. */',
    'export const operationsOf = (call: Call) => ({',
    ...groups.flatMap((group) => [
      `  ${group}: {`,
      ...operations.filter(({ tags }) => tags[0] === group).flatMap(methodOf),
      '  },',
    ]),
    '});',
    '',
  ].join('\n');
}

function schemasOf({ components }: OpenApiDocument): string[] {
  return Object.entries(components.schemas)
    .filter(([name]) => name !== 'Problem')
    .flatMap(([name, schema]) => [`export type ${name} = ${typeOf(schema as Schema)};`, '']);
}

const bodyOf = ({ requestBody }: Operation): Schema | null =>
  (requestBody?.content['application/json']?.schema as Schema | undefined) ?? null;
const isUpload = ({ requestBody }: Operation): boolean =>
  requestBody?.content['multipart/form-data'] !== undefined;
const answerOf = ({ responses }: Operation): Schema =>
  (responses['200']?.content?.['application/json']?.schema as Schema | undefined) ?? {};
/** Of a list the schema of its items. */
const itemOf = (operation: Operation): Schema | null => {
  const { properties } = answerOf(operation);
  return properties?.['data'] && properties['nextCursor'] ? (properties['data'].items ?? {}) : null;
};

type Parameter = {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: Schema;
};
const parametersOf = ({ parameters = [] }: Operation, where: string): Parameter[] =>
  (parameters as Parameter[]).filter((parameter) => parameter.in === where);

function queryOf(operation: Operation): Schema | null {
  const parameters = parametersOf(operation, 'query');
  if (parameters.length === 0) return null;
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
}

function typesOf(operation: Operation): string[] {
  const name = typeNameOf(operation.operationId);
  const [query, body, item] = [queryOf(operation), bodyOf(operation), itemOf(operation)];
  return [
    ...(query ? [`export type ${name}Query = ${typeOf(query)};`, ''] : []),
    ...(body ? [`export type ${name}Body = ${typeOf(body)};`, ''] : []),
    ...(operation['x-stream'] || operation['x-file']
      ? []
      : [`export type ${name}Answer = ${item ? `Page<${typeOf(item)}>` : typeOf(answerOf(operation))};`, '']),
  ];
}

function methodOf(operation: Operation): string[] {
  const name = typeNameOf(operation.operationId);
  const [, method = ''] = operation.operationId.split('.');
  const paths = parametersOf(operation, 'path').map((parameter) => parameter.name);
  const [query, body, item] = [queryOf(operation), bodyOf(operation), itemOf(operation)];
  const isOptional = !operation.requestBody?.required;
  const given = [
    ...paths.map((path) => `${path}: string`),
    ...(isUpload(operation) ? ['file: File'] : []),
    ...(body ? [`body: ${name}Body${isOptional ? ' = {}' : ''}`] : []),
    ...(query ? [`query: ${name}Query${(query.required ?? []).length > 0 ? '' : ' = {}'}`] : []),
    'options: Options = {}',
  ];
  const address = operation.path.replace(
    /\{(\w+)\}/g,
    (_whole, part: string) => `\${encodeURIComponent(${part})}`,
  );
  const parts = [
    `method: '${operation.method.toUpperCase()}'`,
    `path: \`${address}\``,
    ...(query ? ['query'] : []),
    ...(body ? ['body'] : []),
    ...(isUpload(operation) ? ['file'] : []),
    'options',
  ];
  const [way, answer] = operation['x-stream']
    ? ['stream', 'Events<AnswerEvent>']
    : operation['x-file']
      ? ['file', 'Promise<Blob>']
      : item
        ? ['pages', `Pages<${name}Answer['data'][number]>`]
        : ['one', `Promise<${name}Answer>`];
  return [
    ...comment(operation.summary).map((line) => `    ${line}`),
    `    ${method}: (`,
    ...given.map((parameter) => `      ${parameter},`),
    `    ): ${answer} =>`,
    `      call.${way}({`,
    ...parts.map((part) => `        ${part},`),
    '      }),',
  ];
}

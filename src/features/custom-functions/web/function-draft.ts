import {
  functionDefinition,
  type FunctionAuth,
  type FunctionDefinition,
  type FunctionKind,
  type Parameter,
  type Parameters,
  type ParameterType,
} from '../custom-functions-definition.contract.ts';

/** One parameter as a row of the form; what a row can't show of it stays as it is. */
export type ParameterRow = {
  name: string;
  isRequired: boolean;
  parameter: Parameter;
};

const common = {
  name: '',
  label: '',
  description: '',
  parameters: { type: 'object' as const, properties: {} },
  maxModelChars: 8_000,
  risk: 'read' as const,
  approver: 'visitor' as const,
  messageCost: 0,
  perConversation: 10,
  progressText: '',
  mock: null,
};

/** A function that is about to be written; what all kinds have in common stays as it was. */
export const emptyDefinition = (
  kind: FunctionKind = 'http',
  before: Partial<FunctionDefinition> = {},
): FunctionDefinition => {
  const kept = Object.fromEntries(
    Object.entries(before).filter(([key]) => Object.hasOwn(common, key)),
  ) as Partial<typeof common>;
  // What a page does is seldom only a look.
  if (kind === 'client')
    return {
      kind,
      ...common,
      ...kept,
      risk: kept.risk === undefined || kept.risk === 'read' ? 'write' : kept.risk,
      messageCost: 0,
      timeoutMs: 20_000,
      client: { sites: [] },
    };
  return kind === 'code'
    ? { kind, ...common, ...kept, timeoutMs: 10_000, code: { source: '', secretHost: '' } }
    : {
        kind,
        ...common,
        ...kept,
        timeoutMs: 20_000,
        http: {
          method: 'GET',
          url: '',
          query: [],
          headers: [],
          body: 'none',
          bodyTemplate: '',
          auth: { type: 'none' },
          responsePath: '',
          maxResponseBytes: 1_048_576,
        },
      };
};

/** The name that a model calls it by, out of what people read. */
export const nameFor = (label: string): string =>
  label
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 64);

export const rowsOf = ({ properties, required = [] }: Parameters): ParameterRow[] =>
  Object.entries(properties).map(([name, parameter]) => ({
    name,
    isRequired: required.includes(name),
    parameter,
  }));

/** The schema of rows; of two rows with one name the later one counts. */
export function parametersOf(rows: readonly ParameterRow[]): Parameters {
  const required = [...new Set(rows.filter(({ isRequired }) => isRequired).map(({ name }) => name))];
  return {
    type: 'object',
    properties: Object.fromEntries(rows.map(({ name, parameter }) => [name, parameter])),
    ...(required.length > 0 && { required }),
  };
}

/** The parameter with another type, without what belonged to the old one. */
export function retyped(parameter: Parameter, type: ParameterType): Parameter {
  const { description } = parameter;
  return {
    type,
    ...(description !== undefined && { description }),
    ...(type === 'array' && { items: { type: 'string' } }),
    ...(type === 'object' && { properties: {} }),
  };
}

/** The other way to prove who calls, with what every one of them begins with. */
export function authOf(type: FunctionAuth['type']): FunctionAuth {
  switch (type) {
    case 'basic':
      return { type, user: '' };
    case 'header':
      return { type, name: 'X-Api-Key' };
    case 'query':
      return { type, name: 'api_key' };
    case 'oauth2':
      return { type, tokenUrl: '', clientId: '', scope: '' };
    case 'hmac':
      return {
        type,
        header: 'X-Signature',
        algorithm: 'sha256',
        encoding: 'hex',
        prefix: '',
        timestampHeader: '',
      };
    default:
      return { type };
  }
}

/** Keys of texts by the paths of what is wrong, before anything is sent. */
export function definitionProblems(definition: FunctionDefinition): Record<string, string> {
  const read = functionDefinition.safeParse(definition);
  if (read.success) return {};
  return Object.fromEntries(
    read.error.issues
      .toReversed()
      .map(({ path, message }) => [
        ['definition', ...path].join('.'),
        message === 'agents:validation.domain'
          ? 'functions:problem.site'
          : message.startsWith('functions:')
            ? message
            : 'functions:problem.value',
      ]),
  );
}

/** What a person typed into the fields of a test run, as arguments; null where a value is no JSON. */
export function argumentsOf(
  parameters: Parameters,
  typed: Readonly<Record<string, string>>,
): Record<string, unknown> | null {
  const given: Record<string, unknown> = {};
  for (const [name, { type }] of Object.entries(parameters.properties)) {
    const text = typed[name] ?? '';
    if (text === '') continue;
    if (type === 'string') given[name] = text;
    else
      try {
        given[name] = JSON.parse(text);
      } catch {
        return null;
      }
  }
  return given;
}

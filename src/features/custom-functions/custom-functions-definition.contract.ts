import { z } from 'zod';
import { accessSection } from '#features/agents/agents-configuration.contract.ts';

/** What a function does and how, as its owner writes it down. Every change of it is a new version. */

export const functionLimits = {
  /** Functions of one account. */
  functions: 50,
  /** Functions that one agent may call. */
  perAgent: 20,
  parameters: 32,
  depth: 5,
  rows: 20,
  template: 20_000,
  url: 2_048,
  mock: 50_000,
  /** Sites that a function of a page may run on. */
  sites: 20,
  /** Characters of what a page answers; a model reads no more than the function allows. */
  pageResult: 60_000,
  /** Versions of a function that are kept. */
  versions: 50,
} as const;

const line = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest)
    .regex(/^[^\r\n]*$/);
const whole = (least: number, most: number) => z.number().int().min(least).max(most);

/** What a model calls it by. */
export const functionName = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/, 'functions:problem.name');

export const parameterTypes = ['string', 'number', 'integer', 'boolean', 'array', 'object'] as const;
export type ParameterType = (typeof parameterTypes)[number];
/** One argument, in the part of JSON Schema that every model understands. */
export type Parameter = {
  type: ParameterType;
  description?: string | undefined;
  enum?: (string | number)[] | undefined;
  items?: Parameter | undefined;
  properties?: Record<string, Parameter> | undefined;
  required?: string[] | undefined;
};
/** All arguments of a function: a JSON Schema of an object. */
export type Parameters = Parameter & {
  type: 'object';
  properties: Record<string, Parameter>;
};

export const parameterName = /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/;

/** How often objects and lists stand in each other, and how many properties there are all together. */
function sizeOf(parameter: Parameter, depth = 1): { depth: number; properties: number } {
  const inner = [...(parameter.items ? [parameter.items] : []), ...Object.values(parameter.properties ?? {})];
  const sizes = inner.map((each) => sizeOf(each, depth + 1));
  return {
    depth: Math.max(depth, ...sizes.map((size) => size.depth)),
    properties:
      Object.keys(parameter.properties ?? {}).length + sizes.reduce((sum, size) => sum + size.properties, 0),
  };
}

/** Bounded before it is walked: a schema that stands in itself a thousand times is refused, not read. */
const parameterAt = (depth: number): z.ZodType<Parameter> =>
  z.strictObject({
    type: z.enum(parameterTypes),
    description: z.string().max(500).optional(),
    enum: z
      .array(z.union([z.string().max(200), z.number()]))
      .min(1)
      .max(100)
      .optional(),
    ...(depth < functionLimits.depth && {
      items: parameterAt(depth + 1).optional(),
      properties: z.record(z.string().regex(parameterName), parameterAt(depth + 1)).optional(),
      required: z.array(z.string().max(64)).max(functionLimits.parameters).optional(),
    }),
  }) as unknown as z.ZodType<Parameter>;

export const parametersSchema = z
  .strictObject({
    type: z.literal('object'),
    description: z.string().max(500).optional(),
    properties: z.record(z.string().regex(parameterName, 'functions:problem.parameterName'), parameterAt(2)),
    required: z.array(z.string().max(64)).max(functionLimits.parameters).optional(),
  })
  .refine((parameters) => sizeOf(parameters as Parameters).properties <= functionLimits.parameters, {
    error: 'functions:problem.tooManyParameters',
  })
  .refine(({ properties, required = [] }) => required.every((name) => Object.hasOwn(properties, name)), {
    error: 'functions:problem.requiredUnknown',
  });

/** `{{order_id}}` stands for an argument, `{{contact.email}}` for what is known of the visitor. */
const pair = z.strictObject({ name: line(100).min(1), value: line(2_000) });
export type Pair = z.infer<typeof pair>;

/**
 * How a function proves who calls. What is secret in it is sealed beside the definition and never comes back:
 * the token, the password, the header's or the parameter's value, the client's secret, the key that signs.
 */
export const functionAuth = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('none') }),
  z.strictObject({ type: z.literal('bearer') }),
  z.strictObject({ type: z.literal('basic'), user: line(200).min(1, 'functions:problem.missing') }),
  z.strictObject({
    type: z.literal('header'),
    name: z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'functions:problem.header'),
  }),
  z.strictObject({ type: z.literal('query'), name: line(100).min(1, 'functions:problem.missing') }),
  /** OAuth 2.0 client credentials. */
  z.strictObject({
    type: z.literal('oauth2'),
    tokenUrl: line(2_048).min(1, 'functions:problem.missing'),
    clientId: line(300).min(1, 'functions:problem.missing'),
    scope: line(500).default(''),
  }),
  /** A signature over `<timestamp>.<body>` where a header says the time, else over the body. */
  z.strictObject({
    type: z.literal('hmac'),
    header: z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'functions:problem.header'),
    algorithm: z.enum(['sha256', 'sha512']).default('sha256'),
    encoding: z.enum(['hex', 'base64']).default('hex'),
    prefix: line(40).default(''),
    timestampHeader: line(100)
      .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]*$/, 'functions:problem.header')
      .default(''),
  }),
]);
export type FunctionAuth = z.infer<typeof functionAuth>;
export const authTypes = ['none', 'bearer', 'basic', 'header', 'query', 'oauth2', 'hmac'] as const;

export const httpMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export const bodyKinds = ['none', 'json', 'form'] as const;

export const httpCall = z.strictObject({
  method: z.enum(httpMethods).default('GET'),
  url: line(functionLimits.url).min(1, 'functions:problem.missing'),
  query: z.array(pair).max(functionLimits.rows).default([]),
  headers: z.array(pair).max(functionLimits.rows).default([]),
  body: z.enum(bodyKinds).default('none'),
  /** A JSON text with places for arguments; empty sends every argument. */
  bodyTemplate: z.string().max(functionLimits.template).default(''),
  auth: functionAuth.default({ type: 'none' }),
  /** What of the answer the model reads, as `$.data.items[0]`; empty is all of it. */
  responsePath: line(200).default(''),
  maxResponseBytes: whole(1_000, 5_000_000).default(1_048_576),
});
export type HttpCall = z.infer<typeof httpCall>;

export const mockResponse = z.strictObject({
  status: whole(100, 599).default(200),
  /** As it comes from the other side. */
  body: z.string().max(functionLimits.mock).default(''),
});
export type MockResponse = z.infer<typeof mockResponse>;

export const functionRisks = ['read', 'write', 'approval'] as const;
export const approvers = ['visitor', 'team'] as const;

const common = {
  name: functionName,
  /** What people read instead of the name. */
  label: line(80).min(1, 'functions:problem.missing'),
  /** What the model reads: when to call it and what comes of it. */
  description: z.string().trim().min(10, 'functions:problem.description').max(1_000),
  parameters: parametersSchema.default({ type: 'object', properties: {} }),
  /** Milliseconds for the whole call. */
  timeoutMs: whole(1_000, 120_000).default(20_000),
  /** Characters of the result that the model reads. */
  maxModelChars: whole(200, 20_000).default(8_000),
  risk: z.enum(functionRisks).default('read'),
  /** Who says yes to a function that asks. */
  approver: z.enum(approvers).default('visitor'),
  /** Messages that a call takes of the visitor's besides the answer's own, where messages are paid for. */
  messageCost: whole(0, 20).default(0),
  /** Calls in one conversation; 0 is as many as are asked for. */
  perConversation: whole(0, 100).default(10),
  /** What visitors read while it runs; empty is the chat's own words. */
  progressText: line(80).default(''),
  /** Answers instead of the other side in test runs. */
  mock: mockResponse.nullable().default(null),
};

/** JavaScript that runs in an interpreter of its own, without files, modules or a network but `fetch`. */
export const codeCall = z.strictObject({
  /** The body of an async function with `args`; what it returns is what the model reads. */
  source: z.string().min(1, 'functions:problem.missing').max(50_000),
  /** Host that the secret may go to, in headers that say `{{secret}}`; empty where there is no secret. */
  secretHost: line(260).default(''),
});
export type CodeCall = z.infer<typeof codeCall>;

/** A function that the visitor's own page runs, by the handler that its script registered under the name. */
export const clientCall = z.strictObject({
  /** Domains of the pages that may be asked, as an agent's own: `shop.example`, `*.shop.example`. */
  sites: z
    .array(accessSection.shape.allowedDomains.unwrap().element)
    .min(1, 'functions:problem.sites')
    .max(functionLimits.sites),
});
export type ClientCall = z.infer<typeof clientCall>;

export const functionDefinition = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('http'), ...common, http: httpCall }),
  z.strictObject({ kind: z.literal('code'), ...common, code: codeCall }),
  z.strictObject({
    kind: z.literal('client'),
    ...common,
    // Only the page knows whether it was done, and the page is the visitor's.
    messageCost: z.number().int().min(0).max(0, 'functions:problem.pageCost').default(0),
    client: clientCall,
  }),
]);
export type FunctionDefinition = z.infer<typeof functionDefinition>;
export type HttpFunction = Extract<FunctionDefinition, { kind: 'http' }>;
export type FunctionKind = FunctionDefinition['kind'];
export const functionKinds = ['http', 'code', 'client'] as const satisfies readonly FunctionKind[];

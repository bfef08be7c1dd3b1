import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Access, Endpoint, Method } from '#shared/endpoint.ts';
import { AppError, commonErrors, oneConversationError } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import type { AccountScope, AgentKey, Guards, Once, Program, SignedIn, VisitorIdentity } from './access.ts';
import { captureRawBody } from './raw-body.ts';
import { sendLargeJson } from './send-text.ts';

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;

type Caller<A extends Access, Found extends object> = A extends { permission: string; scope: string }
  ? { program: Program; scope: AccountScope }
  : A extends { permission: string }
    ? { user: SignedIn; scope: AccountScope }
    : A extends 'visitor'
      ? { visitor: VisitorIdentity } & Found
      : A extends 'key'
        ? { key: AgentKey }
        : A extends 'program'
          ? { program: Program; scope: AccountScope }
          : A extends 'user' | 'superadmin'
            ? { user: SignedIn }
            : object;

/** What a handler gets: parsed input, who is calling, and the raw exchange for transports other than JSON. */
export type Call<E, Found extends object = object> =
  E extends Endpoint<Method, string, infer Params, infer Query, infer Body, z.ZodType, infer A>
    ? {
        params: Parsed<Params>;
        query: Parsed<Query>;
        body: Parsed<Body>;
        language: Language;
        address: string;
        /** The address that the caller knows this server by; what was begun there comes back there. */
        origin: string;
        request: FastifyRequest;
        reply: FastifyReply;
      } & Caller<A, Found>
    : never;

type Answer<E> = E extends { response: infer R extends z.ZodType } ? z.input<R> : never;

/**
 * One handler per endpoint of a contract. Handlers of streams and files write to `reply`; what they return is
 * not sent.
 */
export type Handlers<C, Found extends object = object> = {
  [K in keyof C]: (call: Call<C[K], Found>) => Promise<Answer<C[K]>>;
};

/** Knows who may call what; filled by the app's entry point. */
export type Binder<Found extends object = object> = {
  app: FastifyInstance;
  guards: Guards<Found>;
  endpoints: Endpoint[];
  /** Sees to it that what a program sends again under one key is done once. */
  once: Once;
};

/** The header under which a program says that a request is the same as before. */
export const repeatHeader = 'idempotency-key';

type AnyCall = { params: unknown; query: unknown; body: unknown } & Record<string, unknown>;

/** Registers all endpoints of a contract. Throws at start when one does not say who may call it. */
export function bindEndpoints<
  C extends Record<string, Endpoint<Method, string, z.ZodType, z.ZodType, z.ZodType, z.ZodType, Access>>,
  Found extends object = object,
>(binder: Binder<Found>, contract: C, handlers: Handlers<C, Found>): void {
  for (const [name, definition] of Object.entries(contract)) {
    if (!definition.access) throw new Error(`The endpoint ${name} does not say who may call it`);
    binder.endpoints.push(definition);
    const handler = handlers[name as keyof C] as unknown as (call: AnyCall) => Promise<unknown>;
    binder.app.route({
      method: definition.method,
      url: definition.path.replace(/\{(\w+)\}/g, ':$1'),
      exposeHeadRoute: false,
      ...(definition.transport === 'raw' ? { preParsing: captureRawBody } : {}),
      handler: async (request, reply) => {
        if (definition.transport !== 'upload' && request.isMultipart())
          throw new AppError(commonErrors.unsupportedType);
        const caller = await resolveCaller(binder.guards, definition, request);
        if (definition.needsPlan) await binder.guards.plan(request);
        const call: AnyCall = {
          params: parse(definition.params, storable(request.params), ''),
          query: parse(definition.query, storable(request.query), ''),
          body:
            definition.transport === 'upload' || definition.transport === 'raw'
              ? undefined
              : parse(definition.body, request.body, ''),
          language: binder.guards.language(request),
          address: request.ip,
          origin: binder.guards.origin(request),
          request,
          reply,
          ...caller,
        };
        const key = repeatKeyOf(request, definition);
        const answer = key
          ? await answerOnce(binder.once, key, definition, call, handler)
          : await handler(call);
        if (definition.transport === 'stream' || definition.transport === 'file') return reply;
        const parsed = definition.response.parse(answer);
        void reply.header('cache-control', 'no-store');
        return definition.isLarge ? sendLargeJson(request, reply, parsed) : reply.send(parsed);
      },
    });
  }
}

/** What a program says of a request that it may send again; null where it says nothing. */
function repeatKeyOf(request: FastifyRequest, { method, access, transport }: Endpoint): string | null {
  const given = request.headers[repeatHeader];
  if (given === undefined || method === 'GET' || typeof access !== 'object' || access.scope === undefined)
    return null;
  // Streams answer for themselves.
  if (transport === 'stream' || transport === 'file') return null;
  return readRepeatKey(given);
}

/** @throws AppError where it is none of 1 to 255 visible signs. */
export function readRepeatKey(given: string | string[]): string {
  if (typeof given !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(given))
    throw new AppError(commonErrors.invalidInput, { fields: { 'Idempotency-Key': 'errors:fields.invalid' } });
  return given;
}

/** Tells two requests apart. Of an upload only its size is known before it is read. */
export function fingerprintOf({ method, url, headers }: FastifyRequest, body: unknown): string {
  const size = body === undefined ? (headers['content-length'] ?? '') : '';
  return createHash('sha256')
    .update(JSON.stringify([method, url, size, body ?? null]))
    .digest('base64url');
}

async function answerOnce(
  once: Once,
  key: string,
  { response }: Endpoint,
  call: AnyCall,
  handler: (call: AnyCall) => Promise<unknown>,
): Promise<unknown> {
  const { program, request, reply } = call as unknown as {
    program: Program;
    request: FastifyRequest;
    reply: FastifyReply;
  };
  const { answer, isRepeated } = await once(
    { program, key, fingerprint: fingerprintOf(request, call.body) },
    async () => response.parse(await handler(call)),
  );
  if (isRepeated) void reply.header('idempotent-replayed', 'true');
  return answer;
}

async function resolveCaller(
  guards: Guards,
  { access, ofOneConversation }: Pick<Endpoint, 'access' | 'ofOneConversation'>,
  request: FastifyRequest,
): Promise<object> {
  if (access === 'public') return {};
  if (access === 'key') return { key: await guards.key(request) };
  if (access === 'program') return guards.program(request);
  if (access === 'visitor') {
    const caller = await guards.visitor(request);
    if (caller.visitor.onlyConversation && !ofOneConversation) throw new AppError(oneConversationError);
    return caller;
  }
  if (access === 'user') return { user: await guards.user(request) };
  if (access === 'superadmin') return { user: await guards.superadmin(request) };
  const { permission, scope } = access;
  return scope === undefined
    ? guards.account(request, permission)
    : guards.program(request, { permission, scope });
}

/** Refuses U+0000 in an address: no name of ours holds it, and the database can't look for it. */
function storable(values: unknown): unknown {
  const odd = Object.entries(values ?? {}).filter(([, value]) =>
    [value].flat().some((text) => typeof text === 'string' && text.includes('\u0000')),
  );
  if (odd.length > 0)
    throw new AppError(commonErrors.invalidInput, {
      fields: Object.fromEntries(
        odd.slice(0, 10).map(([key]) => [key.slice(0, 100), 'errors:fields.invalid']),
      ),
    });
  return values;
}

/** Parses one part of the input; an endpoint that declares no such part takes none. */
function parse(schema: z.ZodType | undefined, value: unknown, prefix: string): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value ?? {});
  if (result.success) return result.data;
  throw invalidInput(result.error.issues, prefix);
}

/** The error for input that a schema refused: every field with its own reason. */
export function invalidInput(issues: readonly z.core.$ZodIssue[], prefix = ''): AppError {
  // A field may be named like something that every object has.
  const fields = new Map<string, string>();
  for (const issue of issues.slice(0, 50)) {
    const keys =
      issue.code === 'unrecognized_keys'
        ? issue.keys.slice(0, 10).map((key) => [...issue.path, key])
        : [issue.path];
    for (const key of keys) {
      const field = prefix + key.map((part) => String(part).slice(0, 100)).join('.');
      if (!fields.has(field)) fields.set(field, issueText(issue));
    }
  }
  return new AppError(commonErrors.invalidInput, { fields: Object.fromEntries(fields) });
}

/** A text key, with its numbers behind `|`, or the sentence key that the schema itself names. */
function issueText(issue: z.core.$ZodIssue): string {
  if (/^[a-z-]+:[\w.]+$/.test(issue.message)) return issue.message;
  if (issue.code === 'too_big')
    return `errors:fields.${issue.origin === 'string' ? 'too_long' : 'too_big'}|${issue.maximum}`;
  if (issue.code === 'too_small')
    return `errors:fields.${issue.origin === 'string' ? (issue.minimum === 1 ? 'required' : 'too_short') : 'too_small'}|${issue.minimum}`;
  if (issue.code === 'unrecognized_keys') return 'errors:fields.unknown';
  if (issue.code === 'invalid_type' && issue.message.includes('undefined')) return 'errors:fields.required';
  return 'errors:fields.invalid';
}

import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call an endpoint. There is no default: the server refuses to register an endpoint without it.
 * `public` anybody · `visitor` bearer of a visitor token · `key` bearer of an agent's key · `program` bearer of
 * an account's key or of a token that a member gave to an app · `user` anyone signed in · `superadmin` the instance's operator · `{ permission }` a member of the account whose role
 * grants it · `{ permission, scope }` a program that was given the scope, by a member whose role grants the
 * permission.
 */
export type Access =
  | 'public'
  | 'visitor'
  | 'key'
  | 'program'
  | 'user'
  | 'superadmin'
  | { permission: string; scope?: string };

/** An error that an endpoint declares: `code` is also the key of its text in `locales/<lang>/errors.json`. */
export type ErrorDefinition = {
  code: string;
  status: number;
};

/**
 * An endpoint as data. The server binds it, the browser types its calls from it, and the reference is printed
 * from it.
 */
export type Endpoint<
  M extends Method = Method,
  P extends string = string,
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  A extends Access = Access,
> = {
  method: M;
  /** `/api/agents/{id}`; names in braces are the keys of `params`. */
  path: P;
  access: A;
  /**
   * Refused while the account's trial or plan is over. For what makes, trains or publishes agents, or costs
   * money; never for reading, exporting, deleting, taking offline, refunds, profile and billing.
   */
  needsPlan?: true;
  /** Open to a visitor as well whom a link let into one conversation. The handler keeps them to that one. */
  ofOneConversation?: true;
  /** The answer is large and goes to slow lines: it is compressed. */
  isLarge?: true;
  /** How clients call it: `agents.list`. Only what is part of the public API has a name. */
  name?: string;
  /** One sentence for the reference. */
  summary: string;
  params?: Params;
  query?: Query;
  body?: Body;
  response: Response;
  errors?: readonly ErrorDefinition[];
  /**
   * `json` unless given. `stream` answers with server-sent events, `upload` takes multipart form data,
   * `file` answers with bytes or a page; those handlers write the answer themselves. `raw` takes JSON as the
   * bytes that came, because a signature stands over them.
   */
  transport?: 'json' | 'stream' | 'upload' | 'file' | 'raw';
};

/** Declares an endpoint, keeping the literal types of its method and path. */
export function endpoint<
  const M extends Method,
  const P extends string,
  Params extends z.ZodType = z.ZodType<undefined>,
  Query extends z.ZodType = z.ZodType<undefined>,
  Body extends z.ZodType = z.ZodType<undefined>,
  Response extends z.ZodType = z.ZodType,
  const A extends Access = Access,
>(
  definition: Endpoint<M, P, Params, Query, Body, Response, A>,
): Endpoint<M, P, Params, Query, Body, Response, A> {
  return definition;
}

/** The key by which the browser calls an endpoint: `GET /api/agents/{id}`. */
export type EndpointKey<E> = E extends { method: infer M extends string; path: infer P extends string }
  ? `${M} ${P}`
  : never;

type Given<T> = T extends z.ZodType ? (unknown extends z.input<T> ? undefined : z.input<T>) : undefined;
type Part<Name extends string, T> = undefined extends T ? { [K in Name]?: T } : { [K in Name]: T };

/** What a caller passes: only the parts that the endpoint declares. */
export type EndpointInput<E> =
  E extends Endpoint<Method, string, infer Params, infer Query, infer Body, z.ZodType>
    ? Part<'params', Given<Params>> & Part<'query', Given<Query>> & Part<'body', Given<Body>>
    : never;

/** What a caller gets. */
export type EndpointOutput<E> = E extends { response: infer R extends z.ZodType } ? z.output<R> : never;

/** All endpoints of a contract object as `{ 'GET /api/…': endpoint }`, for typed calls by key. */
export type EndpointsByKey<C> = { [E in C[keyof C] as EndpointKey<E>]: E };

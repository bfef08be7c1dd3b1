import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { languages } from '#shared/languages.ts';
import type { Permission } from '#features/accounts/accounts.contract.ts';
import { programScopes, type ProgramScope } from '#features/api-keys/api-keys-account.contract.ts';

/** Whether an address answers errors as problems (RFC 9457). */
export const isPublicApiAddress = (url: string): boolean => /^\/api\/v1(\/|\?|$)/.test(url);
export const problemType = 'application/problem+json; charset=utf-8';

const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
};

/** What a problem says besides our own error: `type` stays the same in every language. */
export function problemOf(status: number, { message, code }: { message: string; code: string }): object {
  return {
    type: `urn:chatelier:problem:${code}`,
    title: titles[status] ?? (status >= 500 ? 'Internal Server Error' : 'Error'),
    status,
    detail: message,
  };
}

/** Who may call: a program with the scope, of a member whose role grants the permission. */
export const may = <S extends ProgramScope, P extends Permission>(scope: S, permission: P) =>
  ({ scope, permission }) as const;

export const pageSizes = { least: 1, usual: 25, most: 100 } as const;
/** How a list is read page by page. */
export const paging = {
  /** Items of one page. */
  limit: z.coerce.number().int().min(pageSizes.least).max(pageSizes.most).default(pageSizes.usual),
  /** `nextCursor` of the page before. */
  cursor: z
    .string()
    .max(800)
    .regex(/^[\w-]+$/)
    .optional(),
};
/** One page of a list; `nextCursor` is null on the last one. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ data: z.array(item), nextCursor: z.string().nullable() });

/** `expand=agent,contact`: what else is to be told with each item. */
export const expandable = <const Name extends string>(...names: Name[]) => ({
  expand: z
    .string()
    .max(200)
    .regex(new RegExp(`^(${names.join('|')})(,(${names.join('|')}))*$`))
    .optional(),
});

export const id = z.string().min(1).max(60);
export const done = z.object({});
export const language = z.enum(languages);

const programSchema = z
  .object({
    id: z.string(),
    kind: z.enum(['key', 'app']),
    name: z.string(),
    scopes: z.array(z.enum(programScopes)),
    /** Null: every agent that the member reaches for whom it works. */
    agentIds: z.array(z.string()).nullable(),
    isTest: z.boolean(),
    account: z.object({ id: z.string() }),
    member: z.object({ id: z.string(), role: z.string() }),
  })
  .meta({ id: 'Program' });

export const publicApiEndpoints = {
  me: endpoint({
    method: 'GET',
    path: '/api/v1/me',
    access: 'program',
    name: 'me.get',
    summary: 'What the key or app may do that calls, and for whom it works.',
    response: programSchema,
  }),
} as const;

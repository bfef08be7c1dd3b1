import type { ErrorDefinition } from '#shared/endpoint.ts';
import type { Language } from '#shared/languages.ts';

/** Field errors: path of the field (`draft.prompt.system`) → text key or sentence. */
export type FieldErrors = Record<string, string>;

/**
 * An error that a person caused and can understand. Thrown by use cases, turned into
 * `{ message, code, fields?, details? }` with `status` at the border; `message` is the text of `code` in the
 * caller's language.
 */
export class AppError extends Error {
  readonly code: string;
  readonly status: number;
  readonly fields: FieldErrors | undefined;
  readonly variables: Record<string, string | number> | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** What the caller needs to go on, so that they need not ask for it. */
  readonly details: object | undefined;
  /** In which language it is said where that is not the caller's: a form speaks its own. */
  language: Language | undefined;

  constructor(
    definition: ErrorDefinition,
    options: {
      fields?: FieldErrors;
      variables?: Record<string, string | number>;
      retryAfterSeconds?: number;
      details?: object;
      cause?: unknown;
    } = {},
  ) {
    super(definition.code, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = definition.code;
    this.status = definition.status;
    this.fields = options.fields;
    this.variables = options.variables;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.details = options.details;
  }
}

/** Declares a feature's errors: `{ notFound: 404 }` under `agents` becomes the code `agents.not_found`. */
export function defineErrors<const T extends Record<string, number>>(
  feature: string,
  statuses: T,
): { [K in keyof T]: ErrorDefinition } {
  const entries = Object.entries(statuses).map(([name, status]) => [
    name,
    { code: `${feature}.${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`, status },
  ]);
  return Object.fromEntries(entries) as { [K in keyof T]: ErrorDefinition };
}

/** What an endpoint that `needsPlan` answers once the account's trial or subscription is over. */
export const planExpiredError: ErrorDefinition = { code: 'billing.lapsed', status: 402 };

/** What a visitor is told whom a link let into one conversation, where they want more than that. */
export const oneConversationError: ErrorDefinition = { code: 'access.one_conversation', status: 403 };

/** Errors that any endpoint may answer with. */
export const commonErrors = defineErrors('common', {
  invalidInput: 400,
  notSignedIn: 401,
  forbidden: 403,
  notFound: 404,
  tooLarge: 413,
  unsupportedType: 415,
  tooManyRequests: 429,
  internal: 500,
  unavailable: 503,
});

import i18next from 'i18next';
import type { EndpointInput, EndpointOutput } from '#shared/endpoint.ts';
import { zoneHeaders } from '#shared/time-zone.ts';
import { planExpiredStore } from './plan-expired.ts';
import { sessionEndedStore } from './session-ended.ts';

/**
 * Every endpoint by its key. Empty here; the app adds the contracts' endpoints by declaration merging
 * (`src/apps/web/endpoints.ts`), so that this folder knows no feature and screens get exact types.
 */
// eslint-disable-next-line typescript/no-empty-object-type
export interface Endpoints {}

export type EndpointName = Extract<keyof Endpoints, string>;
export type Input<K extends EndpointName> = EndpointInput<Endpoints[K]>;
export type Output<K extends EndpointName> = EndpointOutput<Endpoints[K]>;
/** Arguments after the key: required only when the endpoint declares required parts. */
export type InputArguments<K extends EndpointName> =
  {} extends Input<K> ? [input?: Input<K>] : [input: Input<K>];

type AnyInput = {
  params?: unknown;
  query?: unknown;
  body?: unknown;
};

/** A refused or failed call: the server's message, the status (0: no answer at all) and the parsed body. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: unknown;
  readonly code: string | undefined;
  readonly fields: Record<string, string> | undefined;

  constructor(message: string, status: number, body: unknown) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
    const known = (typeof body === 'object' && body !== null ? body : {}) as {
      code?: unknown;
      fields?: unknown;
    };
    this.code = typeof known.code === 'string' ? known.code : undefined;
    this.fields =
      typeof known.fields === 'object' && known.fields !== null
        ? (known.fields as Record<string, string>)
        : undefined;
  }
}

/** `/api/agents/{id}` and `{ id }` → `/api/agents/agt_1`. */
export function fillPath(path: string, params: unknown): string {
  const values = (params ?? {}) as Record<string, unknown>;
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name] ?? '')));
}

/** Non-null entries as a query string with `?`, or nothing. Lists repeat their key. */
export function toQuery(query: unknown): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    if (value === null || value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value]) search.append(name, String(item));
  }
  const text = search.toString();
  return text && `?${text}`;
}

/** What every request carries: cookies, the person's time zone and language. */
export function requestHeaders(): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json', ...zoneHeaders() };
  const language = document.documentElement.lang;
  if (language) headers['accept-language'] = language;
  return headers;
}

/** The error of an answer that is not OK: `message` of a JSON body, else its text, else the status text. */
export function toApiError(status: number, statusText: string, text: string): ApiError {
  let body: unknown = text;
  try {
    body = JSON.parse(text);
  } catch {
    // Not JSON: the text itself is the body.
  }
  const message =
    typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'
      ? body.message
      : '';
  const plain = typeof body === 'string' && !/^\s*</.test(body) ? body.trim() : '';
  return new ApiError(message || plain || statusText || `Request failed with status ${status}`, status, body);
}

/**
 * The error of a refused call; a plan that is over, and a session that has ended, are told here, whichever
 * screen called.
 */
export function refused(
  method: string,
  path: string,
  status: number,
  statusText: string,
  text: string,
): ApiError {
  const error = toApiError(status, statusText, text);
  planExpiredStore.hear(method, path, error);
  sessionEndedStore.hear(path, error);
  return error;
}

/**
 * The error of a call that got no answer: in the person's words, for what browsers say of it is English and
 * differs.
 */
export function unreachable(error: unknown): ApiError {
  return new ApiError(
    i18next.isInitialized
      ? i18next.t('common:failed.offline')
      : error instanceof Error
        ? error.message
        : 'Network error',
    0,
    null,
  );
}

/** Sends a request and reads JSON; the base of everything here. */
export async function send(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<unknown> {
  const headers = requestHeaders();
  if (body !== undefined) headers['content-type'] = 'application/json';
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers,
      credentials: 'include',
      signal: signal ?? null,
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreachable(error);
  }
  const text = await response.text();
  if (!response.ok) throw refused(method, path, response.status, response.statusText, text);
  return text ? JSON.parse(text) : undefined;
}

/** Splits `GET /api/agents/{id}` and its input into what is sent. */
export function toRequest(name: string, input: AnyInput | undefined): { method: string; path: string } {
  const [method = 'GET', path = ''] = name.split(' ', 2);
  return { method, path: fillPath(path, input?.params) + toQuery(input?.query) };
}

/** Calls an endpoint: `await api('PATCH /api/agents/{id}', { params: { id }, body })`. Throws `ApiError`. */
export async function api<K extends EndpointName>(
  name: K,
  ...[input, signal]: [...InputArguments<K>, signal?: AbortSignal]
): Promise<Output<K>> {
  const given = input as AnyInput | undefined;
  const { method, path } = toRequest(name, given);
  return (await send(method, path, given?.body, signal as AbortSignal | undefined)) as Output<K>;
}

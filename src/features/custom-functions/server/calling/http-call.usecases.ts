import type { SafeFetchCall } from '#platform/safe-fetch/safe-fetch.ts';
import { SafeFetchError, type SafeFetchCode } from '#platform/safe-fetch/safe-fetch-error.ts';
import { failure, type ToolFailure, type ToolResult } from '#features/tools/server/tools.usecases.ts';
import type { HttpCall, MockResponse } from '../../custom-functions-definition.contract.ts';
import type { FunctionRun } from '../../custom-functions.contract.ts';
import { AuthError, type FunctionAuthentication, type Outgoing } from './auth.usecases.ts';
import { at, strikeOut, withoutSecretFields } from './response.models.ts';
import { fillAddress, fillJson, fillLine, PlaceError, placesIn, type Values } from './templates.models.ts';

/** Characters of request and response that a test run shows. */
const longestShown = 20_000;

export type HttpAnswer = Pick<FunctionRun, 'request' | 'response'> & { result: ToolResult };

const ofFetch: Record<SafeFetchCode, ToolFailure['code']> = {
  'fetch.address_not_allowed': 'address_refused',
  'fetch.bad_url': 'address_refused',
  'fetch.unreachable': 'unreachable',
  'fetch.timeout': 'timed_out',
  'fetch.too_large': 'too_large',
  'fetch.too_many_redirects': 'bad_status',
  'fetch.bad_type': 'bad_response',
};

/** What the owner's template makes of the arguments. Throws `PlaceError`. */
function outgoing(http: HttpCall, values: Values, argumentNames: readonly string[]): Outgoing {
  const url = fillAddress(http.url, http.query, values);
  const headers: Record<string, string> = { accept: 'application/json, text/plain;q=0.9, */*;q=0.1' };
  for (const { name, value } of http.headers) {
    const filled = fillLine(value, values);
    if (filled !== '' || placesIn(value).length === 0) headers[name.toLowerCase()] = filled;
  }
  if (http.method === 'GET' || http.body === 'none') return { method: http.method, url, headers, body: null };
  const given =
    http.bodyTemplate.trim() === ''
      ? Object.fromEntries(
          argumentNames.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]),
        )
      : fillJson(JSON.parse(http.bodyTemplate), values);
  if (http.body === 'json') {
    headers['content-type'] ??= 'application/json';
    return { method: http.method, url, headers, body: JSON.stringify(given) };
  }
  headers['content-type'] = 'application/x-www-form-urlencoded';
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries((given ?? {}) as object)) appendTo(form, name, value);
  return { method: http.method, url, headers, body: form.toString() };
}

/** A field of a form; what stands in an object or a list is named by its place: `address[city]`, `lines[0]`. */
function appendTo(form: URLSearchParams, name: string, value: unknown): void {
  if (value === null || value === undefined) return;
  if (typeof value === 'object')
    for (const [inner, one] of Object.entries(value)) appendTo(form, `${name}[${inner}]`, one);
  else form.append(name, String(value));
}

function decoded(body: Buffer, type: string): string {
  const charset = /charset="?([\w-]{1,40})/i.exec(type)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}

/** What the model reads of an answer. */
function resultOf(
  http: HttpCall,
  status: number,
  type: string,
  text: string,
  secrets: readonly string[],
): ToolResult {
  let value: unknown;
  let isJson = false;
  if (/\bjson\b/i.test(type) || /^\s*[[{"]/.test(text))
    try {
      value = JSON.parse(text);
      isJson = true;
    } catch {
      // Some services call their texts JSON.
    }
  const said = (): string =>
    strikeOut(isJson ? JSON.stringify(withoutSecretFields(value)) : text, secrets).trim();
  if (status < 200 || status > 299)
    return failure(
      'bad_status',
      /\bhtml\b/i.test(type) || said() === ''
        ? `The service answered with status ${status}.`
        : `The service answered with status ${status}. What it said, as data: ${said().slice(0, 300)}`,
      `HTTP ${status}`,
    );
  if (!isJson) {
    if (/\bhtml\b/i.test(type) || /^\s*<(?:!doctype|html)\b/i.test(text))
      return failure('bad_response', 'The service answered with a page instead of data.', 'HTML');
    if (type !== '' && !/\b(?:text|json|xml|javascript|csv|yaml)\b/i.test(type))
      return failure('bad_response', 'The service answered with a file instead of data.', type.slice(0, 80));
    if (http.responsePath !== '')
      return failure('bad_response', 'The service answered with no JSON.', type.slice(0, 80) || 'text');
    return { content: said() || 'It was done. There is nothing to read.' };
  }
  const chosen = at(value, http.responsePath);
  if (chosen === undefined)
    return failure('bad_response', 'The answer does not hold what was expected.', http.responsePath);
  return { content: strikeOut(JSON.stringify(withoutSecretFields(chosen)), secrets) };
}

/** Calls addresses that owners wrote down: through the one safe way out, within their bounds. */
export function createHttpCalls(services: { safeFetch: SafeFetchCall; auth: FunctionAuthentication }) {
  return async function callHttp(input: {
    http: HttpCall;
    values: Values;
    argumentNames: readonly string[];
    secret: string;
    /** Answers instead of the other side. */
    mock: MockResponse | null;
    timeoutMs: number;
    signal: AbortSignal;
  }): Promise<HttpAnswer> {
    const { http, secret, signal } = input;
    let secrets = secret ? [secret] : [];
    let request: HttpAnswer['request'] = null;
    let response: HttpAnswer['response'] = null;
    const show = (call: Outgoing): void => {
      request = {
        method: call.method,
        url: strikeOut(call.url.href, secrets),
        headers: Object.fromEntries(
          Object.entries(call.headers).map(([name, value]) => [name, strikeOut(value, secrets)]),
        ),
        body: call.body === null ? null : strikeOut(call.body, secrets).slice(0, longestShown),
      };
    };
    const ended = (status: number, type: string, text: string): HttpAnswer => {
      const shown = strikeOut(text, secrets);
      response = {
        status,
        type: type.slice(0, 200),
        body: shown.slice(0, longestShown),
        isCut: shown.length > longestShown,
      };
      return { request, response, result: resultOf(http, status, type, text, secrets) };
    };
    try {
      const plain = outgoing(http, input.values, input.argumentNames);
      show(plain);
      if (input.mock) {
        const isJson = /^\s*[[{"]/.test(input.mock.body);
        return ended(input.mock.status, isJson ? 'application/json' : 'text/plain', input.mock.body);
      }
      const send = async (isAgain: boolean) => {
        const signed = await services.auth.sign(plain, http.auth, secret, { signal, isAgain });
        secrets = [...new Set([...secrets, ...signed.secrets])];
        show(signed.call);
        return services.safeFetch(signed.call.url, {
          method: signed.call.method,
          headers: signed.call.headers,
          ...(signed.call.body !== null && { body: signed.call.body }),
          timeoutMs: input.timeoutMs,
          maxBytes: http.maxResponseBytes,
          signal,
        });
      };
      let answer = await send(false);
      if (answer.status === 401 && http.auth.type === 'oauth2') answer = await send(true);
      const type = answer.headers.get('content-type') ?? '';
      return ended(answer.status, type, decoded(answer.body, type));
    } catch (error) {
      const failed = (code: ToolFailure['code'], message: string, detail?: string): HttpAnswer => ({
        request,
        response,
        result: failure(code, message, detail),
      });
      if (error instanceof PlaceError) return failed('invalid_arguments', error.message);
      if (error instanceof AuthError)
        return failed(
          'unreachable',
          'The service did not let us in. Go on without it.',
          `OAuth: ${error.detail}`,
        );
      if (error instanceof SafeFetchError)
        return failed(ofFetch[error.code], `${error.message}. Go on without it.`);
      throw error;
    }
  };
}

export type HttpCalls = ReturnType<typeof createHttpCalls>;

import { LlmError, type LlmErrorCode } from './llm.port.ts';

const wordsOfCode: readonly [RegExp, LlmErrorCode][] = [
  [
    /insufficient_quota|quota_exceeded|billing|insufficient.{0,9}balance|credit balance|out of credits|payment required/i,
    'llm.quota_exceeded',
  ],
  [
    /context_length|context length|context window|maximum context|prompt is too long|too many tokens|input token count|request too large|string_above_max/i,
    'llm.too_long',
  ],
  [
    /model_not_found|model_not_exist|decommissioned|unknown model|model .{0,120}(does not exist|not found|not supported|is not available)|no such model|try pulling it/i,
    'llm.model_not_found',
  ],
  [
    /invalid_api_key|api key not valid|api_key_invalid|incorrect api key|authentication|unauthenticated|permission_denied|invalid x-api-key/i,
    'llm.unauthorized',
  ],
  [/rate_limit|rate limit|too many requests|resource_exhausted/i, 'llm.rate_limited'],
  [/overloaded|server_error|api_error|internal|unavailable|capacity/i, 'llm.overloaded'],
];

const summaries: Record<LlmErrorCode, string> = {
  'llm.unauthorized': 'The model provider refused the key',
  'llm.rate_limited': 'The model provider asks for fewer requests',
  'llm.overloaded': 'The model provider has a problem of its own',
  'llm.bad_request': 'The model provider refused the request',
  'llm.model_not_found': 'The model provider does not know this model or address',
  'llm.unreachable': 'The model provider cannot be reached',
  'llm.stalled': 'The model provider stopped sending',
  'llm.cut_off': 'The answer of the model provider was cut off',
  'llm.garbled': 'The answer of the model provider could not be read',
  'llm.too_long': 'The request or the answer is longer than the model or the server allows',
  'llm.quota_exceeded': 'The account at the model provider has no credit left',
};

/** The error for a status that is not 2xx, from what its head and body say. */
export function errorFromResponse(response: {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
  secrets: readonly (string | null | undefined)[];
  now: number;
}): LlmError {
  const upstream = readError(response.body);
  const code = codeOfStatus(response.status, `${upstream?.code ?? ''} ${upstream?.message ?? ''}`);
  return new LlmError(code, sentence(code, response.status, upstream?.message, response.secrets), {
    status: response.status,
    retryAfterMs: readRetryAfter(response.headers, response.now),
  });
}

/** The error for an error object in the middle of a stream with status 200. */
export function errorFromStream(value: unknown, secrets: readonly (string | null | undefined)[]): LlmError {
  const upstream = readErrorObject(value);
  const said = `${upstream.code} ${upstream.message}`;
  const code =
    upstream.status === null
      ? (wordsOfCode.find(([words]) => words.test(said))?.[1] ?? 'llm.overloaded')
      : codeOfStatus(upstream.status, said);
  return new LlmError(code, sentence(code, upstream.status, upstream.message, secrets), {
    status: upstream.status,
  });
}

/** Removes keys from a text: the given ones, and whatever looks like one. */
export function withoutSecrets(text: string, secrets: readonly (string | null | undefined)[]): string {
  let clean = text;
  for (const secret of secrets)
    if (secret && secret.length >= 4) clean = clean.replaceAll(secret, '(hidden)');
  return clean
    .replace(/\b(sk|gsk|xai|AIza|key|pk)[-_]?[A-Za-z0-9_*.-]{12,}/g, '(hidden)')
    .replace(/\bBearer\s+\S+/gi, 'Bearer (hidden)');
}

function codeOfStatus(status: number, said: string): LlmErrorCode {
  const spoken = wordsOfCode.find(([words]) => words.test(said))?.[1];
  if (status === 401 || status === 403) return 'llm.unauthorized';
  if (status === 402) return 'llm.quota_exceeded';
  if (status === 413) return 'llm.too_long';
  if (status === 404) return 'llm.model_not_found';
  if (status === 429) return spoken === 'llm.quota_exceeded' ? spoken : 'llm.rate_limited';
  if (status === 408 || status === 425 || status >= 500) return 'llm.overloaded';
  const isTelling =
    spoken === 'llm.quota_exceeded' ||
    spoken === 'llm.too_long' ||
    spoken === 'llm.model_not_found' ||
    spoken === 'llm.unauthorized';
  return isTelling ? spoken : 'llm.bad_request';
}

function sentence(
  code: LlmErrorCode,
  status: number | null,
  message: string | undefined,
  secrets: readonly (string | null | undefined)[],
): string {
  const said = message ? withoutSecrets(message, secrets).replace(/\s+/g, ' ').trim().slice(0, 300) : '';
  return `${summaries[code]}${status === null ? '' : ` (HTTP ${status})`}${said ? `: ${said}` : '.'}`;
}

type UpstreamError = {
  status: number | null;
  code: string;
  message: string;
};

function readError(body: string): UpstreamError | null {
  try {
    return readErrorObject(JSON.parse(body));
  } catch {
    // A proxy's HTML page says nothing that an owner could use.
    return null;
  }
}

/** What `{ error: { code, message } }` says in its many shapes. */
function readErrorObject(value: unknown): UpstreamError {
  if (typeof value === 'string') return { status: null, code: '', message: value };
  if (Array.isArray(value)) return readErrorObject(value[0]);
  if (typeof value !== 'object' || value === null) return { status: null, code: '', message: '' };
  const object = value as Record<string, unknown>;
  if (typeof object['error'] === 'object' && object['error'] !== null)
    return readErrorObject(object['error']);
  const words = [object['code'], object['type'], object['status'], object['reason']].filter(
    (word) => typeof word === 'string' || typeof word === 'number',
  );
  const status = words.find((word) => /^[45]\d\d$/.test(String(word)));
  const message = [object['message'], object['error'], object['detail']].find(
    (text) => typeof text === 'string',
  );
  return {
    status: status === undefined ? null : Number(status),
    code: words.join(' '),
    message: typeof message === 'string' ? message : '',
  };
}

function readRetryAfter(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  now: number,
): number | null {
  const milliseconds = Number(first(headers['retry-after-ms']));
  if (first(headers['retry-after-ms']) !== undefined && milliseconds >= 0) return Math.round(milliseconds);
  const value = first(headers['retry-after']);
  if (value === undefined) return null;
  const seconds = Number(value);
  if (value.trim() !== '' && Number.isFinite(seconds)) return Math.max(0, Math.round(seconds * 1000));
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import { newId } from '#shared/ids.ts';
import { AppError, commonErrors } from '#shared/errors.ts';
import { isRefusedValue, isUnavailable } from '#platform/database/database.ts';
import type { Language } from '#shared/languages.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import { waitText } from '#platform/i18n/wait-text.ts';
import { rateHeaders } from './rate-headers.ts';
import { readJson } from './read-json.ts';

export type HttpAppOptions = {
  log: Logger;
  translator: Translator;
  language(request: FastifyRequest): Language;
  trustProxy: string[];
  maxUploadBytes: number;
  /** Origins that may write with a session cookie: the public address and the one that is listened on. */
  isOwnOrigin(origin: string, request: FastifyRequest): boolean;
  /** What a program without a valid bearer is told to do about it, for `WWW-Authenticate`; null: nothing. */
  challenge(request: FastifyRequest): string | null;
  /** More of what an error answers, where other people's clients read it in a shape of their own. */
  errorExtras?(
    request: FastifyRequest,
    status: number,
    body: { message: string; code: string; fields?: object },
  ): object;
  /** The media type of an error; plain JSON where it is null. */
  errorType?(request: FastifyRequest): string | null;
  /** Answers for paths that no route has. */
  notFound(request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
};

const bodyLimit = 1_048_576;

/**
 * What one upload may hold. `headerSize` reaches the reader though the plugin's types don't name it: a name of
 * 255 characters, each spelled in full, and two lines beside it.
 */
const partLimits = (fileSize: number) => ({
  fileSize,
  files: 1,
  fields: 20,
  fieldSize: 100_000,
  parts: 21,
  headerPairs: 100,
  headerSize: 8_192,
});

/** The HTTP server without routes: limits, error answers, cross-site protection, security headers. */
export async function createHttpApp(options: HttpAppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: undefined,
    logger: false,
    genReqId: () => newId('req'),
    trustProxy: options.trustProxy.length > 0 ? options.trustProxy : false,
    bodyLimit,
    requestTimeout: 120_000,
    connectionTimeout: 0,
    // Longer than Caddy (two minutes) and nginx (one) keep an idle connection: a proxy must never send on one
    // that is just being closed.
    keepAliveTimeout: 125_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
    // An unreadable address or header is the caller's mistake: a plain 400 and no log line.
    clientErrorHandler: (_error, socket) => {
      if (socket.writable)
        socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    },
    frameworkErrors: (error, request, reply) =>
      void answerError(options, error as FastifyError, request as FastifyRequest, reply as FastifyReply),
  });
  await app.register(cookie);
  await app.register(multipart, {
    limits: partLimits(options.maxUploadBytes),
    throwFileSizeLimit: true,
  });

  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, undefined);
    try {
      done(null, readJson(body as string));
    } catch (error) {
      const known =
        error instanceof AppError
          ? error
          : new AppError(commonErrors.invalidInput, { fields: { '': 'errors:fields.not_json' } });
      done(known as unknown as Error, undefined);
    }
  });

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'strict-origin-when-cross-origin');
    if (isOpenAddress(request.url)) {
      reply
        .header('access-control-allow-origin', '*')
        .header(
          'access-control-expose-headers',
          'mcp-session-id, www-authenticate, ratelimit-limit, ratelimit-remaining, ratelimit-reset, retry-after, idempotent-replayed, x-request-id',
        );
      if (request.method === 'OPTIONS')
        return reply
          .header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
          .header(
            'access-control-allow-headers',
            'authorization, content-type, accept-language, idempotency-key, mcp-session-id, mcp-protocol-version, last-event-id',
          )
          .header('access-control-max-age', '7200')
          .code(204)
          .send();
    }
    if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method)) refuseCrossSite(options, request);
  });
  app.addHook('onSend', async (request, reply) => void reply.headers(rateHeaders(request)));
  app.setErrorHandler((error, request, reply) => answerError(options, error as FastifyError, request, reply));
  app.setNotFoundHandler((request, reply) => options.notFound(request, reply));
  return app;
}

/** Addresses that know their caller by a bearer and never by a cookie, so that any page may use them. */
function isOpenAddress(url: string): boolean {
  return /^\/(api\/(v1|visitor)\/|v1\/|mcp(\/|\?|$))/.test(url);
}

/**
 * A browser says where a write comes from; a write from another site is refused whatever cookie it carries.
 */
function refuseCrossSite(options: HttpAppOptions, request: FastifyRequest): void {
  if (isOpenAddress(request.url) && request.headers.authorization?.startsWith('Bearer ')) return;
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (site === 'cross-site' || (origin !== undefined && !options.isOwnOrigin(origin, request)))
    throw new AppError(commonErrors.forbidden);
}

async function answerError(
  options: HttpAppOptions,
  error: FastifyError | AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  // A caller who left in the middle of their request is nobody's fault, and nobody reads the answer.
  const hasLeft = request.raw.destroyed && !request.raw.complete;
  const known = hasLeft ? new AppError(commonErrors.invalidInput) : toAppError(error);
  const language = known.language ?? options.language(request);
  if (known.status >= 500 && known.code !== commonErrors.unavailable.code)
    options.log.error(
      { err: error, requestId: request.id, method: request.method, path: request.routeOptions?.url ?? '' },
      'a request failed',
    );
  else if (known.status >= 500)
    options.log.warn({ err: error, requestId: request.id }, 'a request found the database unavailable');
  else if (!hasLeft && isRefusedValue(error))
    options.log.warn(
      { err: error, requestId: request.id, path: request.routeOptions?.url ?? '' },
      'a request carried a value that the database refuses',
    );
  if (reply.raw.headersSent) {
    reply.raw.destroy();
    return reply;
  }
  if (known.retryAfterSeconds !== undefined) reply.header('retry-after', String(known.retryAfterSeconds));
  else if (known.status === 503) reply.header('retry-after', '2');
  const challenge = known.status === 401 ? options.challenge(request) : null;
  if (challenge !== null) reply.header('www-authenticate', challenge);
  const fields =
    known.fields &&
    Object.fromEntries(
      Object.entries(known.fields).map(([field, text]) => [
        field,
        fieldText(options.translator, language, text),
      ]),
    );
  const body = {
    message: options.translator.text(language, `errors:${known.code}`, {
      wait: waitText(language, known.retryAfterSeconds ?? 1),
      ...known.variables,
    }),
    code: known.code,
    ...(fields ? { fields } : {}),
    ...(known.details ? { details: known.details } : {}),
    ...(known.status >= 500 ? { requestId: request.id } : {}),
  };
  return reply
    .code(known.status)
    .header('cache-control', 'no-store')
    .type(options.errorType?.(request) ?? 'application/json; charset=utf-8')
    .send(JSON.stringify({ ...body, ...options.errorExtras?.(request, known.status, body) }));
}

function fieldText(translator: Translator, language: Language, text: string): string {
  const [key = '', value] = text.split('|');
  return translator.text(language, key, value === undefined ? {} : { value });
}

function toAppError(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error;
  if (isUnavailable(error)) return new AppError(commonErrors.unavailable, { cause: error });
  // No check of ours caught it, so the log has it; still it is the caller's value that is wrong.
  if (isRefusedValue(error)) return new AppError(commonErrors.invalidInput, { cause: error });
  const status = error.statusCode ?? 500;
  if (status === 413 || error.code === 'FST_REQ_FILE_TOO_LARGE') return new AppError(commonErrors.tooLarge);
  if (status === 415 || status === 406) return new AppError(commonErrors.unsupportedType);
  if (status === 404) return new AppError(commonErrors.notFound);
  if (status >= 400 && status < 500) return new AppError(commonErrors.invalidInput);
  return new AppError(commonErrors.internal, { cause: error });
}

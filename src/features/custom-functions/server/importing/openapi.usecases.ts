import { AppError } from '#shared/errors.ts';
import { DocumentError } from '#platform/documents/document-error.ts';
import type { DocumentParser } from '#platform/documents/document-parser.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { commonErrors } from '#shared/errors.ts';
import { admit, type RateLimiter } from '#platform/rate-limit/rate-limit.ts';
import { SafeFetchError } from '#platform/safe-fetch/safe-fetch-error.ts';
import type { SafeFetchCall } from '#platform/safe-fetch/safe-fetch.ts';
import { functionsErrors, longestDescription, type OpenapiImport } from '../../custom-functions.contract.ts';
import { functionOf } from './openapi.models.ts';

const rule = { name: 'functions.openapi', limit: 60, windowSeconds: 600 } as const;
const timeoutMs = 20_000;

/** What its owner is told of a description that can't be used. */
function unusable(error: unknown): unknown {
  if (!(error instanceof DocumentError)) return error;
  switch (error.code) {
    case 'document.unsupported':
      return new AppError(
        error.detail === 'swagger2' ? functionsErrors.openapiSwagger : functionsErrors.openapiUnknown,
      );
    case 'document.too_large':
    case 'document.out_of_memory':
      return new AppError(functionsErrors.openapiTooLarge);
    case 'document.too_slow':
      return new AppError(functionsErrors.openapiTooSlow);
    default:
      return new AppError(functionsErrors.openapiUnreadable);
  }
}

/** Functions out of descriptions of other people's services; nothing is stored here. */
export function createOpenapiImport(services: {
  documents: Pick<DocumentParser, 'parseApi'>;
  fetch: SafeFetchCall;
  limiter: Pick<RateLimiter, 'takeAll'>;
  assertAllowedUrl(url: string): void;
}) {
  function serverOf(
    servers: readonly string[],
    base: string | null,
  ): Pick<OpenapiImport, 'server' | 'serverProblem'> {
    const found = (servers.length > 0 || base === null ? servers : ['/'])
      .map((server) => (URL.canParse(server, base ?? undefined) ? new URL(server, base ?? undefined) : null))
      .find((url) => url !== null && /^https?:$/.test(url.protocol));
    if (!found) return { server: '', serverProblem: 'missing' };
    const server = `${found.origin}${found.pathname}`.replace(/(?<!\/)\/+$/, '');
    try {
      services.assertAllowedUrl(server);
      return { server, serverProblem: null };
    } catch {
      return { server: '', serverProblem: 'refused' };
    }
  }

  async function read(
    scope: AccountScope,
    bytes: Uint8Array,
    search: string,
    base: string | null,
  ): Promise<OpenapiImport> {
    try {
      const found = await services.documents.parseApi({ bytes, search }, { key: scope.accountId });
      return {
        title: found.title,
        ...serverOf(found.servers, base),
        total: found.total,
        operations: found.operations.flatMap((operation) => functionOf(operation) ?? []),
      };
    } catch (error) {
      throw unusable(error);
    }
  }
  const limit = (scope: AccountScope): Promise<void> =>
    admit(services.limiter, commonErrors.tooManyRequests, [{ rule, key: scope.accountId }]);

  return {
    limit,
    readFile: (scope: AccountScope, bytes: Uint8Array, search: string): Promise<OpenapiImport> =>
      read(scope, bytes, search, null),

    async readAddress(scope: AccountScope, url: string, search: string): Promise<OpenapiImport> {
      await limit(scope);
      const address = /^https?:\/\//i.test(url) ? url : `https://${url}`;
      let answer: Awaited<ReturnType<SafeFetchCall>>;
      try {
        answer = await services.fetch(address, {
          headers: { accept: 'application/json, application/yaml, text/yaml, */*;q=0.5' },
          maxBytes: longestDescription,
          timeoutMs,
        });
      } catch (error) {
        if (!(error instanceof SafeFetchError)) throw error;
        throw new AppError(
          error.code === 'fetch.address_not_allowed'
            ? functionsErrors.openapiRefused
            : error.code === 'fetch.too_large'
              ? functionsErrors.openapiTooLarge
              : functionsErrors.openapiAway,
        );
      }
      if (answer.status !== 200) throw new AppError(functionsErrors.openapiAway);
      return read(scope, answer.body, search, answer.url);
    },
  };
}

export type OpenapiImporting = ReturnType<typeof createOpenapiImport>;

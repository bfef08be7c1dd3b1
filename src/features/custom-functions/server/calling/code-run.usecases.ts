import type { SafeFetchCall } from '#platform/safe-fetch/safe-fetch.ts';
import { isLoopbackHost } from '#platform/safe-fetch/loopback.ts';
import { SandboxError, type CodeSandbox } from '#platform/sandbox/code-sandbox.ts';
import type { SandboxErrorCode, SandboxFetchRequest } from '#platform/sandbox/sandbox-types.ts';
import { failure, type ToolFailure, type ToolResult } from '#features/tools/server/tools.usecases.ts';
import type { CodeCall } from '../../custom-functions-definition.contract.ts';
import { strikeOut, withoutSecretFields } from './response.models.ts';

/** Milliseconds that code may take, waiting included. */
const mostMilliseconds = 60_000;
const mostBytes = 1_048_576;
/** Stands for the secret in a header; the code itself never holds it. */
const secretPlace = '{{secret}}';

export type CodeAnswer = {
  result: ToolResult;
  /** What the code wrote to its console. */
  logs: readonly string[];
};

const ofSandbox: Record<SandboxErrorCode, ToolFailure['code']> = {
  bad_code: 'code_failed',
  threw: 'code_failed',
  never_settled: 'code_failed',
  too_slow: 'timed_out',
  out_of_memory: 'too_large',
  too_large: 'too_large',
  ended: 'failed',
};

/** Whether a request goes to the one host that may read the secret, and asks for it no more than once a header. */
function mayHaveSecret({ url, headers }: SandboxFetchRequest, secretHost: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host, hostname } = new URL(url);
  const isSafe = protocol === 'https:' || isLoopbackHost(hostname);
  const isOnce = Object.values(headers).every((value) => value.split(secretPlace).length <= 2);
  return isSafe && isOnce && host === secretHost.toLowerCase();
}

/** Runs the code that owners wrote down, where it can reach nothing but the one safe way out. */
export function createCodeRuns(services: { sandbox: Pick<CodeSandbox, 'run'>; safeFetch: SafeFetchCall }) {
  return async function runCode(input: {
    accountId: string;
    code: CodeCall;
    args: Readonly<Record<string, unknown>>;
    secret: string;
    timeoutMs: number;
    signal: AbortSignal;
  }): Promise<CodeAnswer> {
    const { code, secret, signal } = input;
    const timeoutMs = Math.min(input.timeoutMs, mostMilliseconds);
    const secrets = secret ? [secret] : [];

    async function reach(request: SandboxFetchRequest) {
      const asksForSecret = Object.values(request.headers).some((value) => value.includes(secretPlace));
      if (asksForSecret && (secret === '' || !mayHaveSecret(request, code.secretHost)))
        throw new Error(`The secret goes to ${code.secretHost || 'no host'} only`);
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [
          name,
          value.replaceAll(secretPlace, () => secret),
        ]),
      );
      const answer = await services.safeFetch(request.url, {
        method: request.method,
        headers,
        ...(request.body !== null && { body: request.body }),
        maxBytes: mostBytes,
        timeoutMs,
        // What is secret is not sent on to where an answer points.
        ...(asksForSecret && { maxRedirects: 0 }),
        signal,
      });
      return {
        status: answer.status,
        headers: Object.fromEntries(
          [...answer.headers].map(([name, value]) => [name, strikeOut(value, secrets)]),
        ),
        body: strikeOut(answer.body.toString('utf8'), secrets),
      };
    }

    try {
      const { value, logs } = await services.sandbox.run({
        owner: input.accountId,
        code: code.source,
        args: input.args,
        timeoutMs,
        fetch: reach,
        signal,
      });
      const clean = withoutSecretFields(value);
      const content = typeof clean === 'string' ? clean : JSON.stringify(clean);
      return { result: { content }, logs };
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error;
      return {
        result: failure(
          ofSandbox[error.code],
          'The function did not work this time. Go on without it.',
          strikeOut(error.message, secrets).slice(0, 200),
        ),
        logs: error.logs,
      };
    }
  };
}

export type CodeRuns = ReturnType<typeof createCodeRuns>;

import { failure, outsideData, type ToolResult } from '#features/tools/server/tools.usecases.ts';
import type { FunctionDefinition } from '../../custom-functions-definition.contract.ts';
import type { FunctionRun } from '../../custom-functions.contract.ts';
import { readArguments } from './arguments.models.ts';
import type { CodeRuns } from './code-run.usecases.ts';
import type { HttpAnswer, HttpCalls } from './http-call.usecases.ts';

export type RunInput = {
  accountId: string;
  definition: FunctionDefinition;
  secret: string;
  /** What a model or a person wrote, unchecked. */
  given: unknown;
  /** `contact.email` and its like, by the server. */
  facts: Readonly<Record<string, string>>;
  isMocked: boolean;
  /** Runs what belongs into a visitor's page; null where there is none. */
  inPage:
    | ((
        definition: Extract<FunctionDefinition, { kind: 'client' }>,
        values: Record<string, unknown>,
      ) => Promise<ToolResult>)
    | null;
  signal: AbortSignal;
};

const fenced = (result: ToolResult, longest: number): ToolResult =>
  'error' in result ? result : { content: outsideData(result.content, longest) };

/** Runs one function once, whatever kind it is. */
export function createFunctionRuns(services: { callHttp: HttpCalls; runCode: CodeRuns }) {
  /** What was sent, what came, and what the model reads of it. */
  async function run(input: RunInput): Promise<HttpAnswer & { logs: readonly string[] }> {
    const { definition, signal } = input;
    const read = readArguments(definition.parameters as never, input.given);
    if ('problem' in read)
      return { request: null, response: null, result: failure('invalid_arguments', read.problem), logs: [] };
    if (definition.kind === 'code') {
      const { result, logs } = input.isMocked
        ? { result: { content: definition.mock?.body ?? '' }, logs: [] }
        : await services.runCode({
            accountId: input.accountId,
            code: definition.code,
            args: read.values,
            secret: input.secret,
            timeoutMs: definition.timeoutMs,
            signal,
          });
      return { request: null, response: null, result: fenced(result, definition.maxModelChars), logs };
    }
    if (definition.kind === 'client') {
      const result: ToolResult = input.isMocked
        ? { content: definition.mock?.body ?? '' }
        : input.inPage
          ? await input.inPage(definition, read.values)
          : failure('not_on_page', 'It runs in the page of a visitor, and here is none.');
      return { request: null, response: null, result: fenced(result, definition.maxModelChars), logs: [] };
    }
    const answer = await services.callHttp({
      http: definition.http,
      values: { ...read.values, ...input.facts },
      argumentNames: Object.keys(definition.parameters.properties),
      secret: input.secret,
      mock: input.isMocked ? (definition.mock ?? { status: 200, body: '' }) : null,
      timeoutMs: definition.timeoutMs,
      signal,
    });
    return { ...answer, result: fenced(answer.result, definition.maxModelChars), logs: [] };
  }

  /** As a test run shows it. */
  async function tryOut(input: RunInput): Promise<FunctionRun> {
    const started = performance.now();
    const { request, response, result, logs } = await run(input);
    const error = 'error' in result ? result.error : null;
    return {
      request,
      response,
      logs: [...logs],
      isMocked: input.isMocked,
      milliseconds: Math.round(performance.now() - started),
      content: 'error' in result ? JSON.stringify({ error: result.error }) : result.content,
      errorCode: error?.code ?? null,
      errorDetail: error?.detail ?? null,
    };
  }

  return { run, tryOut };
}

export type FunctionRuns = ReturnType<typeof createFunctionRuns>;

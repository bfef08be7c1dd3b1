import type { LlmModel } from '../llm.port.ts';
import { readText, type Transport } from '../llm.transport.ts';
import { openAiCompatibleDefinition } from './openai-compatible.definition.ts';
import { readModels } from './json-answers.ts';

/** Where Ollama and LM Studio listen unless told otherwise. */
export const localBaseUrls: readonly string[] = ['http://127.0.0.1:11434/v1', 'http://127.0.0.1:1234/v1'];

/** A model server found on this machine. */
export type LocalModelServer = {
  baseUrl: string;
  models: LlmModel[];
};

/**
 * Asks each address for its models and returns those that answer within the time, in the given order. Never
 * rejects.
 * The addresses come from the operator's settings, not from people, so they pass no address check.
 */
export async function discoverLocalModels(
  transport: Transport,
  baseUrls: readonly string[],
  timeoutMs = 400,
): Promise<LocalModelServer[]> {
  const found = await Promise.all(
    baseUrls.map((baseUrl) => probe(transport, baseUrl, timeoutMs).catch(() => null)),
  );
  return found.filter((server) => server !== null);
}

async function probe(
  transport: Transport,
  baseUrl: string,
  firstByteMs: number,
): Promise<LocalModelServer | null> {
  const response = await transport.send({
    url: new URL(`${baseUrl}/models`),
    method: 'GET',
    headers: { accept: 'application/json', 'accept-encoding': 'identity' },
    isChecked: false,
    firstByteMs,
    signal: AbortSignal.timeout(firstByteMs * 2),
  });
  const body = await readText(response, 1024 * 1024);
  if (response.status !== 200) return null;
  return { baseUrl, models: readModels(JSON.parse(body), openAiCompatibleDefinition) };
}

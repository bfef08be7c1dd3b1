import type { LlmDefinition } from './llm.definition.ts';
import { LlmError, type LlmConnection } from './llm.port.ts';

/** What the operator of the instance has decided about addresses. */
export type OperatorAddresses = {
  /** Instead of the vendor's own address. */
  baseUrl?: string;
  /** Model servers on this machine that people may use although the address check would refuse them. */
  localBaseUrls: readonly string[];
};

/** Where a call goes, and whether that address came from a person and must be checked. */
type LlmEndpoint = {
  baseUrl: string;
  isChecked: boolean;
};

/**
 * The address for a call: the person's, where the vendor takes one, else the operator's, else the vendor's
 * own.
 * A key is never sent to an address that the vendor's definition doesn't allow.
 */
export function resolveEndpoint(
  definition: LlmDefinition,
  connection: LlmConnection,
  operator: OperatorAddresses,
): LlmEndpoint {
  if (definition.needsKey && !connection.apiKey)
    throw new LlmError('llm.unauthorized', `${definition.label} needs a key and none is set.`);
  // No header may hold such characters, so this would fail as a crash instead of as a wrong key.
  if (connection.apiKey && /[^\x21-\x7e]/.test(connection.apiKey))
    throw new LlmError('llm.unauthorized', 'The key holds characters that no key has.');
  if (connection.baseUrl) {
    if (!definition.acceptsBaseUrl)
      throw new LlmError('llm.bad_request', `${definition.label} has a fixed address.`);
    const baseUrl = normalizeBaseUrl(connection.baseUrl);
    return {
      baseUrl,
      isChecked: !operator.localBaseUrls.includes(baseUrl.replace('//localhost:', '//127.0.0.1:')),
    };
  }
  // Whoever writes these knows the vendor's paths, so they are taken as they are; not every vendor has `/v1`.
  const baseUrl = operator.baseUrl ?? definition.baseUrl;
  if (!baseUrl)
    throw new LlmError('llm.bad_request', `${definition.label} needs the address of the model server.`);
  return { baseUrl, isChecked: false };
}

/**
 * An address as people paste it: without the trailing slash or `/chat/completions`, with `/v1` when there is
 * no path at all.
 */
export function normalizeBaseUrl(text: string): string {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    throw new LlmError('llm.bad_request', 'The address of the model server is not a valid URL.');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new LlmError(
      'llm.bad_request',
      'The address of the model server must begin with http:// or https://.',
    );
  if (url.username !== '' || url.password !== '')
    throw new LlmError(
      'llm.bad_request',
      'The address of the model server must not contain a name or password.',
    );
  const path = url.pathname
    .replace(/(?<!\/)\/+$/, '')
    .replace(/\/(chat\/completions|completions|models|embeddings)$/, '');
  return `${url.origin}${path === '' ? '/v1' : path}`;
}

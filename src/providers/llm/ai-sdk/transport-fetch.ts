import { errorFromResponse } from '../llm.errors.ts';
import { LlmError } from '../llm.port.ts';
import { readHead, type Transport, type TransportResponse } from '../llm.transport.ts';

/**
 * A `fetch` over the family's own transport, so that the AI SDK's packages get the same timeouts, bounds and
 * errors as every other vendor. Statuses that are not 2xx reject with an `LlmError`; the packages hand that
 * through.
 */
export function createTransportFetch(dependencies: {
  transport: Transport;
  now: () => number;
  isChecked: boolean;
  apiKey: string;
}): typeof globalThis.fetch {
  const { transport, now, isChecked, apiKey } = dependencies;
  return async (input, init) => {
    const url = new URL(typeof input === 'string' || input instanceof URL ? input : input.url);
    if (init?.body !== undefined && init.body !== null && typeof init.body !== 'string')
      throw new LlmError('llm.bad_request', 'Only texts can be sent to a model provider.');
    const response = await transport.send({
      url,
      method: init?.method === 'GET' ? 'GET' : 'POST',
      headers: { ...Object.fromEntries(new Headers(init?.headers)), 'accept-encoding': 'identity' },
      body: init?.body ?? undefined,
      signal: init?.signal ?? undefined,
      isChecked,
    });
    if (response.status < 200 || response.status > 299) {
      throw errorFromResponse({
        status: response.status,
        headers: response.headers,
        body: await readHead(response),
        secrets: [apiKey],
        now: now(),
      });
    }
    const type = String(response.headers['content-type'] ?? '');
    if (/^text\/html/i.test(type)) {
      response.read({ onChunk() {}, onEnd() {}, onError() {} }).stop();
      throw new LlmError('llm.garbled', 'The model provider answered with a web page instead of an answer.', {
        status: response.status,
        isRetryable: false,
      });
    }
    return new Response(toWebStream(response), {
      status: response.status,
      headers: { 'content-type': type },
    });
  };
}

function toWebStream(response: TransportResponse): ReadableStream<Uint8Array> {
  let resume = (): void => {};
  let stop = (): void => {};
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const reading = response.read({
          onChunk(chunk) {
            controller.enqueue(chunk);
            if ((controller.desiredSize ?? 1) <= 0) reading.pause();
          },
          onEnd: () => controller.close(),
          onError: (error) => controller.error(error),
        });
        resume = reading.resume;
        stop = reading.stop;
      },
      pull: () => resume(),
      cancel: () => stop(),
    },
    { highWaterMark: 16 },
  );
}

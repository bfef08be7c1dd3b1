import { EventSourceParserStream } from 'eventsource-parser/stream';
import { ApiError, refused, requestHeaders, unreachable } from './client.ts';

type Said = {
  event: string;
  data: unknown;
};

/**
 * Sends JSON and reads the server-sent events of the answer, one by one. Throws `ApiError` when it is refused
 * or breaks off.
 */
export async function streamEvents(
  path: string,
  body: object,
  onEvent: (said: Said) => void,
  signal: AbortSignal,
): Promise<void> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { ...requestHeaders(), 'content-type': 'application/json' },
      credentials: 'include',
      body: JSON.stringify(body),
      signal,
    });
    if (!response.ok || !response.body)
      throw refused('POST', path, response.status, response.statusText, await response.text());
    const reader = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream())
      .getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      if (value.event && value.data) onEvent({ event: value.event, data: JSON.parse(value.data) as unknown });
    }
  } catch (error) {
    if (signal.aborted || error instanceof ApiError) throw error;
    throw unreachable(error);
  }
}

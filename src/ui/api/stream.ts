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
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + value).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = /^event: (.*)$/m.exec(block)?.[1];
        const data = /^data: (.*)$/m.exec(block)?.[1];
        if (event && data) onEvent({ event, data: JSON.parse(data) as unknown });
      }
    }
  } catch (error) {
    if (signal.aborted || error instanceof ApiError) throw error;
    throw unreachable(error);
  }
}

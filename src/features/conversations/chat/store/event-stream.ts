/** One event of a `text/event-stream`. */
export type ServerEvent = {
  event: string;
  data: string;
  id: string;
};

/**
 * A parser that takes a stream's text in pieces of any size and gives out whole events.
 * Comments (keep-alive pings) are skipped; what is unfinished at the end is dropped, as the format says.
 */
export function createEventParser(onEvent: (event: ServerEvent) => void): (piece: string) => void {
  let rest = '';
  let event = '';
  let id = '';
  let data: string[] = [];
  return (piece) => {
    rest += piece;
    /* A carriage return at the very end may be half of a line end. */
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!line) {
        if (data.length) onEvent({ event: event || 'message', data: data.join('\n'), id });
        event = '';
        data = [];
        continue;
      }
      const colon = line.indexOf(':');
      if (colon === 0) continue;
      const field = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
      if (field === 'data') data.push(value);
      else if (field === 'event') event = value;
      else if (field === 'id') id = value;
    }
  };
}

/**
 * A live stream says something at least every 15 s (a ping); one that is silent for longer than this is dead.
 */
const longestSilence = 45_000;

/**
 * Reads a response's events until it ends; rejects when the connection breaks, falls silent or the signal
 * aborts.
 */
export async function readEvents(response: Response, onEvent: (event: ServerEvent) => void): Promise<void> {
  if (!response.body) return;
  const parse = createEventParser(onEvent);
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const silence = setTimeout(() => void reader.cancel().catch(() => undefined), longestSilence);
    const { done, value } = await reader.read().finally(() => clearTimeout(silence));
    if (done) return;
    parse(decoder.decode(value, { stream: true }));
  }
}

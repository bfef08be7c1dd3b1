import { StringDecoder } from 'node:string_decoder';
import { createParser } from 'eventsource-parser';

export type SseParser = {
  /** Takes the next bytes, cut anywhere. */
  push(chunk: Buffer): void;
  /** The stream is over: a last event without its empty line still counts. */
  end(): void;
};

/**
 * An incremental reader of event streams. Calls `onData` with each event's data (several `data:` lines joined
 * by line feeds); comments, ids, retry times and event names are passed over. Throws `RangeError` when more
 * than `longestEvent` characters came without the end of their event.
 */
export function createSseParser(onData: (data: string) => void, longestEvent = 4 * 1024 * 1024): SseParser {
  // The network may cut a character in two.
  const decoder = new StringDecoder('utf8');
  let isFirst = true;
  const parser = createParser({
    onEvent: ({ data }) => onData(data),
    onError({ type }) {
      if (type === 'max-buffer-size-exceeded')
        throw new RangeError('An event of the event stream is too long.');
    },
    maxBufferSize: longestEvent,
  });

  function feed(text: string): void {
    if (text === '') return;
    // The parser takes away a byte order mark only where each of its bytes is a character.
    parser.feed(isFirst && text.startsWith('\uFEFF') ? text.slice(1) : text);
    isFirst = false;
  }

  return {
    push: (chunk) => feed(decoder.write(chunk)),
    end: () => feed(`${decoder.end()}\n\n`),
  };
}

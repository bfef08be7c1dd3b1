const lineFeed = 10;
const carriageReturn = 13;

export type SseParser = {
  /** Takes the next bytes, cut anywhere. */
  push(chunk: Buffer): void;
  /** The stream is over: a last event without its empty line still counts. */
  end(): void;
};

/**
 * An incremental reader of event streams. Calls `onData` with each event's data (several `data:` lines joined
 * by line feeds); comments, ids, retry times and event names are passed over. Throws `RangeError` when one
 * line is longer than `maxLineBytes`.
 *
 * Only whole lines are decoded, once for each chunk, so a code point that is cut by the network is never
 * decoded in halves.
 */
export function createSseParser(onData: (data: string) => void, maxLineBytes = 4 * 1024 * 1024): SseParser {
  let carried: Buffer[] = [];
  let carriedBytes = 0;
  let isFirstLine = true;
  let endedWithReturn = false;
  let data: string | null = null;

  function line(text: string): void {
    if (text === '') {
      if (data !== null) {
        const whole = data;
        data = null;
        onData(whole);
      }
      return;
    }
    if (!text.startsWith('data')) return;
    let value: string;
    if (text.length === 4) value = '';
    else if (text.charCodeAt(4) !== 58) return;
    else value = text.charCodeAt(5) === 32 ? text.slice(6) : text.slice(5);
    data = data === null ? value : `${data}\n${value}`;
  }

  /** `text` ends with a line's end, or is the last line of all. */
  function lines(text: string): void {
    if (text.includes('\r')) {
      const parts = text.split(/\r\n|\n|\r/);
      if (parts.at(-1) === '') parts.pop();
      for (const part of parts) line(part);
      return;
    }
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      line(text.slice(start, end));
      start = end + 1;
    }
    if (start < text.length) line(text.slice(start));
  }

  function decode(bytes: Buffer): string {
    const text = bytes.toString('utf8');
    if (!isFirstLine) return text;
    isFirstLine = false;
    return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  }

  return {
    push(chunk) {
      if (chunk.length === 0) return;
      let rest = chunk;
      // The line feed of a CRLF that was cut in two ends no second line.
      if (endedWithReturn && rest[0] === lineFeed) rest = rest.subarray(1);
      endedWithReturn = false;
      const last = Math.max(rest.lastIndexOf(lineFeed), rest.lastIndexOf(carriageReturn));
      if (last === -1) {
        if (rest.length === 0) return;
        carried.push(rest);
        carriedBytes += rest.length;
        if (carriedBytes > maxLineBytes) throw new RangeError('A line of the event stream is too long.');
        return;
      }
      const whole = rest.subarray(0, last + 1);
      const text = decode(carried.length === 0 ? whole : Buffer.concat([...carried, whole]));
      endedWithReturn = rest[last] === carriageReturn && last === rest.length - 1;
      const tail = rest.subarray(last + 1);
      carried = tail.length === 0 ? [] : [tail];
      carriedBytes = tail.length;
      lines(text);
    },
    end() {
      const text = carriedBytes === 0 ? '' : decode(Buffer.concat(carried));
      carried = [];
      carriedBytes = 0;
      if (text !== '') lines(text);
      line('');
    },
  };
}

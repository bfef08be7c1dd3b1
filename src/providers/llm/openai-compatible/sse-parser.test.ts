import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSseParser } from './sse-parser.ts';

function parse(bytes: Buffer, cuts: readonly number[] = []): string[] {
  const events: string[] = [];
  const parser = createSseParser((data) => events.push(data));
  let start = 0;
  for (const cut of [...cuts].sort((a, b) => a - b)) {
    parser.push(bytes.subarray(start, cut));
    start = cut;
  }
  parser.push(bytes.subarray(start));
  parser.end();
  return events;
}

describe('reading an event stream', () => {
  test('events end at an empty line, whatever the line ends are', () => {
    expect(parse(Buffer.from('data: a\n\ndata: b\r\n\r\ndata: c\r\rdata: d\n\n'))).toEqual([
      'a',
      'b',
      'c',
      'd',
    ]);
  });

  test('several data lines are one event', () => {
    expect(parse(Buffer.from('data: {\ndata: "a": 1\ndata: }\n\n'))).toEqual(['{\n"a": 1\n}']);
  });

  test('a byte order mark, comments, ids, names and unknown fields are passed over', () => {
    expect(
      parse(
        Buffer.from('\uFEFF: hello\nevent: message\nid: 1\nretry: 5\ndatabase: x\ndata: a\n\n: ping\n\n'),
      ),
    ).toEqual(['a']);
  });

  test('only the first space after the colon is taken away, and an empty data line is an empty text', () => {
    expect(parse(Buffer.from('data:a\n\ndata:  b\n\ndata\n\n'))).toEqual(['a', ' b', '']);
  });

  test('a last event without its empty line still counts', () => {
    expect(parse(Buffer.from('data: a\n\ndata: [DONE]'))).toEqual(['a', '[DONE]']);
  });

  test('where the network cuts the bytes changes nothing, not even inside a code point or a CRLF', () => {
    const bytes = Buffer.from(
      '\uFEFFdata: žluťoučký 🐎\r\n\r\n: ping\r\n\r\ndata: ¡olé!\rdata: ☃\r\rdata: 漢字\n\ndata: [DONE]\n\n',
    );
    const whole = parse(bytes);
    expect(whole).toEqual(['žluťoučký 🐎', '¡olé!\n☃', '漢字', '[DONE]']);
    fc.assert(
      fc.property(
        fc.array(fc.nat(bytes.length), { maxLength: 40 }),
        (cuts) => void expect(parse(bytes, cuts)).toEqual(whole),
      ),
      { numRuns: 200 },
    );
    expect(parse(bytes, Array.from(bytes.keys()))).toEqual(whole);
  });

  test('a line that does not end is given up before it fills the memory', () => {
    const parser = createSseParser(() => {}, 1_000);
    expect(() => {
      for (let at = 0; at < 100; at += 1) parser.push(Buffer.from('data: and so on'));
    }).toThrow(RangeError);
  });

  test('an event of lines without end is given up, too', () => {
    const parser = createSseParser(() => {}, 1_000);
    expect(() => {
      for (let at = 0; at < 200; at += 1) parser.push(Buffer.from('data: and so on\n'));
    }).toThrow(RangeError);
  });
});

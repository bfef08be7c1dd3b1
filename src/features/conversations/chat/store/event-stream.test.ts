import { expect, test } from 'vitest';
import { createEventParser } from './event-stream.ts';
import type { ServerEvent } from './event-stream.ts';

const stream =
  'id: 1\nevent: delta\ndata: {"text":"a\\nb"}\n\n: ping\n\nevent: delta\r\ndata: one\r\ndata: two\r\n\r\ndata:bare\n\nevent: cut\ndata: never finished';

function read(pieces: string[]) {
  const events: ServerEvent[] = [];
  const parse = createEventParser((event) => events.push(event));
  for (const piece of pieces) parse(piece);
  return events;
}

test('reads the same events wherever the stream is cut into pieces', () => {
  const whole = read([stream]);
  expect(whole).toEqual([
    { event: 'delta', data: '{"text":"a\\nb"}', id: '1' },
    { event: 'delta', data: 'one\ntwo', id: '1' },
    { event: 'message', data: 'bare', id: '1' },
  ]);
  for (let size = 1; size < 12; size++)
    expect(read(stream.match(new RegExp(`[^]{1,${size}}`, 'g'))!)).toEqual(whole);
});

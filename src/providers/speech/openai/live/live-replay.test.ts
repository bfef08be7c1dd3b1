import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { LiveEvent, LivePart } from '../../speech-live.port.ts';
import { liveModels } from './live-models.ts';
import { createLiveSession } from './live-session.ts';

/** One turn as the vendor documents its events, each in a line. */
const recorded = readFileSync(
  new URL('../../../../../tests/support/models/realtime-turn.ndjson', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n');

/** Asks once and plays lines, after which the connection is gone; gives what came of them. */
async function replay(lines: readonly string[]) {
  const events: LiveEvent[] = [];
  const parts: LivePart[] = [];
  let time = 0;
  const live = createLiveSession(
    { send: () => true, close: () => undefined },
    { model: liveModels[0], speed: 1, isInterruptible: true, now: () => time },
    (event) => events.push(event),
  );
  const asked = (async () => {
    const input = { instructions: '', items: [], tools: [], maxTokens: 100 };
    for await (const part of live.session.answer(input)) parts.push(part);
  })().then(
    () => 'whole',
    (error: unknown) => (error as { code: string }).code,
  );
  // The question is asked before the vendor tells anything.
  await Promise.resolve();
  await Promise.resolve();
  for (const line of lines) {
    live.tell(line);
    time += 100;
  }
  live.end();
  return {
    outcome: await asked,
    words: parts.map((part) => (part.type === 'words' ? part.text : '')).join(''),
    usages: parts.filter(({ type }) => type === 'usage').length,
    heard: events.flatMap((event) => (event.type === 'heard' && event.isFinal ? [event.text] : [])),
    costs: events.filter(({ type }) => type === 'cost').length,
  };
}
const whole = {
  outcome: 'whole',
  words: 'We open at nine.',
  usages: 1,
  heard: ['When are you open?'],
  costs: 1,
};

describe('a recorded turn', () => {
  test('is heard, answered and paid for once', async () => {
    expect(await replay(recorded)).toMatchObject(whole);
  });

  test('is the same between events that nobody knows, each told twice', async () => {
    const strange = ['{"type":"response.thought.delta","delta":"hm"}', '{"type":7}', '[]', 'null', '{', ''];
    const noisy = recorded.flatMap((line) => [...strange, line]);
    expect(await replay(noisy)).toMatchObject(whole);
    // Words have no id of their own, so a vendor that tells them twice is believed.
    const twice = recorded.flatMap((line) => (line.includes('transcript.delta') ? [line] : [line, line]));
    expect(await replay(twice)).toMatchObject(whole);
  });

  test('cut at any place ends the answer, and never costs more or hears what was not said', async () => {
    for (let end = 0; end <= recorded.length; end += 1) {
      const { outcome, words, heard, usages, costs } = await replay(recorded.slice(0, end));
      expect(['whole', 'unreachable'], `${end}`).toContain(outcome);
      expect('We open at nine.'.startsWith(words), `${end}: ${words}`).toBe(true);
      expect(heard.length + usages + costs, `${end}`).toBeLessThanOrEqual(3);
    }
  });

  test('in another order, or with cut lines, changes nothing but what is missing', async () => {
    for (let from = 0; from < recorded.length; from += 1) {
      const turned = [...recorded.slice(from), ...recorded.slice(0, from)];
      const { outcome, heard, usages, costs } = await replay(turned);
      expect(['whole', 'unreachable'], `${from}`).toContain(outcome);
      expect(heard.length + usages + costs, `${from}`).toBeLessThanOrEqual(4);
      const halved = recorded.map((line, at) => (at === from ? line.slice(0, line.length / 2) : line));
      expect(['whole', 'unreachable'], `${from}`).toContain((await replay(halved)).outcome);
    }
  });
});

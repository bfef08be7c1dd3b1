import { describe, expect, test } from 'vitest';
import { isEcho, pronounced, sentencesFrom, spokenText } from './speakable.ts';

describe('an answer read out', () => {
  test('has no code, table, address, picture or mark', () => {
    const markdown = [
      '## Prices [1]',
      'A **boat** costs [12 €](https://boats.example/prices) a day 🚤.',
      '```js\nlet secret = 1;\n```',
      '| Boat | Price |\n|---|---|\n| Small | 12 |',
      '- one oar\n- two oars',
      'See https://boats.example/all?x=1 for more.',
    ].join('\n\n');
    expect(spokenText(markdown)).toBe(
      'Prices.\nA boat costs 12 € a day.\none oar.\ntwo oars.\nSee for more.',
    );
  });

  test('is said by sentences while it grows, each once and whatever way it comes in', () => {
    const whole = 'We open at nine. On Sundays we rest! Dr. Novak, who has 3.5 boats, is there until six';
    for (const step of [1, 3, 7, 200]) {
      const said: string[] = [];
      let from = 0;
      for (let length = step; ; length += step) {
        const isOver = length >= whole.length;
        const { sentences, end } = sentencesFrom(whole.slice(0, length), from, isOver, 'en');
        said.push(...sentences);
        from = end;
        if (isOver) break;
      }
      expect(said.join(' ')).toBe(whole);
      expect(said[0]).toBe('We open at nine.');
    }
  });

  test('has no sentence that takes a voice longer than it may', () => {
    const long = `${'All of the boats, small and large, are cleaned each evening by our people, '.repeat(12)}.`;
    const { sentences } = sentencesFrom(long, 0, true, 'en');
    expect(sentences.length).toBeGreaterThan(3);
    for (const sentence of sentences) expect(sentence.length).toBeLessThanOrEqual(220);
    expect(sentences.join(' ').replace(/\s+/g, ' ')).toBe(long.replace(/\s+/g, ' '));
    expect(sentencesFrom('x'.repeat(700), 0, true, 'en').sentences.join('')).toBe('x'.repeat(700));
  });

  test('has words as their owner says them', () => {
    const list = ['SQL = sequel', 'a.b = a dot b', '$& = dollar'];
    expect(pronounced('SQL and mySQL and sql: a.b, axb', list)).toBe(
      'sequel and mySQL and sequel: a dot b, axb',
    );
  });
});

test('what the microphone hears of the agent is told from an interruption', () => {
  const said = 'We open at nine. On Sundays we rest and clean the boats.';
  expect(isEcho('sundays we rest and', said)).toBe(true);
  expect(isEcho('wait stop please', said)).toBe(false);
  expect(isEcho('', said)).toBe(false);
});

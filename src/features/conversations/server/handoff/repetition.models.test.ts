import { describe, expect, test } from 'vitest';
import type { MessagePart } from '#shared/chat/message-parts.ts';
import { isRepetitive } from './repetition.models.ts';

describe('a talk goes in circles', () => {
  const said = (role: string, ...bodies: string[]) =>
    bodies.map((body) => ({ role, body, parts: [] as MessagePart[] }));
  const shown = (...names: string[]) =>
    names.map((name): Parameters<typeof isRepetitive>[0][number] => ({
      role: 'assistant',
      body: 'Here is something that may help:',
      parts: [
        {
          type: 'product',
          name,
          text: 'Baked this morning',
          amount: 450,
          currency: 'EUR',
          image: null,
          url: `https://shop.example/${name}`,
          at: 32,
        },
      ],
    }));

  test('after three turns of much the same, and not before', () => {
    const asked = said('visitor', 'Where is my parcel?', 'where is my parcel', 'But where is my parcel??');
    expect(isRepetitive(asked)).toBe(true);
    expect(isRepetitive(asked.slice(1))).toBe(false);
    expect(
      isRepetitive(said('visitor', 'Where is my parcel?', 'And what does it cost?', 'Where is my parcel?')),
    ).toBe(false);
    expect(
      isRepetitive([
        ...said('visitor', 'a', 'b', 'c'),
        ...said(
          'assistant',
          'I looked into it for you.',
          'I looked into it for you.',
          'I looked into it for you.',
        ),
      ]),
    ).toBe(true);
  });

  test('by what was shown, too: the same words over other products lead on', () => {
    expect(
      isRepetitive(shown('Rye loaf with walnuts', 'Plum cake of the house', 'Croissant, plain or filled')),
    ).toBe(false);
    expect(isRepetitive(shown('Rye loaf', 'Rye loaf', 'Rye loaf'))).toBe(true);
  });
});

import { describe, expect, test } from 'vitest';
import { questionParts } from './question-parts.ts';

describe('the questions of one message', () => {
  test.each([
    [
      'How much is a full service, and are you open on Saturday?',
      ['How much is a full service', 'are you open on Saturday?'],
    ],
    ['What does it cost? Where are you exactly?', ['What does it cost', 'Where are you exactly?']],
    [
      'Hoeveel kost een beurt en wanneer zijn jullie open?',
      ['Hoeveel kost een beurt', 'wanneer zijn jullie open?'],
    ],
    [
      '¿Cuánto cuesta una revisión y dónde están ustedes?',
      ['¿Cuánto cuesta una revisión', 'dónde están ustedes?'],
    ],
    ['Kolik stojí celý servis a kdy máte otevřeno?', ['Kolik stojí celý servis', 'kdy máte otevřeno?']],
  ])('%s', (message, parts) => {
    expect(questionParts(message)).toEqual(parts);
  });

  test.each([
    'Do you sell lamps and shades?',
    'and on Sunday?',
    'How long does it take?',
    'Price? Hours?',
    'Is it 😀 open and where are you now?',
  ])('stay together in: %s', (message) => {
    expect(questionParts(message)).toEqual([message]);
  });
});

import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { MessagePart } from '#shared/chat/message-parts.ts';
import { languages } from '#shared/languages.ts';
import { createTranslator } from '#platform/i18n/translator.ts';
import { asksForPerson, isRepetitive } from './person-request.models.ts';

test.each([
  'I want to talk to a human',
  'Can I please speak with a real person?',
  'connect me to an agent',
  'Human please!',
  'agent',
  'Ik wil met een medewerker praten',
  'Kan ik iemand spreken?',
  'verbind me door met een mens',
  'Quiero hablar con una persona',
  '¿Puedo hablar con alguien?',
  'pásame con un agente',
  'Quero falar com uma pessoa',
  'Falar com atendente',
  'preciso de atendimento humano',
  'Je voudrais parler à un conseiller',
  'Puis-je parler avec quelqu’un ?',
  'passez-moi un vrai humain',
  'Chci mluvit s člověkem',
  'Můžete mě spojit s operátorem?',
  'přepojte mě na operátora',
])('“%s” asks for a person', (text) => expect(asksForPerson(text)).toBe(true));

test.each([
  'How many people work for you?',
  'Do you have human support?',
  'I do not want to talk to a human',
  'Who is your agent in Lyon?',
  'What does the personal plan cost?',
  'Hoeveel mensen werken er bij jullie?',
  'Ik wil met pin betalen',
  '¿Cuántas personas caben en la sala?',
  'No quiero hablar con una persona',
  'Quantas pessoas trabalham aí?',
  'Combien de personnes peuvent participer ?',
  'Je voudrais parler de vos prix',
  'Peut-on se parler à 10 h ?',
  'Ik wil praten over de prijs',
  'Kolik lidí u vás pracuje?',
  'Nechci mluvit s člověkem',
  '',
])('“%s” is answered by the AI', (text) => expect(asksForPerson(text)).toBe(false));

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

test.each(languages)('what the button says for the visitor in %s asks for a person', (language) => {
  const words = createTranslator(path.join(import.meta.dirname, '../../../../../locales')).text(
    language,
    'chat:people.words',
  );
  expect(asksForPerson(words)).toBe(true);
});

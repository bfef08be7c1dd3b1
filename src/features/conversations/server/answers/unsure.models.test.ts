import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { languages } from '#shared/languages.ts';
import { createUnsureReader } from './unsure.models.ts';

const phrases = languages.map(
  (language) =>
    JSON.parse(
      readFileSync(
        path.join(import.meta.dirname, `../../../../../locales/${language}/built-in.json`),
        'utf8',
      ),
    ) as Record<string, string>,
);
const isUnsure = createUnsureReader(phrases);
const said = (body: string, engine: 'built-in' | 'model' = 'model', more: { citations?: number } = {}) =>
  isUnsure({
    body,
    engine,
    parts: [],
    attachments: [],
    citations: Array.from({ length: more.citations ?? 0 }, (_, index) => ({ number: index + 1 })) as never,
  });

describe('an answer that only says that the agent does not know', () => {
  it.each(
    phrases.flatMap((texts) =>
      ['unknown', 'unknownTopics', 'unknownFile', 'sorry'].map((key) => texts[key] ?? ''),
    ),
  )('is known by the built-in engine’s own words: %s', (text) => {
    expect(said(text.replaceAll(/\{\{\w+\}\}/g, 'Hotel (Linden)'), 'built-in')).toBe(true);
  });

  it.each(phrases.map((texts) => texts['unknownNear'] ?? ''))(
    'names places that come closest: %s',
    (text) => {
      const body = text.replace('{{agent}}', 'Hotel').replace('{{places}}', '- Spa › Prices [1]\n- Pool [2]');
      expect(said(body, 'built-in', { citations: 2 })).toBe(true);
      expect(said('The spa costs € 12. [1]', 'built-in', { citations: 1 })).toBe(false);
    },
  );

  it.each(
    phrases.flatMap((texts) => ['greeting', 'thanks', 'whoAreYou', 'unsure'].map((key) => texts[key] ?? '')),
  )('is no other of its phrases: %s', (text) => {
    expect(said(`${text.replaceAll(/\{\{\w+\}\}/g, 'Hotel')} Breakfast is from seven. [1]`, 'built-in')).toBe(
      false,
    );
  });

  it.each([
    'I don’t know.',
    "I'm sorry, I don't have any information about the price of the spa.",
    'I couldn’t find anything about that in the documents. Could you ask in other words?',
    'Dat weet ik helaas niet.',
    'Ik heb daar geen informatie over. Neem gerust contact op met de receptie.',
    'Lo siento, no tengo información sobre eso.',
    'Desculpe, não encontrei nada sobre isso.',
    'Je n’ai pas trouvé d’information à ce sujet.',
    'Je ne sais pas.',
    'Bohužel nevím.',
    'O tom jsem v dokumentech nic nenašel. Nenašel jsem ani ceník.',
  ])('is known by what language models say: %s', (text) => {
    expect(said(text)).toBe(true);
  });

  it.each([
    'Breakfast is from seven to ten.',
    'Snídaně se podává od sedmi do deseti.',
    'Le petit-déjeuner est servi de sept à dix heures.',
    'Yes, dogs are welcome. Please tell us beforehand.',
    // What is long says something beside it.
    `I don't know the exact price. ${'The spa is open every day from nine to nine and has two saunas. '.repeat(6)}`,
  ])('is none that helps: %s', (text) => {
    expect(said(text)).toBe(false);
  });

  it.each([
    'I’m not sure, but breakfast is served from seven to ten in the garden room.',
    'I am not sure. Breakfast costs 15 euros.',
    'I don’t know for certain. The pool is open daily, towels are free, and children swim with their parents.',
    'I am not sure: the capital of France is Paris, it lies on the Seine and has two million people.',
    'Ik weet het niet zeker, maar het ontbijt is van zeven tot tien uur in de tuinzaal.',
    'No estoy seguro, pero el desayuno se sirve de siete a diez en el salón del jardín.',
    'Não tenho certeza, mas o café da manhã é servido das sete às dez no salão do jardim.',
    'Je ne suis pas sûr, mais le petit-déjeuner est servi de sept à dix heures au jardin.',
    'Nejsem si jist, ale snídaně se podává od 7 do 10.',
  ])('is none that hedges and informs all the same: %s', (text) => {
    expect(said(text)).toBe(false);
  });

  it.each([
    'I’m sorry, I don’t have information about that. Please contact the hotel at reception@example.com or call +420 123 456 789.',
    'I don’t know. Is there anything else that I can help you with today, perhaps about our rooms?',
    'Je ne sais pas. Vous pouvez contacter la réception, qui pourra vous aider pour toute question.',
    'Nevím. Zkuste se prosím obrátit na recepci, tam vám určitě rádi a ochotně pomohou.',
  ])('also when it sends elsewhere: %s', (text) => {
    expect(said(text)).toBe(true);
  });

  it('is none that shows where it stands', () => {
    expect(said('I don’t know the price, but the spa opens at nine.', 'model', { citations: 1 })).toBe(false);
  });
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { languages } from '../languages.ts';
import { parsePrice } from '../money/price.ts';
import { readInstructions } from './rich-instructions.ts';

test('a line says what is shown when', () => {
  expect(
    readInstructions(
      'When asked about prices, cost or "monthly fee": card "Basic | one" | €20 a month | https://shop.example/basic | image https://shop.example/a.jpg | button "Book" https://shop.example/book | button "Tell me more" "What is in Basic?"',
    ),
  ).toEqual({
    rules: [
      {
        phrases: ['prices', 'cost', 'monthly fee'],
        parts: [
          {
            type: 'card',
            title: 'Basic | one',
            text: '€20 a month',
            url: 'https://shop.example/basic',
            image: 'https://shop.example/a.jpg',
            buttons: [
              { label: 'Book', url: 'https://shop.example/book' },
              { label: 'Tell me more', text: 'What is in Basic?' },
            ],
          },
        ],
      },
    ],
    problems: [],
  });
});

test('further lines add to it; cards that follow one another become a carousel', () => {
  const { rules } = readInstructions(
    'When asked about breads:\n+ card "Rye" | dark\n+ card "Wheat"\n+ product "Spelt loaf" | €4.20 | https://shop.example/spelt\nBe kind.\n+ card "Lost"\n\nIf asked for help: buttons "How?" | button "Call me" | button "Mail" https://a.example',
  );
  expect(rules.map((rule) => rule.parts)).toMatchObject([
    [
      { type: 'carousel', cards: [{ title: 'Rye', text: 'dark' }, { title: 'Wheat' }] },
      { type: 'product', name: 'Spelt loaf', price: '€4.20', url: 'https://shop.example/spelt' },
    ],
    [
      {
        type: 'buttons',
        text: 'How?',
        buttons: [{ label: 'Call me' }, { label: 'Mail', url: 'https://a.example' }],
      },
    ],
  ]);
});

test.each([
  ['Bij vragen over prijzen: kaart "Basis" | € 20', 'prijzen', 'card'],
  ['Cuando pregunten por precios: tarjeta "Básico"', 'precios', 'card'],
  ['Quando perguntarem por preços: cartão "Básico"', 'preços', 'card'],
  ['Pour les questions sur les prix : carte « Base » | 20 €', 'les prix', 'card'],
  ['Při dotazu na ceny: karta „Základ“ | 500 Kč', 'ceny', 'card'],
  ['Při dotazu na prohlídku: obrázek https://a.example/x.jpg', 'prohlídku', 'image'],
  ['Bij vragen over de route: video "Rondleiding" | https://youtu.be/aaaaaaaaaaa', 'de route', 'video'],
])('the six languages have their own words: %s', (text, phrase, type) => {
  expect(readInstructions(text)).toMatchObject({
    rules: [{ phrases: [phrase], parts: [{ type }] }],
    problems: [],
  });
});

test('forms, files and prices', () => {
  const { rules } = readInstructions(
    'For questions about booking: form "Book a table" | field "Name" required | field email "Your e-mail" required | choice "Guests": 1, 2, 3 | button "Book"\n+ file "Menu.pdf" | https://a.example/menu.pdf',
  );
  expect(rules[0]?.parts).toMatchObject([
    {
      type: 'form',
      title: 'Book a table',
      submit: 'Book',
      fields: [
        { label: 'Name', kind: 'text', required: true },
        { label: 'Your e-mail', kind: 'email', required: true },
        { label: 'Guests', kind: 'choice', options: ['1', '2', '3'] },
      ],
    },
    { type: 'file', name: 'Menu.pdf', url: 'https://a.example/menu.pdf' },
  ]);
  for (const [text, amount, currency] of [
    ['€4,20', 420, 'EUR'],
    ['1.250,00 €', 125_000, 'EUR'],
    ['$1,250', 125_000, 'USD'],
    ['350 Kč', 35_000, 'CZK'],
    ['20.5 USD', 2_050, 'USD'],
    ['¥500', 500, 'JPY'],
  ] as const)
    expect([text, parsePrice(text)]).toEqual([text, { amount, currency }]);
  for (const text of ['', 'free', '€20 a month', '20', '€', '99999999999999999999 €'])
    expect(parsePrice(text)).toBeNull();
});

test('a line that can’t be shown is named with what is wrong; any other line is left to the model', () => {
  const { rules, problems } = readInstructions(
    'Be friendly.\nWhen asked about a: poster "X"\nWhen asked about b: image "X"\nWhen asked about c: card "X" | http://insecure.example\nWhen asked about d: card | image https://a.example/x.png\nWhen asked about e: card "X" | button "Go" javascript:alert(1)\nWhen asked about f: buttons "Which?"\nWhen asked about g: form "X"\nWhen you are asked about money, stay calm.',
  );
  expect(rules).toEqual([]);
  expect(problems).toEqual([
    { line: 2, problem: 'kind' },
    { line: 3, problem: 'address' },
    { line: 4, problem: 'https' },
    { line: 5, problem: 'name' },
    { line: 6, problem: 'https' },
    { line: 7, problem: 'buttons' },
    { line: 8, problem: 'fields' },
  ]);
});

test.each(languages)('every example of the help is understood, in %s', (language) => {
  const { example } = JSON.parse(
    readFileSync(path.join(import.meta.dirname, `../../../locales/${language}/rich-media.json`), 'utf8'),
  ) as { example: Record<string, string> };
  for (const [kind, text] of Object.entries(example)) {
    const { rules, problems } = readInstructions(text);
    expect([kind, rules.map(({ parts }) => parts.map(({ type }) => type)), problems]).toEqual([
      kind,
      [[kind]],
      [],
    ]);
    expect(rules[0]?.phrases).toHaveLength(1);
  }
});

import { expect, test } from 'vitest';
import type { Language } from '#shared/languages.ts';
import { cartRequestIn, orderRequestIn, productRequestIn } from './store-requests.ts';

test.each<[Language, string, string, number | null]>([
  ['en', 'Do you have red mugs under €20?', 'red mugs', 20],
  ['en', 'red mugs below 20 euros', 'red mugs', 20],
  ['en', "I'm looking for a hand grinder", 'hand grinder', null],
  ['en', 'Show me your cheapest kettle', 'kettle', null],
  ['en', 'Which mugs do you have in stock?', 'mugs', null],
  ['en', 'Hi, do you have decaf?', 'decaf', null],
  ['nl', 'Hebben jullie rode mokken onder de 20 euro?', 'rode mokken', 20],
  ['nl', 'Ik zoek een handmolen tot €90', 'handmolen', 90],
  ['nl', 'Heb je ook cafeïnevrije koffie?', 'cafeinevrije koffie', null],
  ['es', '¿Tenéis tazas rojas por menos de 20 €?', 'tazas rojas', 20],
  ['es', 'Busco un molinillo manual', 'molinillo manual', null],
  ['es', 'Hola, ¿tienen café descafeinado?', 'cafe descafeinado', null],
  ['pt', 'Vocês têm canecas vermelhas por menos de 20 euros?', 'canecas vermelhas', 20],
  ['pt', 'Estou procurando um moedor manual', 'moedor manual', null],
  ['pt', 'Tem café descafeinado?', 'cafe descafeinado', null],
  ['fr', 'Avez-vous des mugs rouges à moins de 20 € ?', 'mugs rouges', 20],
  ['fr', 'Je cherche un moulin à main', 'moulin a main', null],
  ['fr', 'Est-ce que vous avez du café décaféiné ?', 'cafe decafeine', null],
  ['cs', 'Máte červené hrnky do 20 eur?', 'cervene hrnky', 20],
  ['cs', 'Hledám ruční mlýnek', 'rucni mlynek', null],
  ['cs', 'Dobrý den, máte bezkofeinovou kávu?', 'bezkofeinovou kavu', null],
])('%s: “%s” asks for products', (language, text, query, maxPrice) => {
  expect(productRequestIn(text, language)).toMatchObject({ query, maxPrice, isAsked: true });
});

test('a range of prices, and what is wanted first', () => {
  expect(productRequestIn('mugs between 10 and 15 euros', 'en')).toMatchObject({
    query: 'mugs',
    minPrice: 10,
    maxPrice: 15,
  });
  expect(productRequestIn('hrnky mezi 10 a 15 eur', 'cs')).toMatchObject({ minPrice: 10, maxPrice: 15 });
  expect(productRequestIn('What is your most expensive mug?', 'en')).toMatchObject({ sort: 'dearest' });
  expect(productRequestIn('Wat is de goedkoopste mok?', 'nl')).toMatchObject({
    query: 'mok',
    sort: 'cheapest',
  });
});

test.each<[Language, string, number, string]>([
  ['en', 'Add two to my cart', 2, ''],
  ['en', 'Please put 3 red mugs in the basket', 3, 'red mugs'],
  ['en', 'add it to the cart', 1, ''],
  ['en', "I'll take two of them", 2, ''],
  ['nl', 'Doe er twee in mijn winkelwagen', 2, ''],
  ['nl', 'Voeg de rode mok toe aan mijn winkelmandje', 1, 'rode mok'],
  ['es', 'Añade dos al carrito', 2, ''],
  ['es', 'Pon tres tazas rojas en mi cesta', 3, 'tazas rojas'],
  ['pt', 'Adicione duas ao meu carrinho', 2, ''],
  ['pt', 'Coloca uma caneca vermelha no carrinho', 1, 'caneca vermelha'],
  ['fr', 'Ajoutez-en deux à mon panier', 2, ''],
  ['fr', 'Mets trois mugs rouges dans le panier', 3, 'mugs rouges'],
  ['cs', 'Přidejte dva do košíku', 2, ''],
  ['cs', 'Dej mi do košíku červený hrnek', 1, 'cerveny hrnek'],
])('%s: “%s” fills the cart', (language, text, quantity, query) => {
  expect(cartRequestIn(text, language)).toEqual({ kind: 'add', quantity, query });
});

test.each<[Language, string]>([
  ['en', "What's in my cart?"],
  ['en', 'Show me my basket'],
  ['nl', 'Wat zit er in mijn winkelwagen?'],
  ['es', '¿Qué hay en mi carrito?'],
  ['pt', 'O que tem no meu carrinho?'],
  ['fr', 'Qu’y a-t-il dans mon panier ?'],
  ['cs', 'Co mám v košíku?'],
])('%s: “%s” asks for the cart', (language, text) => {
  expect(cartRequestIn(text, language)).toEqual({ kind: 'show' });
});

test.each<[Language, string, string]>([
  ['en', 'Where is my order 1043?', '1043'],
  ['en', 'Track my parcel', ''],
  ['en', 'When will my order #A-1043 arrive?', 'A-1043'],
  ['nl', 'Waar is mijn bestelling 1043?', '1043'],
  ['nl', 'Wanneer komt mijn pakket?', ''],
  ['es', '¿Dónde está mi pedido 1043?', '1043'],
  ['pt', 'Onde está meu pedido 1043?', '1043'],
  ['pt', 'Cadê minha encomenda?', ''],
  ['fr', 'Où est ma commande 1043 ?', '1043'],
  ['cs', 'Kde je moje objednávka 1043?', '1043'],
  ['cs', 'Kdy přijde balík 1043?', '1043'],
])('%s: “%s” asks for an order', (language, text, number) => {
  expect(orderRequestIn(text, language)).toEqual({ number });
});

test.each<[Language, string]>([
  ['en', 'Can I return coffee?'],
  ['en', 'How do I pay?'],
  ['nl', 'Kan ik mijn bestelling wijzigen?'],
  ['fr', 'Comment payer ?'],
])('%s: “%s” asks for neither cart nor order', (language, text) => {
  expect(cartRequestIn(text, language)).toBeNull();
  expect(orderRequestIn(text, language)).toBeNull();
  expect(productRequestIn(text, language)?.isAsked ?? false).toBe(false);
});

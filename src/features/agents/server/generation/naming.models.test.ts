import { describe, expect, it } from 'vitest';
import { factsInDescription, nameInDescription } from './naming.models.ts';

describe('what a business is called by what somebody says of it', () => {
  it.each([
    ['Support for a bike shop called Atelier Velo', 'Atelier Velo'],
    ['A guide for "The Linden Hotel" in Brno', 'The Linden Hotel'],
    ['Linden Bakery is a bakery in Utrecht, open Tuesday to Friday.', 'Linden Bakery'],
    ['We are Museum of Toys, open daily.', 'Museum of Toys'],
    ['We are Bakery Molenaar in Utrecht. We bake sourdough and rye bread.', 'Bakery Molenaar'],
    ['We are St. Mary’s Bakery. Open daily from 8 to 17.', 'St. Mary’s Bakery'],
    ['WE ARE Linden Bakery and we bake rye bread.', 'Linden Bakery'],
    [
      'A small bakery in Utrecht. We bake sourdough bread, open Tuesday to Friday.',
      'Small bakery in Utrecht',
    ],
    ['I run a bike repair shop in Leeds that also rents bikes.', 'Bike repair shop in Leeds'],
    [
      'Bakkerij van der Linden, een bakker in Utrecht. Open van dinsdag tot vrijdag.',
      'Bakkerij van der Linden',
    ],
    ['Een fietsenwinkel in Gent die heet Het Wiel.', 'Het Wiel'],
    ['Wij zijn een kapper in Delft, geopend op dinsdag.', 'Kapper in Delft'],
    ['Una panadería en Sevilla llamada La Espiga de Oro.', 'La Espiga de Oro'],
    ['Somos Casa Luz, una tienda de lámparas.', 'Casa Luz'],
    ['Tenemos una peluquería en Cádiz, abierta de martes a viernes.', 'Peluquería en Cádiz'],
    ['Padaria chamada Pão de Ouro em Recife.', 'Pão de Ouro'],
    ['Uma oficina de bicicletas em Curitiba, aberta de terça a sexta.', 'Oficina de bicicletas em Curitiba'],
    ['La boulangerie « Au Bon Pain » à Lyon, ouverte du mardi au vendredi.', 'Au Bon Pain'],
    ['Nous sommes un atelier de vélos à Nantes.', 'Atelier de vélos à Nantes'],
    ['Pekárna s názvem Lípa, otevřeno od úterý do pátku.', 'Lípa'],
    ['Pekárna v Brně, otevřeno od úterý do pátku.', 'Pekárna v Brně'],
    ['Kavárna Slunce je malá kavárna v Olomouci.', 'Kavárna Slunce'],
  ])('%s', (description, name) => expect(nameInDescription(description)).toBe(name));

  it.each([
    'helps people',
    'Answer questions about our prices.',
    'Help visitors find the right size',
    'Ayuda a los clientes con sus pedidos',
    'Pomáhej návštěvníkům s objednávkami',
    'Beantwoord vragen over bestellingen',
  ])('%s names nobody', (description) => expect(nameInDescription(description)).toBeNull());
});

describe('what a description says of a business', () => {
  it('is kept in its own words, without what the agent is told to do', () => {
    expect(
      factsInDescription(
        'A small bakery in Utrecht. Open Tuesday to Friday from 8 to 17. Be friendly and brief. A loaf costs € 4.20.',
      ),
    ).toBe('A small bakery in Utrecht. Open Tuesday to Friday from 8 to 17. A loaf costs € 4.20.');
  });

  it.each([
    'A guide for "Hotel Linden"',
    'Answer questions about our prices.',
    'Een gids voor bezoekers van ons museum',
    'Ayuda a los clientes con sus pedidos',
    'Pomáhej návštěvníkům s objednávkami',
    'helps people',
  ])('%s says nothing of it', (description) => expect(factsInDescription(description)).toBe(''));
});

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
    ['Atelier Duarte restores antique clocks in Porto. A cleaning costs 85 euros.', 'Atelier Duarte'],
    ['Green Fork Catering cooks for weddings of up to 200 guests.', 'Green Fork Catering'],
    ['Tidewater teaches sailing on the Solent from April to October.', 'Tidewater'],
    ['At Linden Bakery we bake rye bread every night.', 'Linden Bakery'],
    ['I am Ines Duarte, a clockmaker in Porto.', 'Ines Duarte'],
    ['My name is Ines Duarte and I repair clocks.', 'Ines Duarte'],
    ['Atelier Duarte herstelt antieke klokken in Porto.', 'Atelier Duarte'],
    ['Ik ben Joost de Wit en ik geef gitaarles in Zwolle.', 'Joost de Wit'],
    ['Bij Fietsenmaker Jansen repareren we alle merken.', 'Fietsenmaker Jansen'],
    ['Atelier Duarte restaure des horloges anciennes à Porto.', 'Atelier Duarte'],
    ['Je suis Claire Morel, professeure de piano à Dijon.', 'Claire Morel'],
    ['Chez Maison Blanc, nous louons des vélos.', 'Maison Blanc'],
    ['Taller Duarte restaura relojes antiguos en Oporto.', 'Taller Duarte'],
    ['Me llamo Lucía Vidal y doy clases de inglés.', 'Lucía Vidal'],
    ['En Casa Luz vendemos lámparas hechas a mano.', 'Casa Luz'],
    ['Ateliê Duarte restaura relógios antigos no Porto.', 'Ateliê Duarte'],
    ['Meu nome é Bruno Alves e conserto bicicletas.', 'Bruno Alves'],
    ['Na Padaria Pão de Ouro assamos pão toda noite.', 'Padaria Pão de Ouro'],
    ['Dílna Dvořák opravuje staré hodiny v Olomouci.', 'Dílna Dvořák'],
    ['A Clínica Sorriso atende de segunda a sexta.', 'Clínica Sorriso'],
    ['Restaurante Sabor da Terra abre às 11h.', 'Restaurante Sabor da Terra'],
    ['The Green Room is a vegan restaurant in Leeds.', 'The Green Room'],
    ['La ferme des Trois Chênes vend des légumes bio.', 'La ferme des Trois Chênes'],
    ['Hi, we are Penny Lane Records and we buy vinyl.', 'Penny Lane Records'],
    ['Our company, Kestrel Analytics, builds dashboards.', 'Kestrel Analytics'],
    ['I want a bot for my band The Owls.', 'The Owls'],
    ['Zubní ordinace Dr. Malá přijímá pacienty od 8 do 16.', 'Zubní ordinace Dr. Malá'],
    ['Naše firma se jmenuje Okna Novák.', 'Okna Novák'],
    ['Jmenuji se Jana Malá a učím angličtinu.', 'Jana Malá'],
  ])('%s', (description, name) => expect(nameInDescription(description)).toBe(name));

  it.each([
    'helps people',
    'Answer questions about our prices.',
    'Help visitors find the right size',
    'Ayuda a los clientes con sus pedidos',
    'Pomáhej návštěvníkům s objednávkami',
    'Beantwoord vragen over bestellingen',
    'Online English lessons for adults in small groups.',
    'At home we bake rye bread every night.',
    'Tuesday to Saturday we are open from 9:30.',
    'Em casa vendemos vinho.',
    'We repair antique clocks.',
    'Prices: haircut 25 euros, beard 15 euros.',
    'Customer support for a SaaS product that makes invoices.',
    'Answers questions on German grammar for English speakers.',
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

import { describe, expect, it } from 'vitest';
import { languages, type Language } from '#shared/languages.ts';
import { createSite } from './__fixtures__/small-site.ts';

type Shop = {
  prices: string;
  hours: string;
  delivery: string;
  /** Asks for the price of the second row, whose name begins the third. */
  price: string;
  row: string;
  otherRows: string[];
  /** Ask whether it is open on Monday. */
  monday: string[];
  closed: RegExp;
  /** Asks for delivery to a town that no text names. */
  town: string;
  nowhereElse: RegExp;
};
const shops: Record<Language, Shop> = {
  en: {
    prices:
      '# Prices\n\n| Service | Price | Time |\n| --- | --- | --- |\n| Small service | £45 | 1 hour |\n| Full service | £95 | 2 hours |\n| Full service e-bike | £125 | 3 hours |\n',
    hours: '# Opening hours\n\nMonday: closed\nTuesday to Friday: 9 am – 6 pm\nSaturday: 9 am – 5 pm\n',
    delivery: "# Delivery\n\nWe deliver free of charge in Bath and Bristol. We don't deliver elsewhere.\n",
    price: 'How much is a full service?',
    row: '£95',
    otherRows: ['£45', '£125'],
    monday: ['Are you open on Monday?', 'open on monday?'],
    closed: /Monday: closed/,
    town: 'Do you deliver to London?',
    nowhereElse: /don't deliver elsewhere/,
  },
  nl: {
    prices:
      '# Prijzen\n\n| Werkzaamheid | Prijs | Duur |\n| --- | --- | --- |\n| Kleine beurt | € 45 | 1 uur |\n| Grote beurt | € 95 | 2 uur |\n| Grote beurt e-bike | € 125 | 3 uur |\n',
    hours:
      '# Openingstijden\n\nMaandag: gesloten\nDinsdag tot en met vrijdag: 9.00 – 18.00 uur\nZaterdag: 9.00 – 17.00 uur\n',
    delivery: '# Bezorgen\n\nWe bezorgen gratis in Utrecht en Zeist. Daarbuiten bezorgen we niet.\n',
    price: 'Wat kost een grote beurt?',
    row: '€ 95',
    otherRows: ['€ 45', '€ 125'],
    monday: ['Zijn jullie op maandag open?', 'op maandag open?'],
    closed: /Maandag: gesloten/,
    town: 'Bezorgen jullie in Amsterdam?',
    nowhereElse: /Daarbuiten bezorgen we niet/,
  },
  es: {
    prices:
      '# Precios\n\n| Servicio | Precio |\n| --- | --- |\n| Revisión pequeña | 45 € |\n| Revisión completa | 95 € |\n| Revisión completa eléctrica | 125 € |\n',
    hours: '# Horario\n\nLunes: cerrado\nMartes a viernes: 9:00 – 18:00\nSábado: 9:00 – 14:00\n',
    delivery: '# Entregas\n\nEntregamos gratis en Cádiz y Jerez. Fuera de allí no entregamos.\n',
    price: '¿Cuánto cuesta una revisión completa?',
    row: '95 €',
    otherRows: ['45 €', '125 €'],
    monday: ['¿Abrís los lunes?', '¿abierto el lunes?'],
    closed: /Lunes: cerrado/,
    town: '¿Entregáis en Sevilla?',
    nowhereElse: /Fuera de allí no entregamos/,
  },
  pt: {
    prices:
      '# Preços\n\n| Serviço | Preço |\n| --- | --- |\n| Revisão simples | R$ 45 |\n| Revisão completa | R$ 95 |\n| Revisão completa elétrica | R$ 125 |\n',
    hours: '# Horário\n\nSegunda-feira: fechado\nTerça a sexta: 9h às 18h\nSábado: 9h às 14h\n',
    delivery: '# Entrega\n\nEntregamos de graça em Santos e Guarujá. Fora dessas cidades não entregamos.\n',
    price: 'Quanto custa uma revisão completa?',
    row: 'R$ 95',
    otherRows: ['R$ 45', 'R$ 125'],
    monday: ['Vocês abrem na segunda?', 'aberto segunda?'],
    closed: /Segunda-feira: fechado/,
    town: 'Vocês entregam em São Paulo?',
    nowhereElse: /Fora dessas cidades não entregamos/,
  },
  fr: {
    prices:
      '# Tarifs\n\n| Prestation | Prix |\n| --- | --- |\n| Petite révision | 45 € |\n| Grande révision | 95 € |\n| Grande révision vélo électrique | 125 € |\n',
    hours: '# Horaires\n\nLundi : fermé\nMardi à vendredi : 9 h – 18 h\nSamedi : 9 h – 17 h\n',
    delivery:
      '# Livraison\n\nNous livrons gratuitement à Lyon et Villeurbanne. Ailleurs, nous ne livrons pas.\n',
    price: 'Combien coûte une grande révision ?',
    row: 'révision\u00a0: 95 €',
    otherRows: ['45 €', '125 €'],
    monday: ['Êtes-vous ouverts le lundi ?', 'ouvert lundi ?'],
    closed: /Lundi : fermé/,
    town: 'Livrez-vous à Paris ?',
    nowhereElse: /Ailleurs, nous ne livrons pas/,
  },
  cs: {
    prices:
      '# Ceník\n\n| Služba | Cena |\n| --- | --- |\n| Malý servis | 450 Kč |\n| Velký servis | 950 Kč |\n| Velký servis elektrokola | 1 250 Kč |\n',
    hours: '# Otevírací doba\n\nPondělí: zavřeno\nÚterý až pátek: 9:00 – 18:00\nSobota: 9:00 – 12:00\n',
    delivery: '# Rozvoz\n\nRozvážíme zdarma v Brně a Kuřimi. Jinam nerozvážíme.\n',
    price: 'Kolik stojí velký servis?',
    row: '950 Kč',
    otherRows: ['450 Kč', '1 250 Kč'],
    monday: ['Máte v pondělí otevřeno?', 'v pondělí otevřeno?'],
    closed: /Pondělí: zavřeno/,
    town: 'Rozvážíte do Prahy?',
    nowhereElse: /Jinam nerozvážíme/,
  },
};

describe.each(languages)('a shop in %s', (language) => {
  const shop = shops[language];
  const titled = (text: string) => ({ title: /^# (.*)/.exec(text)?.[1] ?? '', text });
  const site = createSite([shop.prices, shop.hours, shop.delivery].map(titled), language, 'De Ketting');

  it('gives the price of the row that is named, and of no other', () => {
    const answer = site.ask(shop.price);
    expect(answer).toContain(shop.row);
    for (const other of shop.otherRows) expect(answer).not.toContain(other);
  });

  it('says that it is closed on a day, in a line of its own', () => {
    for (const question of shop.monday) expect(site.ask(question)).toMatch(shop.closed);
  });

  it('says where it delivers when it is asked for another town', () => {
    expect(site.ask(shop.town)).toMatch(shop.nowhereElse);
  });
});

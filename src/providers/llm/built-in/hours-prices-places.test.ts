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
const table = (title: string, rows: readonly (readonly string[])[]): string => {
  const [head = '', ...below] = rows.map((cells) => `| ${cells.join(' | ')} |`);
  return [`# ${title}`, '', head, '| --- | --- | --- |', ...below, ''].join('\n');
};
const shops: Record<Language, Shop> = {
  en: {
    prices: table('Prices', [
      ['Service', 'Price', 'Time'],
      ['Small service', '£45', '1 hour'],
      ['Full service', '£95', '2 hours'],
      ['Full service e-bike', '£125', '3 hours'],
    ]),
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
    prices: table('Prijzen', [
      ['Werkzaamheid', 'Prijs', 'Duur'],
      ['Kleine beurt', '€ 45', '1 uur'],
      ['Grote beurt', '€ 95', '2 uur'],
      ['Grote beurt e-bike', '€ 125', '3 uur'],
    ]),
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
    prices: table('Precios', [
      ['Servicio', 'Precio'],
      ['Revisión pequeña', '45 €'],
      ['Revisión completa', '95 €'],
      ['Revisión completa eléctrica', '125 €'],
    ]),
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
    prices: table('Preços', [
      ['Serviço', 'Preço'],
      ['Revisão simples', 'R$ 45'],
      ['Revisão completa', 'R$ 95'],
      ['Revisão completa elétrica', 'R$ 125'],
    ]),
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
    prices: table('Tarifs', [
      ['Prestation', 'Prix'],
      ['Petite révision', '45 €'],
      ['Grande révision', '95 €'],
      ['Grande révision vélo électrique', '125 €'],
    ]),
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
    prices: table('Ceník', [
      ['Služba', 'Cena'],
      ['Malý servis', '450 Kč'],
      ['Velký servis', '950 Kč'],
      ['Velký servis elektrokola', '1 250 Kč'],
    ]),
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

describe('a time of day is asked for', () => {
  it.each([
    [
      'en',
      'What time is breakfast?',
      'Breakfast is served from 8:00 to 10:30 on the terrace.',
      'You cancel free of charge up to 48 hours before. A bus to town leaves every hour.',
    ],
    [
      'nl',
      'Hoe laat is het ontbijt?',
      'Het ontbijt staat klaar van 8:00 tot 10:30 op het terras.',
      'Annuleren is gratis tot 48 uur vooraf. Elk uur vertrekt een bus naar de stad.',
    ],
    [
      'fr',
      'À quelle heure est le petit-déjeuner ?',
      'Le petit-déjeuner est servi de 8 h à 10 h 30 sur la terrasse.',
      'Annulation gratuite jusqu’à 48 heures avant. Un bus part toutes les heures.',
    ],
    [
      'es',
      '¿A qué hora es el desayuno?',
      'El desayuno se sirve de 8:00 a 10:30 en la terraza.',
      'Se puede cancelar gratis hasta 48 horas antes. Sale cada hora un autobús.',
    ],
    [
      'pt',
      'A que horas é o café da manhã?',
      'O café da manhã é servido das 8:00 às 10:30 no terraço.',
      'O cancelamento é grátis até 48 horas antes. A cada hora sai um ônibus.',
    ],
    [
      'cs',
      'V kolik hodin je snídaně?',
      'Snídaně se podává od 8:00 do 10:30 na terase.',
      'Zrušení je zdarma do 48 hodin předem. Každou hodinu jede autobus.',
    ],
  ] as const)('%s: %s', (language, question, breakfast, other) => {
    const site = createSite([{ title: 'Hotel', text: `# Hotel\n\n${other}\n\n${breakfast}` }], language);
    expect(site.ask(question)).toContain(breakfast);
    expect(site.ask(question)).not.toContain('48');
  });
});

it('a pronoun that a hyphen joins to its verb is no word of its own', () => {
  const text = '# Livraison\n\nNous livrons partout en France. Nous n’expédions pas hors de France.';
  const site = createSite([{ title: 'Livraison', text }], 'fr');
  expect(site.ask('Livrez-vous en Belgique ?')).toContain('hors de France');
});

type House = {
  text: string;
  /** Questions, each with what the answer holds: none of them uses the words of the text. */
  asked: [question: string, told: RegExp][];
  /** Asks for what nobody wrote of. */
  untold: string;
};
const lines = (...all: string[]): string => `${all.join('\n')}\n`;
const houses: Record<Language, House> = {
  en: {
    text: lines(
      '# Good to know',
      '',
      'Dogs are welcome for £10 a night.',
      'Free wi-fi in all rooms.',
      'The rooms on the ground floor are accessible without steps.',
      'We sell vouchers from £20 at the reception and online.',
      '',
      '# Booking and cancellation',
      '',
      'Book by phone on 020 7946 0123 or by e-mail to book@harbour.example.',
      '',
      'You can cancel free of charge up to 24 hours before.',
    ),
    asked: [
      ['Are pets allowed?', /Dogs are welcome/],
      ['Can I bring my cat?', /Dogs are welcome/],
      ['Is there internet access?', /wi-fi/],
      ['Do you sell gift cards?', /vouchers/],
      ['Can I cancel my booking?', /^You can cancel/],
      ['I need to cancel my reservation', /^You can cancel/],
      ['How can I book?', /Book by phone/],
    ],
    untold: 'Do you sell dog food?',
  },
  nl: {
    text: lines(
      '# Goed om te weten',
      '',
      'Honden zijn welkom voor € 10 per nacht.',
      'Gratis wifi op alle kamers.',
      'De kamers op de begane grond zijn toegankelijk zonder drempels.',
      '',
      '# Reserveren en annuleren',
      '',
      'Reserveren kan per telefoon of per mail naar reserveren@haven.example.',
      '',
      'Annuleren kan gratis tot 24 uur van tevoren.',
    ),
    asked: [
      ['Zijn huisdieren toegestaan?', /Honden zijn welkom/],
      ['Is er een internetverbinding?', /wifi/],
      ['Is het geschikt voor een rolstoel?', /toegankelijk/],
      ['Kan ik mijn reservering annuleren?', /^Annuleren kan gratis/],
    ],
    untold: 'Hebben jullie een zwembad?',
  },
  fr: {
    text: lines(
      '# Bon à savoir',
      '',
      'Les chiens sont les bienvenus pour 10 € par nuit.',
      'Wifi gratuit dans toutes les chambres.',
      'Les chambres du rez-de-chaussée sont accessibles sans marche.',
      '',
      '# Réservation et annulation',
      '',
      'Réservez par téléphone ou par e-mail à reservation@port.example.',
      '',
      'L’annulation est gratuite jusqu’à 24 heures avant.',
    ),
    asked: [
      ['Les animaux sont-ils acceptés ?', /chiens sont les bienvenus/],
      ['Avez-vous une connexion internet ?', /Wifi/],
      ['Est-ce accessible en fauteuil roulant ?', /accessibles/],
      ['Puis-je annuler ma réservation ?', /^L’annulation est gratuite/],
    ],
    untold: 'Avez-vous une piscine ?',
  },
  es: {
    text: lines(
      '# Información útil',
      '',
      'Los perros son bienvenidos por 10 € la noche.',
      'Wifi gratis en todas las habitaciones.',
      'Las habitaciones de la planta baja son accesibles.',
      '',
      '# Reservas y cancelaciones',
      '',
      'Reserve por teléfono o por correo a reservas@puerto.example.',
      '',
      'Se puede cancelar gratis hasta 24 horas antes.',
    ),
    asked: [
      ['¿Se admiten mascotas?', /perros son bienvenidos/],
      ['¿Hay conexión a internet?', /Wifi/],
      ['¿Puedo anular mi reserva?', /^Se puede cancelar/],
    ],
    untold: '¿Tienen piscina?',
  },
  pt: {
    text: lines(
      '# Bom saber',
      '',
      'Cachorros são bem-vindos por R$ 50 a noite.',
      'Wi-Fi grátis em todos os quartos.',
      'Os quartos do térreo são acessíveis, sem degraus.',
      '',
      '# Reservas e cancelamentos',
      '',
      'Reserve por telefone ou pelo e-mail reservas@porto.example.',
      '',
      'O cancelamento é gratuito até 24 horas antes.',
    ),
    asked: [
      ['Animais são permitidos?', /Cachorros são bem-vindos/],
      ['Tem acesso à internet?', /Wi-Fi/],
      ['É acessível para cadeirantes?', /acessíveis/],
      ['Posso cancelar minha reserva?', /^O cancelamento é gratuito/],
    ],
    untold: 'Vocês têm piscina?',
  },
  cs: {
    text: lines(
      '# Dobré vědět',
      '',
      'Psi jsou vítáni za 200 Kč na noc.',
      'Wifi zdarma ve všech pokojích.',
      'Pokoje v přízemí jsou bezbariérové.',
      '',
      '# Rezervace a storno',
      '',
      'Rezervujte telefonicky nebo e-mailem na rezervace@pristav.example.',
      '',
      'Storno je zdarma do 24 hodin předem.',
    ),
    asked: [
      ['Jsou povolena zvířata?', /Psi jsou vítáni/],
      ['Máte připojení k internetu?', /Wifi/],
      ['Je to přístupné pro vozíčkáře?', /bezbariérové/],
      ['Můžu zrušit rezervaci?', /^Storno je zdarma/],
    ],
    untold: 'Máte bazén?',
  },
};

describe.each(languages)('a guest asks in everyday words (%s)', (language) => {
  const { text, asked, untold } = houses[language];
  const site = createSite([{ title: 'Home', text }], language);

  it.each(asked)('%s', (question, told) => {
    expect(site.ask(question)).toMatch(told);
  });

  it('and what nobody wrote of is not made up', () => {
    expect(site.ask(untold)).not.toContain('[1]');
  });
});

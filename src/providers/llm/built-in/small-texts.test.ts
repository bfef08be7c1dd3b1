import { describe, expect, it } from 'vitest';
import courtesies from '#platform/language/__fixtures__/courtesies.json' with { type: 'json' };
import { languages, type Language } from '#shared/languages.ts';
import { phrasesOf, createSite } from './__fixtures__/small-site.ts';
import { phrase } from './built-in.texts.ts';
import { compose } from './answer-from-passages.ts';

describe('what words alone would miss', () => {
  const read = (language: Language, question: string, text: string): string =>
    compose({
      question,
      history: [],
      passages: [{ number: 1, title: 'Info', heading: '', text, score: 0 }],
      topics: [],
      agentName: 'Test',
      language,
      texts: phrasesOf,
    });
  it.each<[Language, string, string, string]>([
    [
      'en',
      'where do I find you?',
      'Crumb & Sons, 14 Castle Street, Ludlow SY8 1AS\n\nWe bake every day.',
      'Castle Street',
    ],
    ['cs', 'Kdo u vás stříhá?', 'Prodáváme granule. Stříhání psů dělá Jarmila.', 'Jarmila'],
    ['cs', 'Hlídáte kočky?', 'Prodáváme granule. Kočky nehlídáme.', 'nehlídáme'],
  ])('is found in a text that is read whole (%s: %s)', (language, question, text, expected) => {
    expect(read(language, question, text)).toContain(expected);
  });
  it('tells what something costs instead of what its page goes on with', () => {
    const text =
      '# Buying costs and taxes\n\nThe buying costs are 7 to 8 percent of the price: the transfer tax of up to 7.5 percent, stamp duty of 0.8 percent, and about 1,500 euros for the notary and the register.\n\nOur fee is paid by the seller.\n\n## Every year\n\nThe property tax is 0.3 percent.\n\n## Tax number\n\nYou need a tax number.';
    expect(read('en', 'What are the buying costs?', text)).toMatch(/^The buying costs are 7 to 8 percent/);
  });
  it('does not make a price of another thing an answer', () => {
    const text = 'Our prices: a check-up costs € 26.50. A filling costs € 31.80.';
    expect(read('en', 'What does a tattoo cost?', text)).not.toContain('26.50');
  });
});

describe('what is not known', () => {
  const text =
    '# Warranty\n\nA warranty on parts of the frame is handled by the maker in its own country.\n\n# Repairs\n\nRepairs of the frame take our workshop about two weeks in summer.';
  it('is offered with the words of the places that come closest', () => {
    const answer = compose({
      question: 'When are parts handled in the workshop?',
      history: [],
      passages: [{ number: 1, title: 'Terms', heading: '', text, score: 1 }],
      counts: { chunks: 400, having: new Map() },
      topics: [],
      agentName: 'Test',
      language: 'en',
      texts: phrasesOf,
    });
    expect(answer).toContain(
      [
        'These places come closest:\n',
        '- Terms › Repairs: “Repairs of the frame take our workshop about two weeks in summer.” [1]',
        '- Terms › Warranty: “A warranty on parts of the frame is handled by the maker in its own country.” [1]',
      ].join('\n'),
    );
  });
});

it('thanks and takes leave with the phrases for that, whatever the documents say', () => {
  for (const language of languages)
    for (const kind of ['thanks', 'goodbye'] as const)
      for (const question of courtesies[language][kind]) {
        const answer = compose({
          question,
          history: [],
          passages: [{ number: 1, title: 'Info', heading: '', text: `${question} ${question}.`, score: 1 }],
          topics: [],
          agentName: 'Test',
          language,
          texts: phrasesOf,
        });
        expect(languages.map((one) => phrase(phrasesOf(one), kind))).toContain(answer);
      }
});

type Hall = {
  text: string;
  /** Questions, each with what the answer begins with or holds: hardly one of them uses the words of the text. */
  asked: [question: string, told: RegExp][];
  /** Asks for what nobody wrote of. */
  untold: string;
};

/** A climbing hall tells its visitors what they ask before they come. */
const halls: Record<Language, Hall> = {
  en: {
    text: '# Your visit\n\nPlease bring comfortable clothes and a bottle of water.\nThe minimum age for roped climbing is six.\nBirthday parties are possible on Sundays, for up to 12 children.\nWe keep found things at the desk for four weeks.\nAn introduction takes place every Saturday at 10 am.\nPeople over 65 pay a reduced price.\n\n# Membership\n\nA membership can be cancelled with two weeks’ notice.\n',
    asked: [
      ['What should I wear?', /comfortable clothes/],
      ['How old do kids have to be?', /minimum age/],
      ['Can we celebrate a birthday at yours?', /Birthday parties/],
      ['I left my jacket at your place yesterday', /found things/],
      ['When is the beginners course?', /Saturday/],
      ['Do you have discounts?', /reduced price/],
      ['Can I quit the membership?', /two weeks/],
    ],
    untold: 'Do you have a swimming pool?',
  },
  nl: {
    text: '# Je bezoek\n\nTrek gemakkelijke kleding aan.\nDe minimumleeftijd voor klimmen is zes jaar.\nKinderfeestjes kunnen op zondag, met ten hoogste twaalf gasten.\nGevonden spullen bewaren we vier weken bij de balie.\nDe kennismaking is elke zaterdag om 10 uur.\nStudenten krijgen 15 % korting.\nSchoenen huurt u bij ons voor € 4.\n',
    asked: [
      ['Welke kleding moet ik aan?', /gemakkelijke kleding/],
      ['Hoe oud moeten kinderen zijn?', /minimumleeftijd/],
      ['Kunnen we een verjaardag bij jullie vieren?', /Kinderfeestjes/],
      ['Ik ben gisteren mijn jas vergeten', /Gevonden spullen/],
      ['Wanneer is de cursus voor beginners?', /zaterdag/],
      ['Kan ik schoenen huren?', /Schoenen huurt u/],
    ],
    untold: 'Hebben jullie een zwembad?',
  },
  fr: {
    text: '# Votre visite\n\nPrévoyez des vêtements confortables.\nL’âge minimum pour grimper est de six ans.\nLes anniversaires sont possibles le dimanche, jusqu’à douze invités.\nLes objets trouvés sont gardés quatre semaines à l’accueil.\nL’initiation a lieu chaque samedi à 10 h.\nLes étudiants ont droit au tarif réduit.\n',
    asked: [
      ['Qu’est-ce que je dois apporter ?', /vêtements confortables/],
      ['À partir de quel âge ?', /âge minimum/],
      ['On peut fêter un anniversaire chez vous ?', /anniversaires/],
      ['J’ai oublié ma veste hier', /objets trouvés/],
      ['Quand a lieu le cours pour débutants ?', /samedi/],
      ['Faites-vous des réductions ?', /tarif réduit/],
    ],
    untold: 'Avez-vous une piscine ?',
  },
  es: {
    text: '# Su visita\n\nTraiga ropa cómoda.\nLa edad mínima para escalar es de seis años.\nLas fiestas de cumpleaños son posibles los domingos, hasta doce invitados.\nLos objetos perdidos se guardan cuatro semanas en recepción.\nLa iniciación tiene lugar cada sábado a las 10.\nLos estudiantes tienen tarifa reducida.\n',
    asked: [
      ['¿Qué tengo que llevar?', /ropa cómoda/],
      ['¿A partir de qué edad?', /edad mínima/],
      ['¿Organizan cumpleaños?', /cumpleaños/],
      ['Se me olvidó la chaqueta ayer', /objetos perdidos/],
      ['¿Cuándo es el curso para principiantes?', /sábado/],
      ['¿Hacen descuentos?', /tarifa reducida/],
    ],
    untold: '¿Tienen piscina?',
  },
  pt: {
    text: '# A sua visita\n\nTraga roupa confortável.\nA idade mínima para escalar é de seis anos.\nAs festas de aniversário são possíveis aos domingos, até doze convidados.\nOs objetos perdidos ficam quatro semanas na recepção.\nEstudantes pagam preço reduzido.\n',
    asked: [
      ['O que preciso vestir?', /roupa confortável/],
      ['A partir de que idade?', /idade mínima/],
      ['Esqueci minha jaqueta ontem', /objetos perdidos/],
      ['Vocês fazem desconto?', /preço reduzido/],
    ],
    untold: 'Vocês têm piscina?',
  },
  cs: {
    text: '# Vaše návštěva\n\nVezměte si pohodlné oblečení.\nMinimální věk pro lezení je šest let.\nNarozeninové oslavy pořádáme v neděli, nejvýše pro dvanáct hostů.\nZapomenuté věci schováváme čtyři týdny na recepci.\nStudenti mají zlevněné vstupné.\n',
    asked: [
      ['Co si mám vzít s sebou?', /pohodlné oblečení/],
      ['Od kolika let můžou děti?', /Minimální věk/],
      ['Zapomněl jsem u vás bundu', /Zapomenuté věci/],
      ['Dáváte slevy?', /zlevněné vstupné/],
    ],
    untold: 'Máte bazén?',
  },
};

/** A guest house tells its guests what they ask before and while they stay. */
const guestHouses: Record<Language, Hall> = {
  en: {
    text: '# The house\n\nThe house is at 21 Marine Terrace, Whitby YO21 3PR, two minutes from the harbour.\nCall us on 01947 555 013.\nThe price of a room includes breakfast.\nSeveral dishes are vegan.\nWe bake gluten-free bread.\nA list of allergens lies on each table.\nBus 4 stops in front of the door.\nThere are two charging points in the yard.\nGuests under five are free of charge.\nWe ask for a quarter in advance.\nStays of seven nights get 10 % off.\nJobs: write to helen@seaview.example.\n',
    asked: [
      ['What’s the address?', /Marine Terrace/],
      ['How far is the harbour?', /two minutes/],
      ['Is breakfast in the price?', /includes breakfast/],
      ['Have you got anything for vegetarians?', /vegan/],
      ['I’m coeliac, can I eat anything?', /gluten-free/],
      ['My daughter is allergic to nuts', /allergens/],
      ['Which bus do I take?', /Bus 4/],
      ['Can I charge my electric car?', /charging points/],
      ['Do we pay for guests under five?', /free of charge/],
      ['Do I have to pay a deposit?', /in advance/],
      ['Any discount for a whole week?', /10 %/],
      ['Are you hiring?', /Jobs/],
    ],
    untold: 'Do you have a sauna?',
  },
  nl: {
    text: '# Het huis\n\nHet huis ligt op 400 meter van het strand.\nHet ontbijt is inbegrepen.\nEnkele gerechten zijn veganistisch.\nWe bakken glutenvrij brood.\nBus 52 stopt voor de deur.\nEr zijn twee laadpalen bij de ingang.\nKinderen tot vier jaar verblijven gratis.\nU doet een aanbetaling van 30 %.\nVacatures: schrijf naar werk@haven.example.\n',
    asked: [
      ['Hoe ver is het strand?', /400 meter/],
      ['Is het ontbijt bij de prijs in?', /inbegrepen/],
      ['Hebben jullie iets voor vegetariërs?', /veganistisch/],
      ['Ik ben allergisch voor gluten, kan ik iets eten?', /glutenvrij/],
      ['Welke bus moet ik nemen?', /Bus 52/],
      ['Kan ik mijn auto opladen?', /laadpalen/],
      ['Betaal je voor kleine kinderen?', /gratis/],
      ['Moet ik vooruit betalen?', /aanbetaling/],
      ['Kan ik bij jullie werken? Hebben jullie vacatures?', /Vacatures/],
    ],
    untold: 'Hebben jullie een sauna?',
  },
  fr: {
    text: '# La maison\n\nLa maison est à 400 mètres de la plage.\nLe petit-déjeuner est compris.\nPlusieurs plats sont végans.\nNotre pain est sans gluten.\nLe tram 1 s’arrête devant la porte.\nDeux bornes se trouvent dans la cour.\nPour les petits, le séjour est gratuit.\nNous demandons un acompte de 30 %.\nCandidatures : ecrivez à equipe@port.example.\n',
    asked: [
      ['À quelle distance est la plage ?', /400 mètres/],
      ['Vous avez quelque chose pour les végétariens ?', /végans/],
      ['Je suis allergique au gluten, je peux manger chez vous ?', /sans gluten/],
      ['Quel tram faut-il prendre ?', /tram 1/],
      ['Peut-on recharger sa voiture ? Y a-t-il des bornes de recharge ?', /bornes/],
      ['Faut-il payer d’avance ?', /acompte/],
      ['Vous recrutez ?', /Candidatures/],
    ],
    untold: 'Avez-vous un sauna ?',
  },
  es: {
    text: '# La casa\n\nLa casa está a 400 metros de la playa.\nEl precio incluye el desayuno.\nVarios platos son veganos.\nTenemos pan sin gluten.\nEl autobús 4 para delante de la puerta.\nHay dos cargadores en el patio.\nPedimos un anticipo de 100 euros.\nTrabajo: escriba a equipo@puerto.example.\n',
    asked: [
      ['¿A qué distancia está la playa?', /400 metros/],
      ['¿Está incluido el desayuno?', /incluye el desayuno/],
      ['¿Tenéis algo vegetariano?', /veganos/],
      ['Soy celíaco, ¿puedo comer ahí?', /sin gluten/],
      ['¿Cómo llego en autobús?', /autobús 4/],
      ['¿Puedo cargar mi coche?', /cargadores/],
      ['¿Hay que pagar por adelantado?', /anticipo/],
      ['¿Tienen ofertas de empleo?', /Trabajo/],
    ],
    untold: '¿Tienen sauna?',
  },
  pt: {
    text: '# A casa\n\nA casa fica a 400 metros da praia.\nO preço inclui o café da manhã.\nVários pratos são veganos.\nTemos pão sem glúten.\nO ônibus 4 para em frente à porta.\nHá dois carregadores no pátio.\nPedimos um sinal de R$ 100.\nTemos vagas: escreva para equipe@porto.example.\n',
    asked: [
      ['A que distância fica a praia?', /400 metros/],
      ['O café da manhã está incluído?', /inclui o café/],
      ['Vocês têm algo vegetariano?', /veganos/],
      ['Sou celíaco, posso comer algo?', /sem glúten/],
      ['Que ônibus devo pegar?', /ônibus 4/],
      ['Posso carregar meu carro?', /carregadores/],
      ['Vocês têm vagas de emprego?', /vagas/],
    ],
    untold: 'Vocês têm sauna?',
  },
  cs: {
    text: '# Dům\n\nDům stojí 400 metrů od pláže.\nPokoje jsou včetně snídaně.\nNěkterá jídla jsou veganská.\nPečeme bezlepkový chléb.\nAutobus 4 staví před domem.\nNa dvoře jsou dvě dobíjecí stanice.\nDěti do tří let jsou zdarma.\nŽádáme zálohu 500 Kč.\nVolná místa: pište na prace@pristav.example.\n',
    asked: [
      ['Jak daleko je pláž?', /400 metrů/],
      ['Je snídaně v ceně?', /včetně snídaně/],
      ['Máte něco pro vegetariány?', /vegansk/],
      ['Mám celiakii, dostanu něco?', /bezlepkový/],
      ['Jaký autobus tam jede?', /Autobus 4/],
      ['Můžu si u vás nabít auto?', /dobíjecí/],
      ['Platí se za malé děti?', /zdarma/],
      ['Musím platit předem?', /zálohu/],
      ['Berete lidi? Máte volná místa?', /Volná místa/],
    ],
    untold: 'Máte saunu?',
  },
};

describe.each(
  [
    ['who wants to come asks what they need to know', halls] as const,
    ['who stays asks what they need to know', guestHouses] as const,
  ].flatMap(([what, places]) => languages.map((language) => ({ what, language, ...places[language] }))),
)('$what ($language)', ({ language, text, asked, untold }) => {
  const site = createSite([{ title: 'Home', text }], language);

  it.each(asked)('%s', (question, told) => {
    expect(site.ask(question)).toMatch(told);
  });

  it('and what nobody wrote of is not made up', () => {
    expect(site.ask(untold)).not.toContain('[1]');
  });
});

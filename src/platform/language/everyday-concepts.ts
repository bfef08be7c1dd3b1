import { type Language, languages } from '#shared/languages.ts';
import { foldAccents, tokenize } from '#platform/text-search/tokenize.ts';
import { isDayName } from './week-days.ts';

/**
 * What people ask everywhere, in the words of the six languages. It lets a question find a text that says the
 * same thing with another everyday word, or in another of the languages: `where are you` finds `Adresse :`.
 */
export type EverydayConcept =
  | 'hours'
  | 'price'
  | 'place'
  | 'phone'
  | 'email'
  | 'contact'
  | 'delivery'
  | 'returns'
  | 'payment'
  | 'booking'
  | 'warranty'
  | 'duration'
  | 'parking'
  | 'services';

type Vocabulary = Record<
  Language,
  { /** Turns of speech, on text without accents. */ says: RegExp; words: string }
>;

const concepts: Record<EverydayConcept, Vocabulary> = {
  hours: {
    en: {
      says: /\b(?:when|what time|until when).*\b(?:open|close[sd]?)\b|\bopen(?:ing)?\b.*\b(?:hours|times?|today|tomorrow|now|\w+day)\b|\bare you (?:open|closed)\b|\bopening (?:hours|times)\b/,
      words: 'open opening closed',
    },
    nl: {
      says: /\b(?:hoe laat|wanneer|tot hoe laat).*\b(?:open|dicht|gesloten|sluit\w*)\b|\b(?:zijn|ben|is|bent)\b.*\b(?:open|gesloten|dicht)\b|openingstijd|openingsu/,
      words: 'open openingstijden openingsuren gesloten',
    },
    es: {
      says: /\b(?:cuando|hora|horas?)\b.*\b(?:abr\w+|abiert\w+|cierr\w+|cerrad\w+)\b|\bhorarios?\b|\b(?:esta\w*|abr\w+)\b.*\babiert\w+|\babren\b|\babris\b|\bcierran\b/,
      words: 'abierto abrimos horario horarios apertura cerrado cierra',
    },
    pt: {
      says: /\b(?:quando|horas?)\b.*\b(?:abre\w*|abert\w+|fech\w+)\b|\bhorarios?\b|\best\w+ abert\w+|\babrem\b|\bfecham\b/,
      words: 'aberto abrimos horário funcionamento abertura fechado encerrado',
    },
    fr: {
      says: /\bhoraires?\b|\b(?:quand|heures?)\b.*\b(?:ouvr\w+|ouvert\w*|ferm\w+)\b|\b(?:est|etes|es)\b.*\bouverts?\b|\bouvrez\b|\bfermez\b/,
      words: 'ouvert ouverture horaires fermé',
    },
    cs: {
      says: /\b(?:kdy|do kolika|od kolika|v kolik)\b.*\b(?:otev\w+|zavi\w+|zavr\w+)\b|\botev(?:reno|iraci)\b|\bmate\b.*\botevren\w*/,
      words: 'otevřeno otevírací zavřeno',
    },
  },
  price: {
    en: {
      says: /\bhow much\b|\bwhat (?:does|do|is|are|would)\b.*\b(?:cost|costs|price|prices|fee|charge)\b|\b(?:price|prices|pricing|cost|costs|fee|fees)\b/,
      words: 'price prices cost costs fee',
    },
    nl: {
      says: /\b(?:hoeveel|wat) kost\w*|\bprijs|\bprijzen\b|\btarie[fv]\w*|\bhoe duur\b|\bkosten\b/,
      words: 'prijs prijzen kost kosten tarief tarieven',
    },
    es: {
      says: /\bcuanto (?:cuesta\w*|vale\w*|sale|es|cobran)\b|\bprecios?\b|\btarifas?\b|\bcuestan?\b/,
      words: 'precio precios cuesta tarifa tarifas coste',
    },
    pt: {
      says: /\bquanto (?:custa\w*|e|fica|cobram)\b|\bprecos?\b|\bcustam?\b|\btarifas?\b/,
      words: 'preço preços custa tarifa valor',
    },
    fr: {
      says: /\bcombien\b(?! de\b)|\bprix\b|\btarifs?\b|\bcoute\w*/,
      words: 'prix tarif tarifs coûte coût',
    },
    cs: {
      says: /\bkolik\b.*\b(?:stoji|stalo|bude stat)\b|\bcen[aiyuoe]\w*\b|\bcenik\b|\bza kolik\b/,
      words: 'cena ceny ceník stojí',
    },
  },
  place: {
    en: {
      says: /\bwhere (?:are|is|can i find) (?:you|it|the (?:shop|store|office|workshop|restaurant|hotel))\b|\bwhere are you\b|\baddress\b|\blocat(?:ed|ion)\b|\bhow (?:do|can) i (?:get|come) (?:there|to you)\b/,
      words: 'address located location find',
    },
    nl: {
      says: /\bwaar (?:zijn|zitten|zit|ligt|bevind\w*|vind ik|is)\b.*\b(?:jullie|u|je|de (?:winkel|zaak|werkplaats))\b|\badres\b|\bhoe kom ik\b/,
      words: 'adres gelegen locatie vind',
    },
    es: {
      says: /\bdonde (?:estan?|estais|se encuentra\w*|queda\w*|puedo encontrar)\b|\bdireccion\b|\bubicacion\b|\bcomo llego\b/,
      words: 'dirección ubicación situado estamos encontrarás encontrarnos',
    },
    pt: {
      says: /\bonde (?:fica\w*|estao|e a loja|vos encontr\w*|se encontra\w*)\b|\bmorada\b|\bendereco\b|\blocalizacao\b|\bcomo cheg\w+\b/,
      words: 'morada endereço localização situada estamos encontrar',
    },
    fr: {
      says: /\bou (?:etes|se trouve|est|vous trouv\w*|trouver)\b|\badresse\b|\bcomment (?:venir|aller|vous trouver)\b/,
      words: 'adresse situé accès trouver trouverez',
    },
    cs: {
      says: /\bkde (?:jste|vas|se nachaz\w*|sidl\w*|je (?:obchod|prodejna|dilna|servis))\b|\badres[aue]\b|\bjak se k vam\b/,
      words: 'adresa najdete sídlo',
    },
  },
  phone: {
    en: {
      says: /\bphone\b|\btelephone\b|\bcall (?:you|the shop)\b|\bnumber to call\b/,
      words: 'phone telephone call contact',
    },
    nl: {
      says: /\btelefoon\w*|\b(?:jullie|u|je) bellen\b|\bopbellen\b|\btel(?:efoon)?nummer\b/,
      words: 'telefoon telefoonnummer bel bellen tel contact',
    },
    es: { says: /\btelefono\b|\bllamar\w*\b/, words: 'teléfono llámenos llámanos llamar tel contacto' },
    pt: {
      says: /\btelefone\b|\btelefonar\b|\bligar\b/,
      words: 'telefone ligue ligar tel contacto contactos contato',
    },
    fr: {
      says: /\btelephone\w*|\bappeler\b|\bjoindre par tel\w*/,
      words: 'téléphone appelez appeler tél contact',
    },
    cs: { says: /\btelefon\w*|\bzavolat\b|\bvolat\b/, words: 'telefon volejte zavolejte tel kontakt' },
  },
  email: {
    en: { says: /\be-?mail\b|\bmail you\b/, words: 'email e-mail mail' },
    nl: { says: /\be-?mail\w*|\bmailen\b/, words: 'email e-mail mail mailen' },
    es: { says: /\be-?mail\b|\bcorreo\b/, words: 'email e-mail correo' },
    pt: { says: /\be-?mail\b|\bcorreio eletronico\b/, words: 'email e-mail' },
    fr: { says: /\be-?mail\b|\bmel\b|\bcourriel\b/, words: 'email e-mail mail courriel' },
    cs: { says: /\be-?mail\w*\b|\bmejl\b/, words: 'email e-mail mail' },
  },
  contact: {
    en: {
      says: /\bcontact\b|\b(?:reach|get in touch with|get hold of) you\b|\bget in touch\b|\b(?:speak|talk|chat) (?:to|with)\b/,
      words: 'contact phone email call write',
    },
    nl: {
      says: /\bcontact\w*|\bbereik(?:en|baar)?\b|\bmedewerker\b|\b(?:spreken|praten)\b/,
      words: 'contact telefoon email bel bereiken',
    },
    es: { says: /\bcontact\w+|\bhablar con\b/, words: 'contacto contactar teléfono email correo' },
    pt: {
      says: /\bcontact\w+|\bcontat\w+|\bfalar com\b/,
      words: 'contacto contato contactos telefone email',
    },
    fr: {
      says: /\bcontact\w*|\bjoindre\b|\bparler (?:a|avec)\b/,
      words: 'contact contacter téléphone email',
    },
    cs: {
      says: /\bkontakt\w*|\bspojit\b|\bmluvit s\b|\bclovekem\b/,
      words: 'kontakt kontakty telefon email',
    },
  },
  delivery: {
    en: { says: /\bdeliver\w*|\bshipping\b|\bship\b|\bpostage\b/, words: 'delivery deliver shipping ship' },
    nl: {
      says: /\blever\w*|\bverzend\w*|\bbezorg\w*|\bopsturen\b/,
      words: 'levering leveren verzending verzendkosten bezorgen bezorging',
    },
    es: { says: /\benvi(?:o|os|ar|an|ais)\b|\bentrega\w*/, words: 'envío envíos enviar entrega' },
    pt: { says: /\benvi(?:o|os|ar|am)\b|\bentreg\w+/, words: 'envio envios entrega entregas portes' },
    fr: { says: /\blivr\w+|\bexpedi\w+|\benvoi\w*/, words: 'livraison livrons livrer expédition envoi' },
    cs: {
      says: /\bdoprav\w+|\bdoruc\w+|\bposl\w+|\bpostovne\b|\bzasil\w+/,
      words: 'doprava doručení doručujeme zásilka poštovné',
    },
  },
  returns: {
    en: {
      says: /\breturn(?:s|ed|ing)?\b|\brefund\w*|\bmoney back\b|\bexchange\b/,
      words: 'return returns refund refunded exchange',
    },
    nl: {
      says: /\bretour\w*|\bterugsturen\b|\bterugbreng\w*|\bgeld terug\b|\bruilen\b|\bterugbetal\w*/,
      words: 'retour retourneren terugsturen terugbetaling ruilen',
    },
    es: {
      says: /\bdevol\w+|\bdevuelv\w+|\breembols\w+|\bcambi\w+/,
      words: 'devolución devoluciones devolver reembolso cambio',
    },
    pt: {
      says: /\bdevol\w+|\breembols\w+|\btroca\w*/,
      words: 'devolução devoluções devolver reembolso troca',
    },
    fr: {
      says: /\bretour\w*|\brembours\w+|\brenvoy\w+|\bechang\w+|\brendre\b/,
      words: 'retour retours retourner remboursement échange',
    },
    cs: {
      says: /\bvrat\w+|\bvrac\w+|\breklam\w+|\bvymen\w+|\bpenize zpet\b/,
      words: 'vrácení vrátit vrátíme reklamace výměna',
    },
  },
  payment: {
    en: {
      says: /\bpay(?:ment|ments|ing)?\b|\bcredit cards?\b|\bcash\b|\binstal?lments?\b/,
      words: 'pay payment card cash',
    },
    nl: {
      says: /\bbetaal\w*|\bbetal\w+|\bpinnen\b|\bcontant\b|\bcreditcard\b/,
      words: 'betalen betaling betaalmethoden pinnen contant',
    },
    es: {
      says: /\bpag(?:o|os|ar|an)\b|\btarjetas?\b|\befectivo\b/,
      words: 'pago pagos pagar tarjeta efectivo',
    },
    pt: {
      says: /\bpag\w+|\bcartao\b|\bcartoes\b|\bdinheiro\b|\bmultibanco\b/,
      words: 'pagamento pagar cartão dinheiro multibanco',
    },
    fr: {
      says: /\bpay(?:er|ez|ement|ements)\b|\bpaiements?\b|\bcartes?\b|\bespeces\b|\bregl(?:er|ement)\b/,
      words: 'paiement payer carte espèces',
    },
    cs: {
      says: /\bplat\w+|\bzaplat\w+|\bkartou\b|\bhotov\w+/,
      words: 'platba platby platit kartou hotovost hotově',
    },
  },
  booking: {
    en: {
      says: /\bbook(?:ing|ings)?\b|\breserv\w+|\bappointments?\b/,
      words: 'book booking reservation appointment',
    },
    nl: {
      says: /\breserv\w+|\bafspraak\b|\bafspraken\b|\bboeken\b/,
      words: 'reserveren reservering afspraak boeken',
    },
    es: { says: /\breserv\w+|\bcitas?\b/, words: 'reserva reservar cita' },
    pt: {
      says: /\breserv\w+|\bmarca(?:r|cao|coes)\b|\bagendar\b/,
      words: 'reserva reservar marcação marcar agendar',
    },
    fr: { says: /\breserv\w+|\brendez-?vous\b|\brdv\b/, words: 'réservation réserver rendez-vous' },
    cs: {
      says: /\brezerv\w+|\bobjedna(?:t|ni)\b|\btermin\w*/,
      words: 'rezervace rezervovat objednat termín',
    },
  },
  warranty: {
    en: { says: /\bwarrant\w+|\bguarantee\w*/, words: 'warranty guarantee' },
    nl: { says: /\bgarantie\w*/, words: 'garantie' },
    es: { says: /\bgarant\w+/, words: 'garantía' },
    pt: { says: /\bgarant\w+/, words: 'garantia' },
    fr: { says: /\bgaranti\w*/, words: 'garantie garanti' },
    cs: { says: /\bzaru\w+/, words: 'záruka záruční' },
  },
  duration: {
    en: {
      says: /\bhow long\b|\bhow many (?:days|weeks|hours)\b|\bhow (?:fast|quick\w*|soon)\b/,
      words: 'takes take',
    },
    nl: { says: /\bhoe ?lang\b|\bhoe snel\b|\bhoeveel (?:dagen|weken|uur)\b/, words: 'duurt' },
    es: { says: /\bcuanto (?:tarda\w*|tiempo|demora\w*|dura\w*)\b|\bcuantos dias\b/, words: 'tarda' },
    pt: { says: /\bquanto tempo\b|\bquantos dias\b|\bdemora\w*/, words: 'demora' },
    fr: {
      says: /\bcombien de (?:temps|jours)\b|\bquel(?:s)? delais?\b|\bdelais?\b|\ben combien\b/,
      words: 'dure prend',
    },
    cs: { says: /\bjak (?:dlouho|rychle)\b|\bkolik dni\b|\bza jak dlouho\b/, words: 'trvá' },
  },
  parking: {
    en: { says: /\bpark(?:ing)?\b/, words: 'parking park' },
    nl: { says: /\bparke\w+/, words: 'parkeren parkeerplaats' },
    es: { says: /\baparca\w+|\bparking\b|\bestaciona\w+/, words: 'aparcar aparcamiento parking' },
    pt: { says: /\bestaciona\w+|\bparque\b/, words: 'estacionamento estacionar parque' },
    fr: { says: /\bparking\b|\bgarer\b|\bstationne\w+/, words: 'parking stationnement garer' },
    cs: { says: /\bparkov\w+|\bzaparkov\w+/, words: 'parkování parkoviště parkovat' },
  },
  services: {
    en: {
      says: /\bwhat (?:services|products|things)\b|\bwhat (?:do|can) you (?:offer|sell|do for|repair)\b|\bservices\b/,
      words: 'services products',
    },
    nl: {
      says: /\bwelke (?:diensten|producten)\b|\bwat (?:bieden|doen|verkopen|repareren) jullie\b|\bdiensten\b|\baanbod\b/,
      words: 'diensten aanbod producten',
    },
    es: {
      says: /\bque (?:servicios|productos|ofrec\w+|vend\w+)\b|\bservicios\b/,
      words: 'servicios productos',
    },
    pt: {
      says: /\b(?:que|quais) (?:os )?(?:servicos|produtos)\b|\bo que (?:oferecem|vendem|fazem)\b|\bservicos\b/,
      words: 'serviços produtos',
    },
    fr: {
      says: /\bquels (?:services|produits)\b|\bque (?:proposez|vendez|faites)\b|\bservices\b|\bprestations\b/,
      words: 'services prestations produits',
    },
    cs: {
      says: /\bjake (?:sluzby|produkty)\b|\bco (?:nabizite|prodavate|delate|opravujete)\b|\bsluzb\w+/,
      words: 'služby produkty',
    },
  },
};

/** Which everyday things a question asks about. */
export function everydayConcepts(question: string, language: Language): EverydayConcept[] {
  const plain = foldAccents(question.slice(0, 500).normalize('NFC').toLowerCase()).replace(/[’ʼ]/g, "'");
  return (Object.keys(concepts) as EverydayConcept[]).filter((concept) =>
    concepts[concept][language].says.test(plain),
  );
}

/** The everyday words for a thing in the given languages. */
export function wordsFor(concept: EverydayConcept, inLanguages: readonly Language[] = languages): string[] {
  return [...new Set(inLanguages.flatMap((language) => concepts[concept][language].words.split(' ')))];
}

/**
 * Words that only carry a question about an everyday thing: `where can I find you`, `how long does it take`.
 */
const carriers = new Set(
  `reach touch located location find get come long take takes much charge cost costs time times many open opens opening close closes closed hours call phone telephone number address today tomorrow now currently
  bereiken bereikbaar vinden zitten zit ligt bevindt bevinden kost kosten duur duurt lang laat tijd uur vandaag morgen nu kom komen snel dagen weken
  encuentra encuentran encontrar queda estan estais llego llegar vale sale tarda tardan tiempo hora horas dias hoy manana cuesta cuestan abren abre cierran cierra
  fica ficam encontro chegar chego custa custam demora tempo dias hoje amanha abrem fecha fecham
  trouve trouver trouvez situe situes venir aller joindre coute coutent cout temps heure heures jours delai faut prend aujourd hui demain ouvre ouvrez ferme fermez
  najdu najit nachazi nachazite sidlite stoji trva dlouho hodin hodiny dni dnes zitra otevrete zavirate dostanu
  offer offers bieden ofrecen ofreceis oferecem proposez nabizite`.split(/\s+/),
);

/** The same for a wish to speak with somebody. */
const personCarriers = new Set(
  'speak talk chat human person someone real spreken praten mens medewerker iemand hablar persona humano alguien falar pessoa alguem parler personne humain conseiller mluvit clovekem nekym'.split(
    ' ',
  ),
);

const longestEveryday = 14;

/** A question with its everyday part taken out of the words. */
export type EverydayQuestion = {
  /** The words that are left. */
  text: string;
  concepts: EverydayConcept[];
  /** Each: words of which any will do. */
  groups: string[][];
};

/**
 * Splits a question into its everyday part, as groups of words in all the given languages, and the rest: for
 * `How much is a helmet?` the words of price and `helmet`. Names of days go where the question is about
 * opening hours: texts name ranges of days.
 */
export function everydayQuestion(
  question: string,
  language: Language,
  inLanguages: readonly Language[],
): EverydayQuestion {
  const tokens = tokenize(question);
  // A long question says in its own words what it is about.
  const asked = tokens.length > longestEveryday ? [] : everydayConcepts(question, language);
  if (asked.length === 0) return { text: question, concepts: [], groups: [] };
  const groups = new Map(asked.map((concept) => [concept, wordsFor(concept, inLanguages)]));
  const named = new Set(
    [...groups].flatMap(([concept, words]) => (concept === 'duration' ? [] : words.map(foldAccents))),
  );
  const telling = tokens.filter(({ text }) => {
    const plain = foldAccents(text);
    if (asked.includes('hours') && text.split('-').some(isDayName)) return false;
    // A word that names the thing itself stays, and carries the group.
    return (
      named.has(plain) || !(carriers.has(plain) || (asked.includes('contact') && personCarriers.has(plain)))
    );
  });
  // How long something takes is said in too many ways to look for; it is recognised in the answer.
  const sought = asked.filter((concept) => concept !== 'duration' || asked.length + telling.length === 1);
  return {
    text: telling.map(({ text }) => text).join(' '),
    concepts: asked,
    groups: sought.map((concept) => groups.get(concept) ?? []),
  };
}

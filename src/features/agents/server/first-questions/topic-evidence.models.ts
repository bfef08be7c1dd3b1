/** What visitors of a business ask everywhere. Texts: `agent-drafts:iceBreakers.<topic>`. */
export const topics = ['hours', 'prices', 'booking', 'shipping', 'returns', 'services', 'contact'] as const;
export type Topic = (typeof topics)[number];

const weekday =
  /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:maan|dins|woens|donder|vrij|zater|zon)dag|\b(?:lunes|martes|miércoles|jueves|viernes|sábados?|domingos?)\b|\b(?:segunda|terça|quarta|quinta|sexta)(?:-feira)?s?\b|\b(?:lundis?|mardis?|mercredis?|jeudis?|vendredis?|samedis?|dimanches?)\b|(?<!\p{L})(?:pondělí|pondělka|úterý|úterka|střed[auy]|čtvrtka?|pátku?|pátek|sobot[auy]|neděl[ei])(?!\p{L})|\bdaily\b|\bdagelijks\b|\btodos os dias\b|\btodos los días\b|\btous les jours\b|\bdenně\b/iu;
const clockTime =
  /(?<!\d)(?:[01]?\d|2[0-3])(?:[:.h][0-5]\d|\s?h(?![\p{L}\d])|\s?(?:am|pm|uur|hodin)\b)|(?<![\d.,])(?:[01]?\d|2[0-3])(?:[:.]\d\d)?\s?(?:[-–—]|to|tot|a|às|à|do|until|and)\s?(?:[01]?\d|2[0-3])(?![\d%,]|\s?(?:days|dagen|días|dias|jours|dn[íů]))/iu;
const fromTo =
  /(?<!\d)(?:[01]?\d|2[0-3])(?:[:.h][0-5]\d)?\s?(?:am|pm|u|uur|h|hod\.?|hodin)?\s?(?:[-–—]|to|tot|a|às|à|do|until)\s?(?:[01]?\d|2[0-3])(?:[:.h][0-5]\d|\s?(?:am|pm|uur|h|hodin)(?!\p{L}))/iu;
const isOpen =
  /\b(?:open|opening|hours|geopend|openingstijden|abiert[oa]s?|abrimos|abre|horarios?|abert[oa]s?|horários?|ouverts?|ouvertes?|ouvrons|horaires)\b|(?<!\p{L})(?:otevřen[oaéý]?|otevírac|otvírac)/iu;
const amount =
  /[€£$]\s?\d|\d[.,]*\s?(?:€|£|\$|(?:kč|czk|eur|euros?|usd|dollars?|pounds?|reais|real|korun\p{L}?)(?!\p{L}))|r\$\s?\d/iu;
const sending =
  /\b(?:shipping|ship|ships|shipped|deliver(?:y|ed|s)?|bezorg\p{L}*|lever(?:ing|en|tijd)|verzend\p{L}*|env[ií]os?|enviamos|entregas?|entregamos|frete|livraisons?|livrons)\b|(?<!\p{L})(?:doprav|doručen|doručuj|rozvoz|rozvážíme)/iu;
const days =
  /\d\s?(?:-|–|to|tot|a|à|až)?\s*(?:working |business |werk|pracovní\p{L}* )?(?:days?|hours?|weeks?|dagen|dag|uur|weken|días?|horas?|semanas?|dias?|jours?|heures?|semaines?|dn[íů]|den|hodin|týdn)|\b(?:free|gratis|gratuit\p{L}*|grátis)\b|zdarma/iu;
const returning =
  /\b(?:returns?|returned|refund\p{L}*|exchange[ds]?|money back|retour\p{L}*|terugsturen|ruilen|geld terug|devoluci\p{L}*|devolver|devolve\p{L}*|devolu[cç]\p{L}*|reembols\p{L}*|trocas?|retours?|retourner|rembours\p{L}*|échange\p{L}*)\b|(?<!\p{L})(?:vráce|vrátit|vrácen|reklamac|výměn)/iu;
const bought =
  /\b(?:orders?|purchase[ds]?|bought|buy|items?|products?|goods|receipt|money|bestelling\p{L}*|aankoop|product\p{L}*|artikel\p{L}*|bon|compras?|pedidos?|productos?|artículos?|produtos?|achats?|commandes?|articles?|produits?)\b|(?<!\p{L})(?:zboží|objednávk|nákup|peníze|účtenk)/iu;
const appointing =
  /\b(?:appointments?|reserv\p{L}*|book(?:ing)?s? (?:a|an|your|online|by)|afspra\p{L}*|boek\p{L}*|citas?|agend\p{L}*|marque|rendez-vous|réserv\p{L}*)\b|(?<!\p{L})(?:rezerv|objednat se|objednejte|termín)/iu;
const reaching =
  /[\p{L}\d._%+-]@[\p{L}\d-]+\.\p{L}{2}|(?<![\d.])\+?\d[\d()/-]{0,20}(?:\s[\d()/-]{1,20}){1,6}(?!\d)|(?<![\d.,-])\+?\d{9,13}(?!\d)/u;
const offering =
  /\bwe (?:also )?(?:offer|sell|bake|make|repair|rent|serve|provide|teach|build|cut|design|roast|brew|grow|print|clean|fix|help)\b|\b(?:wij|we) (?:verkopen|bieden|bakken|maken|repareren|verhuren|serveren|geven|leveren|knippen|ontwerpen|bouwen|helpen|brouwen|branden)\b|\b(?:ofrecemos|vendemos|hacemos|reparamos|alquilamos|horneamos|servimos|diseñamos|impartimos|oferecemos|fazemos|consertamos|alugamos|assamos|servimos|ensinamos|criamos)\b|\bnous (?:vendons|proposons|offrons|faisons|réparons|louons|servons|fabriquons|cuisons)\b|(?<!\p{L})(?:nabízíme|prodáváme|pečeme|opravujeme|půjčujeme|vyrábíme|učíme|vaříme|šijeme|děláme)(?!\p{L})/iu;

const phone = /\d{3}/;
const online = /\b(?:online|internet|web(?:site)?)\b/i;

/**
 * Whether a text answers a question of a topic: that it says a word of it is not enough ("return" stands in
 * every manual), it has to say what people want to know of it.
 */
export function answersTopic(text: string, topic: Topic): boolean {
  const sentences = text.split(/(?<=[.!?])\s+|\n+/);
  const near = sentences.map((sentence, index) => `${sentences[index - 1] ?? ''} ${sentence}`);
  const some = (...tests: RegExp[]): boolean => near.some((part) => tests.every((test) => test.test(part)));
  switch (topic) {
    case 'hours':
      return some(isOpen, weekday) || some(weekday, clockTime) || some(isOpen, fromTo);
    case 'prices':
      return some(amount);
    case 'booking':
      return some(appointing, reaching) || some(appointing, phone) || some(appointing, online);
    case 'shipping':
      return some(sending, days) || some(sending, amount);
    case 'returns':
      return some(returning, bought, days) || some(returning, bought, amount);
    case 'services':
      return some(offering);
    case 'contact':
      return some(reaching);
    default:
      return false;
  }
}

/** The topics that a text answers, in the order in which they are proposed. */
export const topicsIn = (text: string): Topic[] => topics.filter((topic) => answersTopic(text, topic));

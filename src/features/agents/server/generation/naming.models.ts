const mostOfName = 60;

/** A name that fits over a chat: cut between words, and not after one that only joins ("of the"). */
export function shortName(name: string): string {
  const whole = name.replaceAll(/\s+/g, ' ').trim();
  if (whole.length <= mostOfName) return whole;
  const cut = whole.slice(0, mostOfName + 1);
  const words = (cut.includes(' ') ? cut.slice(0, cut.lastIndexOf(' ')) : cut.slice(0, mostOfName)).replace(
    /(\s+(\p{Ll}{1,3}|[&|·–—-]))+$/u,
    '',
  );
  return words.replace(/(?<![\s,;:–—-])[\s,;:–—-]+$/u, '');
}

const capital = "\\p{Lu}[\\p{L}\\p{N}'’.-]*";
/** Small words that stand within names: "Museum of Toys", "Bakkerij van der Linden", "Casa de la Luz". */
const joining =
  '(?:&|of|the|and|van|der|den|de|het|en|la|las|los|el|del|da|das|do|dos|e|du|des|d’|le|les|l’|et|y|u|na|nad|v|ve|pod|a)';
const properName = `${capital}(?:\\s+(?:${joining}\\s+){0,2}(?:${capital}|\\d+)){0,6}`;

const quoted = /["“„«]\s?([^"”“»]{2,120}?)\s?["”»]/;
const named = new RegExp(
  `(?<!\\p{L})(?:called|named|genaamd|genoemd|heten|heet|llamad[ao]s?|se llama|denominad[ao]|chamad[ao]s?|se chama|appelée?s?|nommée?s?|s['’]appelle|jménem|názvem|jmenuje se|zvan[áéý])\\s+(${properName})`,
  'u',
);
/** "We are Linden Bakery", "Somos Casa Luz", "Jsme Pekárna Lípa". */
const introduced = new RegExp(
  `^\\s*(?:we are|we['’]re|i am from|this is|welcome to|wij zijn|we zijn|dit is|welkom bij|somos|esto es|bienvenid[oa]s? a|esta é|este é|bem-vind[oa]s? (?:a|ao|à)|nous sommes|voici|bienvenue (?:chez|à)|jsme|toto je|vítejte v)\\s+(${properName})`,
  'iu',
);
/** "Linden Bakery is a bakery", "Casa Luz es una tienda", "Atelier Vélo, a bike shop". */
const subject = new RegExp(
  `^\\s*(${properName})\\s*(?:,|–|—|:|-\\s|\\s(?:is|are|has|sells|offers|bakes|verkoopt|biedt|bakt|es|son|vende|ofrece|é|são|oferece|est|vend|propose|je|jsou|prodává|nabízí|peče)(?!\\p{L}))`,
  'u',
);
const servedFor = new RegExp(`(?<!\\p{L})(?:for|voor|para|pour|pro)\\s+(${properName})`, 'u');
const articles =
  "an?|the|our|my|een|de|het|onze?|mijn|una?|el|la|los|las|nuestr[oa]s?|mi|uma?|os?|as|noss[oa]s?|minha|meu|une|les?|l[’']|notre|nos|mon|ma|naše?|náš|moje|můj|malá|malý|malé";
const we =
  "we are|we['’]re|we run|we have|i run|i have|i own|wij zijn|we zijn|wij hebben|we hebben|ik heb|somos|tenemos|tengo|temos|tenho|nous sommes|nous avons|j['’]ai|je tiens|jsme|máme|mám|vedu|provozuji";
/** What kind of business it is, in its own words: "a bike shop in Utrecht". */
const trade = new RegExp(
  `^\\s*(?:(?:${we})\\s+)?(?:(?:${articles})\\s+)(\\p{L}[^.,;:!?()–—]{2,80}?)(?=[.,;:!?()–—]|\\s(?:that|which|who|where|with|open|die|dat|waar|met|geopend|que|donde|con|abiert\\p{L}*|onde|com|abert\\p{L}*|qui|où|avec|ouvert\\p{L}*|kter\\p{L}+|kde|s|se|otevřen\\p{L}*)(?!\\p{L})|\\s*$)`,
  'iu',
);
/** A description that begins with its trade: "Bakery in Utrecht. Open …", "Pekárna v Brně, otevřeno …". */
const bareTrade = new RegExp(
  `^\\s*(\\p{Lu}\\p{Ll}+(?:\\s+\\p{L}+){0,1}\\s+(?:in|at|te|en|em|à|v|ve|na)\\s+${capital}(?:\\s${capital})?)(?=[.,;:!?]|\\s)`,
  'u',
);
/** Words that begin a wish for an agent and no name. */
const request =
  /^(?:a|an|the|i|we|my|our|it|this|that|help|helps|answer|answers|support|guide|orders?|please|make|create|open|een|de|het|wij|ik|onze|mijn|help|helpt|beantwoord|maak|un|una|el|la|los|las|mi|nuestr[oa]|ayuda|responde|crea|quiero|um|uma|o|os|meu|minha|nosso|ajuda|ajude|responda|crie|quero|le|les|une|mon|ma|notre|nous|je|aide|aidez|répond|crée|naše|můj|moje|pomáhej|pomoz|odpovídej|vytvoř|chci|jsme|prodáváme|pečeme|nabízíme|somos|vendemos|ofrecemos|wir)$/iu;

const capitalised = (text: string): string => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

function usable(name: string | undefined): string | null {
  const clean = name?.replace(/(?<![\s.,;:])[\s.,;:]+$/u, '').trim() ?? '';
  if (clean.length < 2) return null;
  return request.test(clean) ? null : clean;
}

/**
 * What an agent is called by a description in any of the six languages: the name that is said, else the
 * business in its own words ("Bike shop in Utrecht"). Null where there is neither.
 */
export function nameInDescription(description: string): string | null {
  const said =
    usable(quoted.exec(description)?.[1]) ??
    usable(named.exec(description)?.[1]) ??
    nameOf(introduced, description) ??
    nameOf(subject, description) ??
    usable(servedFor.exec(description)?.[1]);
  if (said !== null) return shortName(said) || null;
  const kind = usable(trade.exec(description)?.[1]) ?? usable(bareTrade.exec(description)?.[1]);
  return kind !== null && kind.split(/\s+/).length <= 8 ? shortName(capitalised(kind)) : null;
}

/** A name at the beginning, where also an ordinary word is written with a capital. */
function nameOf(pattern: RegExp, description: string): string | null {
  const found = usable(pattern.exec(description)?.[1]);
  if (found === null || !/^\p{Lu}/u.test(found)) return null;
  const first = found.split(/\s+/)[0] ?? '';
  if (request.test(first)) return null;
  return found;
}

/** "A friendly guide for …", "Support for …": what the agent is to be, and nothing about the business. */
const agentNoun =
  /^(?:an?|the|een|de|het|una?|el|la|uma?|o|une|le)?\s*(?:\p{L}+\s+)?(?:guide|support|assistant|helper|bot|chatbot|concierge|agent|orders|gids|ondersteuning|assistent|hulp|bestellingen|guía|soporte|asistente|ayuda|pedidos|guia|suporte|assistente|ajuda|atendimento|aide|assistance|průvodce|podpora|asistent|pomocník|nápověda)(?!\p{L})/iu;
/** Words with which somebody tells an agent what to do. */
const order =
  /^(?:please|help|helps|answer|answers|make|create|tell|explain|it should|i want|i need|be|act|talk|speak|use|help|helpt|beantwoord|maak|vertel|wees|gebruik|ayuda|responde|crea|explica|sé|usa|ajud[ae]|respond[ae]|cri[ea]|explique|seja|use|quero|aid[ez]+|répond\p{L}*|crée[zr]?|explique[zr]?|sois|soyez|utilise[zr]?|je veux|pomáhej\p{L}*|pomoz\p{L}*|odpov\p{L}+|vytvoř\p{L}*|vysvětl\p{L}*|buď\p{L}*|používej\p{L}*|chci)(?!\p{L})/iu;
const leastWords = 4;

/**
 * What a description says of a business, in its own sentences: they are knowledge. What it tells the agent to
 * do is not. Empty where nothing is said.
 */
export function factsInDescription(description: string): string {
  return description
    .split(/(?<=[.!?…])\s+(?=\p{Lu}|\p{N})|\n+/u)
    .map((sentence) => sentence.trim())
    .filter(
      (sentence) =>
        sentence.split(/\s+/).length >= leastWords && !agentNoun.test(sentence) && !order.test(sentence),
    )
    .join(' ');
}

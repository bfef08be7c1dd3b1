import { anyLanguage, type LanguageContent } from '#platform/language/language-content.ts';

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

/** What the languages say for a thing, as one group. */
const wordsFor = (pick: (naming: LanguageContent['naming']) => string): string =>
  `(?:${anyLanguage(({ naming }) => pick(naming))})`;

/** A point ends a sentence, but for those of short words ("St. Mary's") and within words ("Bread.nl"). */
const capital = String.raw`\p{Lu}(?:\p{L}{0,2}\.(?=\s)|[\p{L}\p{N}'’-]*(?:\.[\p{L}\p{N}'’-]+)*)`;
/** Small words that stand within names: "Museum of Toys", "Bakkerij van der Linden", "Casa de la Luz". */
const joining = `(?:&|${wordsFor((naming) => naming.joining)})`;
/** "Ines Duarte and I repair clocks" names one person. */
const notOneself = String.raw`(?!I\s+\p{Ll})`;
const properName = String.raw`${capital}(?:\s+(?:${joining}\s+){0,2}${notOneself}(?:${capital}|\d+)){0,6}`;
const twoCapitals = String.raw`(?=\S+\s+${capital})`;
const begin = String.raw`^\s*`;
/** Words that may begin with a small or a capital letter. */
const anyCase = (words: string): string =>
  words.replaceAll(/(?<=^|\||\(\?:)\p{L}/gu, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
const noLetterBefore = String.raw`(?<!\p{L})`;
const noLetterAfter = String.raw`(?!\p{L})`;
const joiningGap = String.raw`(?:${joining}\s+)*`;

const quoted = /["“„«]\s?([^"”“»]{2,120}?)\s?["”»]/;
const called = wordsFor((naming) => naming.called);
const named = new RegExp(String.raw`${noLetterBefore}${called}\s+(${properName})`, 'u');
/** "Hi, …" before anything is said. */
const greeting = new RegExp(String.raw`${begin}${wordsFor((naming) => naming.greets)}\s*[,.!]\s*`, 'iu');
/** "We are Linden Bakery", "Somos Casa Luz", "Jsme Pekárna Lípa". */
const introduces = wordsFor((naming) => naming.introduces);
const introduction = new RegExp(String.raw`${begin}${introduces}\s+`, 'iu');
const beginning = new RegExp(`^(${properName})`, 'u');

const servedFor = wordsFor((naming) => naming.servedFor);
const place = wordsFor((naming) => naming.place);
const goesOn = wordsFor((naming) => naming.goesOn);
const ours = wordsFor((naming) => naming.ours);
const articles = wordsFor((naming) => naming.articles);
/** Words that join others: no verb, no noun. */
const small = `(?:(?:${joining}|${servedFor}|${place}|${goesOn})${noLetterAfter})`;
const noun = String.raw`(?!${small})\p{Ll}{3,}`;
/** Any verb, but no noun that stands before "for" or "in": "Online English lessons for adults". */
const verb = String.raw`(?!${small})(?!\p{Ll}+\s(?:${servedFor}|${place})${noLetterAfter})\p{Ll}`;
/** "Linden Bakery is a bakery", "Casa Luz es una tienda", "Atelier Vélo, a bike shop". */
const tells = `${wordsFor((naming) => naming.tells)}${noLetterAfter}`;
const told = String.raw`\s*(?:,|–|—|:|-\s|\s${tells})`;

/** What a description may begin with, the surest first; the name is the group. */
const subjects = [
  String.raw`(?!${anyCase(articles)}\s)(${properName})${told}`,
  // "Dental practice Okafor: open …"
  String.raw`(\p{Lu}\p{Ll}+\s${noun}\s${properName})${told}`,
  // "The Green Room is …"
  String.raw`(${anyCase(wordsFor((naming) => naming.articlesInNames))}\s+(?:${noun}\s+${joiningGap})?${properName})${told}`,
  // The article is no part of the name where its language leaves it out.
  String.raw`${anyCase(articles)}\s+${twoCapitals}(${properName})(?:${told}|\s${verb})`,
  // "Atelier Duarte restores clocks"
  String.raw`${twoCapitals}(${properName})\s${verb}`,
].map((pattern) => new RegExp(begin + pattern, 'u'));
/** "Our company, Kestrel Analytics, builds …", "a bot for my band The Owls". */
const ourNoun = new RegExp(String.raw`${noLetterBefore}${anyCase(ours)}\s${noun},?\s+(${properName})`, 'u');
/** "Support for Linden Bakery", but not "lessons for English speakers". */
const customers = new RegExp(
  String.raw`${noLetterBefore}${servedFor}\s+(${properName})${noLetterAfter}(?!\s(?!${small})\p{Ll})`,
  'u',
);

/** What kind of business it is, in its own words: "a bike shop in Utrecht". */
const running = wordsFor((naming) => naming.running);
const business = String.raw`\p{L}[^.,;:!?()–—]{2,80}?`;
const businessEnd = String.raw`(?=[.,;:!?()–—]|\s${goesOn}${noLetterAfter}|\s*$)`;
const trade = new RegExp(
  String.raw`${begin}(?:${running}\s+)?(?:(?:${articles}|${ours})\s+)(${business})${businessEnd}`,
  'iu',
);
/** A description that begins with its trade: "Bakery in Utrecht. Open …", "Pekárna v Brně, otevřeno …". */
const bareBusiness = String.raw`\p{Lu}\p{Ll}+(?:\s+\p{L}+){0,1}`;
const town = String.raw`${place}\s+${capital}(?:\s${capital})?`;
const bareTrade = new RegExp(String.raw`${begin}(${bareBusiness}\s+${town})(?=[.,;:!?]|\s)`, 'u');
/** Words that begin a wish for an agent and no name. */
const noName = new RegExp(`^${wordsFor((naming) => naming.noName)}$`, 'iu');

const capitalised = (text: string): string => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

function usable(name: string | undefined): string | null {
  const clean = name?.replace(/(?<![\s.,;:])[\s.,;:]+$/u, '').trim() ?? '';
  if (clean.length < 2) return null;
  return noName.test(clean) ? null : clean;
}

/**
 * What an agent is called by a description in any of the six languages: the name that is said, else the
 * business in its own words ("Bike shop in Utrecht"). Null where there is neither.
 */
export function nameInDescription(text: string): string | null {
  const description = text.replace(greeting, '');
  const said =
    usable(quoted.exec(description)?.[1]) ??
    usable(named.exec(description)?.[1]) ??
    introducedName(description) ??
    nameOfSubject(description) ??
    usable(ourNoun.exec(description)?.[1]) ??
    usable(customers.exec(description)?.[1]);
  if (said !== null) return shortName(said) || null;
  const kind = usable(trade.exec(description)?.[1]) ?? usable(bareTrade.exec(description)?.[1]);
  return kind !== null && kind.split(/\s+/).length <= 8 ? shortName(capitalised(kind)) : null;
}

/** The name behind words that may be written in small or capital letters; its own letters tell it. */
function introducedName(description: string): string | null {
  const words = introduction.exec(description)?.[0];
  return words === undefined ? null : nameOf(beginning, description.slice(words.length));
}

function nameOfSubject(description: string): string | null {
  for (const subject of subjects) {
    const found = nameOf(subject, description);
    if (found !== null) return found;
  }
  return null;
}

const article = new RegExp(String.raw`^(?:${articles})\s+`, 'iu');

/** A name at the beginning, where also an ordinary word is written with a capital. */
function nameOf(pattern: RegExp, description: string): string | null {
  const found = usable(pattern.exec(description)?.[1]);
  const first = found?.replace(article, '').split(/\s+/)[0] ?? '';
  return first === '' || noName.test(first) ? null : found;
}

/** "A friendly guide for …", "Support for …": what the agent is to be, and nothing about the business. */
const beforeNoun = String.raw`${wordsFor(({ articles }) => articles)}?\s*(?:\p{L}+\s+)?`;
const agentNoun = new RegExp(
  `^${beforeNoun}${wordsFor(({ agentNouns }) => agentNouns)}${noLetterAfter}`,
  'iu',
);
/** Words with which somebody tells an agent what to do. */
const command = new RegExp(`^${wordsFor(({ commands }) => commands)}${noLetterAfter}`, 'iu');
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
        sentence.split(/\s+/).length >= leastWords && !agentNoun.test(sentence) && !command.test(sentence),
    )
    .join(' ');
}

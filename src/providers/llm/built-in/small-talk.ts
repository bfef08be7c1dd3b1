import { languages } from '#shared/languages.ts';
import { forEachLanguage } from '#platform/language/language-content.ts';
import { courtesyOf } from '#platform/language/courtesy.ts';
import { asksForPerson } from '#platform/language/person-request.ts';
import { foldAccents } from '#platform/text-search/tokenize.ts';

/** What a message is when it asks nothing of the documents. */
export type SmallTalk =
  | 'greeting'
  | 'howAreYou'
  | 'thanks'
  | 'goodbye'
  | 'acknowledged'
  | 'whoAreYou'
  | 'whatCanYouDo'
  | 'person'
  | 'sorry';

const politeTail =
  '(?: (?:there|all|everyone|team|allemaal|daar|a todos|a todas|que tal|a todos e todas|tout le monde|a tous|vsem|vam))?';

const kinds = [
  'howAreYou',
  'thanks',
  'goodbye',
  'acknowledged',
  'whoAreYou',
  'whatCanYouDo',
  'sorry',
] as const satisfies readonly SmallTalk[];
const patterns = forEachLanguage(({ phrases }) => phrases.smallTalk);
const anyOf = (kind: SmallTalk): string => languages.map((language) => patterns[language][kind]).join('|');

const compiled = new Map<SmallTalk, RegExp>(kinds.map((kind) => [kind, new RegExp(`^(?:${anyOf(kind)})$`)]));
const anyGreeting = anyOf('greeting');
const onlyGreeting = new RegExp(`^(?:(?:${anyGreeting})${politeTail} ?)+$`);
const leadingGreeting = new RegExp(`^(?:(?:${anyGreeting})${politeTail} )+(?=\\S)`);
const closings =
  /(?: (?:please|alsjeblieft|alstublieft|aub|por favor|porfa|se faz favor|s il vous plait|svp|stp|prosim))$/;

/**
 * Whether a message is small talk, in any of the six languages; null when it asks something. Whether it asks
 * for a person is judged as everywhere else.
 */
export function smallTalk(message: string): SmallTalk | null {
  const plain = plainWords(message);
  if (asksForPerson(message)) return 'person';
  if (plain === '') return null;
  if (onlyGreeting.test(plain)) return 'greeting';
  for (const candidate of new Set([
    plain,
    plain.replace(leadingGreeting, ''),
    plain.replace(closings, ''),
    plain.replace(leadingGreeting, '').replace(closings, ''),
  ])) {
    for (const [kind, pattern] of compiled) if (pattern.test(candidate)) return kind;
  }
  return courtesyOf(message);
}

function plainWords(message: string): string {
  if (message.length > 200) return '';
  return foldAccents(message.normalize('NFC').toLowerCase())
    .replace(/['’ʼ](?=s\b|re\b|nt\b|t\b|d\b)/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

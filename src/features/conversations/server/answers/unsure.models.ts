import type { ReservationEnd } from '#features/paywall/server/paywall.usecases.ts';
import type { AnswerEnd } from '../conversations.repository.ts';

/**
 * Phrases of the built-in engine that answer nothing: what was asked is not there, was not understood, or was
 * not done.
 */
const unknownPhrases = [
  'unknown',
  'unknownTopics',
  'unknownNear',
  'unknownFile',
  'unclear',
  'sorry',
  'toolFailed',
  'toolUnknown',
  'toolLimit',
  'toolDeclined',
] as const;

/**
 * How language models say that they don't know, in the six languages; lower case, with straight apostrophes.
 */
const unknownWords = [
  /\bi(?: am|'m) (?:not sure|unsure|afraid i (?:don't|do not|can't|cannot))/,
  /\bi (?:don't|do not) (?:know|have (?:any |enough |that |this |the |specific )*(?:information|details|data|answer))/,
  /\bi (?:can't|cannot|could not|couldn't|can not|was unable to|am unable to|'m unable to) (?:find|answer|tell)/,
  /\bthere(?: is|'s) (?:no|nothing) (?:information|mention|details?|about)/,
  /\bik weet (?:het |dat )?niet/,
  /\bdat weet ik (?:helaas )?niet/,
  /\bik (?:heb|beschik over) (?:daar(?:over)? )?geen (?:informatie|gegevens)/,
  /\bdaar(?:over)? heb ik geen informatie/,
  /\bik kan (?:dat|dit|hier|daar|het|geen)[^.]{0,40}(?:niet )?(?:vinden|beantwoorden)/,
  /\bik kon [^.]{0,60}niet vinden/,
  /\bno lo sé/,
  /\bno sé/,
  /\bno (?:tengo|dispongo de) (?:esa |esta |la |ninguna |más )*información/,
  /\bno (?:he encontrado|encuentro|pude encontrar|puedo (?:encontrar|responder))/,
  /\bno estoy segur[oa]/,
  /\bnão sei/,
  /\bnão (?:tenho|disponho de) (?:essa |esta |a |nenhuma |mais )*informaç/,
  /\bnão (?:encontrei|consegui encontrar|consigo (?:encontrar|responder)|posso responder)/,
  /\bnão tenho (?:a )?certeza/,
  /\bje ne sais pas/,
  /\bje (?:ne dispose pas|n'ai pas|n'ai aucune)[^.]{0,30}information/,
  /\bje n'ai (?:pas trouvé|rien trouvé)/,
  /\bje ne (?:trouve|peux)[^.]{0,30}(?:pas|répondre)/,
  /\bje ne suis pas (?:sûr|certain)/,
  /(?:^|[^\p{L}])nevím/u,
  /(?:^|[^\p{L}])nemám (?:o tom |k tomu |tyto |žádné |dostatek )*informac/u,
  /(?:^|[^\p{L}])(?:nenašel|nenašla|nenalezl|nenalezla) jsem/u,
  /(?:^|[^\p{L}])nemohu (?:najít|odpovědět)/u,
  /(?:^|[^\p{L}])nejsem si jist/u,
];
/** An answer that is longer says something beside that it does not know. */
const longestUnknown = 320;
/** As many words beside it tell something. */
const fewestInforming = 8;

/**
 * Where a sentence that does not know goes on to say something after all: “I am not sure, but breakfast is
 * from seven.”
 */
const turns = new RegExp(
  `[,;:–—]?\\s+(?:${[
    'but|however|though|still',
    'maar|echter|wel',
    'pero|sin embargo|aunque',
    'mas|porém|contudo|no entanto|embora',
    'mais|cependant|toutefois|néanmoins',
    'ale|avšak|nicméně',
  ].join('|')})\\s+`,
  'u',
);
/** What only leads on: to people, to pages, to another question. Word beginnings, in the six languages. */
const pointers = new RegExp(
  `(?:^|[^\\p{L}])(?:${[
    'contact|reach out|reach them|ask|call|e-?mail|website|help|assist|rephras|in other words|else|sorry',
    'neem|bel|mail|vraag|site|helpen|anders|sorry|helaas',
    'contact|pregunt|llam|correo|escrib|sitio|ayudar|reformul|lo siento|lamento',
    'contat|pergunt|lig|escrev|site|ajudar|reformul|desculp|lamento|infelizmente',
    'contact|demand|appel|écri|site|aider|reformul|désolé|malheureusement',
    'kontakt|obra|zeptejte|zavol|napi|stránk|pomo|bohužel|omlouv|jinak',
  ].join('|')})`,
  'u',
);

/**
 * Whether an answer tells something beside that it does not know. A model can be asked to begin each answer
 * with “I am not sure”: what counts is what is left without such words, without questions back, and without
 * what only sends elsewhere.
 */
function informs(plain: string): boolean {
  const clauses = plain.split(/(?<=[.!?…:;])\s+|\n+/).flatMap((sentence) => sentence.split(turns));
  const telling = clauses.filter((clause) => {
    const isAbout = !unknownWords.some((words) => words.test(clause)) && !clause.trim().endsWith('?');
    return isAbout && !pointers.test(clause);
  });
  const wordsIn = (clause: string): number => clause.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  // A number is an answer in few words: a price, a time, a date.
  if (telling.some((clause) => /\p{N}/u.test(clause) && wordsIn(clause) >= 3)) return true;
  return telling.reduce((sum, clause) => sum + wordsIn(clause), 0) >= fewestInforming;
}

/** Texts by language and key, as the built-in engine has them. */
export type EnginePhrases = readonly Readonly<Record<string, string>>[];

function patternOf(phrase: string): RegExp {
  const parts = phrase.split(/\{\{\s*\w+\s*\}\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[\\s\\S]*')}$`);
}

/** Finds out whether an answer only says that the agent does not know. */
export function createUnsureReader(
  phrases: EnginePhrases,
): (end: Pick<AnswerEnd, 'body' | 'engine' | 'parts' | 'citations' | 'attachments'>) => boolean {
  const patterns = phrases.flatMap((texts) =>
    unknownPhrases.flatMap((key) => (texts[key] ? [patternOf(texts[key])] : [])),
  );
  return ({ body, engine, parts, citations, attachments }) => {
    const text = body.trim();
    if (parts.length > 0 || attachments.length > 0) return false;
    // It names the places that come closest, and says that they are no answer.
    if (engine === 'built-in') return patterns.some((pattern) => pattern.test(text));
    if (citations.length > 0) return false;
    const plain = text.toLowerCase().replace(/[’‘]/g, "'");
    return (
      plain.length <= longestUnknown && unknownWords.some((words) => words.test(plain)) && !informs(plain)
    );
  };
}

/**
 * What becomes of the message that was reserved for an answer: charged when something was delivered, given
 * back when not. `isUnsure` is an answer that only says so, where such ones are free.
 */
export function reservationEndOf(
  end: Pick<AnswerEnd, 'status' | 'body' | 'parts' | 'attachments'>,
  isUnsure: boolean,
): ReservationEnd {
  if (end.status === 'complete')
    return isUnsure ? { outcome: 'release', reason: 'unsure' } : { outcome: 'commit', reason: 'answered' };
  if (end.status !== 'stopped')
    return { outcome: 'release', reason: end.status === 'failed' ? 'failed' : 'interrupted' };
  const isEmpty = end.body.trim() === '' && end.parts.length === 0 && end.attachments.length === 0;
  return isEmpty ? { outcome: 'release', reason: 'stopped_early' } : { outcome: 'commit', reason: 'stopped' };
}

import { languages, type Language } from '#shared/languages.ts';
import { messageInWords, type MessagePart } from '#shared/chat/message-parts.ts';
import { plainText } from '#shared/text/plain-text.ts';

/**
 * How people ask for somebody instead of a machine, without accents and in small letters: in so many words,
 * so that a question about people ("do you have human support?", "who is your agent in Lyon?") is answered
 * and not handed on.
 */
const requests: Record<Language, RegExp> = {
  en: /\b((talk|speak|chat|write|connect|transfer|put|pass|hand|switch|get) (me |us |this )?(directly )?(on |over |through )?(to|with) (a |an |some |the |your |any )?(real |live |actual |human )?(human|person|people|somebody|someone|agent|operator|employee|representative|support team|colleague|staff|team member|customer service)|(real|live|actual) (human|person|agent|operator)( please)?|(want|need|get me|give me|like) (a |an |some )(real |live |actual )?(human|person|operator|representative|employee)\b|human (please|now)|^(human|agent|operator|person|representative)[.!? ]*$)/,
  nl: /\b((met|naar) (een |iemand van |jullie |de )?(echt(e)? |menselijke |levend(e)? )?(mens|persoon|iemand|medewerker|medewerkster|collega|klantenservice|het team)\b.{0,20}(praten|spreken|chatten|overleggen|doorverbinden|doorverbonden)|(praten|spreken|chatten|doorverbinden|doorverbonden|verbind me|verbind mij)\b.{0,12}(met|naar|door met) (een |iemand|de |jullie )?(echt(e)? |menselijke )?(mens|persoon|iemand|medewerker|collega|klantenservice)\b|(iemand|een medewerker|een mens|een echt persoon|een collega) spreken|echt(e)? (mens|persoon|medewerker)( alstublieft| aub| graag)?|^(mens|medewerker|operator)[.!? ]*$)/,
  es: /\b((hablar|chatear|comunicarme|contactar|conectame|conecteme|pasame|paseme|pasarme|transfiereme|transfierame) (directamente )?(con|a) (un |una |algun |alguna |el |la )?(persona|humano|ser humano|alguien|agente|operador|operadora|empleado|empleada|asesor|asesora|representante|companero|atencion al cliente)|(persona|agente) (real|humana|humano)|(quiero|necesito|prefiero) (a )?(un |una )(persona|humano|agente|operador)\b|^(humano|persona|agente|operador)[.!? ]*$)/,
  pt: /\b((falar|conversar|contatar|contactar|conecte-me|me conecte|passar|passe-me|me passe|transfira-me|me transfira|ligue-me) (diretamente )?(com|para|a) (um |uma |algum |alguma |o |a )?(pessoa|humano|ser humano|alguem|atendente|agente|operador|operadora|funcionario|funcionaria|representante|colega|suporte humano)|(pessoa|atendente|agente) (real|de verdade|humano|humana)|atendimento humano|(quero|preciso de|prefiro) (um |uma )(pessoa|humano|atendente|operador)\b|^(humano|pessoa|atendente|operador)[.!? ]*$)/,
  fr: /\b((parler|discuter|echanger|passez-moi|passe-moi|transferez-moi|transfere-moi|mettez-moi en relation|etre mis en relation) (directement )?(a|avec|vers|au) ?(un |une |quelqu'un|quelquun|le |la )?(vrai |vraie |veritable )?(humain|personne|quelqu'un|quelquun|conseiller|conseillere|agent|operateur|operatrice|employe|employee|collegue|equipe|service client)\b|vraie personne|veritable personne|vrai humain|conseiller humain|agent humain|(je veux|je voudrais|je prefere|j'ai besoin d') ?(un |une )(humain|personne|conseiller|operateur)\b|^(humain|conseiller|operateur|agent)[.!? ]*$)/,
  cs: /\b((mluvit|promluvit|hovorit|popovidat si|psat si|spojit|spojte me|prepojit|prepojte me|prepoj me|spoj me)\b.{0,12}\b(s|se|na) (nejakym |zivym |skutecnym |opravdovym |lidskym |nekym |vasim )?(clovekem|cloveka|nekym|operatorem|operatora|pracovnikem|kolegou|zamestnancem|zivou osobou|podporou|obsluhou)|(zivy|skutecny|opravdovy) (clovek|operator)|(zivym|skutecnym|opravdovym) clovekem|(chci|potrebuji|radeji) (cloveka|operatora)\b|^(clovek|cloveka|operator|operatora)[.!? ]*$)/,
};
/** Said in front of it, it is not asked for. */
const refusals =
  /\b(don'?t|do not|no need|niet|geen|no (quiero|necesito|hace falta)|nao (quero|preciso)|ne (veux|souhaite) pas|pas besoin|nechci|nepotrebuji)\b.{0,24}$/;

const plain = (text: string): string => plainText(text).replace(/[’`]/g, "'").replace(/\s+/g, ' ').trim();

/** Whether somebody who writes this asks for a person, in any of the six languages. */
export function asksForPerson(text: string): boolean {
  const said = plain(text.slice(0, 1_000));
  return languages.some((language) => {
    const found = requests[language].exec(said);
    return found !== null && !refusals.test(said.slice(0, found.index));
  });
}

const wordsOf = (text: string): Set<string> => new Set(plain(text).match(/[\p{L}\p{N}]+/gu) ?? []);

/** How much of two texts is the same, by their words: 0 to 1. */
function likeness(left: string, right: string): number {
  const [a, b] = [wordsOf(left), wordsOf(right)];
  if (a.size === 0 || b.size === 0) return 0;
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared / (a.size + b.size - shared);
}

const loopTurns = 3;
const sameFrom = 0.6;

type Said = {
  role: string;
  body: string;
  parts: readonly MessagePart[];
};

/** The same few words over other cards lead on. */
const isAlike = (one: Said, other: Said): boolean =>
  likeness(one.body, other.body) >= sameFrom &&
  messageInWords('', one.parts) === messageInWords('', other.parts);

/**
 * Whether a talk goes in circles: the visitor asked much the same three times, or got the same answer as
 * often. The newest message is last.
 */
export function goesInCircles(talk: readonly Said[]): boolean {
  return ['visitor', 'assistant'].some((role) => {
    const last = talk.filter((message) => message.role === role).slice(-loopTurns);
    return last.length === loopTurns && last.slice(1).every((message, at) => isAlike(message, last[at]!));
  });
}

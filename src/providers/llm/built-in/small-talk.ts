import { type Language, languages } from '#shared/languages.ts';
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

type Patterns = Record<Language, string>;

const greeting: Patterns = {
  en: 'hello|hi|hey|hiya|howdy|good (?:morning|afternoon|evening|day)|greetings',
  nl: 'hallo|hoi|hai|hey|dag|goede(?:morgen|middag|navond)|goeden?avond|goeiedag|goedendag|goeie(?:morgen|middag|navond)',
  es: 'hola|buenas|buenos dias|buenas tardes|buenas noches|buen dia',
  pt: 'ola|oi|bom dia|boa tarde|boa noite|viva',
  fr: 'bonjour|bonsoir|salut|coucou|hello',
  cs: 'ahoj|cau|nazdar|zdravim|dobry den|dobre rano|dobry vecer|dobre odpoledne|hezky den',
};
const politeTail =
  '(?: (?:there|all|everyone|team|allemaal|daar|a todos|a todas|que tal|a todos e todas|tout le monde|a tous|vsem|vam))?';

const whole: Record<Exclude<SmallTalk, 'greeting'>, Patterns> = {
  howAreYou: {
    en: 'how are you(?: doing)?(?: today)?|how is it going|hows it going|whats up',
    nl: 'hoe gaat het(?: met (?:je|jou|u))?|hoe gaat ie|alles goed',
    es: 'como estas?|que tal(?: estas?)?|como te va|como esta usted',
    pt: 'como esta[s]?|tudo bem|como vai(?: voce)?|como vais',
    fr: '(?:comment )?ca va|comment allez vous|comment vas tu|tu vas bien',
    cs: 'jak se mas|jak se mate|jak se dari|jak je',
  },
  thanks: {
    en: '(?:many |ok |great |perfect )?(?:thanks|thank you|thx|ty|cheers)(?: (?:a lot|very much|so much|for (?:your|the) (?:help|info|information|answer)))?',
    nl: '(?:ok |top |super |hartelijk |heel erg |mooi )?(?:bedankt|dank ?(?:je|u)(?: ?wel)?|dankjewel|dankuwel|merci|thanks)(?: (?:voor (?:je|uw|de) (?:hulp|info|informatie|antwoord)|he))?',
    es: '(?:muchas |mil |ok |vale |perfecto )*gracias(?: por (?:la|tu|su) (?:ayuda|informacion|respuesta))?',
    pt: '(?:muito |ok |mto )*(?:obrigad[oa]|obg|valeu|agradecid[oa])(?: pel[oa] (?:ajuda|informacao|resposta))?',
    fr: '(?:ok |super |parfait |un grand |grand )*merci(?: (?:beaucoup|bien|a vous|infiniment|pour (?:votre|l|ton) ?(?:aide|reponse|info)s?))?',
    cs: '(?:ok |super |moc |mockrat |velmi )*(?:dekuji|dekuju|diky|dik|dikes)(?: (?:moc|mockrat|vam|za (?:pomoc|info|informace|odpoved)))*',
  },
  goodbye: {
    en: '(?:good)?bye(?: bye)?|see you(?: (?:later|soon))?|have a (?:nice|good|great) (?:day|evening|weekend)|good night|cya|take care',
    nl: 'doei|dag dag|tot ziens|tot (?:snel|straks|later|morgen)|fijne (?:dag|avond)(?: nog)?|goedenacht|welterusten|de groeten',
    es: 'adios|hasta (?:luego|pronto|manana|la vista)|chao|nos vemos|que (?:tengas|tenga) (?:un )?buen(?:a)? (?:dia|tarde|noche)',
    pt: 'adeus|tchau|ate (?:logo|breve|ja|amanha|a proxima)|xau|tenha um bom dia',
    fr: 'au revoir|a bientot|a plus(?: tard)?|bonne (?:journee|soiree|nuit)|ciao|a demain',
    cs: 'na ?shledanou|sbohem|mejte se(?: hezky)?|mej se|cau cau|pa|papa|hezky (?:den|vecer)|dobrou noc|tak zatim',
  },
  acknowledged: {
    en: 'ok(?:ay)?|great|perfect|cool|nice|super|alright|got it|i see|very good|good|fine|understood|no|nope|no thats all|thats all',
    nl: 'ok(?:e|ay)?|prima|top|mooi|super|perfect|duidelijk|begrepen|goed zo|fijn|goed|nee|nee dat was het|dat was alles',
    es: 'ok(?:ay)?|vale|perfecto|genial|bien|muy bien|entendido|de acuerdo|no|no eso es todo|eso es todo|estupendo',
    pt: 'ok(?:ay)?|perfeito|otimo|optimo|certo|esta bem|ta bom|entendi|percebi|fixe|nao|e tudo|so isso',
    fr: 'ok(?:ay)?|d ?accord|parfait|super|tres bien|bien|compris|entendu|genial|non|c est tout|ca marche',
    cs: 'ok(?:ay|ej)?|dobre|super|vyborne|skvele|rozumim|jasne|fajn|v poradku|chapu|ne|to je vse|to je vsechno',
  },
  whoAreYou: {
    en: '(?:so )?who are you|what are you|are you (?:a |an )?(?:real |human|person|robot|bot|chatbot|ai|machine|chat ?gpt|gpt)(?: ?(?:person|human|being|bot))?|am i (?:talking|speaking|chatting) (?:to|with) (?:a |an )?(?:real )?(?:person|human|robot|bot|ai)|whats your name|what is your name|is this (?:a )?(?:bot|robot|ai|human)|which (?:language )?model (?:are you|do you use)',
    nl: 'wie ben (?:je|jij)|wie bent u|wat ben (?:je|jij)|ben (?:je|jij) (?:een )?(?:echt(?:e)? )?(?:mens|robot|bot|chatbot|persoon|ai|computer|echt)|bent u (?:een )?(?:mens|robot|bot)|hoe heet (?:je|jij|u)|praat ik met een (?:mens|robot|bot|echt persoon)',
    es: 'quien (?:eres|es usted|sois)|que eres|(?:eres|es usted) (?:un |una )?(?:humano|persona|robot|bot|maquina|ia|chatbot|persona real)|como te llamas|hablo con (?:un|una) (?:persona|robot|humano|bot)',
    pt: 'quem (?:es|e voce|e tu|e)|o que (?:es|e voce)|(?:es|e|voce e) (?:um |uma )?(?:humano|pessoa|robo|robot|bot|maquina|ia|chatbot|pessoa real)|como te chamas|qual (?:e )?o (?:seu|teu) nome|estou a falar com (?:um|uma) (?:pessoa|robo|robot|bot)',
    fr: '(?:mais )?qui (?:etes vous|es tu)|tu es qui|vous etes qui|(?:etes vous|es tu|vous etes|tu es) (?:un |une )?(?:humain|robot|bot|personne|vrai(?:e)? personne|machine|ia|chatbot)|comment (?:vous appelez vous|t ?appelles tu)|(?:est ce que )?je parle (?:a|avec) un(?:e)? (?:robot|humain|personne|bot)',
    cs: 'kdo (?:jsi|jste)|co (?:jsi|jste) zac|(?:jsi|jste) (?:clovek|robot|bot|chatbot|umela inteligence|ai|stroj|skutecny clovek)|jak se (?:jmenujes|jmenujete)|(?:mluvim|pisu si) s (?:clovekem|robotem|botem)',
  },
  whatCanYouDo: {
    en: 'what can you (?:do|help (?:me )?with|tell me|answer)(?: for me)?|how can you help(?: me)?|what do you (?:do|know)|help(?: me)?|what can i ask(?: you)?|what (?:topics|questions) (?:can|do) (?:you|i) (?:answer|know|ask)|can you help(?: me)?|i need help|i have a question',
    nl: 'wat kun (?:je|jij)(?: (?:allemaal )?(?:doen|voor mij doen|voor me doen))?|wat kunt u(?: doen| voor mij doen)?|waarmee kun je (?:me |mij )?helpen|waar kun je mee helpen|wat weet je|help(?: me)?|wat kan ik (?:je )?vragen|kun je (?:me |mij )?helpen|ik heb een vraag|hulp',
    es: 'que (?:puedes|sabes) hacer(?: por mi)?|en que (?:me )?puedes ayudar(?:me)?|como (?:me )?puedes ayudar(?:me)?|ayuda(?:me)?|que (?:te )?puedo preguntar(?:te)?|que sabes|(?:me )?puedes ayudar(?:me)?|tengo una pregunta|necesito ayuda',
    pt: 'o que (?:podes|pode|sabes|sabe|consegue|consegues) fazer(?: por mim)?|em que (?:me )?(?:podes|pode) ajudar(?: me)?|como (?:me )?(?:podes|pode) ajudar(?: me)?|ajuda(?: me)?|o que posso perguntar|o que sabes|(?:podes|pode) ajudar(?: me)?|tenho uma (?:pergunta|duvida)|preciso de ajuda',
    fr: '(?:que|qu est ce que) (?:pouvez vous|peux tu|vous pouvez|tu peux|sais tu|savez vous) ?(?:faire)?(?: pour moi)?|comment (?:pouvez vous|peux tu) m ?aider|aide(?: moi)?|aidez moi|que puis je (?:vous |te )?demander|(?:pouvez vous|peux tu) m ?aider|j ai une question|j ai besoin d aide|a quoi (?:tu sers|servez vous)',
    cs: 'co (?:umis|umite|dokazes|dokazete|vis|vite)|s cim (?:mi )?(?:muzes|muzete|dokazete) (?:pomoci|poradit|pomoct)|jak (?:mi )?(?:muzes|muzete) (?:pomoci|pomoct)|pomoc|pomozte(?: mi)?|na co se (?:muzu|mohu) (?:ptat|zeptat)|(?:muzes|muzete|mohl byste|mohli byste) mi (?:pomoci|pomoct|poradit)|mam (?:otazku|dotaz)|potrebuji (?:pomoc|poradit)',
  },
  person: {
    en: '(?:(?:can|could|may) i |i (?:want|need|would like|d like) to |let me |please )*(?:(?:talk|speak|chat) (?:to|with)|connect me (?:to|with)|get me) (?:a |an |some |the )?(?:real )?(?:human|person|someone|somebody|agent|employee|human being|staff|operator)(?: please)?|human(?: please)?|real person(?: please)?',
    nl: '(?:(?:kan|mag) ik |ik wil (?:graag )?)*(?:met )?(?:een )?(?:echt(?:e)? )?(?:mens|medewerker|persoon|iemand)(?: van vlees en bloed)? (?:spreken|praten)|(?:verbind|verbindt) (?:me|mij) door(?: met een (?:mens|medewerker))?|mens|medewerker|(?:kan|mag) ik met (?:een (?:mens|medewerker)|iemand) (?:spreken|praten)',
    es: '(?:(?:quiero|quisiera|puedo|necesito|me gustaria) )*hablar con (?:un |una )?(?:humano|persona|persona real|agente|alguien|empleado|asesor)|(?:un )?humano|persona real|pasame con (?:una persona|alguien|un agente)',
    pt: '(?:(?:quero|queria|posso|preciso de|gostaria de) )*falar com (?:um |uma )?(?:humano|pessoa|pessoa real|atendente|alguem|funcionario|assistente humano)|(?:um )?humano|pessoa real',
    fr: '(?:(?:je veux|je voudrais|puis je|je souhaite|j aimerais|est ce que je peux) )*parler (?:a|avec) (?:un |une |quelqu )?(?:humain|personne|vraie personne|conseiller|conseillere|un|agent|employe)|(?:un )?humain|(?:un )?conseiller|vraie personne',
    cs: '(?:(?:chci|chtel bych|chtela bych|mohu|muzu|potrebuji) )*(?:mluvit|promluvit si|promluvit|spojit se) s (?:nejakym )?(?:clovekem|nekym|operatorem|pracovnikem|zivym clovekem|kolegou)|(?:prepojte|spojte) me (?:s|na) \\w+|clovek',
  },
  sorry: {
    en: 'that(?:s| is| was| does| did)?(?: not|nt) (?:help(?:ful)?|helping|right|correct|what i (?:asked|meant|mean))|wrong(?: answer)?|that(?:s| is) wrong|not helpful|useless|you(?: do not| dont) understand(?: me)?',
    nl: 'dat (?:klopt niet|helpt (?:me )?niet|bedoel ik niet|is (?:fout|niet juist|niet wat ik (?:vroeg|bedoel)))|fout(?: antwoord)?|je begrijpt (?:me|mij|het) niet|nutteloos',
    es: 'eso no (?:es (?:correcto|lo que (?:pregunte|pregunto))|ayuda|me (?:ayuda|sirve))|no me (?:ayuda|sirve|entiendes)|incorrecto|inutil',
    pt: 'isso (?:nao (?:ajuda|esta certo|e o que (?:perguntei|pedi))|esta errado)|errado|nao (?:me )?(?:ajuda|entende|entendes)|inutil',
    fr: 'ce n ?est pas (?:ca|correct|ma question|ce que je (?:demande|cherche))|ca ne m ?aide pas|c ?est faux|faux|vous ne (?:me )?comprenez pas|inutile',
    cs: 'to (?:neni (?:spravne|to, na co se ptam|ono)|nepomohlo|mi nepomohlo|je (?:spatne|blbost))|spatne|nerozumite mi|nerozumis|k nicemu',
  },
};

const compiled = new Map<SmallTalk, RegExp>(
  (Object.keys(whole) as (keyof typeof whole)[]).map((kind) => [
    kind,
    new RegExp(`^(?:${languages.map((language) => whole[kind][language]).join('|')})$`),
  ]),
);
const anyGreeting = languages.map((language) => greeting[language]).join('|');
const onlyGreeting = new RegExp(`^(?:(?:${anyGreeting})${politeTail} ?)+$`);
const leadingGreeting = new RegExp(`^(?:(?:${anyGreeting})${politeTail} )+(?=\\S)`);
const closings =
  /(?: (?:please|alsjeblieft|alstublieft|aub|por favor|porfa|se faz favor|s il vous plait|svp|stp|prosim))$/;

/** Whether a message is small talk, in any of the six languages; null when it asks something. */
export function smallTalk(message: string): SmallTalk | null {
  const plain = plainWords(message);
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
  return null;
}

function plainWords(message: string): string {
  if (message.length > 200) return '';
  return foldAccents(message.normalize('NFC').toLowerCase())
    .replace(/['’ʼ](?=s\b|re\b|nt\b|t\b|d\b)/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

import type { Language } from '#shared/languages.ts';
import { foldAccents } from './tokenize.ts';

/** Accent-less spellings count too, where they mean nothing else. */
const meaningfulWithoutAccent = new Set([
  'te',
  'ete',
  'plus',
  'a',
  'as',
  'de',
  'mas',
  'no',
  'por',
  'se',
  'pos',
  'mi',
  'ti',
]);

/**
 * Words that carry grammar only: neither indexed nor asked for. Short on purpose: what might be looked for
 * stays.
 */
const grammar: Record<Language, ReadonlySet<string>> = {
  en: list(`a about after all also am an and any are aren't as at be because been before being both but by can can't could couldn't did didn't do does doesn't doing don't down during each
    few for from had has have haven't having he her here hers him his how i i'd i'll i'm i've if in into is isn't it it's its itself just let's me more most my myself no nor not of off on once only or
    other our ours out over own same she should so some such than that that's the their theirs them then there these they they're this those through to too under until up upon us very was
    wasn't we we're we've were weren't what what's when where where's which while who who's whom whose why will with won't would wouldn't you you're you've your yours dont doesnt im its isnt cant`),
  nl: list(`aan al als alle alles bij binnen daar dan dat de der deze die dit doen door dus een één eens en er ge geen had hadden heb hebben hebt heeft hem het hier hij hoe hun ik in is ja je jij
    jou jouw jullie kan kon kunnen kunt maar me meer men met mij mijn moet na naar nee niet niets nog nu of om omdat ons onze ook op over reeds te tegen toch toen tot u uit uw van veel
    voor want waren was wat we wel welk welke werd wezen wie wij wil worden wordt ze zelf zich zij zijn zo zonder zou zullen`),
  es: list(`a al algo algún alguna algunas alguno algunos ante antes como con contra cual cuál cuales cuáles cuando cuándo de del desde donde dónde durante e el él ella ellas ellos en entre era eran es esa esas ese eso esos
    esta está están estas este esto estos estoy fue fueron ha había han has hasta hay he la las le les lo los más me mi mis mucho muy nada ni no nos nosotros nuestra nuestro o os otra otro
    para pero por porque qué que quien quién se sea ser si sí sin sobre son soy su sus también te tiene tienen toda todo todos tu tú tus un una unas uno unos usted ustedes vuestra vuestro
    y ya yo puedo puede pueden`),
  pt: list(`a à ao aos aquela aquele aquilo as às até com como da das de dela dele deles depois do dos e é ela elas ele eles em entre era eram essa esse esta está estão estas este estes eu foi foram
    há isso isto já lhe lhes mais mas me mesmo meu meus minha minhas muito na não nas nem no nos nós nossa nosso num numa o os ou para pela pelas pelo pelos per por porque qual quais quando que quê quem se
    sem ser será seu seus só somos são sou sua suas também te tem têm ter teu teve tu tua um uma umas uns você vocês vos onde posso pode podem`),
  fr: list(`à a ai aie ainsi alors après as au aucun aura aussi autre aux avait avant avec avez avoir avons c ça car ce cela ces cet cette ceux chez ci comme comment d dans de des donc dont du elle elles en
    encore entre es est et étaient était être êtes sommes eu eux fait faire fut il ils j je l la là le les leur leurs lors lui m ma mais me même mes moi moins mon n ne ni nos notre nous on ont ou où par pas
    peu peut peuvent peux plus pour pourquoi puis qu quand que quel quelle quelles quels qui quoi s sa sans se sera ses si son sont sous suis sur t ta te tes toi ton tous tout toute toutes très tu
    un une vers vos votre vous y est-ce`),
  cs: list(`a aby ač ale ani ano asi aspoň až bez bude budeme budete budou by byl byla byli bylo být co což či do ho i já jak jaký jaká jaké jakou jací jako je jeho jej její jejich jen ještě ji jí jim jimi jinak jsem jsi jsme
    jsou jste již k kam kde kdo kdy když ke která které který kteří ku lze ma má mají máme máte mám mě mezi mi mít mne mně mnou můj můžu může můžete mohu my na nad nám námi nás náš naše ne nebo nebyl nechť něco nejsou
    není než nic o od on ona oni ono ony pak po pod podle pokud pouze pro proč proto protože před přes při s se si sice sem ta tak také takže tam tato te tě ten tedy tento teto ti to
    tobě toho tohoto tom tomto tomu tomuto tu tuto ty tyto u už v vám vámi vás váš vaše ve však vy z za zde že`),
};

/** What people say around a question. Looked for only if nothing else was said. */
const chatter: Record<Language, ReadonlySet<string>> = {
  en: list(`hello hi hey please thanks thank know tell want like need wondering wonder help question ask asking say explain give show find looking look get got could possible much many really actually ok okay
    information info something anything someone describe`),
  nl: list(`hallo hoi dag alsjeblieft alstublieft bedankt dank weten weet vertel vertellen graag wil willen vraag vragen zeggen zeg geef geven toon tonen zoek mag mogelijk eigenlijk even ok oke informatie info
    iets hoeveel waar wanneer waarom hoelang`),
  es: list(`hola favor gracias saber sabe sabes decir dime dígame quiero quisiera quería gustaría necesito ayuda pregunta preguntar información info mostrar busco buscando posible podría podrías podéis puedes
    buenas buenos días tardes cuanto cuánto cuanta cuánta cuantos cuántos cuantas cuántas`),
  pt: list(`olá oi favor obrigado obrigada saber sabe dizer diga-me quero queria gostaria gostava preciso ajuda pergunta perguntar informação informações info mostrar procuro possível poderia poderiam podia
    bom boa quanto quanta quantos quantas`),
  fr: list(`bonjour bonsoir salut merci svp plaît plait savoir dire dites dis veux voudrais souhaite souhaiterais aimerais besoin aide aider question demander renseignement renseignements info infos montrer
    cherche possible pouvez peux pourriez combien`),
  cs: list(
    `ahoj dobrý den prosím prosim děkuji díky vědět řekněte řekni povězte chci chtěl chtěla bych potřebuji potřebuju pomoc otázka dotaz zeptat informace info ukažte hledám možné mohli mohl byste kolik`,
  ),
};

/** Whether a lower-case word is grammar only and stays out of the index. */
export function isStopWord(word: string, language: Language): boolean {
  return grammar[language].has(word);
}

/** Whether a lower-case word of a question only carries the question. */
export function isChatter(word: string, language: Language): boolean {
  return chatter[language].has(word);
}

function list(words: string): ReadonlySet<string> {
  const all = new Set<string>();
  for (const word of words.split(/\s+/).filter(Boolean)) {
    all.add(word);
    const plain = foldAccents(word);
    if (!meaningfulWithoutAccent.has(plain)) all.add(plain);
    if (plain.includes("'")) all.add(plain.replace("'", ''));
  }
  return all;
}

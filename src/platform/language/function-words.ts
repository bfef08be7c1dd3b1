import type { Language } from '#shared/languages.ts';

/**
 * Short everyday words that give a language away in a chat line, where a statistical detector has too little
 * to go on.
 * A word may stand under several languages: it then counts as a weak hint for each.
 */
export const functionWords: Record<Language, ReadonlySet<string>> = {
  en: words(`a an the and or but is are was were am be been do does did can could will would should shall may might must have has had i you he she it we they my your his her its our
    their me him us them this that these those what when where which who whom whose why how much many there here of in on at to for from with without about by if not no yes please
    hello hi hey thanks thank bye goodbye good morning evening open opening hours price prices cost costs sell buy need want get find tell know any some today tomorrow
    monday tuesday wednesday thursday friday saturday sunday closed shipping delivery refund return returns policy phone repair contact help okay`),
  nl: words(`de het een en of maar is zijn was waren ben bent wordt worden kan kun kunt kunnen zal zou moet mag wil wilt hebben heb hebt heeft ik jij je u hij zij ze wij we jullie mijn
    jouw uw ons onze hun mij hem haar dit dat deze die wat wanneer waar welke welk wie waarom hoe hoeveel er hier daar van in op aan te naar voor met zonder over door bij als niet geen
    nee ja hallo hoi dag goedemorgen goedemiddag goedenavond goeiedag bedankt dank doei tot graag alsjeblieft alstublieft open openingstijden prijs prijzen kost kosten verkopen
    kopen nodig vandaag morgen maandag dinsdag woensdag donderdag vrijdag zaterdag zondag gesloten levering verzending retourneren retour telefoon reparatie laat ook nog`),
  es: words(`el la los las un una unos unas y o pero es son era ser estar está están soy estoy puedo puede pueden podría quiero quiere necesito hay tengo tiene tienen tenéis yo tú usted
    ustedes él ella nosotros ellos mi tu su nuestro me te se lo le esto eso este esta estos estas qué que cuándo cuando dónde donde cuál cual cuáles quién quien por para cómo como
    cuánto cuanto cuánta cuántos cuesta cuestan aquí allí de del en a al con sin sobre si sí no hola buenas buenos días tardes noches gracias adiós hasta luego favor abierto abren
    abrís horario horarios precio precios venden vende comprar hoy mañana lunes martes miércoles jueves viernes sábado domingo cerrado envío devolución teléfono reparación`),
  pt: words(`o a os as um uma uns umas e ou mas é são era ser estar está estão sou estou posso pode podem poderia quero quer preciso há tenho tem têm eu tu você vocês ele ela nós eles
    meu minha seu sua nosso me te se isto isso este esta que quê quando onde qual quais quem por para como quanto quanta quantos custa custam aqui ali de do da dos das em no na nos
    nas ao à com sem sobre sim não olá oi bom boa dia tarde noite obrigado obrigada adeus tchau até favor aberto abrem abre horário horários preço preços vendem vende comprar hoje
    amanhã segunda terça quarta quinta sexta feira sábado domingo fechado envio entrega devolução telefone reparação conserto fica ficam`),
  fr: words(`le la les un une des et ou mais est sont était être suis êtes sommes peux peut peuvent pouvez pourrait veux veut voulez faut ai as a avez avons ont je tu il elle on nous vous
    ils elles mon ma mes ton ta votre vos notre nos leur leurs ce cet cette ces ça ceci cela quoi que qu quand où quel quelle quels quelles qui pourquoi comment combien y ici là de
    du en au aux à dans sur sous pour par avec sans si oui non pas ne bonjour bonsoir salut merci revoir bientôt svp plaît ouvert ouverts ouverture horaires prix tarif tarifs coûte
    coute vendez acheter aujourd hui demain lundi mardi mercredi jeudi vendredi samedi dimanche fermé livraison retour retours téléphone réparation est-ce`),
  cs: words(`a i ale nebo je jsou byl byla bylo být jsem jsi jste jsme může můžu mohu můžete lze chci chce chcete potřebuji mám má máte mate mají já ty on ona my vy oni můj moje váš vaše
    vase náš naše ten ta to tento tato tyto co kdy kde kam který která které kdo proč proc jak jaký jaká jaké jake kolik čí tady zde tam z ze v ve na do od s se si bez o u po při
    za jestli zda ne ano ahoj čau dobrý dobry den večer dobré ráno děkuji dekuji díky diky nashledanou shledanou prosím prosim otevřeno otevreno otevírací oteviraci doba cena ceny
    stojí stoji prodáváte prodavate koupit dnes zítra zitra pondělí úterý středa středu čtvrtek pátek sobota sobotu neděle neděli zavřeno doprava doručení vrácení vrátit telefon oprava opravy`),
};

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter(Boolean));
}

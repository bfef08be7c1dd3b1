import { lowestLevel, type Candidate } from './candidates.ts';
import type { WordCounts } from '#platform/text-search/word-counts.ts';
import { ofAThing, type ReadQuestion, type Wanted } from './question.ts';
import { answerLooks, lookOf, tellsByLook } from './answer-looks.ts';
import {
  defaultTold,
  instructs,
  isConditional,
  isFragment,
  isLabel,
  isPhrase,
  leads,
  leansOn,
  nameShare,
  rowTold,
  tellsAsked,
  toldOfVersions,
} from './sentence-forms.ts';
import { isCodeName } from '#platform/text-search/entry-names.ts';
import { entryShare, hasOption } from './entry-share.ts';
import { termListBelow } from './term-lists.ts';
import { passageShares, sharesOf, weightsOf } from './words/word-weights.ts';
import { enumerates, meaningOf, noMeaning, operates, toldOfEarlier, type Meaning } from './meaning-forms.ts';

/** What speaks for and against a candidate, each by its name in `content/answering/weights.json`. */
export type Evidence = Record<SentenceFeature, number>;

export const sentenceFeatures = [
  'own',
  'heading',
  'title',
  'around',
  'passage',
  'place',
  'near',
  'defines',
  'opens',
  'named',
  'default',
  'row',
  'asked',
  'unasked',
  'announces',
  'fragment',
  'code',
  'short',
  'long',
  'leaning',
  'nothingNew',
  'first',
  'words',
  'listed',
  'subject',
  'describes',
  'leads',
  'versions',
  'instructs',
  'conditional',
  'told',
  'genus',
  'called',
  'expands',
  'bare',
  'circumstance',
  'cells',
  'enumerates',
  'operates',
  'earlier',
  'heads',
  'lacks',
  'entry',
  'entryFirst',
  'elsewhere',
  'vague',
] as const;
export type SentenceFeature = (typeof sentenceFeatures)[number];

/** A candidate as the question sees it. */
export type Seen = {
  candidate: Candidate;
  evidence: Evidence;
  /** How much of each wanted thing the sentence itself has, the last one being the days; then with all around it. */
  covered: number[];
  coveredAround: number[];
  /** How much of the question the heading right above has. */
  above: number;
  /** What everyday questions look for, such as a price; added to the score as it is. */
  look: number;
  isOut: boolean;
};

/** From here on a sentence says what a thing is. */
const surelyTold = 0.5;

/** From here on a candidate stands in the entry of the very thing that is asked for. */
export const surelyEntered = 0.75;

/** How much of a wanted thing a candidate has, of whose words that is `whole`; `fsync` is not what `pg_test_fsync` is about. */
function shareOf(wanted: Wanted, candidate: Candidate, whole: number): number {
  const { terms, partTerms } = candidate;
  // “Compressed” is not what `--compressed` is about.
  if (wanted.option !== undefined && whole > 0)
    return hasOption(candidate, wanted.option) ? whole : whole * 0.4;
  if (whole === 0 || partTerms.size === 0 || wanted.isPart) return whole;
  return [...wanted.terms.keys()].some((term) => terms.has(term) && !partTerms.has(term))
    ? whole
    : whole * 0.4;
}

/** Looks at all candidates for a question. */
export function lookAt(question: ReadQuestion, candidates: readonly Candidate[], counts: WordCounts): Seen[] {
  const weights = weightsOf(question, candidates, counts);
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const heaviest = Math.max(...weights, 0.001);
  const passages = [...new Set(candidates.map(({ passage }) => passage))];
  const shares = sharesOf(question.wanted, candidates);
  const ofPassage = passageShares(candidates, shares);
  const sections = candidates.map(({ headings }) => headings.join());
  const bestPassage = Math.max(0.01, ...passages.map(({ score }) => score));
  const content = contentWords(question);
  // How something is done stands in no entry.
  const entered = candidates.map((candidate) =>
    question.kinds.has('howTo') ? 0 : entryShare(candidate, question),
  );
  const asksDefault = question.concepts.includes('default');
  const bestEntered = Math.max(0, ...entered);
  const wantsMeaning = question.kinds.has('definition') || question.kinds.has('purpose');
  const summed = (parts: readonly number[]): number =>
    parts.reduce((sum, part, index) => sum + part * (weights[index] ?? 0), 0) / total;
  return candidates.map((candidate, index) => {
    const sameSection = (offset: number): number | undefined => {
      const at = index + offset;
      const isSame = candidates[at]?.passage === candidate.passage && sections[at] === sections[index];
      return isSame ? at : undefined;
    };
    const neighbours = [sameSection(-2), sameSection(-1), sameSection(1)].flatMap((at) => {
      const other = at === undefined ? undefined : shares[at];
      return other ? [other.own] : [];
    });
    const named = Math.max(
      0,
      ...candidate.named.map((terms) => nameShare(terms, question, candidate.language)),
    );
    const entry = entered[index] ?? 0;
    // A section begins with anything; a term, and a page's "Description", with what the thing is.
    const isEntry = entry >= surelyEntered && isOfTerm(candidate);
    const opensEntry =
      isEntry && candidate.entryPlace === 0 && (!isFragment(candidate) || isPhrase(candidate));
    // A term and the first sentence of its explanation are one: the term is what that sentence speaks of.
    const isExplained =
      opensEntry ||
      (isEntry && asksDefault) ||
      (candidate.opens && named >= surelyNamed && !question.kinds.has('howTo'));
    const isLeaning = leansOn(candidate);
    const antecedent = isLeaning && !opensEntry ? shares[sameSection(-1) ?? -1] : undefined;
    const has = shares[index];
    const own: number[] = [];
    const itself: number[] = [];
    const heading: number[] = [];
    const title: number[] = [];
    const above: number[] = [];
    const around: number[] = [];
    const passage: number[] = [];
    const all: number[] = [];
    for (const [at, wanted] of question.wanted.entries()) {
      const look = wanted.concept === null ? undefined : answerLooks[wanted.concept];
      // A telephone number answers a question for one, whatever words stand around it.
      const here = Math.max(
        shareOf(wanted, candidate, has?.own[at] ?? 0),
        look && wanted.concept !== null && tellsByLook.has(wanted.concept) && look.test(candidate.text)
          ? 0.9
          : 0,
      );
      const near = has?.heading[at] ?? 0;
      const titled = has?.title[at] ?? 0;
      const told = isExplained ? explainedShare * Math.max(near, isEntry ? titled : 0) : 0;
      const meant = antecedent ? antecedentShare * (antecedent.own[at] ?? 0) : 0;
      const beside = Math.max(0, ...neighbours.map((other) => other[at] ?? 0));
      const inPassage = ofPassage.get(candidate.passage)?.[at] ?? 0;
      own.push(Math.max(here, meant, told));
      itself.push(here);
      heading.push(Math.max(0, near - Math.max(here, meant, told)));
      above.push(near);
      title.push(Math.max(0, titled - Math.max(here, meant, near)));
      around.push(Math.max(0, beside - Math.max(here, meant, near, titled)));
      passage.push(Math.max(0, inPassage - Math.max(here, near, titled, beside)));
      all.push(Math.max(here, near, 0.9 * titled, 0.6 * beside, 0.4 * inPassage));
    }
    const found = [...question.days].filter((day) => candidate.days.has(day)).length;
    const dayShare = question.days.size > 0 ? found / question.days.size : 0;
    own.push(dayShare);
    all.push(dayShare);
    const words = candidate.text.split(/\s+/).length;
    const meaning = wantsMeaning ? meaningOf(candidate, question) : noMeaning;
    const isBare =
      !isEntry &&
      explainsNothing(candidate) &&
      itself.every((part, at) => part === 0 || question.wanted[at]?.isLight);
    const isReference = wantsMeaning || question.kinds.has('howTo') || question.concepts.includes('default');
    const isYesNo = question.kinds.has('yesNo') && !question.kinds.has('howTo');
    const newWords = [...candidate.terms].filter((term) => !content.has(term)).length;
    const toldDefault = asksDefault ? defaultTold(candidate, question) : 0;
    const evidence: Evidence = {
      own: summed(own),
      heading: summed(heading),
      title: summed(title),
      around: summed(around),
      passage: summed(passage),
      place: 1 / (1 + passages.indexOf(candidate.passage)),
      near: isExplained && question.wanted.length > 1 ? 1 : closeness(candidate, question),
      defines: wantsMeaning ? meaning.defines : 0,
      // The first row of a table is no more about the heading than the others.
      opens: candidate.opens && wantsMeaning && !isBare && (candidate.kind !== 'row' || isEntry) ? named : 0,
      named: isReference && !isBare ? named : 0,
      default: toldDefault,
      row: rowTold(candidate, question),
      asked: 0,
      unasked: 0,
      announces:
        isStep(candidate, question, summed(above)) ||
        (question.kinds.has('list') &&
          Math.max(summed(above), summed(own)) >= mostlyNamed &&
          termListBelow(candidate, candidates, false) !== null)
          ? 1
          : 0,
      fragment: isFragment(candidate) && !(opensEntry && isPhrase(candidate)) ? 1 : 0,
      code: candidate.kind === 'code' ? 1 : 0,
      short: candidate.kind === 'sentence' && words < 6 && toldDefault < 1 ? 1 : 0,
      long: candidate.text.length > 350 ? 1 : 0,
      leaning: isLeaning && !opensEntry ? 1 : 0,
      nothingNew:
        newWords < 2 && !/\d/.test(candidate.text) && !isYesNo && !question.concepts.includes('default')
          ? 1
          : 0,
      first: isReference ? 1 / (1 + candidate.place) : 0,
      words: Math.log(1 + words) / 4,
      listed: isYesNo && candidate.kind === 'item' ? 1 : 0,
      subject: subjectTold(question, all),
      describes: candidate.describes && wantsMeaning ? named : 0,
      leads: wantsMeaning ? leads(candidate, question) : 0,
      versions: toldOfVersions(candidate) ? 1 : 0,
      instructs: question.kinds.has('howTo') ? instructs(candidate, question) : 0,
      conditional: question.kinds.has('howTo') && isConditional(candidate) ? 1 : 0,
      ...formsOf(candidate, question, meaning, summed(itself)),
      lacks: Math.max(
        0,
        ...question.wanted.map((_wanted, at) => ((weights[at] ?? 0) / heaviest) * (1 - (all[at] ?? 0))),
      ),
      entry: candidate.kind === 'code' ? 0 : entry,
      entryFirst:
        wantsMeaning &&
        !question.concepts.includes('default') &&
        isEntry &&
        (opensEntry || !isFragment(candidate))
          ? 1 / (1 + candidate.entryPlace)
          : 0,
      elsewhere: bestEntered >= surelyEntered && entry < bestEntered - 0.2 ? 1 : 0,
      // “To use this tool, …” opens the section of a thing and says nothing of what it is.
      vague:
        wantsMeaning &&
        !isEntry &&
        named > 0 &&
        candidate.opens &&
        !candidate.describes &&
        Math.max(meaning.defines, meaning.called, meaning.expands) < surelyTold
          ? 1
          : 0,
    };
    if (isEntry) {
      evidence.bare = 0;
      evidence.circumstance = 0;
    }
    const told = tellsAsked(candidate, question, content);
    if (told !== null) evidence[told ? 'asked' : 'unasked'] = 1;
    const { look, isOut: isElse } = lookOf(question, candidate, own, heading, dayShare);
    // A heading answers what something is, and nothing else.
    const isOut =
      isElse ||
      candidate.pointsAway ||
      isLabel(candidate) ||
      (candidate.describes && candidate.kind === 'sentence' && !wantsMeaning) ||
      (candidate.heads && !question.concepts.includes('default'));
    evidence.place += 0.3 * (candidate.passage.score / bestPassage);
    return { candidate, evidence, above: summed(above), covered: own, coveredAround: all, look, isOut };
  });
}

/** Whether what it stands below is a term, a name out of code or a page's "Description", and no section. */
const isOfTerm = ({ isTerm, describes, entry, kind }: Candidate): boolean =>
  kind !== 'code' && (isTerm || describes || entry.some((name) => isCodeName(name) || hyphened.test(name)));

/** Alone in a heading, `allow-query` is the name of a setting. */
const hyphened = /^[\p{Ll}\d]+(?:-[\p{Ll}\d]+)+$/u;

/** Whether it stands below the heading of a section, where a sentence explains that heading only by naming it. */
const explainsNothing = ({ kind, describes, level, headings }: Candidate): boolean =>
  kind === 'sentence' && !describes && level < lowestLevel && !/[_=]|^-|\(/.test(headings.at(-1) ?? '');

/** What the form of a sentence tells beside its words. */
function formsOf(
  candidate: Candidate,
  question: ReadQuestion,
  meaning: Meaning,
  told: number,
): Pick<
  Evidence,
  | 'told'
  | 'genus'
  | 'called'
  | 'expands'
  | 'bare'
  | 'circumstance'
  | 'cells'
  | 'enumerates'
  | 'operates'
  | 'earlier'
  | 'heads'
> {
  const { kinds, concepts } = question;
  const wantsMeaning = kinds.has('definition') || kinds.has('purpose');
  const isProse = candidate.kind === 'sentence' && !candidate.describes;
  return {
    told,
    genus: wantsMeaning ? meaning.genus : 0,
    called: wantsMeaning ? meaning.called : 0,
    expands: wantsMeaning ? meaning.expands : 0,
    bare: wantsMeaning && isProse && told === 0 ? 1 : 0,
    circumstance: wantsMeaning && isConditional(candidate) ? 1 : 0,
    cells: (wantsMeaning || kinds.has('howTo')) && candidate.kind === 'row' && !candidate.describes ? 1 : 0,
    enumerates: kinds.has('list') && !isFragment(candidate) ? enumerates(candidate) : 0,
    operates: kinds.has('howTo') && operates(candidate) ? 1 : 0,
    earlier: toldOfEarlier(candidate) ? 1 : 0,
    heads: concepts.includes('default') && candidate.heads ? 1 : 0,
  };
}

/** Whether it is a step, or announces steps, where they are asked for. */
function isStep({ announces, kind }: Candidate, { kinds }: ReadQuestion, above: number): boolean {
  if (!kinds.has('howTo') && !kinds.has('list')) return false;
  return announces !== null || (kind === 'item' && above >= mostlyNamed);
}

/** How much of what a question for a price or the like is about is there: of `tattoo` in “what does a tattoo cost?”. */
function subjectTold({ wanted, concepts }: ReadQuestion, covered: readonly number[]): number {
  if (!concepts.some((concept) => ofAThing.has(concept))) return 1;
  const subjects = wanted.flatMap(({ concept, isLight }, index) =>
    concept === null && !isLight ? [index] : [],
  );
  if (subjects.length === 0) return 1;
  return subjects.reduce((sum, index) => sum + Math.min(1, covered[index] ?? 0), 0) / subjects.length;
}

/** Terms of the question that are no everyday words. */
function contentWords(question: ReadQuestion): Set<string> {
  return new Set(question.wanted.flatMap(({ terms }) => [...terms.keys()]));
}

/** How much of "It costs 5 €" is about what the term above it names. */
const explainedShare = 0.95;
const surelyNamed = 0.8;

/** How near to each other words stand in the text that follow each other in the question. */
function closeness({ order }: Candidate, { wanted }: ReadQuestion): number {
  let pairs = 0;
  let sum = 0;
  for (let index = 1; index < wanted.length; index++) {
    pairs++;
    const firsts = order.flatMap((term, at) => (wanted[index - 1]?.terms.has(term) ? [at] : []));
    const seconds = order.flatMap((term, at) => (wanted[index]?.terms.has(term) ? [at] : []));
    let best = 99;
    for (const first of firsts)
      for (const second of seconds) if (first !== second) best = Math.min(best, Math.abs(first - second));
    if (best < 99) sum += 1 / best;
  }
  return pairs === 0 ? 0 : sum / pairs;
}

/** How much of “It costs 5 €” is about what the sentence before names. */
const antecedentShare = 0.8;
/** From here on a heading says what was asked. */
export const mostlyNamed = 0.6;

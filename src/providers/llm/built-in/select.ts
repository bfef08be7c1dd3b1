import type { Language } from '#shared/languages.ts';
import { rarityOf, type WordCounts } from '#platform/text-search/word-counts.ts';
import { isForThing, sumOf, weightsFor, type AnswerEvidence } from './answer-weights.ts';
import type { Candidate } from './candidates.ts';
import { alike, inReadingOrder, nearest } from './pieces-order.ts';
import { lookAt, mostlyNamed, type Seen } from './evidence.ts';
import { explanation } from './beside/explanation.ts';
import { weightsOf } from './words/word-weights.ts';
import { termListBelow } from './term-lists.ts';
import { withoutOtherPlaces } from './elsewhere.ts';
import { withRunnerUp } from './beside/runner-up.ts';
import { widened } from './words/widening.ts';
import { ofAThing, type ReadQuestion } from './question.ts';

/** What is said: pieces in order, how sure it is that they answer (0..1), and what that rests on. */
export type Selection = {
  pieces: Candidate[];
  confidence: number;
  /** Sure enough to be said, and to be said without doubt. */
  isSaid: boolean;
  isSure: boolean;
  evidence: AnswerEvidence;
  /** Where to look when nothing is said: one text of each of the sections that come closest. */
  near: readonly Candidate[];
  /** What was asked, and all that it was chosen from. */
  question: ReadQuestion;
  judged: readonly Judged[];
};

/** A candidate with its score. */
export type Judged = Seen & {
  score: number;
  /** It is in another language than the question. */
  isForeign: boolean;
};

const mostSentences = 3;
const mostCharacters = 700;
const longestList = 8;

/** Chooses the one to three sentences, or the list, that answer best; null when nothing is near. */
export function select(
  asked: ReadQuestion,
  candidates: readonly Candidate[],
  language: Language,
  counts: WordCounts,
): Selection | null {
  const question = withoutOtherPlaces(widened(asked, candidates), candidates);
  const judged = judge(question, candidates, language, counts);
  const ranked = judged
    .filter(
      ({ isOut, candidate, coveredAround }) =>
        !isOut &&
        coveredAround.some((part) => part > 0) &&
        (candidate.kind !== 'code' || judged.some((other) => other.candidate.announces === candidate.list)),
    )
    .sort((a, b) => b.score - a.score);
  const best = ranked.find((one) => !isDangling(one, judged) || termsBelow(one, judged, question) !== null);
  if (!best) return null;
  const chosen =
    belonging(best, judged, question, counts) ??
    withOthers(best, ranked, weightsOf(question, candidates, counts));
  if (question.kinds.has('comparison') || question.wanted.length === 0 || isTable(chosen))
    addOthers(question, best, ranked, chosen);
  const said = question.concepts.includes('default') ? withOneDefault(chosen, judged) : chosen;
  const weights = weightsFor(question, counts);
  const evidence = evidenceOf(question, best, ranked, judged, said, candidates, counts);
  const confidence = lacksIdentifier(question, best, judged)
    ? 0
    : 1 / (1 + Math.exp(-sumOf(weights.answer, evidence)));
  return {
    pieces: inReadingOrder(isForThing(question, counts) ? withRunnerUp(said, best, ranked, question) : said),
    confidence,
    isSaid: confidence >= weights.said,
    isSure: confidence >= weights.sure,
    evidence,
    near: nearest(ranked, confidence, evidence),
    question,
    judged,
  };
}

/** Whether it announces what its passage doesn't have: "To change the size:" says nothing alone. */
const isDangling = ({ candidate: { kind, text, announces } }: Judged, judged: readonly Judged[]): boolean =>
  (kind === 'sentence' || kind === 'item') &&
  text.endsWith(':') &&
  (announces === null || !judged.some(({ candidate }) => candidate.list === announces));

/** Without what tells a second default: that of another setting, or of another version. */
function withOneDefault(chosen: readonly Candidate[], judged: readonly Judged[]): Candidate[] {
  const tells = new Set(
    judged.filter(({ evidence }) => evidence.default > 0).map(({ candidate }) => candidate),
  );
  const first = chosen.find((piece) => tells.has(piece));
  return chosen.filter((piece) => piece === first || !tells.has(piece));
}

/** What is said with a piece because it belongs to it: its list, or how its text goes on. Null for a single one. */
export const belonging = (
  best: Judged,
  judged: readonly Judged[],
  question: ReadQuestion,
  counts: WordCounts,
): Candidate[] | null =>
  listAround(best, judged, question) ??
  termsBelow(best, judged, question) ??
  (isForThing(question, counts) ? explanation(best, judged) : null);

/** Every candidate with its score. */
function judge(
  question: ReadQuestion,
  candidates: readonly Candidate[],
  language: Language,
  counts: WordCounts,
): Judged[] {
  const weights = weightsFor(question, counts);
  return lookAt(question, candidates, counts).map((seen) => ({
    ...seen,
    isForeign: seen.candidate.language !== language,
    score:
      sumOf(weights.sentence, seen.evidence) +
      lookWeight * seen.look +
      (seen.candidate.language === language ? ownLanguage : -otherLanguage),
  }));
}

/** How much more a text in the language of the question says than one in another. */
const ownLanguage = 2.5;
const otherLanguage = 4;

/** How much more a price, an hour or a number says than words, where one is asked for. */
export const lookWeight = 6;

const isTable = (chosen: readonly Candidate[]): boolean => chosen.every(({ kind }) => kind === 'row');

/** Other places that say as much, or that say what the best one leaves out. */
function addOthers(
  question: ReadQuestion,
  best: Judged,
  ranked: readonly Judged[],
  chosen: Candidate[],
): void {
  const covered = [...best.covered];
  for (const next of ranked.slice(1, 40)) {
    if (chosen.length >= mostSentences + 1) return;
    const { candidate } = next;
    if (
      candidate.language !== best.candidate.language ||
      chosen.includes(candidate) ||
      chosen.some(
        (other) => (other.list !== null && other.list === candidate.list) || alike(other, candidate) > 0.5,
      )
    )
      continue;
    const adds = next.covered.some((part, index) => part > (covered[index] ?? 0) + 0.2);
    const isAsGood =
      next.score >= best.score - 0.4 &&
      best.covered.every((part, index) => (next.covered[index] ?? 0) >= part * 0.9);
    if (!(adds && next.score >= best.score - 2.5) && !isAsGood) continue;
    chosen.push(candidate);
    for (const [index, part] of next.covered.entries()) covered[index] = Math.max(part, covered[index] ?? 0);
  }
}

/** Whether the question names an identifier that the passage doesn't have: another one is no answer. */
function lacksIdentifier(question: ReadQuestion, best: Judged, judged: readonly Judged[]): boolean {
  const here = judged.filter(({ candidate }) => candidate.passage === best.candidate.passage);
  return question.wanted.some(
    (wanted, index) =>
      wanted.isIdentifier && !here.some(({ coveredAround }) => (coveredAround[index] ?? 0) > 0),
  );
}

/** What the confidence rests on. */
function evidenceOf(
  question: ReadQuestion,
  best: Judged,
  ranked: readonly Judged[],
  judged: readonly Judged[],
  chosen: readonly Candidate[],
  candidates: readonly Candidate[],
  counts: WordCounts,
): AnswerEvidence {
  const weights = weightsOf(question, candidates, counts);
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const summed = (parts: readonly number[]): number =>
    parts.reduce((sum, part, index) => sum + part * (weights[index] ?? 0), 0) / total;
  const said = judged.filter(({ candidate }) => chosen.includes(candidate));
  const together = weights.map((_weight, index) =>
    Math.max(0, ...said.map(({ covered }) => covered[index] ?? 0)),
  );
  const inPassage = weights.map((_weight, index) =>
    Math.max(
      0,
      ...judged
        .filter(({ candidate }) => candidate.passage === best.candidate.passage)
        .map(({ coveredAround }) => ((coveredAround[index] ?? 0) > 0 ? 1 : 0)),
    ),
  );
  const heaviest = Math.max(...weights, 0.001);
  const missing = weights.map((weight, index) => (weight / heaviest) * (1 - (inPassage[index] ?? 0)));
  const apart = weights.map((weight, index) => (weight / heaviest) * (1 - (best.coveredAround[index] ?? 0)));
  const unknown = question.wanted.map((wanted, index) =>
    rarityOf(wanted.terms.keys(), counts) !== null &&
    ![...wanted.terms.keys()].some((term) => (counts.having.get(term) ?? 1) > 0)
      ? (weights[index] ?? 0)
      : 0,
  );
  const names = question.wanted.filter(({ isName }) => isName);
  const isUncovered = ({ terms }: { terms: ReadonlyMap<string, number> }): boolean => {
    const index = question.wanted.findIndex((wanted) => wanted.terms === terms);
    return (inPassage[index] ?? 0) === 0;
  };
  const rival = ranked.find(({ candidate }) => candidate.passage !== best.candidate.passage);
  const everyday = question.wanted.some(({ concept }) => concept !== null);
  return {
    own: summed(best.covered),
    together: summed(together),
    around: summed(best.coveredAround),
    missing: Math.max(0, ...missing),
    apart: Math.max(0, ...apart),
    lost: question.wanted.length <= 4 ? Math.max(0, ...missing) : 0,
    unknown: unknown.reduce((sum, weight) => sum + weight, 0) / total,
    words: Math.min(1, question.wanted.length / 6),
    matched: Math.min(1, best.covered.filter((part) => part > 0).length / 5),
    score: (best.score + (best.isForeign ? otherLanguage : 0)) / 10,
    margin: rival ? Math.min(3, best.score - rival.score) : 1,
    near: best.evidence.near,
    asked: best.evidence.asked,
    unasked: best.evidence.unasked,
    defines: best.evidence.defines,
    named: best.evidence.named,
    default: best.evidence.default,
    everyday: everyday ? 1 : 0,
    look: best.look,
    names: names.length === 0 ? 0 : names.filter(isUncovered).length / names.length,
    fragment: best.evidence.fragment,
    single: question.wanted.length === 1 ? 1 : 0,
    singleTold:
      question.wanted.length === 1 &&
      best.evidence.defines + best.evidence.opens + best.evidence.default + best.look > 0.3
        ? 1
        : 0,
    subject: best.evidence.subject,
    foreign: best.evidence.subject === 0 ? 1 : 0,
    opens: best.evidence.opens,
    describes: best.evidence.describes,
    leads: best.evidence.leads,
    first: best.evidence.first,
    versions: best.evidence.versions,
    instructs: best.evidence.instructs,
    told: best.evidence.told,
    genus: best.evidence.genus,
    cells: best.evidence.cells,
    operates: best.evidence.operates,
    enumerates: best.evidence.enumerates,
    heads: best.evidence.heads,
    called: best.evidence.called,
    expands: best.evidence.expands,
    lacks: best.evidence.lacks,
    entry: best.evidence.entry,
    entryFirst: best.evidence.entryFirst,
    elsewhere: best.evidence.elsewhere,
    vague: best.evidence.vague,
    pieces: Math.min(1, chosen.length / mostSentences),
    option: question.spelled.options.length > 0 ? 1 : 0,
    comparison: question.kinds.has('comparison') ? 1 : 0,
    late: Math.min(1, best.candidate.place / 20),
    ahead: Math.min(3, best.score - (ranked[1]?.score ?? best.score - 3)) / 3,
    howTo: question.kinds.has('howTo') ? 1 : 0,
    list: question.kinds.has('list') ? 1 : 0,
    yesNo: question.kinds.has('yesNo') ? 1 : 0,
    rivals: Math.min(1, ranked.filter(({ score }) => score > best.score - 1).length / 8),
  };
}

/**
 * The sentence with what stands beside it and belongs to it, and the next best where it is nearly as good or has words
 * of the question that are missing: “Lives in Genoa.” with “*Died* in 1830.” to a question for a death.
 */
function withOthers(best: Judged, ranked: readonly Judged[], weights: readonly number[]): Candidate[] {
  if (best.candidate.kind !== 'sentence' && !best.candidate.describes) return [best.candidate];
  const chosen = [best];
  const length = (): number => chosen.reduce((sum, { candidate }) => sum + candidate.text.length, 0);
  while (chosen.length < mostSentences) {
    const [next] = ranked
      .filter(
        (other) =>
          !chosen.includes(other) &&
          other.candidate.kind === 'sentence' &&
          other.candidate.language === best.candidate.language &&
          other.evidence.fragment === 0 &&
          length() + other.candidate.text.length <= mostCharacters &&
          (other.candidate.passage === best.candidate.passage ||
            other.score >= best.score - elsewhereMargin) &&
          !chosen.some(({ candidate }) => alike(candidate, other.candidate) > 0.8),
      )
      .map((other) => ({ other, worth: worth(other, chosen) + missingWords * added(other, chosen, weights) }))
      .filter(({ other, worth: of }) => other.evidence.own > 0 || of > other.score)
      .filter((option) => option.worth >= best.score - widestMargin)
      .toSorted((a, b) => b.worth - a.worth);
    if (!next) break;
    chosen.push(next.other);
  }
  return chosen.map(({ candidate }) => candidate);
}

/** How far behind the best a sentence of another passage may be. */
const elsewhereMargin = 2.5;
/** How far behind the best a sentence may be that is said with it. */
const widestMargin = 1.5;
/** What a sentence is worth that has all of the question's words which the others lack. */
const missingWords = 10;

/** How much of a question a sentence has that none of the chosen has, from 0 to 1. */
function added(next: Judged, chosen: readonly Judged[], weights: readonly number[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  return weights.reduce((sum, weight, index) => {
    const told = Math.max(...chosen.map(({ covered }) => covered[index] ?? 0));
    return sum + (weight / total) * Math.max(0, (next.covered[index] ?? 0) - told);
  }, 0);
}

/** What stands beside a chosen sentence reads well with it; what comes before one that leans on it is needed. */
function worth(next: Judged, chosen: readonly Judged[]): number {
  const places = chosen
    .filter(
      ({ candidate }) =>
        candidate.passage === next.candidate.passage &&
        candidate.headings.join() === next.candidate.headings.join(),
    )
    .map(({ candidate, evidence }) => ({ place: candidate.place, leans: evidence.leaning > 0 }));
  const follows = places.some(({ place }) => place === next.candidate.place - 1);
  const leads = places.find(({ place }) => place === next.candidate.place + 1);
  if (leads?.leans) return next.score + 4;
  return next.score + (follows ? 0.8 : leads ? 0.3 : 0);
}

/**
 * The list that the best piece belongs to or announces, as far as it answers; null when the piece stands
 * alone.
 */
function listAround(
  best: Judged,
  judged: readonly Judged[],
  { kinds, concepts }: ReadQuestion,
): Candidate[] | null {
  const { candidate } = best;
  if (candidate.announces !== null) {
    const items = judged
      .filter((other) => other.candidate.list === candidate.announces)
      .slice(0, longestList);
    // What shows how something is used doesn't belong to what it is.
    if (kinds.has('definition') && items.every((item) => item.candidate.kind === 'code')) return null;
    return [candidate, ...items.map((item) => item.candidate)];
  }
  if (candidate.list === null) return null;
  const siblings = judged.filter((other) => other.candidate.list === candidate.list);
  const own = best.evidence.own;
  // Where the headings already say what was asked, the whole list is the answer.
  const isWhole =
    (best.above >= 0.6 && !concepts.includes('default')) ||
    own === 0 ||
    kinds.has('howTo') ||
    kinds.has('list');
  const chosen = isWhole
    ? siblings
    : siblings.filter((item) => item.evidence.own >= own * 0.8 && item.score >= best.score - 1);
  const exact = chosen.filter((item) => item.evidence.row === 1);
  if (!isWhole && exact.length > 0) chosen.splice(0, chosen.length, ...exact);
  const pieces = chosen.slice(0, longestList).map((item) => item.candidate);
  const announcer = judged.find((other) => other.candidate.announces === candidate.list);
  return announcer && (chosen.length > 1 || candidate.kind === 'code')
    ? [announcer.candidate, ...pieces]
    : pieces;
}

/** A sentence with the headings that it announces, where a list is asked for or the sentence asks for one. */
function termsBelow(
  best: Judged,
  judged: readonly Judged[],
  { kinds, concepts }: ReadQuestion,
): Candidate[] | null {
  // “What are the costs?” wants the costs, and not what the page goes on with.
  const wantsList = kinds.has('list') && !concepts.some((concept) => ofAThing.has(concept));
  if (!wantsList && !best.candidate.text.endsWith(':')) return null;
  const beside = judged.map(({ candidate }) => candidate);
  const found = termListBelow(best.candidate, beside, wantsList && best.above >= mostlyNamed);
  return found && [found.announcer, ...found.items];
}

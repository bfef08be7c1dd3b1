import type { Language } from '#shared/languages.ts';
import { isAkin } from './akin.ts';
import { analyze, visitTerms, type QueryTerm } from './analyze.ts';

/**
 * A candidate of the first search, with its text; `read` when the caller keeps what was made of the text
 * before.
 */
export type Candidate = {
  text: string;
  headings?: readonly string[];
  score: number;
  language?: Language;
  read?: ReadCandidate;
};

/**
 * The terms of a candidate in order, each with the place of its word, and how many words it has. Making it
 * costs more than all the rest of scoring, so it is worth keeping.
 */
export type ReadCandidate = {
  terms: string[];
  places: number[];
  length: number;
  /** The terms of each of its headings. */
  headings: ReadonlySet<string>[];
};
/** Where some of a candidate's terms stand. */
type Places = ReadonlyMap<string, readonly number[]>;

const proximityShare = 0.45;
const widestGap = 4;
const namedShare = 0.2;
/** Words of other endings are taken for one more strictly than in reading: nobody looks at what is found. */
const akinShares = { begun: 0.5, shared: 0.8 };
const akinDamping = 1.5;

/**
 * Looks again at the best candidates (some fifty), with their texts: words that follow each other in the
 * question and stand near each other in a text count more, and so does a heading that names what is asked for.
 * Gives the new scores in the order of the candidates; no score gets smaller, so the result never rests on less
 * than BM25. A word that only begins like one of the question's counts where a text lacks that word: “optimal” for
 * “optimization”. Words that the very best texts share (RM3) were tried: they gained on the collections that they
 * were tuned on and lost on others.
 */
export function rescore(
  query: readonly QueryTerm[],
  question: string,
  candidates: readonly Candidate[],
  language: Language,
): number[] {
  const texts = candidates.map(
    (candidate) => candidate.read ?? readCandidate(candidate, candidate.language ?? language),
  );
  const near = neighbours(query, question, language);
  const wanted = new Set(near.flat());
  const rarity = rarityAmong(texts.length, countHaving(texts, wanted));
  const groups = new Map(query.map(({ term, group }) => [term, group]));
  const asked = new Set(groups.values()).size;
  const best = Math.max(0, ...candidates.map(({ score }) => score));
  const akin = akinGains(texts, query);
  return texts.map((text, index) => {
    let score = (candidates[index]?.score ?? 0) + (akin[index] ?? 0);
    score += namedShare * best * named(text, groups, asked);
    const places = placesOf(text, wanted);
    for (const [first, second] of near)
      score +=
        proximityShare *
        Math.min(rarity(first), rarity(second)) *
        saturated(closeness(places, first, second), 1.2);
    return score;
  });
}

const firstLetters = (word: string): number => word.charCodeAt(0) * 65_536 + (word.charCodeAt(1) || 0);

/** What each text gains by words that begin like those of the question that it lacks. */
function akinGains(texts: readonly ReadCandidate[], query: readonly QueryTerm[]): number[] {
  const groups = [...Map.groupBy(query, ({ group }) => group).values()].map(
    (terms) => new Set(terms.map(({ term }) => term).filter((term) => /^\p{L}+$/u.test(term))),
  );
  const asked = groups.flatMap((terms, group) => [...terms].map((term) => ({ term, group })));
  const byLetters = Map.groupBy(asked, ({ term }) => firstLetters(term));
  const known = new Map<string, readonly number[]>();
  /** The groups that a word of a text is like, without those that it is of. */
  const likeOf = (word: string): readonly number[] => {
    const remembered = known.get(word);
    if (remembered) return remembered;
    const like = (byLetters.get(firstLetters(word)) ?? []).filter(
      ({ term, group }) => !groups[group]?.has(word) && isAkin(term, word, akinShares),
    );
    const found = [...new Set(like.map(({ group }) => group))];
    known.set(word, found);
    return found;
  };
  const counts = texts.map(({ terms }) => {
    const like = groups.map(() => 0);
    const own = groups.map(() => false);
    for (const word of terms) {
      if (!byLetters.has(firstLetters(word))) continue;
      for (const group of likeOf(word)) like[group] = (like[group] ?? 0) + 1;
      for (const [group, terms] of groups.entries()) if (terms.has(word)) own[group] = true;
    }
    return { like, own };
  });
  const average = texts.reduce((sum, { length }) => sum + length, 0) / Math.max(1, texts.length) || 1;
  const rarities = groups.map((_terms, group) => {
    const having = counts.filter(({ like, own }) => own[group] || (like[group] ?? 0) > 0).length;
    return Math.log(1 + (texts.length - having + 0.5) / (having + 0.5));
  });
  return counts.map(({ like, own }, index) => {
    const damping = akinDamping * (0.25 + (0.75 * (texts[index]?.length ?? 0)) / average);
    return rarities.reduce((sum, rarity, group) => {
      const count = own[group] ? 0 : (like[group] ?? 0);
      return count === 0 ? sum : sum + (rarity * (akinDamping + 1) * count) / (count + damping);
    }, 0);
  });
}

/** Looks at a candidate's text once. */
export function readCandidate(
  candidate: Pick<Candidate, 'text' | 'headings'>,
  language: Language,
): ReadCandidate {
  const terms: string[] = [];
  const places: number[] = [];
  let length = 0;
  const text = [...new Set(candidate.headings ?? []), candidate.text].join(' . ');
  visitTerms(text.slice(0, 20_000), language, ({ term, kind, position }, before) => {
    if (kind === 'word') length++;
    terms.push(term);
    places.push(before + position);
  });
  const headings = [...new Set(candidate.headings ?? [])]
    .filter(Boolean)
    .map((heading) => new Set(analyze(heading, language).map(({ term }) => term)));
  return { terms, places, length, headings };
}

/**
 * How much one of a text's headings is what the question asks for, from 0 to 1: all of the question's words,
 * and nothing but them.
 */
function named(text: ReadCandidate, groups: ReadonlyMap<string, number>, asked: number): number {
  let most = 0;
  for (const heading of text.headings) {
    const shared = [...heading].filter((term) => groups.has(term));
    const wanted = new Set(shared.map((term) => groups.get(term))).size;
    if (shared.length > 0) most = Math.max(most, (shared.length / heading.size) * (wanted / asked));
  }
  return most;
}

function placesOf(text: ReadCandidate, wanted: ReadonlySet<string>): Places {
  const found = new Map<string, number[]>();
  for (const [index, term] of text.terms.entries()) {
    if (!wanted.has(term)) continue;
    const place = text.places[index] as number;
    const known = found.get(term);
    if (known) known.push(place);
    else found.set(term, [place]);
  }
  return found;
}

/** How rare a term is among the candidates: what nearly all of them have tells them apart no more. */
function rarityAmong(
  total: number,
  having: ReadonlyMap<string, { texts: number }>,
): (term: string) => number {
  return (term) => {
    const count = having.get(term)?.texts ?? 0;
    return Math.log(1 + (total - count + 0.5) / (count + 0.5));
  };
}

/**
 * In how many of the candidates each of the terms stands. Only terms that can change a score are counted: the
 * texts have thousands.
 */
function countHaving(
  texts: readonly ReadCandidate[],
  terms: Iterable<string>,
): Map<string, { texts: number; last: ReadCandidate | null }> {
  const having = new Map<string, { texts: number; last: ReadCandidate | null }>();
  for (const term of terms) having.set(term, { texts: 0, last: null });
  for (const text of texts) {
    for (const term of text.terms) {
      const count = having.get(term);
      if (!count || count.last === text) continue;
      count.texts++;
      count.last = text;
    }
  }
  return having;
}

/** Pairs of words that follow each other in the question. */
function neighbours(query: readonly QueryTerm[], question: string, language: Language): [string, string][] {
  const asked = new Set(query.map(({ term }) => term));
  const words = analyze(question, language).filter(({ term, kind }) => kind === 'word' && asked.has(term));
  const pairs = new Map<string, [string, string]>();
  for (const [index, { term }] of words.entries()) {
    const next = words[index + 1]?.term;
    if (next !== undefined && next !== term) pairs.set(`${term} ${next}`, [term, next]);
  }
  return [...pairs.values()].slice(0, 40);
}

function closeness(places: Places, first: string, second: string): number {
  const later = places.get(second) ?? [];
  let sum = 0;
  let from = 0;
  for (const place of places.get(first) ?? []) {
    while (from < later.length && (later[from] as number) < place - widestGap) from++;
    for (let index = from; index < later.length && (later[index] as number) <= place + widestGap; index++) {
      sum += 1 / Math.max(1, Math.abs((later[index] as number) - place));
    }
  }
  return sum;
}

function saturated(count: number, damping: number): number {
  return count > 0 ? (count * 2.5) / (count + damping) : 0;
}

/** Words too short to say what a question is about. */
const shortest = 3;

/** What a question is about, as words without their endings: "opening hours" and "open" meet. */
export function wordsOf(question: string): Set<string> {
  const plain = question.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return new Set(
    (plain.match(/[\p{L}\p{N}]+/gu) ?? [])
      .filter((word) => word.length >= shortest)
      .map((word) => word.slice(0, 6)),
  );
}

/** How much two questions have in common, from 0 to 1. */
export function wordSimilarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared / (a.size + b.size - shared);
}

/** Puts questions of one agent that mean the same together; each group begins with its first. */
export function grouped<Asked extends { question: string; agentId: string }>(
  asked: readonly Asked[],
  least = 0.6,
): Asked[][] {
  const groups: { words: Set<string>; members: [Asked, ...Asked[]] }[] = [];
  for (const one of asked) {
    const words = wordsOf(one.question);
    const found = groups.find(
      ({ words: others, members: [first] }) =>
        first.agentId === one.agentId &&
        (first.question.trim().toLowerCase() === one.question.trim().toLowerCase() ||
          wordSimilarity(words, others) >= least),
    );
    if (found) found.members.push(one);
    else groups.push({ words, members: [one] });
  }
  return groups.map(({ members }) => members);
}

/** The last questions that are like a given one, the same words once. */
export function similarQuestions<Asked extends { question: string }>(
  question: string,
  asked: readonly Asked[],
  most: number,
  least = 0.3,
): Asked[] {
  const keyOf = (words: ReadonlySet<string>): string => [...words].sort().join(' ');
  const words = wordsOf(question);
  const seen = new Set([keyOf(words)]);
  const found: Asked[] = [];
  for (const one of asked) {
    const own = wordsOf(one.question);
    const key = keyOf(own);
    if (found.length === most || seen.has(key) || wordSimilarity(words, own) < least) continue;
    seen.add(key);
    found.push(one);
  }
  return found;
}

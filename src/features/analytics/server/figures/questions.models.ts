import { toLanguage } from '#shared/languages.ts';
import { courtesyOf } from '#platform/language/courtesy.ts';
import { analyze } from '#platform/text-search/analyze.ts';

export type Question = {
  body: string;
  language: string;
  agentId: string;
  conversationId: string;
};
export type AskedQuestion = {
  question: string;
  count: number;
  agentId: string;
  conversationId: string;
};

const longest = 200;

/** What a question is about, as its words without their endings, in no order; empty where it has none. */
function keyOf({ body, language }: Question): string {
  const terms = analyze(body.slice(0, 1_000), toLanguage(language) ?? 'en');
  return [...new Set(terms.map(({ term }) => term))].toSorted().join(' ');
}

/** Questions that say the same in the words of their language, together; the first of them stands for all. */
export function topQuestions(questions: readonly Question[], most: number): AskedQuestion[] {
  const groups = new Map<string, Question[]>();
  for (const question of questions) {
    const key = keyOf(question);
    const known = groups.get(key);
    if (known) known.push(question);
    else if (key !== '') groups.set(key, [question]);
  }
  let found: AskedQuestion[] = [];
  // The largest first, until no other can come before those that were found.
  for (const group of [...groups.values()].toSorted((a, b) => b.length - a.length)) {
    if (group.length <= (found[most - 1]?.count ?? 0)) break;
    // Thanks are no question.
    const asked = group.filter(({ body }) => courtesyOf(body) === null);
    const [first] = asked;
    if (!first) continue;
    const { body, agentId, conversationId } = first;
    const question = body.trim().slice(0, longest);
    found = [...found, { question, count: asked.length, agentId, conversationId }]
      .toSorted((a, b) => b.count - a.count)
      .slice(0, most);
  }
  return found;
}

/** From how many messages to how many; the last one has no end. */
const depthSteps = [1, 3, 5, 9, 17, 33] as const;

/** How many conversations had as many messages. */
export function depthOf(
  rows: readonly { messages: number; conversations: number }[],
): { from: number; to: number | null; conversations: number }[] {
  return depthSteps.map((from, place) => {
    const next = depthSteps[place + 1];
    return {
      from,
      to: next === undefined ? null : next - 1,
      conversations: rows
        .filter(({ messages }) => messages >= from && (next === undefined || messages < next))
        .reduce((sum, { conversations }) => sum + conversations, 0),
    };
  });
}

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
  const groups = new Map<string, AskedQuestion>();
  for (const question of questions) {
    // Thanks are no question.
    if (courtesyOf(question.body) !== null) continue;
    const key = keyOf(question);
    if (key === '') continue;
    const known = groups.get(key);
    if (known) known.count += 1;
    else
      groups.set(key, {
        question: question.body.trim().slice(0, longest),
        count: 1,
        agentId: question.agentId,
        conversationId: question.conversationId,
      });
  }
  return [...groups.values()].toSorted((a, b) => b.count - a.count).slice(0, most);
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

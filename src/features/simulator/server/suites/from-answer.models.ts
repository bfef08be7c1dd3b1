import { toLanguage } from '#shared/languages.ts';
import { masked } from '#shared/text/masked.ts';
import { messageInWords } from '#shared/chat/message-parts.ts';
import {
  scenarioSchema,
  testLimits,
  type Check,
  type Scenario,
} from '#features/agents/agents-tests.contract.ts';
import type { OwnerMessage } from '#features/conversations/conversations.contract.ts';

const longestName = 120;
const longestExample = 1_000;
const longestSaid = 4_000;
/** What was said longer ago hardly bears on the answer. */
const mostTurns = 10;

const cut = (text: string, longest: number): string => text.trim().slice(0, longest).toWellFormed().trim();

/** A name that no other scenario of the suite has. */
function freeName(wanted: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : ` (${number})`;
    const name = `${cut(wanted, longestName - end.length)}${end}`;
    if (!taken.has(name)) return name;
  }
}

/**
 * A scenario out of a real conversation: the same questions, and an answer that says the same and shows the same
 * source. An answer that the visitor found bad is what must not come again. Who asked is not told: addresses and
 * numbers of people are masked.
 */
export function scenarioFrom(
  {
    conversationId,
    said,
    answer,
    language,
  }: { conversationId: string; said: readonly string[]; answer: OwnerMessage; language: string },
  taken: ReadonlySet<string>,
): Scenario | null {
  const asked = said
    .slice(-Math.min(mostTurns, testLimits.turns))
    .map((text) => cut(masked(text), longestSaid));
  const last = asked.at(-1);
  if (!last) return null;
  const answered = cut(
    masked(messageInWords(answer.text, answer.parts ?? []).replaceAll(/ ?\[\d{1,3}\]/g, '')),
    longestExample,
  );
  const isBad = answer.feedback === 'down';
  const [cited] = answer.citations;
  const checks: Check[] = answered
    ? [
        {
          kind: 'judged',
          criterion: cut(last, longestExample),
          good: isBad ? [] : [answered],
          bad: isBad ? [answered] : [],
        },
      ]
    : [];
  if (cited && !isBad) checks.push({ kind: 'cites', source: cut(cited.title, 300) });
  return scenarioSchema.parse({
    name: freeName(last, taken),
    language: toLanguage(language) ?? 'en',
    sourceConversationId: conversationId,
    turns: asked.map((text, at) => ({ text, checks: at === asked.length - 1 ? checks : [] })),
  });
}

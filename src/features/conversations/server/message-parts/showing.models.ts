import type { PartContent } from '#shared/chat/message-parts.ts';
import type { LlmMessage } from '#providers/llm/llm.port.ts';
import type { CitationFilter } from './citations.models.ts';
import type { FencePiece } from './fenced-blocks.models.ts';
import type { LiveAnswer } from '../streaming/live-answer.models.ts';
import { hasRoomFor, readBlock, readContent, type KnowsAddress } from './parts.models.ts';

/** Adds a part behind the text that is there; false when there is no room, or it is there already. */
export function show(live: LiveAnswer, content: PartContent): boolean {
  if (!hasRoomFor(live.parts, content)) return false;
  live.emit({ type: 'part', part: { ...content, at: live.text.length } });
  return true;
}

/**
 * Passes on what a model said: words through the filter of citations to `say`, blocks as parts. Without
 * `knows` the owner did not allow parts, and blocks vanish.
 */
export function forwardPieces(
  pieces: readonly FencePiece[],
  to: { live: LiveAnswer; filter: CitationFilter; knows: KnowsAddress | null; say: (text: string) => void },
): void {
  const { live, filter, knows, say } = to;
  for (const piece of pieces) {
    if (piece.kind === 'text') {
      say(filter.push(piece.text));
      continue;
    }
    say(filter.end());
    for (const content of knows ? readBlock(piece.body, knows) : []) {
      if (content.type === 'text') say(filter.push(`${content.text}\n\n`));
      else show(live, content);
    }
  }
}

/** Does what a `show_` tool asks for; gives what the model is told. */
export function showByTool(
  live: LiveAnswer,
  kind: string,
  given: unknown,
  knows: KnowsAddress,
): { told: string; isShown: boolean } {
  const fields = typeof given === 'object' && given !== null && !Array.isArray(given) ? given : null;
  const read = fields
    ? readContent({ ...fields, type: kind }, knows)
    : { problem: 'The arguments are no object.' };
  if ('problem' in read) return { told: `Not shown. ${read.problem}`, isShown: false };
  const isShown = show(live, read.content);
  return {
    told: isShown ? 'Shown to the visitor.' : 'Not shown: it is there already, or enough is shown.',
    isShown,
  };
}

/** An address as it stands in a text: up to a space, a quotation mark, or a sign that no address holds. */
const written = /(?<![\p{L}\p{N}+.-])https?:\/\/[^\s<>"'`|\\^{}\p{Cc}\p{Pi}\p{Pf}]+/giu;
const closing: Readonly<Record<string, string>> = { ')': '(', ']': '[' };

/**
 * An address without what only follows it in its sentence: full stops, and brackets that were opened before
 * it.
 */
function withoutEnd(address: string): string {
  const opened = new Map<string, number>();
  for (const [at, sign] of [...address].entries()) {
    if (sign === '(' || sign === '[') opened.set(sign, (opened.get(sign) ?? 0) + 1);
    const opener = closing[sign];
    if (opener === undefined) continue;
    const open = opened.get(opener) ?? 0;
    if (open === 0) return withoutEnd([...address].slice(0, at).join(''));
    opened.set(opener, open - 1);
  }
  return address.replace(/(?<![.,;:!?*_~])[.,;:!?*_~]+$/, '');
}

/**
 * The addresses that stand in a text. Each place where one begins gives one address: no part of it is
 * another.
 */
export const addressesIn = (text: string): string[] =>
  [...text.matchAll(written)].map(([found]) => withoutEnd(found.slice(0, 4_096)));

/**
 * Pictures are loaded without a click, so their addresses must not be able to carry away what was said: only
 * those count that the model was given, from the first letter to the last. A made-up one is as good as none
 * anyway; how much of a known one is asked for could spell something out.
 */
export function knowsFrom(messages: readonly LlmMessage[]): KnowsAddress {
  let known: ReadonlySet<string> | null = null;
  const textOf = ({ content }: LlmMessage): string =>
    typeof content === 'string'
      ? content
      : content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  return (url) => {
    known ??= new Set(
      messages.flatMap((message) => (message.role === 'assistant' ? [] : addressesIn(textOf(message)))),
    );
    return known.has(url);
  };
}

import type { Logger } from '#platform/log/logger.ts';
import type { AgentTool, AskedInWords, Recognised } from '../tools.usecases.ts';

/** Characters of a message that recognisers read. */
const longestRead = 4_000;

/** A tool that the visitor's words ask for. */
export type ChosenTool = {
  tool: AgentTool;
  recognised: Recognised;
};

/**
 * Which tools a message asks for by its words, the most wanted first. A recogniser that fails recognises
 * nothing.
 */
export async function chooseByWords(
  tools: readonly AgentTool[],
  asked: AskedInWords,
  log: Pick<Logger, 'error'>,
): Promise<ChosenTool[]> {
  const read: AskedInWords = { ...asked, text: asked.text.slice(0, longestRead).toWellFormed() };
  if (read.text.trim() === '') return [];
  const chosen: ChosenTool[] = [];
  for (const tool of tools) {
    try {
      const recognised = (await tool.recognise?.(read)) ?? null;
      if (recognised) chosen.push({ tool, recognised });
    } catch (error) {
      log.error({ err: error, tool: tool.name }, 'a recogniser failed');
    }
  }
  return chosen.toSorted((one, other) => (other.recognised.priority ?? 0) - (one.recognised.priority ?? 0));
}

import type { Passage } from '#features/knowledge/server/knowledge.usecases.ts';
import type { WordCounts } from '#platform/text-search/word-counts.ts';
import type { LlmMessage, LlmUsage } from '#providers/llm/llm.port.ts';
import type { MaterialFile } from '../attachments/attachments.models.ts';
import type { StoredAttachment } from '../attachments/attachments.table.ts';
import type { AnswerTrace } from '../../conversations.contract.ts';
import {
  resolveCitations,
  type CitationFilter,
  type NumberedPassages,
} from '../message-parts/citations.models.ts';
import type { PartFence } from '../message-parts/fenced-blocks.models.ts';
import type { LiveAnswer } from '../streaming/live-answer.models.ts';
import type { Topics } from './suggestions.models.ts';
import type { AnswerEnd } from '../conversations.repository.ts';

/** A model that may write an answer. */
export type Choice = {
  provider: string;
  model: string;
};
/** What an answer that is being written has found and used so far. */
export type Working = {
  passages: NumberedPassages;
  filter: CitationFilter;
  fence: PartFence;
  overview: Topics | null;
  trace: AnswerTrace;
  /** Of the words that were looked for. */
  counts: WordCounts;
  usage: LlmUsage | null;
  files: readonly MaterialFile[];
  pictures: StoredAttachment[];
  /** What ran because somebody said yes to it, as a model reads it; null until that was looked for. */
  approved: LlmMessage[] | null;
  pictureMicros: number | null;
  /** What is known to be spent, also by an answer that is stopped; null where no model told it. */
  spentMicros: number | null;
  startedAt: number;
};

/** Adds passages that were found; gives the number of each, the same one for a passage that is there. */
export function addPassages(working: Working, found: readonly Passage[]): number[] {
  return found.map((passage) => {
    for (const [number, known] of working.passages) if (known.chunkId === passage.chunkId) return number;
    const number = working.passages.size + 1;
    working.passages.set(number, passage);
    return number;
  });
}

/** Passes words on to the reader. */
export function write(live: LiveAnswer, working: Working, text: string): void {
  if (text === '') return;
  working.trace.firstTokenMs ??= Math.round(performance.now() - working.startedAt);
  live.emit({ type: 'delta', text });
}

/** What an answer comes to when it is over. */
export function finish(
  live: LiveAnswer,
  working: Working,
  how: Pick<AnswerEnd, 'status' | 'errorCode' | 'engine' | 'provider' | 'model' | 'costMicros'>,
): AnswerEnd {
  const used = working.filter.used();
  working.trace.totalMs = Math.round(performance.now() - working.startedAt);
  const numberOf = ({ chunkId }: Passage): number | null =>
    used.find(({ passage }) => passage.chunkId === chunkId)?.number ?? null;
  // A small collection is read whole; what was neither found nor used explains nothing.
  const telling = [...working.passages.values()].filter(
    (passage) => passage.score > 0 || numberOf(passage) !== null,
  );
  working.trace.passages = telling.map((passage) => ({
    number: numberOf(passage),
    title: passage.title,
    heading: passage.heading,
    text: passage.text.slice(0, 2_000),
    url: passage.url,
    page: passage.page,
    score: passage.score,
    sourceId: passage.sourceId,
    documentId: passage.documentId,
  }));
  return {
    ...how,
    body: live.text,
    parts: [...live.parts],
    suggestions: [],
    citations: resolveCitations(live.text, used),
    attachments: working.pictures,
    trace: working.trace,
    inputTokens: working.usage?.inputTokens ?? null,
    outputTokens: working.usage?.outputTokens ?? null,
  };
}

import type { FoundChunk } from './search-index.repository.ts';
import type { Passage } from '../knowledge.models.ts';
import { passageKind } from '../knowledge-presentation.models.ts';

const longestPassage = 4_000;
/** Chunks this near to each other have nothing but white space between them. */
const widestGap = 3;

type Scored = {
  chunk: FoundChunk;
  score: number;
};

/**
 * Makes passages of the best chunks: chunks of one document that overlap or follow each other become one
 * passage, so that no text is repeated. Order and score are those of the best chunk in each.
 */
export function joinPassages(scored: readonly Scored[], limit: number): Passage[] {
  const passages: Passage[] = [];
  for (const { chunk, score } of scored) {
    const neighbour = passages.findIndex((passage) => canJoin(passage, chunk));
    const joined = neighbour >= 0 ? passages[neighbour] : undefined;
    if (joined) {
      passages[neighbour] = join(joined, chunk);
      bridge(passages, neighbour);
    } else if (passages.length < limit) passages.push(toPassage(chunk, score));
  }
  return passages;
}

/** A joined passage may now reach another one. */
function bridge(passages: Passage[], at: number): void {
  const grown = passages[at];
  if (!grown) return;
  const other = passages.findIndex((passage, index) => index !== at && canJoin(passage, grown));
  const neighbour = passages[other];
  if (!neighbour) return;
  const [first, last] = at < other ? [at, other] : [other, at];
  const [kept, gone] = at < other ? [grown, neighbour] : [neighbour, grown];
  passages[first] = join(kept, gone);
  passages.splice(last, 1);
}

type Span = Pick<Passage, 'documentId' | 'start' | 'end'>;

function canJoin(passage: Span, other: Span): boolean {
  if (passage.documentId !== other.documentId) return false;
  const gap = Math.max(passage.start, other.start) - Math.min(passage.end, other.end);
  const length = Math.max(passage.end, other.end) - Math.min(passage.start, other.start);
  return gap <= widestGap && (length <= longestPassage || gap < 0);
}

function join(
  passage: Passage,
  other: Pick<Passage, 'start' | 'end' | 'heading' | 'page'> & ({ text: string } | { body: string }),
): Passage {
  const addition = { ...other, text: 'text' in other ? other.text : other.body };
  const [first, second] = passage.start <= addition.start ? [passage, addition] : [addition, passage];
  if (second.end <= first.end)
    return {
      ...passage,
      start: first.start,
      end: first.end,
      text: first.text,
      page: first.page,
      heading: first.heading,
    };
  const gap = second.start - first.end;
  const text = gap >= 0 ? first.text + '\n'.repeat(gap) + second.text : first.text + second.text.slice(-gap);
  return { ...passage, start: first.start, end: second.end, text, page: first.page, heading: first.heading };
}

function toPassage(chunk: FoundChunk, score: number): Passage {
  return {
    chunkId: chunk.id,
    documentId: chunk.documentId,
    sourceId: chunk.sourceId,
    kind: passageKind(chunk.kind),
    title: chunk.title,
    heading: chunk.heading,
    text: chunk.body,
    url: chunk.url,
    page: chunk.page,
    score,
    start: chunk.start,
    end: chunk.end,
    language: chunk.language,
  };
}

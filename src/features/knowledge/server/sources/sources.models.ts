import { AppError } from '#shared/errors.ts';
import {
  knowledgeErrors,
  knowledgeLimits,
  type QuestionAnswer,
  type SourceChange,
} from '../../knowledge.contract.ts';
import type { SourceInsert, SourceRow } from './sources.repository.ts';
import { encodePairs, storableText } from './text.models.ts';

/** A text or a list of questions that is stored as it is. */
export type PreparedSource =
  | { kind: 'text'; title: string; body: string }
  | { kind: 'qa'; title: string; pairs: QuestionAnswer[] };

/** Throws where a collection is full. */
export function checkRoom(kind: SourceInsert['kind'], { all, files }: { all: number; files: number }): void {
  const { sourcesPerCollection, filesPerCollection } = knowledgeLimits;
  if (all >= sourcesPerCollection)
    throw new AppError(knowledgeErrors.tooManySources, { variables: { limit: sourcesPerCollection } });
  if (kind === 'file' && files >= filesPerCollection)
    throw new AppError(knowledgeErrors.tooManyFiles, { variables: { limit: filesPerCollection } });
}

export function websiteTitle(address: string, mode: 'site' | 'page'): string {
  const url = new URL(address);
  return (mode === 'site' ? url.host : url.host + (url.pathname === '/' ? '' : url.pathname)).slice(
    0,
    knowledgeLimits.titleLength,
  );
}

/** The bytes that a change brings, or null. */
export function newContent(source: SourceRow, change: SourceChange): Uint8Array | null {
  if (
    (change.body !== undefined && source.kind !== 'text') ||
    (change.pairs !== undefined && source.kind !== 'qa')
  )
    throw new AppError(knowledgeErrors.notPossible);
  if (change.body !== undefined) return new TextEncoder().encode(storableText(change.body));
  return change.pairs === undefined ? null : encodePairs(change.pairs);
}

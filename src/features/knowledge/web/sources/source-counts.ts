import type { KnowledgeSource } from '../../knowledge.contract.ts';

type Counted = Pick<KnowledgeSource, 'kind' | 'url' | 'status' | 'progress' | 'leftOut'>;

/** Kinds of things an agent was trained on, as they are counted. */
export type SourceCounts = {
  pages: { done: number; found: number };
  files: number;
  texts: number;
  questions: number;
};

/** The address of a file: a PDF that was added by its address is no page of a site. */
const isFileAddress = (url: string | null): boolean =>
  url !== null && /\.(?:pdf|docx|pptx|xlsx|csv|txt|md)(?:$|[?#])/i.test(url);

/**
 * How much of each kind was read; of pages also how many were found, those that a limit left out, or that were
 * not met again so far, with them.
 */
export function countSources(sources: readonly Counted[]): SourceCounts {
  const counts: SourceCounts = { pages: { done: 0, found: 0 }, files: 0, texts: 0, questions: 0 };
  for (const { kind, url, progress, leftOut } of sources) {
    if (kind === 'file' || (kind === 'page' && isFileAddress(url))) counts.files += progress.done;
    else if (kind === 'text') counts.texts += progress.done;
    else if (kind === 'qa') counts.questions += progress.done;
    else {
      counts.pages.done += progress.done;
      counts.pages.found += progress.found + leftOut.limit;
    }
  }
  return counts;
}

/** How many things could not be read: documents, and sources of which nothing came, not even a document. */
export const countFailed = (
  documents: number,
  sources: readonly Pick<Counted, 'status' | 'progress'>[],
): number =>
  documents + sources.filter(({ status, progress }) => status === 'failed' && progress.failed === 0).length;

/** From this share of failed pages on, a source that is ready is not called so. */
const partly = 0.1;

/** Ready, but a good part of it could not be read. */
export function isPartlyRead({
  status,
  progress: { found, failed },
}: Pick<Counted, 'status' | 'progress'>): boolean {
  return status === 'ready' && failed > 0 && failed >= found * partly;
}

/** A limit that takes in all that was left out: the next round number, within what is allowed. */
export function raisedLimit(limit: number, leftOut: number, most: number): number {
  const wanted = limit + leftOut;
  const step = wanted <= 200 ? 50 : wanted <= 1_000 ? 100 : 500;
  return Math.min(most, Math.ceil(wanted / step) * step);
}

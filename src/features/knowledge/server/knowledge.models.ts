import type { WordCounts } from '#platform/text-search/word-counts.ts';
import type { Language } from '#shared/languages.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { DocumentParser } from '#platform/documents/document-parser.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { RateLimiter } from '#platform/rate-limit/rate-limit.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import type { SafeFetch } from '#platform/safe-fetch/safe-fetch.ts';
import type { EmbeddingChoice, PassageKind, RetrievalTrace } from '../knowledge.contract.ts';

/**
 * Turns texts into vectors with an account's own connection. Throws when there is none or the vendor fails;
 * knowledge then works on without it.
 */
export type EmbedTexts = (
  accountId: string,
  choice: EmbeddingChoice,
  texts: readonly string[],
  purpose: 'passage' | 'question',
  signal: AbortSignal,
) => Promise<Float32Array[]>;

/** How likely it is that each passage by itself answers a question, 0 to 1. */
export type RateAnswers = (input: {
  question: string;
  passages: readonly { title: string; heading: string; text: string; score: number }[];
  counts: WordCounts;
  language: Language;
}) => number[];

export type KnowledgeServices = {
  database: Database;
  clock: Clock;
  log: Logger;
  jobs: Pick<Jobs, 'send'>;
  realtime: Pick<Realtime, 'publish'>;
  limiter: RateLimiter;
  safeFetch: SafeFetch;
  documents: DocumentParser;
  /** Null: this instance has no embedding at all. */
  embed: EmbedTexts | null;
  rateAnswers: RateAnswers;
  /** Id of this server process, as written into `server_processes`. */
  processId: string;
  maxUploadBytes: number;
  crawlRequestsPerSecond: number;
  /** Told in the transaction in which a source ends being read, well or not. */
  sourceEnded?(tx: Transaction, source: { accountId: string; collectionId: string }): Promise<void>;
  /** Whether an account's plan is over, so that nothing is fetched for it by itself. */
  isPlanExpired(accountId: string): Promise<boolean>;
};

/** A piece of an account's knowledge that an answer may use and cite. */
export type Passage = {
  chunkId: string;
  documentId: string;
  sourceId: string;
  kind: PassageKind;
  title: string;
  heading: string;
  /** `storedCopy.text.slice(start, end)`. */
  text: string;
  url: string | null;
  page: number | null;
  /** Where pages of the document begin within the passage, in positions of the stored copy; for files with pages. */
  pages?: readonly { page: number; start: number }[];
  /** 0 to 1. */
  score: number;
  start: number;
  end: number;
  language: Language;
};

export type RetrieveInput = {
  accountId: string;
  collectionId: string;
  query: string;
  /** The language of the conversation, used when the query itself does not tell. */
  language?: Language;
  topK: number;
  threshold: number;
  embedding?: EmbeddingChoice | null;
  signal?: AbortSignal;
  /**
   * A small collection is given whole: what was not found comes last, with score 0. Of any other one come at least
   * twelve passages: whoever reads so much chooses among sentences, and passages cost nothing.
   */
  whole?: boolean;
};

export type Retrieved = {
  passages: Passage[];
  trace: RetrievalTrace;
  counts: WordCounts;
};

/** What a collection is about, for greetings, suggestions and drafted texts. */
export type CollectionOverview = {
  revision: number;
  chunkCount: number;
  languages: Language[];
  /** Name of the website, when there is one. */
  siteName: string | null;
  siteUrl: string | null;
  documents: {
    title: string;
    url: string | null;
    kind: PassageKind;
    headings: string[];
    language: Language;
  }[];
  questions: { text: string; language: Language }[];
};

export type StoredCopy = {
  documentId: string;
  collectionId: string;
  kind: PassageKind;
  title: string;
  url: string | null;
  text: string;
  pages: { page: number; start: number; end: number }[] | null;
  language: Language;
  fetchedAt: string | null;
  /** Its bytes are kept and are those of a PDF: `storedPdf` gives them. */
  isPdf: boolean;
};

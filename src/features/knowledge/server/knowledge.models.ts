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
export type EmbedTexts = (accountId: string, choice: EmbeddingChoice, texts: readonly string[], signal: AbortSignal) => Promise<Float32Array[]>;

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
  /** Id of this server process, as written into `server_processes`. */
  processId: string;
  maxUploadBytes: number;
  crawlRequestsPerSecond: number;
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
};

export type Retrieved = { passages: Passage[]; trace: RetrievalTrace };

/** What a collection is about, for greetings, suggestions and drafted texts. */
export type CollectionOverview = {
  revision: number;
  chunkCount: number;
  languages: Language[];
  /** Name of the website, when there is one. */
  siteName: string | null;
  siteUrl: string | null;
  documents: { title: string; url: string | null; kind: PassageKind; headings: string[] }[];
  questions: string[];
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
};

/** What other features call. Everything takes the account first and answers nothing of another account. */
export type KnowledgeForAgents = {
  /** Makes an empty collection in the caller's transaction and answers its id. */
  createCollection(tx: Transaction, accountId: string): Promise<string>;
  /** Copies sources, documents and index into a new collection, without the bin. What is being worked on starts anew in the copy. */
  copyCollection(tx: Transaction, accountId: string, collectionId: string): Promise<string>;
  /** Removes a collection with all that belongs to it. Remove the agent's row first. */
  removeCollection(tx: Transaction, accountId: string, collectionId: string): Promise<void>;
  /** Says which embedding model the chunks should be known to; queues the work when it changed. */
  setEmbedding(tx: Transaction, accountId: string, collectionId: string, choice: EmbeddingChoice | null): Promise<void>;
  /** Adds a website in the caller's transaction, without a rate limit: for creating an agent from an address. Answers the source's id. */
  addWebsiteIn(tx: Transaction, accountId: string, collectionId: string, input: { url: string; mode?: 'site' | 'page'; maxPages?: number }): Promise<string>;
  /** The passages for a question, best first. */
  retrieve(input: RetrieveInput): Promise<Retrieved>;
  collectionOverview(accountId: string, collectionId: string): Promise<CollectionOverview | null>;
  /** The text that was stored of a document. Null when it is gone or in the bin. */
  storedCopy(accountId: string, documentId: string): Promise<StoredCopy | null>;
  /** The passage between two positions, widened to whole paragraphs when they cut one. Null when there is none. */
  passageAt(accountId: string, documentId: string, start: number, end: number): Promise<{ text: string; start: number; end: number; page: number | null } | null>;
};

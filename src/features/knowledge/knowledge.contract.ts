import { z } from 'zod';
import { defineErrors } from '#shared/errors.ts';
import { languages } from '#shared/languages.ts';

/** Bounds that the server checks and the forms show. */
export const knowledgeLimits = {
  titleLength: 300,
  urlLength: 2_000,
  textLength: 500_000,
  pairs: 500,
  questionLength: 1_000,
  answerLength: 5_000,
  queryLength: 1_000,
  patterns: 50,
  patternLength: 300,
  filesPerCollection: 200,
  sourcesPerCollection: 1_000,
  maxPages: 5_000,
  maxDepth: 10,
  /** Days in which a deleted source can be put back. */
  binDays: 7,
} as const;

/** File name endings that can become knowledge. */
export const knowledgeFileExtensions = [
  'pdf',
  'docx',
  'pptx',
  'xlsx',
  'csv',
  'txt',
  'md',
  'html',
  'htm',
  'json',
  'srt',
  'vtt',
] as const;

export const sourceKinds = ['file', 'website', 'page', 'text', 'qa'] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** What a passage was taken from, as citations show it. */
export const passageKinds = ['page', 'file', 'text', 'qa'] as const;
export type PassageKind = (typeof passageKinds)[number];

/** Life of a source and of a document; both end `ready` or `failed`. */
export const knowledgeStatuses = ['queued', 'fetching', 'parsing', 'indexing', 'ready', 'failed'] as const;
export type KnowledgeStatus = (typeof knowledgeStatuses)[number];

export const resyncIntervals = ['off', 'daily', 'weekly', 'monthly'] as const;
export type ResyncInterval = (typeof resyncIntervals)[number];

/**
 * Why a source or page could not be used, or was used only in part. Texts: `knowledge:failures.<code>.text`
 * and, what to do about it, `knowledge:failures.<code>.hint`.
 */
export const failureCodes = [
  'fetch.address_not_allowed',
  'fetch.unreachable',
  'fetch.timeout',
  'fetch.too_large',
  'fetch.too_many_redirects',
  'fetch.bad_url',
  'fetch.bad_type',
  'crawl.robots',
  'crawl.noindex',
  'crawl.not_found',
  'crawl.needs_sign_in',
  'crawl.server_error',
  'crawl.refused',
  'crawl.empty_page',
  'crawl.nothing_found',
  'crawl.all_pages_failed',
  'crawl.another_site',
  'crawl.duplicate',
  'document.encrypted',
  'document.damaged',
  'document.too_large',
  'document.too_slow',
  'document.empty',
  'document.unsupported',
  'document.type_mismatch',
  'document.out_of_memory',
  'knowledge.empty',
  'knowledge.interrupted',
  'knowledge.internal',
  'embedding.failed',
  'embedding.not_connected',
] as const;
export type FailureCode = (typeof failureCodes)[number];

export const embeddingSchema = z.strictObject({
  provider: z.string().trim().min(1).max(100),
  model: z.string().trim().min(1).max(200),
});
export type EmbeddingChoice = z.infer<typeof embeddingSchema>;

/** This feature's slice of an agent's configuration. */
export const knowledgeSettings = z.strictObject({
  /** How many passages an answer may use. */
  topK: z.number().int().min(1).max(20).default(6),
  /** Passages that score lower are not used; 0 uses everything that was found. */
  threshold: z.number().min(0).max(1).default(0.35),
  citations: z.enum(['inline', 'footer', 'off']).default('inline'),
  embedding: embeddingSchema.nullable().default(null),
});
export type KnowledgeSettings = z.infer<typeof knowledgeSettings>;

export const knowledgeErrors = defineErrors('knowledge', {
  collectionNotFound: 404,
  sourceNotFound: 404,
  documentNotFound: 404,
  chunkNotFound: 404,
  addressRefused: 422,
  fileMissing: 400,
  fileEmpty: 400,
  fileKindUnsupported: 415,
  tooManyFiles: 409,
  tooManySources: 409,
  /** The source is of a kind that has no such field, or no address to fetch again. */
  notPossible: 409,
  /** The same site or page is a source already; `details.sourceId` says which. */
  alreadyAdded: 409,
});

const webUrl = z.string().trim().min(1).max(knowledgeLimits.urlLength);
const title = z.string().trim().min(1).max(knowledgeLimits.titleLength);
const patterns = z
  .array(z.string().trim().min(1).max(knowledgeLimits.patternLength))
  .max(knowledgeLimits.patterns);
const resync = z.enum(resyncIntervals);
const textBody = z
  .string()
  .min(1)
  .max(knowledgeLimits.textLength)
  .refine((text) => text.trim() !== '', { error: 'errors:fields.required' });

export const pairSchema = z.strictObject({
  question: z.string().trim().min(1).max(knowledgeLimits.questionLength),
  answer: z.string().trim().min(1).max(knowledgeLimits.answerLength),
});
export type QuestionAnswer = z.infer<typeof pairSchema>;
const pairs = z.array(pairSchema).min(1).max(knowledgeLimits.pairs);

export const websiteInput = z.strictObject({
  /** With or without `https://`. */
  url: webUrl,
  mode: z.enum(['site', 'page']).default('site'),
  /** Path patterns like `/docs/*`; empty means every page. */
  include: patterns.default([]),
  exclude: patterns.default([]),
  maxPages: z.number().int().min(1).max(knowledgeLimits.maxPages).default(100),
  maxDepth: z.number().int().min(0).max(knowledgeLimits.maxDepth).default(3),
  useSitemap: z.boolean().default(true),
  resync: resync.default('off'),
  /**
   * What happens when the same site or page is there already: refused, its settings widened by these and read
   * again, or a second source of it.
   */
  ifPresent: z.enum(['refuse', 'merge', 'add']).default('refuse'),
});
export type WebsiteInput = z.infer<typeof websiteInput>;

/** How a website is crawled, as stored with its source. */
export const websiteSettings = websiteInput.pick({
  include: true,
  exclude: true,
  maxPages: true,
  maxDepth: true,
  useSitemap: true,
});
export type WebsiteSettings = z.infer<typeof websiteSettings>;

export const textInput = z.strictObject({ title, body: textBody });
export const qaInput = z.strictObject({ title: title.optional(), pairs });
export const sourceChange = z.strictObject({
  title: title.optional(),
  resync: resync.optional(),
  body: textBody.optional(),
  pairs: pairs.optional(),
  /** How a website is crawled; it is read again with what changed. */
  website: websiteSettings.partial().optional(),
});
export type SourceChange = z.infer<typeof sourceChange>;

export const sourceSchema = z
  .object({
    id: z.string(),
    collectionId: z.string(),
    kind: z.enum(sourceKinds),
    title: z.string(),
    url: z.string().nullable(),
    status: z.enum(knowledgeStatuses),
    /** A `FailureCode`: the reason when it failed, or a note when it is ready only in part. */
    errorCode: z.string().nullable(),
    /** Pages (documents) seen, ready and failed so far. */
    progress: z.object({ found: z.number(), done: z.number(), failed: z.number() }),
    /**
     * Pages of the site that were found and not read: beyond its page limit, and deeper than its depth. While it is read
     * anew, those beyond are the ones that were known before and not met again so far.
     */
    leftOut: z.object({ limit: z.number(), depth: z.number() }),
    /** An older source of the same site or page, or null. */
    sameAs: z.object({ id: z.string(), title: z.string() }).nullable(),
    chunkCount: z.number(),
    characterCount: z.number(),
    file: z.object({ name: z.string(), mimeType: z.string(), byteCount: z.number() }).nullable(),
    website: websiteSettings.nullable(),
    resync,
    nextSyncAt: z.string().nullable(),
    syncedAt: z.string().nullable(),
    createdAt: z.string(),
    deletedAt: z.string().nullable(),
    /** When a source in the bin goes for good. */
    goneAt: z.string().nullable(),
    can: z.object({ sync: z.boolean(), retry: z.boolean(), resync: z.boolean(), editContent: z.boolean() }),
  })
  .meta({ id: 'KnowledgeSource' });
export type KnowledgeSource = z.infer<typeof sourceSchema>;

/** A file that a site's pages link to. */
export const linkedFileSchema = z.object({
  url: z.string(),
  title: z.string(),
  /** It is a source already. */
  isAdded: z.boolean(),
});
export type LinkedFile = z.infer<typeof linkedFileSchema>;

export const collectionSchema = z
  .object({
    id: z.string(),
    /** Rises with every change to what can be found. */
    revision: z.number(),
    /** Over all sources: "Trained on {done}/{found} pages". */
    progress: z.object({ found: z.number(), done: z.number(), failed: z.number() }),
    chunkCount: z.number(),
    characterCount: z.number(),
    /** Whether a source is still being worked on. */
    working: z.boolean(),
    /** Most frequent first. */
    languages: z.array(z.enum(languages)),
    /** Chunks that the embedding model has not seen yet; `errorCode` says why it stands still. */
    embedding: z
      .object({
        provider: z.string(),
        model: z.string(),
        pending: z.number(),
        errorCode: z.string().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'KnowledgeCollection' });
export type KnowledgeCollection = z.infer<typeof collectionSchema>;

export const documentSchema = z
  .object({
    id: z.string(),
    sourceId: z.string(),
    kind: z.enum(passageKinds),
    title: z.string(),
    url: z.string().nullable(),
    status: z.enum(knowledgeStatuses),
    /** The reason when it failed; on a ready page: why it could not be refreshed. */
    errorCode: z.string().nullable(),
    language: z.enum(languages),
    chunkCount: z.number(),
    characterCount: z.number(),
    fetchedAt: z.string().nullable(),
  })
  .meta({ id: 'KnowledgeDocument' });
export type KnowledgeDocument = z.infer<typeof documentSchema>;

/** Where a page stands in the text, in UTF-16 positions. Pages count from 1. */
export const pageRangeSchema = z.object({ page: z.number(), start: z.number(), end: z.number() });

export const chunkSchema = z.object({
  id: z.string(),
  position: z.number(),
  /** Position in the document's text, in UTF-16 units: `text.slice(start, end)`. */
  start: z.number(),
  end: z.number(),
  page: z.number().nullable(),
  heading: z.string(),
  language: z.enum(languages),
  enabled: z.boolean(),
  embedded: z.boolean(),
});
export type KnowledgeChunk = z.infer<typeof chunkSchema>;

export const hitSchema = z.object({
  chunkId: z.string(),
  documentId: z.string(),
  sourceId: z.string(),
  kind: z.enum(passageKinds),
  title: z.string(),
  heading: z.string(),
  text: z.string(),
  url: z.string().nullable(),
  page: z.number().nullable(),
  start: z.number(),
  end: z.number(),
  language: z.enum(languages),
  /**
   * Raw scores (null: not found that way), the fused one, and the one from 0 to 1 that the threshold is
   * compared with.
   */
  scores: z.object({
    lexical: z.number().nullable(),
    dense: z.number().nullable(),
    fused: z.number(),
    normalised: z.number(),
    /** How likely it is that this passage by itself answers the question, 0 to 1. */
    answer: z.number(),
  }),
  /** Whether it reaches the threshold, so an answer would use it. */
  passes: z.boolean(),
});
export type KnowledgeHit = z.infer<typeof hitSchema>;

export const searchInput = z.strictObject({
  query: z.string().trim().min(1).max(knowledgeLimits.queryLength),
  topK: z.number().int().min(1).max(20).default(6),
  threshold: z.number().min(0).max(1).default(0.35),
  mode: z.enum(['lexical', 'hybrid']).default('hybrid'),
});
export type SearchInput = z.infer<typeof searchInput>;

export const traceSchema = z.object({
  milliseconds: z.number(),
  language: z.enum(languages),
  mode: z.enum(['lexical', 'hybrid']),
  /** Stemmed words that were looked up. */
  terms: z.array(z.string()),
  /** Chunks that were searched, and those that share a word or are near in meaning. */
  searched: z.number(),
  matched: z.number(),
  /** Why the embedding model was left out, or null. */
  embeddingError: z.string().nullable(),
});
export type RetrievalTrace = z.infer<typeof traceSchema>;

/** A source as it was at a moment: what a person entered is kept, of all else only how it can be told apart. */
export type SourceState = {
  id: string;
  kind: SourceKind;
  title: string;
  /** Changes with what was entered; null for what is fetched or uploaded. */
  hash: string | null;
  body: string | null;
  pairs: QuestionAnswer[] | null;
};
export type KnowledgeState = SourceState[];

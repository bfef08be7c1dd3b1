import { compileCss, longestCss, withoutProblems } from '#shared/custom-css/custom-css.ts';
import { readContactField } from '#shared/contacts/contact-fields.ts';
import { readFieldConditions } from '#shared/contacts/custom-fields.ts';
import { readNumber } from '#shared/forms/answers.ts';
import type { FormDocument } from '#shared/forms/document.ts';
import { checkAnswers } from '#shared/forms/logic.ts';
import { ruleCycleOf } from '#shared/forms/rings.ts';
import { filledText } from '#shared/forms/page.ts';
import { cleanText, readFormValues } from '#shared/forms/values.ts';
import { safeNextPath } from '#shared/paths.ts';
import { plainText } from '#shared/text/plain-text.ts';
import { parseAmount, parsePrice } from '#shared/money/price.ts';
import { readInstructions } from '#shared/chat/rich-instructions.ts';
import { readPattern } from '#shared/contacts/simple-pattern.ts';
import { brandColours } from '#platform/crawl/colours.ts';
import { fetchRobots, fetchSitemapUrls } from '#platform/crawl/site-files.ts';
import { enteredAddresses, linkKind, matchesGlob, normalisePageUrl } from '#platform/crawl/page-urls.ts';
import { docx, pdfText, pdfWithContent } from '#platform/documents/__fixtures__/made-files.ts';
import { DocumentError } from '#platform/documents/document-error.ts';
import { defaultDocumentLimits } from '#platform/documents/document-types.ts';
import { parseDocument } from '#platform/documents/child/parse-document.ts';
import { decodeEntities, textOfMarkup } from '#platform/documents/child/markup-scanner.ts';
import { parseHtml } from '#platform/documents/child/parse-html.ts';
import {
  parseCsvText,
  parseJsonText,
  parseMarkdown,
  parsePlainText,
  parseSubtitles,
} from '#platform/documents/child/parse-texts.ts';
import { drawingFault } from '#platform/images/child/drawing-fault.ts';
import { deviceNamed } from '#platform/http/device.ts';
import { detectLanguage } from '#platform/language/detect-language.ts';
import { everydayQuestion } from '#platform/language/everyday-concepts.ts';
import { questionParts } from '#platform/language/question-parts.ts';
import { weekDays } from '#platform/language/week-days.ts';
import { analyze } from '#platform/text-search/analyze.ts';
import { findQuote } from '#platform/text-search/find-quote.ts';
import { sentences } from '#platform/text-search/sentences.ts';
import { fenceFilter } from '#features/agents/server/generation/generation.models.ts';
import { judgePage } from '#features/agents/server/install/install.models.ts';
import { readExport } from '#features/agents/server/lifecycle/transfer.models.ts';
import { delimiterOf, rowsOf, suggestMapping } from '#features/contacts/server/import/csv.models.ts';
import {
  lexBlocks,
  closeOpenMarkdown,
  readEntities,
} from '#features/conversations/chat/messages/markdown-blocks.ts';
import { quoteFor, resolveCitations } from '#features/conversations/server/message-parts/citations.models.ts';
import { mentionedFacts, withFactReferences } from '#features/conversations/server/prompt/facts.models.ts';
import { PartFence } from '#features/conversations/server/message-parts/fenced-blocks.models.ts';
import { phrasesOf } from '#features/conversations/server/visitors/forms.models.ts';
import { showsContactIntent } from '#features/conversations/server/prompt/contact-intent.models.ts';
import { readBlock, readVideoAddress } from '#features/conversations/server/message-parts/parts.models.ts';
import { isRepetitive } from '#features/conversations/server/handoff/repetition.models.ts';
import { asksForPerson } from '#platform/language/person-request.ts';
import { contentsByRules } from '#features/conversations/server/answers/rules.models.ts';
import { readSuggestions } from '#features/conversations/server/answers/suggestions.models.ts';
import { formIssues } from '#features/forms/server/editing/issues.models.ts';
import { mailWords } from '#features/inbox/server/reply-mails/reply-mails.models.ts';
import { cutIntoChunks } from '#features/knowledge/server/processing/chunking.models.ts';
import { cleanFileName, completeUrl } from '#features/knowledge/server/sources/text.models.ts';
import { isOneAddress, subjectLine } from '#features/mail/server/mail.models.ts';
import {
  clip,
  plainAnswer,
  readSummary,
  summaryWithoutModel,
} from '#features/summaries/server/summaries.models.ts';

/**
 * Something that reads what a stranger wrote. `longest`: characters that reach it at most, or as many as the
 * time allows to try.
 */
export type ParserUnderTest = {
  longest: number;
  /** Texts that a parser once stood still over, in their order. */
  known?: readonly string[];
  read(text: string): unknown;
};

const bytes = (text: string): Buffer => Buffer.from(text);
const message = 10_000;
const answer = 20_000;
const file = 60_000;

async function rows(text: string): Promise<number> {
  let count = 0;
  for await (const _row of rowsOf(text, delimiterOf(text))) count += 1;
  return count;
}

function form(text: string): void {
  const { document, answers } = JSON.parse(text) as {
    document: FormDocument;
    answers: Record<string, unknown>;
  };
  formIssues(document);
  ruleCycleOf(document);
  for (let times = 0; times < 3; times++) checkAnswers(document, answers);
}

function fenced(text: string): void {
  const fence = new PartFence();
  for (let at = 0; at < text.length; at += 40) fence.push(text.slice(at, at + 40));
  fence.end();
  const filter = fenceFilter();
  for (let at = 0; at < text.length; at += 40) filter.push(text.slice(at, at + 40));
  filter.end();
}

/** What a visitor's browser does with an answer while it arrives. */
function drawn(text: string): void {
  lexBlocks(closeOpenMarkdown(text));
  readEntities(text);
}

/** A site that answers everything with one text. */
const site = (text: string) =>
  ({
    safeFetch: async () => ({ status: 200, body: bytes(text), headers: {} }),
    headers: {},
    signal: undefined,
    pass: async () => undefined,
  }) as never;

async function siteFiles(text: string): Promise<void> {
  const rules = await fetchRobots('https://example.com', 'chatelier', site(text));
  const starry = await fetchRobots(
    'https://example.com',
    'chatelier',
    site(`User-agent: *\n${`Disallow: /${'*a'.repeat(20)}b\n`.repeat(300)}`),
  );
  for (const each of [rules, starry]) each.isAllowed(new URL(`https://example.com/${'a'.repeat(500)}`));
  await fetchSitemapUrls('https://example.com', [], 2_000, site(text));
}

const wholeFiles = [
  ['a.pdf', pdfWithContent(pdfText('The price is 9.99'), '')],
  ['a.docx', await docx()],
] as const;
const limits = { ...defaultDocumentLimits, maxInflatedBytes: 8_000_000 };

/** A PDF and a Word file in whose middle somebody put a text. */
async function spoiltFiles(text: string): Promise<void> {
  const at = text.charCodeAt(0) + text.length;
  for (const [fileName, whole] of wholeFiles) {
    const place = (at * 997) % whole.length;
    const spoilt = Buffer.concat([
      whole.subarray(0, place),
      bytes(text.slice(0, at % 40)),
      whole.subarray(place + (at % 9)),
    ]);
    await parseDocument(
      { type: 'document', fileName, mimeType: null, kind: null, bytes: spoilt },
      limits,
    ).catch((error: unknown) => {
      if (!(error instanceof Error)) throw error;
    });
  }
}

const passage = { title: 'A', kind: 'page', url: null, page: null, documentId: 'a', language: 'en' } as const;

/** All of them by the words for what they read. */
export const parsers: Readonly<Record<string, ParserUnderTest>> = {
  'custom CSS': {
    longest: longestCss,
    known: ['('.repeat(300), '())(', '['.repeat(300), '[])[', '}a\n'.repeat(6_800)],
    read: (text) => [compileCss(text), withoutProblems(text)],
  },
  "a field's pattern": {
    longest: 200,
    known: ['((((){255}){255}){255}){255}', '((((a{0,9}){0,9}){0,9}){0,9}){0,9}', '(a+)+(a*)*(a|aa)+b'],
    read: (text) => readPattern(text)?.matches('ab1 '.repeat(2_500)),
  },
  "a value for a field's pattern": {
    longest: message,
    read: (text) =>
      ['(a*b*)*c', '(\\w+ ?){1,90}', '(.{0,90}){0,9}x'].map((pattern) => readPattern(pattern)?.matches(text)),
  },
  'a form with its rules': { longest: 0, read: form },
  'answers in a form': {
    longest: message,
    read: (text) => [
      cleanText(text, 'long_text'),
      readNumber(text),
      filledText(text, { total: 1 }),
      (['email', 'phone', 'url', 'short_text'] as const).map((type) =>
        readFormValues([{ key: 'a', type, label: 'A', required: true, options: [] }], { a: text }),
      ),
    ],
  },
  'facts of a contact': {
    longest: message,
    read: (text) =>
      (['name', 'email', 'phone', 'country', 'language'] as const).map((name) =>
        readContactField(name as never, text),
      ),
  },
  'an answer in the chat': { longest: answer, read: drawn },
  'a fence in an answer': { longest: answer, read: fenced },
  'a part of an answer': {
    longest: 16_000,
    read: (text) => [
      readBlock(text, () => true),
      readBlock(JSON.stringify({ type: 'card', title: text, url: text, buttons: [text] }), () => true),
      readVideoAddress(text),
    ],
  },
  'words for a mail or a summary': {
    longest: answer,
    read: (text) => [
      mailWords(text),
      plainAnswer(text),
      clip(text, 200),
      summaryWithoutModel([
        { by: 'visitor', text: 'Why?', isOpen: false },
        { by: 'agent', text, isOpen: false },
      ]),
      readSummary(text),
      readSuggestions(text, [], 3),
    ],
  },
  'what an answer says of a passage': {
    longest: 4_000,
    read: (text) => [
      resolveCitations(text, [{ number: 1, passage: { ...passage, text } as never }]),
      quoteFor(text, 'the price'),
      findQuote(text, text.slice(10, 60)),
    ],
  },
  "a visitor's question": {
    longest: message,
    read: (text) => [
      questionParts(text),
      weekDays(text),
      detectLanguage(text, 'en'),
      everydayQuestion(text, 'en', ['en', 'cs']),
      showsContactIntent(text),
      asksForPerson(text),
      isRepetitive([
        { role: 'visitor', text },
        { role: 'visitor', text },
      ] as never),
    ],
  },
  "an owner's instructions": {
    longest: 20_000,
    read: (text) => [
      readInstructions(text),
      mentionedFacts(text),
      withFactReferences(text),
      contentsByRules(text, 'What is the price?', 'en'),
      phrasesOf(text.slice(0, 1_000)),
    ],
  },
  'text to be searched': {
    longest: file,
    read: (text) => [cutIntoChunks(text, 'en', null), analyze(text, 'cs'), sentences(text, 'en')],
  },
  'a web page': {
    longest: file,
    read: (text) => [
      parseHtml(bytes(text), {
        url: 'https://example.com/',
        contentType: 'text/html',
        maxTextLength: 1_000_000,
      }),
      textOfMarkup(text, 100_000),
      decodeEntities(text),
    ],
  },
  'a page that is looked at': {
    longest: file,
    read: (text) =>
      judgePage(
        { url: 'https://example.com/', policies: [text.slice(0, 8_000)], html: text },
        { number: 1, origins: ['https://example.com'], isLive: true, hasPicture: true },
      ),
  },
  'a style sheet of a site': { longest: file, read: (text) => brandColours(text) },
  addresses: {
    longest: 4_000,
    read: (text) =>
      [normalisePageUrl(text, 'https://example.com/'), normalisePageUrl(`https://example.com/${text}`)]
        .map((url) => url && linkKind(url))
        .concat(enteredAddresses(text) as never, safeNextPath(text) as never, completeUrl(text) as never),
  },
  "an owner's globs": {
    longest: 2_000,
    read: (text) => [matchesGlob(text, `/${'*a'.repeat(100)}b`), matchesGlob(`/${'a'.repeat(2_000)}`, text)],
  },
  'a text file': {
    longest: file,
    read: (text) =>
      [parsePlainText, parseMarkdown, parseSubtitles].map((parse) => attempt(() => parse(text))),
  },
  'a JSON file': {
    longest: file,
    read: (text) => [attempt(() => parseJsonText(text)), attempt(() => parseJsonText(`[${text}]`))],
  },
  'a CSV file': {
    longest: 20_000,
    read: async (text) => [
      attempt(() => parseCsvText(text)),
      await rows(text).catch(() => 0),
      suggestMapping(text.split(',', 500)),
    ],
  },
  "an agent's file": {
    longest: file,
    read: (text) => [
      readExport(bytes(text)),
      readExport(bytes(`{"kind":"chatelier.agent","configuration":${text}}`)),
    ],
  },
  'a drawing': {
    longest: file,
    read: (text) => [drawingFault(bytes(text)), drawingFault(bytes(`<svg>${text}</svg>`))],
  },
  'robots.txt and sitemaps': { longest: file, read: siteFiles },
  'a PDF and a Word file': { longest: 100, read: spoiltFiles },
  'one line': {
    longest: 4_000,
    read: (text) => [
      plainText(text),
      parsePrice(text),
      parseAmount(text),
      isOneAddress(text),
      subjectLine(text),
      cleanFileName(text),
      readFieldConditions(text),
      deviceNamed(text),
    ],
  },
};

/** What a parser of files refuses is no fault. */
function attempt(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    if (error instanceof DocumentError) return error.code;
    throw error;
  }
}

import { compileCss, longestCss, withoutProblems } from '#shared/custom-css/custom-css.ts';
import { readContactField } from '#shared/contacts/contact-fields.ts';
import { readFieldConditions } from '#shared/contacts/custom-fields.ts';
import { readNumber } from '#shared/forms/answers.ts';
import { checkAnswers } from '#shared/forms/logic.ts';
import { filled } from '#shared/forms/placeholders.ts';
import { cleanText, readFormValues } from '#shared/forms/values.ts';
import { AppError } from '#shared/errors.ts';
import { safeNextPath } from '#shared/paths.ts';
import { shownFileName } from '#shared/text/file-name.ts';
import { plainText } from '#shared/text/plain-text.ts';
import { parseAmount, parsePrice } from '#shared/money/price.ts';
import { readInstructions } from '#shared/chat/rich-instructions.ts';
import { readPattern } from '#shared/contacts/simple-pattern.ts';
import { brandColours } from '#platform/crawl/colours.ts';
import { readManifest } from '#platform/crawl/manifest.ts';
import { enteredAddresses, linkKind, matchesGlob, normalisePageUrl } from '#platform/crawl/page-urls.ts';
import { DocumentError } from '#platform/documents/document-error.ts';
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
import { readJson } from '#platform/http/read-json.ts';
import { detectLanguage } from '#platform/language/detect-language.ts';
import { everydayQuestion } from '#platform/language/everyday-concepts.ts';
import { questionParts } from '#platform/language/question-parts.ts';
import { calculationIn } from '#platform/language/tool-requests/calculation-request.ts';
import { asksFor, ownDetailIn, wantedName } from '#platform/language/tool-requests/requests.ts';
import { timeRequestIn } from '#platform/language/tool-requests/time-request.ts';
import { weekDays } from '#platform/language/week-days.ts';
import { analyze } from '#platform/text-search/analyze.ts';
import { findQuote } from '#platform/text-search/find-quote.ts';
import { sentences } from '#platform/text-search/sentences.ts';
import { topicsIn } from '#features/agents/server/first-questions/topic-evidence.models.ts';
import { factsInDescription, nameInDescription } from '#features/agents/server/generation/naming.models.ts';
import { judgePage } from '#features/agents/server/install/install.models.ts';
import { readExport } from '#features/agents/server/lifecycle/transfer.models.ts';
import { suggestMapping } from '#features/contacts/server/import/csv.models.ts';
import { quoteFor, resolveCitations } from '#features/conversations/server/message-parts/citations.models.ts';
import { mentionedFacts, withFactReferences } from '#features/conversations/server/prompt/facts.models.ts';
import { phrasesOf } from '#features/conversations/server/visitors/forms.models.ts';
import { showsContactIntent } from '#features/conversations/server/prompt/contact-intent.models.ts';
import { readBlock, readVideoAddress } from '#features/conversations/server/message-parts/parts.models.ts';
import { isRepetitive } from '#features/conversations/server/handoff/repetition.models.ts';
import { asksForPerson } from '#platform/language/person-request.ts';
import { contentsByRules } from '#features/conversations/server/answers/rules.models.ts';
import { readSuggestions } from '#features/conversations/server/answers/suggestions.models.ts';
import { uploadKind } from '#features/conversations/server/attachments/attachments.models.ts';
import { readCustomInput } from '#features/custom-fields/server/custom-fields.usecases.ts';
import { fileKindOf } from '#features/forms/server/page/files.models.ts';
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
import {
  bytes,
  cells,
  drawn,
  fenced,
  fieldsOf,
  form,
  manyBlocks,
  manyFields,
  rows,
  siteFiles,
  spoiltFiles,
} from './parser-readers.ts';

/**
 * Something that reads what a stranger wrote. `longest`: characters that reach it at most, or as many as the
 * time allows to try.
 */
export type ParserUnderTest = {
  longest: number;
  /** Characters of the largest file or page that reaches it, where that is much more. */
  whole?: number;
  /** Only the reader's own browser does it: it may take the square of what is short. */
  isInBrowser?: boolean;
  /** Texts that a parser once stood still over, in their order. */
  known?: readonly string[];
  read(text: string): unknown;
};

const message = 10_000;
const answer = 20_000;
const file = 60_000;

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
      filled(text, { total: '1' }),
      (['email', 'phone', 'url', 'short_text'] as const).map((type) =>
        readFormValues([{ key: 'a', type, label: 'A', required: true, options: [] }], { a: text }),
      ),
    ],
  },
  'all answers of a large form': {
    longest: message,
    read: (text) => checkAnswers({ blocks: manyBlocks, rules: [], screens: [] }, fieldsOf(manyBlocks, text)),
  },
  'all own fields of a contact': {
    longest: 300,
    read: (text) => attempt(() => readCustomInput(manyFields, fieldsOf(manyFields, text))),
  },
  'facts of a contact': {
    longest: message,
    read: (text) =>
      (['name', 'email', 'phone', 'country', 'language'] as const).map((name) =>
        readContactField(name as never, text),
      ),
  },
  'an answer in the chat': { longest: answer, isInBrowser: true, read: drawn },
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
      timeRequestIn(text, 'en'),
      ownDetailIn(text, 'en'),
      asksFor('booking', text, 'en'),
      wantedName(text, ['Anna'], 'en'),
      calculationIn(text, 'en'),
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
  'what a business says of itself': {
    longest: 20_000,
    read: (text) => [topicsIn(text), nameInDescription(text), factsInDescription(text)],
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
    whole: 3_000_000,
    read: (text) =>
      judgePage(
        { url: 'https://example.com/', policies: [text.slice(0, 8_000)], html: text },
        { number: 1, origins: ['https://example.com'], isLive: true, hasPicture: true },
      ),
  },
  'a style sheet of a site': { longest: file, whole: 900_000, read: (text) => brandColours(text) },
  "a website's manifest": {
    longest: 190_000,
    read: (text) => [
      readManifest(text, 'https://example.com/'),
      readManifest(
        JSON.stringify({ name: text, icons: [{ src: '/a.png', sizes: text }] }),
        'https://example.com/',
      ),
    ],
  },
  'the name of a file': {
    longest: 80_000,
    read: (text) =>
      [text, `a${text}x.txt`].map((name) => [
        shownFileName(name, 'txt'),
        cleanFileName(name),
        fileKindOf(bytes(text), name),
        uploadKind(bytes(text), name),
      ]),
  },
  'a body of JSON': {
    longest: file,
    whole: 1_000_000,
    read: (text) => [attempt(() => readJson(text)), attempt(() => readJson(`{"a":[${text}]}`))],
  },
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
    whole: 12_000_000,
    read: (text) => [
      readExport(bytes(text)),
      readExport(bytes(`{"kind":"chatelier.agent","configuration":${text}}`)),
    ],
  },
  'a drawing': {
    longest: file,
    read: (text) => [drawingFault(bytes(text)), drawingFault(bytes(`<svg>${text}</svg>`))],
  },
  'robots.txt and sitemaps': { longest: file, whole: 10_000_000, read: siteFiles },
  'a PDF, a Word file and a spreadsheet': { longest: 100, read: spoiltFiles },
  'the cells of a spreadsheet': { longest: file, read: cells },
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
    if (error instanceof DocumentError || error instanceof AppError) return error.code;
    if (error instanceof SyntaxError) return error.name;
    throw error;
  }
}

import { emptyBlock, formFieldTypes, type FormDocument } from '#shared/forms/document.ts';
import { checkAnswers } from '#shared/forms/logic.ts';
import { ruleCycleOf } from '#shared/forms/rings.ts';
import { fetchRobots, fetchSitemapUrls } from '#platform/crawl/site-files.ts';
import { docx, pdfText, pdfWithContent, xlsx } from '#platform/documents/__fixtures__/made-files.ts';
import { defaultDocumentLimits } from '#platform/documents/document-types.ts';
import { parseDocument } from '#platform/documents/child/parse-document.ts';
import { fenceFilter } from '#features/agents/server/generation/generation.models.ts';
import { delimiterOf, rowsOf } from '#features/contacts/server/import/csv.models.ts';
import {
  lexBlocks,
  closeOpenMarkdown,
  readEntities,
} from '#features/conversations/chat/messages/markdown-blocks.ts';
import { PartFence } from '#features/conversations/server/message-parts/fenced-blocks.models.ts';
import { formIssues } from '#features/forms/server/editing/issues.models.ts';

/** A text as the bytes of a file. */
export const bytes = (text: string): Buffer => Buffer.from(text);

/** How many rows a CSV file has. */
export async function rows(text: string): Promise<number> {
  let count = 0;
  for await (const _row of rowsOf(text, delimiterOf(text))) count += 1;
  return count;
}

/** What the server does with a form that is edited, and with its answers. */
export function form(text: string): void {
  const { document, answers } = JSON.parse(text) as {
    document: FormDocument;
    answers: Record<string, unknown>;
  };
  formIssues(document);
  ruleCycleOf(document);
  for (let times = 0; times < 3; times++) checkAnswers(document, answers);
}

/** An answer that comes in pieces of forty characters. */
export function fenced(text: string): void {
  const fence = new PartFence();
  for (let at = 0; at < text.length; at += 40) fence.push(text.slice(at, at + 40));
  fence.end();
  const filter = fenceFilter();
  for (let at = 0; at < text.length; at += 40) filter.push(text.slice(at, at + 40));
  filter.end();
}

/** As many blocks as a form has, of all kinds, and as many own fields as an account has. */
export const manyBlocks = Array.from({ length: 110 }, (_, at) =>
  emptyBlock(`f${at}`, formFieldTypes[at % formFieldTypes.length]!),
);
export const manyFields = Array.from({ length: 100 }, (_, at) => ({
  id: `f${at}`,
  scope: 'contact' as const,
  key: `f${at}`,
  label: 'F',
  hint: '',
  type: (['long_text', 'text', 'number', 'url', 'email', 'phone', 'date', 'multi_select'] as const)[at % 8]!,
  options: [{ value: 'a', label: 'A' }],
  pattern: at % 3 === 0 ? '(\\w+ ?){1,90}' : '',
  currency: 'EUR' as const,
  initial: null,
  isRequired: false,
  inInbox: false,
  isArchived: false,
}));
/** The same text in each of several fields. */
export const fieldsOf = (fields: readonly { key: string }[], text: string): Record<string, string> =>
  Object.fromEntries(fields.map(({ key }) => [key, text]));

/** What a visitor's browser does with an answer while it arrives. */
export function drawn(text: string): void {
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

/** What a crawl reads beside the pages. */
export async function siteFiles(text: string): Promise<void> {
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
  ['a.xlsx', xlsx('Prices', [['Flat tyre', 15]])],
] as const;
const limits = { ...defaultDocumentLimits, maxInflatedBytes: 8_000_000 };

/** A PDF, a Word file and a spreadsheet in whose middle somebody put a text. */
export async function spoiltFiles(text: string): Promise<void> {
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

/** A spreadsheet in whose cells and sheet's name a text stands, as it is and escaped. */
export async function cells(text: string): Promise<void> {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  for (const each of [text, escaped])
    await parseDocument(
      {
        type: 'document',
        fileName: 'a.xlsx',
        mimeType: null,
        kind: null,
        bytes: xlsx(each.slice(0, 30).replaceAll('"', ''), [
          ['a', each],
          [each, 1],
        ]),
      },
      limits,
    ).catch((error: unknown) => {
      if (!(error instanceof Error)) throw error;
    });
}

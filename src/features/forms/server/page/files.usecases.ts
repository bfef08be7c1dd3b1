import { AppError } from '#shared/errors.ts';
import { formLimits, type FormBlock, type FormFileKind } from '#shared/forms/document.ts';
import { newId } from '#shared/ids.ts';
import { shownFileName } from '#shared/text/file-name.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import { DocumentError } from '#platform/documents/document-error.ts';
import type { DocumentParser } from '#platform/documents/document-parser.ts';
import type { ImageDrawer } from '#platform/images/image-drawer.ts';
import { formPageErrors } from '../../forms-page.contract.ts';
import { fileKindOf } from './files.models.ts';
import { submissionsRepository, type FileRow } from '../submissions/submissions.repository.ts';

export type FormFilesServices = {
  database: Database;
  clock: Clock;
  documents: Pick<DocumentParser, 'parse'>;
  drawer: Pick<ImageDrawer, 'chat'>;
};

const mimeTypes = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  txt: 'text/plain; charset=utf-8',
} as const;
/** What one submission may upload in all, tries that were taken back included. */
const mostUploads = 30;

/**
 * Files that people send with a form: their bytes decide what they are, pictures are drawn anew, documents
 * have to be readable.
 */
export function createFormFiles({ database, clock, documents, drawer }: FormFilesServices) {
  /** `sender` is who fills the form in: they take turns. */
  async function read(
    accountId: string,
    sender: string,
    block: FormBlock,
    given: { fileName: string; bytes: Uint8Array },
  ): Promise<Pick<FileRow, 'kind' | 'name' | 'mimeType' | 'bytes'>> {
    const found = fileKindOf(given.bytes, given.fileName);
    const accepted: readonly FormFileKind[] =
      block.accept.length > 0 ? block.accept : ['image', 'pdf', 'docx', 'txt'];
    if (!found || !accepted.includes(found)) throw new AppError(formPageErrors.fileKind);
    if (found === 'image') {
      const image = await drawer.chat(given.bytes, accountId, sender);
      if (!image) throw new AppError(formPageErrors.fileUnreadable);
      return {
        kind: 'image',
        name: shownFileName(given.fileName, image.extension),
        mimeType: image.type,
        bytes: image.bytes,
      };
    }
    const name = shownFileName(given.fileName, found);
    try {
      // Plain text needs nobody to take it apart.
      if (found !== 'txt') {
        const source = { fileName: name, kind: found, bytes: given.bytes };
        await documents.parse(source, { key: `${accountId} visitors`, sender });
      }
    } catch (error) {
      // A scan without text is a file like any other here.
      if (!(error instanceof DocumentError) || error.code !== 'document.empty') {
        if (error instanceof DocumentError)
          throw new AppError(formPageErrors.fileUnreadable, { cause: error });
        throw error;
      }
    }
    return { kind: 'document', name, mimeType: mimeTypes[found], bytes: Buffer.from(given.bytes) };
  }

  async function checkRoom(tx: Transaction, submissionId: string): Promise<void> {
    const sent = (await submissionsRepository(tx).filesOf([submissionId])).length;
    if (sent >= mostUploads)
      throw new AppError(formPageErrors.tooManyFiles, { variables: { most: formLimits.files } });
  }

  return {
    /** Throws where a page has sent as many files as are taken of one. */
    checkRoom: (form: { accountId: string }, submissionId: string): Promise<void> =>
      database.account(form.accountId, (tx) => checkRoom(tx, submissionId)),

    /** Takes one file for a field of a submission that is being filled in. */
    async upload(
      form: { accountId: string; id: string },
      submissionId: string,
      block: FormBlock,
      given: { fileName: string; bytes: Uint8Array },
    ): Promise<{ id: string; name: string; size: number }> {
      if (given.bytes.byteLength === 0) throw new AppError(formPageErrors.missingFile);
      const found = await read(form.accountId, submissionId, block, given);
      const id = newId('fup');
      await database.account(form.accountId, async (tx) => {
        await submissionsRepository(tx).lockFiles(submissionId);
        await checkRoom(tx, submissionId);
        await submissionsRepository(tx).insertFile({
          id,
          accountId: form.accountId,
          formId: form.id,
          submissionId,
          field: block.key,
          isSent: false,
          byteCount: found.bytes.length,
          createdAt: clock.now(),
          ...found,
        });
      });
      return { id, name: found.name, size: found.bytes.length };
    },
  };
}

export type FormFiles = ReturnType<typeof createFormFiles>;

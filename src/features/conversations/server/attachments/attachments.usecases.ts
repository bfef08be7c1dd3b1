import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { shownFileName } from '#shared/text/file-name.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import { DocumentError } from '#platform/documents/document-error.ts';
import type { DocumentParser } from '#platform/documents/document-parser.ts';
import type { AccountScope, VisitorIdentity } from '#platform/http/access.ts';
import type { ChatImage } from '#platform/images/picture-types.ts';
import type { ImageDrawer } from '#platform/images/image-drawer.ts';
import {
  attachmentsErrors,
  mostUploadBytes,
  type Attachment,
} from '../../conversations-attachments.contract.ts';
import { uploadKind, type MaterialFile } from './attachments.models.ts';
import { attachmentsRepository, type AttachmentRow } from './attachments.repository.ts';
import type { StoredAttachment } from './attachments.table.ts';
import { presentAttachment, presentOwnAttachment, type SignStoredCopy } from '../messages/present.models.ts';

export { presentOwnAttachment } from '../messages/present.models.ts';

/** Whose question is being answered, and where it stands. */
export type Turn = {
  visitor: VisitorIdentity;
  conversationId: string;
  questionId: string;
  answerId: string;
  /** Whether anything was ever attached in this conversation, as far as is known without asking. */
  hasFiles: boolean;
  /** The question and its files are on the disk. */
  committed: Promise<unknown>;
};

/** What one visitor may have stored at a time. */
const mostStored = { count: 60, bytes: 60 * 1_048_576 };
/** What the team may have stored in one conversation. */
const mostOfTeam = { count: 200, bytes: 200 * 1_048_576 };
const mostText = 200_000;
const unsentMs = 86_400_000;
/** Files of one conversation that an answer is written from. */
const mostMaterial = 6;
const mimeTypes = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  txt: 'text/plain; charset=utf-8',
} as const;

export type AttachmentsServices = {
  database: Database;
  clock: Clock;
  documents: Pick<DocumentParser, 'parse'>;
  drawer: Pick<ImageDrawer, 'chat'>;
  signStoredCopy: SignStoredCopy;
};

type Read = Pick<AttachmentRow, 'kind' | 'name' | 'mimeType' | 'bytes' | 'width' | 'height' | 'body'>;

/** Whose file is read: visitors stand in line beside the account's own people, and take turns. */
type Whose = {
  accountId: string;
  visitorId?: string;
};

/** Files that visitors send and pictures that models make: taken, read, kept, and opened by those who may. */
export function createAttachments(services: AttachmentsServices) {
  const { database, clock } = services;

  async function readDocument(
    kind: 'pdf' | 'docx' | 'txt',
    file: { fileName: string; bytes: Uint8Array },
    whose: Whose,
    needsText: boolean,
  ): Promise<Read> {
    const { accountId, visitorId } = whose;
    const line = visitorId ? { key: `${accountId} visitors`, sender: visitorId } : { key: accountId };
    const name = shownFileName(file.fileName, kind);
    const whole = (body: string): Read => ({
      kind: 'document',
      name,
      mimeType: mimeTypes[kind],
      bytes: Buffer.from(file.bytes),
      width: null,
      height: null,
      body,
    });
    try {
      const parsed = await services.documents.parse({ fileName: name, kind, bytes: file.bytes }, line);
      if (needsText && parsed.text.trim() === '') throw new AppError(attachmentsErrors.noText);
      return whole(parsed.text.slice(0, mostText).replace(/[\ud800-\udbff]$/, ''));
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      if (error.code === 'document.empty' && !needsText) return whole('');
      const told = {
        'document.encrypted': attachmentsErrors.locked,
        'document.empty': attachmentsErrors.noText,
        'document.unsupported': attachmentsErrors.unsupported,
        'document.type_mismatch': attachmentsErrors.unsupported,
      } as const;
      throw new AppError(
        error.code in told ? told[error.code as keyof typeof told] : attachmentsErrors.unreadable,
        { cause: error },
      );
    }
  }

  function readPicture(image: ChatImage, fileName: string): Read {
    return {
      kind: 'image',
      name: shownFileName(fileName, image.extension),
      mimeType: image.type,
      bytes: image.bytes,
      width: image.width,
      height: image.height,
      body: '',
    };
  }

  /** `needsText`: an answer is written from it, so that a scan says nothing. */
  async function read(
    whose: Whose,
    file: { fileName: string; bytes: Uint8Array },
    needsText: boolean,
  ): Promise<Read> {
    if (file.bytes.byteLength === 0) throw new AppError(attachmentsErrors.noText);
    if (file.bytes.byteLength > mostUploadBytes) throw new AppError(attachmentsErrors.tooLarge);
    const kind = uploadKind(file.bytes, file.fileName);
    if (!kind) throw new AppError(attachmentsErrors.unsupported);
    if (kind !== 'image') return readDocument(kind, file, whose, needsText);
    const image = await services.drawer.chat(file.bytes, whose.accountId, whose.visitorId);
    if (!image) throw new AppError(attachmentsErrors.unreadable);
    return readPicture(image, file.fileName);
  }

  const row = (
    visitor: Pick<VisitorIdentity, 'accountId' | 'visitorId'>,
    found: Read,
    given: Pick<AttachmentRow, 'origin' | 'conversationId' | 'messageId'> &
      Partial<Pick<AttachmentRow, 'authorId'>>,
  ): AttachmentRow => ({
    id: newId('att'),
    authorId: null,
    noteId: null,
    accountId: visitor.accountId,
    visitorId: visitor.visitorId,
    byteCount: found.bytes.length,
    createdAt: clock.now(),
    ...found,
    ...given,
  });
  const stored = ({
    id,
    kind,
    name,
    mimeType,
    byteCount,
    width,
    height,
  }: AttachmentRow): StoredAttachment => ({ id, kind, name, type: mimeType, size: byteCount, width, height });

  return {
    /** Throws where a visitor has sent as much as is kept of one; asked before a file of theirs is read. */
    async checkRoom(visitor: VisitorIdentity): Promise<void> {
      const used = await database.account(visitor.accountId, (tx) =>
        attachmentsRepository(tx).usage(visitor.visitorId),
      );
      if (used.count >= mostStored.count || used.bytes >= mostStored.bytes)
        throw new AppError(attachmentsErrors.full);
    },

    /** Throws where a conversation holds as many files of the team as are kept. */
    async checkTeamRoom(scope: AccountScope, conversationId: string): Promise<void> {
      const used = await scope.run((tx) => attachmentsRepository(tx).usageOfTeam(conversationId));
      if (used.count >= mostOfTeam.count || used.bytes >= mostOfTeam.bytes)
        throw new AppError(attachmentsErrors.full);
    },

    /** Takes one file of a visitor; whatever it is called, its bytes decide what it is. */
    async upload(
      visitor: VisitorIdentity,
      file: { fileName: string; bytes: Uint8Array },
    ): Promise<Attachment> {
      const found = await read(visitor, file, true);
      const made = row(visitor, found, { origin: 'visitor', conversationId: null, messageId: null });
      await database.account(visitor.accountId, async (tx) => {
        const repository = attachmentsRepository(tx);
        if (!(await repository.lockVisitor(visitor.visitorId)))
          throw new AppError(attachmentsErrors.notFound);
        const used = await repository.usage(visitor.visitorId);
        if (used.count >= mostStored.count || used.bytes + made.byteCount > mostStored.bytes)
          throw new AppError(attachmentsErrors.full);
        await repository.insert(made);
      });
      return presentAttachment(visitor.accountId, stored(made), services.signStoredCopy);
    },

    async attachment(visitor: VisitorIdentity, id: string): Promise<Attachment> {
      const found = await database.account(visitor.accountId, (tx) =>
        attachmentsRepository(tx).ofVisitor(id, visitor),
      );
      if (!found) throw new AppError(attachmentsErrors.notFound);
      return presentAttachment(visitor.accountId, found, services.signStoredCopy);
    },

    async removeUpload(visitor: VisitorIdentity, id: string): Promise<void> {
      const isGone = await database.account(visitor.accountId, (tx) =>
        attachmentsRepository(tx).removeUnsent(id, visitor.visitorId),
      );
      if (!isGone) throw new AppError(attachmentsErrors.notFound);
    },

    /**
     * Takes one file of a member for a conversation that they reach; a scan may be sent as well, for nobody
     * answers from it.
     */
    async uploadForTeam(
      scope: AccountScope,
      conversation: { id: string; visitorId: string },
      file: { fileName: string; bytes: Uint8Array },
    ): Promise<Attachment> {
      const made = row(
        { accountId: scope.accountId, visitorId: conversation.visitorId },
        await read({ accountId: scope.accountId }, file, false),
        { origin: 'team', conversationId: conversation.id, messageId: null, authorId: scope.userId },
      );
      await scope.run(async (tx) => {
        const repository = attachmentsRepository(tx);
        if (!(await repository.lockVisitor(conversation.visitorId)))
          throw new AppError(attachmentsErrors.notFound);
        const used = await repository.usageOfTeam(conversation.id);
        if (used.count >= mostOfTeam.count || used.bytes + made.byteCount > mostOfTeam.bytes)
          throw new AppError(attachmentsErrors.full);
        await repository.insert(made);
      });
      return presentOwnAttachment(stored(made));
    },

    async removeForTeam(scope: AccountScope, conversationId: string, id: string): Promise<void> {
      if (
        !(await scope.run((tx) => attachmentsRepository(tx).removeChosen(id, conversationId, scope.userId)))
      )
        throw new AppError(attachmentsErrors.notFound);
    },

    /** The bytes, for the account's people. */
    async file(scope: AccountScope, id: string) {
      const found = await scope.run((tx) => attachmentsRepository(tx).file(id));
      if (!found) throw new AppError(attachmentsErrors.notFound);
      return found;
    },

    /** The bytes, for whoever holds a signed address. */
    fileOf: (accountId: string, id: string) =>
      database.account(accountId, (tx) => attachmentsRepository(tx).file(id)),

    /**
     * The newest files of a conversation, oldest first; those of the question itself are always among them.
     */
    async material(turn: Turn): Promise<MaterialFile[]> {
      const rows = await database.account(turn.visitor.accountId, (tx) =>
        attachmentsRepository(tx).ofConversation(turn.conversationId, clock.now(), mostMaterial),
      );
      return rows
        .toReversed()
        .map(({ messageId, ...file }) => ({ ...file, isNew: messageId === turn.questionId }));
    },

    bytesOf: (accountId: string, ids: readonly string[]): Promise<Map<string, Buffer>> =>
      database.account(accountId, (tx) => attachmentsRepository(tx).bytesOf(ids)),

    /** Keeps a picture that a model made for an answer. Null when it is no picture. */
    async keepPicture(turn: Turn, bytes: Uint8Array, name: string): Promise<StoredAttachment | null> {
      const image = await services.drawer.chat(bytes, turn.visitor.accountId);
      if (!image) return null;
      const made = row(turn.visitor, readPicture(image, `${name}.${image.extension}`), {
        origin: 'model',
        conversationId: turn.conversationId,
        messageId: turn.answerId,
      });
      await database.account(turn.visitor.accountId, (tx) => attachmentsRepository(tx).insert(made));
      return stored(made);
    },

    /** Forgets what was never sent. */
    sweep: (): Promise<number> =>
      database.system((tx) =>
        attachmentsRepository(tx).sweepUnsent(new Date(clock.now().getTime() - unsentMs)),
      ),
  };
}

/** Takes what a member chose for a conversation, to be sent in the same transaction. */
export async function claimChosenAttachments(
  tx: Transaction,
  scope: Pick<AccountScope, 'userId'>,
  conversationId: string,
  ids: readonly string[],
): Promise<StoredAttachment[]> {
  const wanted = [...new Set(ids)];
  const found = await attachmentsRepository(tx).claimChosen(wanted, conversationId, scope.userId);
  if (found.length < wanted.length) throw new AppError(attachmentsErrors.gone);
  return found;
}

/** Puts files that were taken at a note, where no visitor gets them. */
export const attachToNote = (
  tx: Transaction,
  files: readonly StoredAttachment[],
  noteId: string,
): Promise<void> =>
  attachmentsRepository(tx).assignToNote(
    files.map(({ id }) => id),
    noteId,
  );

export type AttachmentsUsecases = ReturnType<typeof createAttachments>;

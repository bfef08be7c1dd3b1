import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';

/** Bounds of what a visitor may attach. */
export const mostUploadBytes = 10 * 1_048_576;
export const mostAttachments = 3;

export const attachmentsErrors = defineErrors('attachments', {
  off: 403,
  notFound: 404,
  missing: 400,
  tooLarge: 413,
  unsupported: 415,
  unreadable: 422,
  locked: 422,
  noText: 422,
  full: 409,
  gone: 409,
  tooMany: 429,
});

/** A file or picture at a message. `url` opens it for a while; pictures have their size in pixels. */
export const attachmentSchema = z
  .object({
    id: z.string(),
    kind: z.enum(['image', 'document']),
    name: z.string(),
    type: z.string(),
    size: z.number(),
    width: z.number().nullable(),
    height: z.number().nullable(),
    url: z.string(),
  })
  .meta({ id: 'Attachment' });
export type Attachment = z.infer<typeof attachmentSchema>;

const uploadId = z.strictObject({ id: z.string().max(60) });

export const attachmentsEndpoints = {
  upload: endpoint({
    method: 'POST',
    path: '/api/visitor/uploads',
    access: 'visitor',
    ofOneConversation: true,
    transport: 'upload',
    summary:
      'Takes one file (PNG, JPEG, WebP, GIF, PDF, TXT or DOCX, at most 10 MB) under `file`, to be sent with a message within a day.',
    response: z.object({ attachment: attachmentSchema }),
    errors: [
      attachmentsErrors.off,
      attachmentsErrors.missing,
      attachmentsErrors.tooLarge,
      attachmentsErrors.unsupported,
      attachmentsErrors.unreadable,
      attachmentsErrors.locked,
      attachmentsErrors.noText,
      attachmentsErrors.full,
      attachmentsErrors.tooMany,
    ],
  }),
  attachment: endpoint({
    method: 'GET',
    path: '/api/visitor/uploads/{id}',
    access: 'visitor',
    ofOneConversation: true,
    summary: "An attachment of the visitor's own conversations, with a fresh address.",
    params: uploadId,
    response: z.object({ attachment: attachmentSchema }),
    errors: [attachmentsErrors.notFound],
  }),
  removeUpload: endpoint({
    method: 'DELETE',
    path: '/api/visitor/uploads/{id}',
    access: 'visitor',
    ofOneConversation: true,
    summary: 'Forgets a file that was not sent yet.',
    params: uploadId,
    response: z.object({}),
    errors: [attachmentsErrors.notFound],
  }),
  attachmentFile: endpoint({
    method: 'GET',
    path: '/api/attachments/{id}',
    access: { permission: 'contacts.read' },
    transport: 'file',
    summary: "The bytes of an attachment of one of the account's conversations.",
    params: uploadId,
    response: z.object({}),
    errors: [attachmentsErrors.notFound],
  }),
} as const;

import type { MultipartFields } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { ErrorDefinition } from '#shared/endpoint.ts';
import { AppError, commonErrors } from '#shared/errors.ts';
import { boundedFileName } from '#shared/text/file-name.ts';

/** RFC 6838 allows 127 signs on each side of the slash. */
const longestMimeType = 255;

export type UploadedFile = {
  fileName: string;
  mimeType: string;
  bytes: Uint8Array;
  /** Texts of the form that stood before the file. */
  fields: Readonly<Record<string, string>>;
};

/** Who is asked whether a file is taken, and what is said where there is none. */
export type Upload = {
  /**
   * Checks everything that can be known without the file: what it is for, whether its sender may, how many
   * came before. Throws where it is not taken. Nothing of the body is read before.
   */
  admit: () => Promise<unknown>;
  missing: ErrorDefinition;
  /** The instance's own bound (`MAX_UPLOAD_BYTES`) without it. */
  maxBytes?: number;
};

/**
 * The one file of a form, under `file`, with the fields before it. Throws `missing` when there is
 * none, or when the form is malformed or cut off.
 */
export async function uploadedFile(
  request: FastifyRequest,
  { admit, missing, maxBytes }: Upload,
): Promise<UploadedFile> {
  if (!request.isMultipart()) throw new AppError(missing);
  await admit();
  try {
    const file = await request.file(maxBytes === undefined ? undefined : { limits: { fileSize: maxBytes } });
    if (!file || file.fieldname !== 'file') throw new AppError(missing);
    const bytes = await file.toBuffer();
    // The reader itself misses what is cut off behind its last piece.
    if (file.file.truncated) throw new AppError(commonErrors.tooLarge);
    return {
      fileName: boundedFileName(file.filename ?? ''),
      mimeType: file.mimetype.slice(0, longestMimeType),
      bytes,
      fields: textsOf(file.fields),
    };
  } catch (error) {
    // A form that is cut off or malformed comes without a status; too large files have one.
    if (error instanceof AppError || (error instanceof Error && 'statusCode' in error)) throw error;
    throw new AppError(missing, { cause: error });
  }
}

function textsOf(fields: MultipartFields): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const value = field && 'value' in field ? field.value : null;
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

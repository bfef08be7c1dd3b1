export const documentErrorCodes = [
  'document.encrypted',
  'document.damaged',
  'document.too_large',
  'document.too_slow',
  'document.empty',
  'document.unsupported',
  'document.type_mismatch',
  'document.out_of_memory',
] as const;
export type DocumentErrorCode = (typeof documentErrorCodes)[number];

const messages: Record<DocumentErrorCode, string> = {
  'document.encrypted': 'The file is protected by a password',
  'document.damaged': 'The file is damaged and cannot be read',
  'document.too_large': 'The file, or what it unpacks to, is too large',
  'document.too_slow': 'Reading the file took too long',
  'document.empty': 'The file holds no text (a scan needs text recognition first)',
  'document.unsupported': 'This type of file cannot be read',
  'document.type_mismatch': 'The content of the file is not what its name says',
  'document.out_of_memory': 'Reading the file needs too much memory',
};

/** Why a file could not be read. `code` is a text key; `detail` is for the log. */
export class DocumentError extends Error {
  readonly code: DocumentErrorCode;
  readonly detail: string | undefined;

  constructor(code: DocumentErrorCode, detail?: string) {
    super(messages[code]);
    this.name = 'DocumentError';
    this.code = code;
    this.detail = detail;
  }
}

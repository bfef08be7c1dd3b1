import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { DocumentError } from '../document-error.ts';
import { createDocumentParser, type DocumentParser } from '../document-parser.ts';
import type { ParsedDocument } from '../document-types.ts';

/** A parser for the tests of one file, and the folder into which it and its processes write. */
export function parserOfFile() {
  const systemTemporary = process.env['TMPDIR'];
  let parser: DocumentParser;
  let temporary: string;
  beforeAll(() => {
    temporary = mkdtempSync(join(tmpdir(), 'documents-test-'));
    process.env['TMPDIR'] = temporary;
    parser = createDocumentParser();
  });
  afterAll(async () => {
    await parser.close();
    if (systemTemporary === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = systemTemporary;
    rmSync(temporary, { recursive: true });
  });
  return {
    parser: (): DocumentParser => parser,
    temporary: (): string => temporary,
    parse: (
      fileName: string,
      bytes: Buffer | string,
      more: { mimeType?: string } = {},
    ): Promise<ParsedDocument> => parser.parse({ fileName, bytes: Buffer.from(bytes), ...more }),
  };
}

/** With which code a file is refused; `read` where it isn't. */
export async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return 'read';
  } catch (error) {
    if (error instanceof DocumentError) return error.code;
    throw error;
  }
}

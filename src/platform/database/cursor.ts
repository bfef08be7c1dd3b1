import type { z } from 'zod';

/** Where a page of a list ended, as it is handed to whoever asks for the next one. */
export const writeCursor = (position: object): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

/** The position in a cursor; undefined without one, and for what is none. */
export function readCursor<Position>(
  cursor: string | undefined,
  schema: z.ZodType<Position>,
): Position | undefined {
  if (!cursor) return undefined;
  try {
    return schema.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))).data;
  } catch {
    // Not even JSON.
    return undefined;
  }
}

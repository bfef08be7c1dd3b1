/** A fault of the set-up that a person can mend; `message` is one line for them. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

const diskFaults: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full',
  EDQUOT: 'The disk quota is used up',
  EROFS: 'The disk is read-only',
  EIO: 'The disk fails',
  EMFILE: 'Too many files are open',
};

/** One line for a fault of the disk that any step of a start may meet; null for other errors. */
export function diskFault(error: unknown): string | null {
  if (!(error instanceof Error && 'code' in error)) return null;
  const fault = diskFaults[String(error.code)];
  if (fault === undefined) return null;
  const place = 'dest' in error ? error.dest : 'path' in error ? error.path : null;
  return `${fault}${typeof place === 'string' ? ` (${place})` : ''}. Mend this and start again; what was saved is kept.`;
}

import type { Contact } from '../contacts.contract.ts';

const brought: ReadonlySet<string> = new Set(['manual', 'import', 'api']);

/**
 * Whether somebody was ever there: who was written down or brought by a file has not been, until they visit,
 * writes or fills in a form.
 */
export const wasSeen = ({
  source,
  createdAt,
  lastSeenAt,
}: Pick<Contact, 'source' | 'createdAt' | 'lastSeenAt'>): boolean =>
  !brought.has(source) || lastSeenAt !== createdAt;

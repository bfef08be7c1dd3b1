/**
 * Lists of short texts that a person enters one by one or pastes at once: sites, pages, email addresses,
 * options.
 * What is refused stays to be corrected, with the reason; what is good is taken.
 */

export type EntryProblem = {
  entry: string;
  reason: string;
};
export type EntryRules = {
  /** Most entries. */
  most: number;
  /** Why an entry is refused, as a text key; null when it is good. */
  check: (entry: string) => string | null;
  /** What is stored of what was typed. */
  tidy?: (entry: string) => string;
  /** Whether commas and spaces part entries too; otherwise only lines do. */
  isWord?: boolean;
};
export type Added = {
  list: string[];
  /** What could not be taken, to be corrected. */
  rest: string;
  problems: EntryProblem[];
  added: number;
};

/** Adds what was typed or pasted. Doubles are dropped silently, as the list already says what is wanted. */
export function addEntries(
  list: readonly string[],
  typed: string,
  { most, check, tidy = (entry) => entry, isWord = false }: EntryRules,
): Added {
  const next = [...list];
  const refused: string[] = [];
  const problems: EntryProblem[] = [];
  for (const raw of typed.split(isWord ? /[\s,;]+/ : /\n+/)) {
    const entry = tidy(raw.trim());
    if (entry === '' || next.includes(entry)) continue;
    const reason = check(entry) ?? (next.length >= most ? 'agents:validation.tooMany' : null);
    if (reason) {
      refused.push(raw.trim());
      problems.push({ entry: raw.trim(), reason });
    } else next.push(entry);
  }
  return { list: next, rest: refused.join(isWord ? ' ' : '\n'), problems, added: next.length - list.length };
}

/** The host out of a pasted address, in the letters that browsers send; a star for all subdomains stays. */
export function tidyDomain(entry: string): string {
  const lower = entry.toLowerCase();
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//.test(lower) ? lower : `https://${lower}`;
  if (!URL.canParse(withScheme)) return lower;
  const { hostname, port, username } = new URL(withScheme);
  return username === '' && hostname !== '' ? hostname + (port ? `:${port}` : '') : lower;
}

/** Whether an entry looks like a site: a word alone, as of a sentence, is none unless it names a port. */
export function isSite(entry: string): boolean {
  return /[^.]\.[^.]|^localhost$|:\d+$/.test(entry);
}

/** The path out of a pasted address. */
export function tidyPath(entry: string): string {
  return /^https?:\/\//i.test(entry) && URL.canParse(entry) ? new URL(entry).pathname : entry;
}

/** A list with one item at another place; the same list when there is no such place. */
export function moveItem<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list];
  if (to < 0 || to >= next.length || from < 0 || from >= next.length) return next;
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

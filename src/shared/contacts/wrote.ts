/**
 * By which number the database counts that somebody wrote: the kind of the event, and the place of its bit in what
 * is known of a person. Lists of contacts ask for it as the figures do.
 */
export const wroteKind = 4;

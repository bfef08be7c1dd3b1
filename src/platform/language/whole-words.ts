/** Where a word begins and ends, in any script: `\b` knows only the letters of English. With the flag `u`. */
export const wordStart = String.raw`(?<![\p{L}\p{N}_])`;
export const wordEnd = String.raw`(?![\p{L}\p{N}_])`;

/** The inside of a regular expression, found where it is no part of a longer word. */
export const wholeWords = (inside: string): string => `${wordStart}(?:${inside})${wordEnd}`;

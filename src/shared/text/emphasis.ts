/** Underscores around words, not those within a name such as `shared_buffers`. */
const underscores = /(?<![\p{L}\p{N}_])_+|(?<!_)_+(?![\p{L}\p{N}_])/gu;

/** A text without underscores that stand for emphasis. */
export const withoutUnderscores = (text: string): string => text.replace(underscores, '');

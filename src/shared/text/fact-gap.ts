/** Stands between facts on one line: where that wraps, the dot ends a line and begins none. */
export const factGap = '\u00a0· ';
